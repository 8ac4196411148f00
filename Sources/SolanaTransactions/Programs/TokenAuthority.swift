/// What an authority over a mint or a token account may do, in the order of `AuthorityType`.
///
/// The first four are the Token program's, all of them Token-2022's.
public enum TokenAuthority: String, CaseIterable, Sendable {
    case mintTokens, freezeAccount, accountOwner, closeAccount
    case transferFeeConfig, withheldWithdraw, closeMint, interestRate, permanentDelegate, confidentialTransferMint
    case transferHookProgramId, confidentialTransferFeeConfig, metadataPointer, groupPointer, groupMemberPointer
    case scaledUiAmount, pause, permissionedBurn
}
