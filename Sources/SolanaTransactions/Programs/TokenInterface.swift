/// A token program: the instructions that Token and Token-2022 share.
///
/// The data is a byte that names the instruction, then its fields. An authority that is a multisignature account
/// doesn't sign itself; its signers, 1 to 11, follow it. Sources: `spl-token-interface`, `spl-token-2022-interface`.
public protocol TokenInterface: Program {}

extension TokenInterface {
    /// `Batch`; one inside another is refused.
    public static var batch: UInt8? { 255 }
}

/// The layouts that both token programs have.
enum TokenLayouts {
    private static let amount = Field("amount", .u64)
    private static let checked = [Field("amount", .u64), Field("decimals", .u8)]
    private static let mint = [
        Field("decimals", .u8), Field("mintAuthority", .key), Field("freezeAuthority", .finalOption(.key)),
    ]
    private static let rent = AccountRole.standard("rent", Sysvars.rent)
    private static let multisigSigners = AccountRole(
        "signer", presence: .rest(1...InstructionLayout.maximumSigners))
    private static let requiredSigners = Field("requiredSigners", .u8)

    static let movement = transfers(.unused) + keeping

    /// What moves tokens, with what may stand behind an authority that signs.
    ///
    /// `validate_owner` of both programs looks at those accounts for a multisignature account alone, and Token hands them to nobody.
    static func transfers(_ more: AccountRole) -> [InstructionLayout] {
        [
            InstructionLayout(
                "Transfer", 3,
                accounts: [.writable("source"), .writable("destination"), .authority("authority"), more],
                fields: [amount]),
            InstructionLayout(
                "TransferChecked", 12,
                accounts: [
                    .writable("source"), .readonly("mint"), .writable("destination"), .authority("authority"), more,
                ], fields: checked),
        ]
    }

    /// What calls no other program in either of the two.
    static let keeping = [
        InstructionLayout(
            "Approve", 4, accounts: [.writable("source"), .readonly("delegate"), .authority("owner"), .unused],
            fields: [amount]),
        InstructionLayout(
            "ApproveChecked", 13,
            accounts: [.writable("source"), .readonly("mint"), .readonly("delegate"), .authority("owner"), .unused],
            fields: checked),
        InstructionLayout("Revoke", 5, accounts: [.writable("source"), .authority("owner"), .unused]),
        InstructionLayout(
            "MintTo", 7, accounts: [.writable("mint"), .writable("destination"), .authority("authority"), .unused],
            fields: [amount]),
        InstructionLayout(
            "MintToChecked", 14,
            accounts: [.writable("mint"), .writable("destination"), .authority("authority"), .unused],
            fields: checked),
        InstructionLayout(
            "Burn", 8, accounts: [.writable("source"), .writable("mint"), .authority("owner"), .unused],
            fields: [amount]),
        InstructionLayout(
            "BurnChecked", 15, accounts: [.writable("source"), .writable("mint"), .authority("owner"), .unused],
            fields: checked),
        InstructionLayout(
            "CloseAccount", 9, accounts: [.writable("account"), .writable("destination"), .authority("owner"), .unused]),
        InstructionLayout(
            "FreezeAccount", 10, accounts: [.writable("account"), .readonly("mint"), .authority("authority"), .unused]),
        InstructionLayout(
            "ThawAccount", 11, accounts: [.writable("account"), .readonly("mint"), .authority("authority"), .unused]),
        InstructionLayout("SyncNative", 17, accounts: [.writable("account"), rent.optional]),
        InstructionLayout(
            "WithdrawExcessLamports", 38,
            accounts: [.writable("source"), .writable("destination"), .authority("authority"), .unused]),
        InstructionLayout(
            "UnwrapLamports", 45,
            accounts: [.writable("source"), .writable("destination"), .authority("authority"), .unused],
            fields: [Field("amount", .option(.u64))]),
    ]

    static let initialization = [
        InstructionLayout("InitializeMint", 0, accounts: [.writable("mint"), rent], fields: mint),
        InstructionLayout("InitializeMint2", 20, accounts: [.writable("mint")], fields: mint),
        InstructionLayout(
            "InitializeAccount", 1,
            accounts: [.writable("account"), .readonly("mint"), .readonly("owner"), rent]),
        InstructionLayout(
            "InitializeAccount2", 16, accounts: [.writable("account"), .readonly("mint"), rent],
            fields: [Field("owner", .key)]),
        InstructionLayout(
            "InitializeAccount3", 18, accounts: [.writable("account"), .readonly("mint")],
            fields: [Field("owner", .key)]),
        InstructionLayout(
            "InitializeMultisig", 2, accounts: [.writable("multisig"), rent, multisigSigners],
            fields: [requiredSigners]),
        InstructionLayout(
            "InitializeMultisig2", 19, accounts: [.writable("multisig"), multisigSigners], fields: [requiredSigners]),
        InstructionLayout("InitializeImmutableOwner", 22, accounts: [.writable("account")]),
    ]

    /// Instructions that change nothing and only answer.
    static let questions = [
        InstructionLayout("AmountToUiAmount", 23, accounts: [.readonly("mint")], fields: [amount]),
        InstructionLayout(
            "UiAmountToAmount", 24, accounts: [.readonly("mint")], fields: [Field("uiAmount", .text(.rest))]),
    ]

    static func setAuthority(_ types: some Collection<TokenAuthority>) -> InstructionLayout {
        InstructionLayout(
            "SetAuthority", 6, accounts: [.writable("account"), .authority("authority"), .unused],
            fields: [
                Field("authorityType", .choice(types.map(\.rawValue), .u8)),
                Field("newAuthority", .finalOption(.key)),
            ])
    }
}
