/// Tokens with extensions: everything of `TokenProgram`, and more.
///
/// An extension's instruction is told by two bytes, one of the interfaces for metadata and groups by eight. Transfers
/// with accounts for a transfer hook aren't understood. Source: `spl-token-2022-interface`.
public enum Token2022Program: TokenInterface {
    public static let id = PublicKey("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb")
    public static let name = "Token-2022"

    private static let extensionTypes = Field("extensionType", .list(.rest, .u16))

    public static let instructions =
        TokenLayouts.transfers(Token2022Extensions.authorityAgain) + TokenLayouts.keeping + TokenLayouts.initialization
        + TokenLayouts.questions
        + [
            TokenLayouts.setAuthority(TokenAuthority.allCases),
            InstructionLayout(
                "GetAccountDataSize", 21, accounts: [.readonly("mint")], fields: [extensionTypes]),
            InstructionLayout(
                "InitializeMintCloseAuthority", 25, accounts: [.writable("mint")],
                fields: [Field("closeAuthority", .finalOption(.key))]),
            InstructionLayout(
                "Reallocate", 29,
                accounts: [
                    .writable("account"), .writableSigner("payer"), .standard("systemProgram", SystemProgram.id),
                    .authority("owner"),
                ], fields: [extensionTypes]),
            InstructionLayout(
                "CreateNativeMint", 31,
                accounts: [
                    .writableSigner("payer"), .writable("mint"), .standard("systemProgram", SystemProgram.id),
                ]),
            InstructionLayout("InitializeNonTransferableMint", 32, accounts: [.writable("mint")]),
            InstructionLayout(
                "InitializePermanentDelegate", 35, accounts: [.writable("mint")], fields: [Field("delegate", .key)]),
        ] + Token2022Extensions.transferFee + Token2022Extensions.accounts + Token2022Extensions.mints
        + Token2022Extensions.metadata + Token2022Extensions.groups + ConfidentialTransfers.transfers
        + ConfidentialTransfers.fees + ConfidentialTransfers.mintAndBurn
}
