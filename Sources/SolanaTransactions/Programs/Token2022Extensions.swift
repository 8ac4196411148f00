/// The instructions of Token-2022's extensions, besides those for confidential transfers.
enum Token2022Extensions {
    /// Accounts after the authority that repeat it.
    ///
    /// A mint's transfer hook gets the accounts after the authority, with the right to sign that they have there. Without the
    /// hook's program there is no call, and the authority is no such program.
    static let authorityAgain = AccountRole("unused", presence: .repeated)

    private static let mint = AccountRole.writable("mint")
    private static let authority = AccountRole.authority("authority")
    private static let fee = [Field("transferFeeBasisPoints", .u16), Field("maximumFee", .u64)]
    private static let state = Field("state", .choice(["uninitialized", "initialized", "frozen"], .u8))

    static let transferFee = [
        InstructionLayout(
            "InitializeTransferFeeConfig", 26, 0, accounts: [mint],
            fields: [
                Field("transferFeeConfigAuthority", .option(.key)), Field("withdrawWithheldAuthority", .option(.key)),
            ] + fee),
        InstructionLayout(
            "TransferCheckedWithFee", 26, 1,
            accounts: [.writable("source"), .readonly("mint"), .writable("destination"), authority],
            fields: [Field("amount", .u64), Field("decimals", .u8), Field("fee", .u64)]),
        InstructionLayout(
            "WithdrawWithheldTokensFromMint", 26, 2, accounts: [mint, .writable("destination"), authority]),
        InstructionLayout(
            "WithdrawWithheldTokensFromAccounts", 26, 3,
            accounts: [
                .readonly("mint"), .writable("destination"), authority,
                .writable("source").with(.counted(by: "accountCount")),
            ], fields: [Field("accountCount", .u8)]),
        InstructionLayout("HarvestWithheldTokensToMint", 26, 4, accounts: [mint, .writable("source").rest]),
        InstructionLayout("SetTransferFee", 26, 5, accounts: [mint, authority], fields: fee),
    ]

    /// The settings of an account's owner.
    static let accounts = [
        InstructionLayout("EnableMemoTransfers", 30, 0, accounts: [.writable("account"), .authority("owner")]),
        InstructionLayout("DisableMemoTransfers", 30, 1, accounts: [.writable("account"), .authority("owner")]),
        InstructionLayout("EnableCpiGuard", 34, 0, accounts: [.writable("account"), .authority("owner")]),
        InstructionLayout("DisableCpiGuard", 34, 1, accounts: [.writable("account"), .authority("owner")]),
    ]

    /// The settings of a mint's authorities.
    static let mints =
        [
            InstructionLayout("InitializeDefaultAccountState", 28, 0, accounts: [mint], fields: [state]),
            InstructionLayout("UpdateDefaultAccountState", 28, 1, accounts: [mint, authority], fields: [state]),
            InstructionLayout(
                "InitializeInterestBearingMint", 33, 0, accounts: [mint],
                fields: [Field("rateAuthority", .keyOrZeros), Field("rate", .i16)]),
            InstructionLayout(
                "UpdateRateInterestBearingMint", 33, 1, accounts: [mint, authority], fields: [Field("rate", .i16)]),
            InstructionLayout(
                "InitializeTransferHook", 36, 0, accounts: [mint],
                fields: [Field("authority", .keyOrZeros), Field("programId", .keyOrZeros)]),
            InstructionLayout(
                "UpdateTransferHook", 36, 1, accounts: [mint, authority], fields: [Field("programId", .keyOrZeros)]),
            InstructionLayout(
                "InitializeScaledUiAmountMint", 43, 0, accounts: [mint],
                fields: [Field("authority", .keyOrZeros), Field("multiplier", .f64)]),
            InstructionLayout(
                "UpdateMultiplierScaledUiMint", 43, 1, accounts: [mint, authority],
                fields: [Field("multiplier", .f64), Field("effectiveTimestamp", .i64)]),
            InstructionLayout(
                "InitializePausableConfig", 44, 0, accounts: [mint], fields: [Field("authority", .key)]),
            InstructionLayout("Pause", 44, 1, accounts: [mint, authority]),
            InstructionLayout("Resume", 44, 2, accounts: [mint, authority]),
            InstructionLayout(
                "InitializePermissionedBurn", 46, 0, accounts: [mint], fields: [Field("authority", .key)]),
            InstructionLayout(
                "PermissionedBurn", 46, 1, accounts: permissionedBurn, fields: [Field("amount", .u64)]),
            InstructionLayout(
                "PermissionedBurnChecked", 46, 2, accounts: permissionedBurn,
                fields: [Field("amount", .u64), Field("decimals", .u8)]),
        ] + pointer("MetadataPointer", 39, "metadataAddress") + pointer("GroupPointer", 40, "groupAddress")
        + pointer("GroupMemberPointer", 41, "memberAddress")

    private static let permissionedBurn: [AccountRole] = [
        .writable("source"), mint, .signer("permissionedBurnAuthority"), .authority("owner"),
    ]

    private static func pointer(_ name: String, _ tag: UInt8, _ field: String) -> [InstructionLayout] {
        [
            InstructionLayout(
                "Initialize\(name)", tag, 0, accounts: [mint],
                fields: [Field("authority", .keyOrZeros), Field(field, .keyOrZeros)]),
            InstructionLayout(
                "Update\(name)", tag, 1, accounts: [mint, authority], fields: [Field(field, .keyOrZeros)]),
        ]
    }

    /// `spl-token-metadata-interface`; each discriminator is the beginning of a SHA-256.
    static let metadata = [
        InstructionLayout(
            "InitializeTokenMetadata", discriminator: [210, 225, 30, 162, 88, 184, 77, 141],
            accounts: [
                .writable("metadata"), .readonly("updateAuthority"), .readonly("mint"), .signer("mintAuthority"),
            ], fields: [Field("name", .text(.u32)), Field("symbol", .text(.u32)), Field("uri", .text(.u32))]),
        InstructionLayout(
            "UpdateTokenMetadataField", discriminator: [221, 233, 49, 45, 181, 202, 220, 200],
            accounts: [.writable("metadata"), .signer("updateAuthority")],
            fields: [
                Field(
                    "field",
                    .variant([
                        FieldType.Alternative("name"), FieldType.Alternative("symbol"), FieldType.Alternative("uri"),
                        FieldType.Alternative("key", .text(.u32)),
                    ])), Field("value", .text(.u32)),
            ]),
        InstructionLayout(
            "RemoveTokenMetadataKey", discriminator: [234, 18, 32, 56, 89, 141, 37, 181],
            accounts: [.writable("metadata"), .signer("updateAuthority")],
            fields: [Field("idempotent", .bool), Field("key", .text(.u32))]),
        InstructionLayout(
            "UpdateTokenMetadataUpdateAuthority", discriminator: [215, 228, 166, 228, 84, 100, 86, 123],
            accounts: [.writable("metadata"), .signer("updateAuthority")],
            fields: [Field("newUpdateAuthority", .keyOrZeros)]),
        InstructionLayout(
            "EmitTokenMetadata", discriminator: [250, 166, 180, 250, 13, 12, 184, 70],
            accounts: [.readonly("metadata")],
            fields: [Field("start", .option(.u64)), Field("end", .option(.u64))]),
    ]

    /// `spl-token-group-interface`.
    static let groups = [
        InstructionLayout(
            "InitializeTokenGroup", discriminator: [121, 113, 108, 39, 54, 51, 0, 4],
            accounts: [.writable("group"), .readonly("mint"), .signer("mintAuthority")],
            fields: [Field("updateAuthority", .keyOrZeros), Field("maxSize", .u64)]),
        InstructionLayout(
            "UpdateTokenGroupMaxSize", discriminator: [108, 37, 171, 143, 248, 30, 18, 110],
            accounts: [.writable("group"), .signer("updateAuthority")], fields: [Field("maxSize", .u64)]),
        InstructionLayout(
            "UpdateTokenGroupUpdateAuthority", discriminator: [161, 105, 88, 1, 237, 221, 216, 203],
            accounts: [.writable("group"), .signer("updateAuthority")],
            fields: [Field("newUpdateAuthority", .keyOrZeros)]),
        InstructionLayout(
            "InitializeTokenGroupMember", discriminator: [152, 32, 222, 176, 223, 237, 116, 134],
            accounts: [
                .writable("member"), .readonly("memberMint"), .signer("memberMintAuthority"), .writable("group"),
                .signer("groupUpdateAuthority"),
            ]),
    ]
}
