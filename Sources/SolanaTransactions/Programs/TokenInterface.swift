/// A token program: the instructions that Token and Token-2022 share.
///
/// The data is a byte that names the instruction, then its fields. An authority that is a multisignature account doesn't sign;
/// its signers, 1 to 11, follow it. Sources: `spl-token-interface`, `spl-token-2022-interface`.
public protocol TokenInterface: Program {}

extension TokenInterface {
    /// The tag of `Batch`; the programs refuse a batch inside another.
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

    /// The instructions that move tokens, with the role of accounts after an authority that signs.
    ///
    /// `validate_owner` of both programs reads those accounts only for a multisignature account, and Token passes them to no
    /// other program.
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

    /// The instructions that call no other program in either token program.
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

    /// Instructions that change nothing and only return a value.
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

/// In all of these, `cosigners` sign for an authority that is a multisignature account; without cosigners the authority signs.
extension TokenInterface {
    /// Moves tokens and checks their mint and decimals.
    public static func transferChecked(
        source: PublicKey, mint: PublicKey, destination: PublicKey, authority: PublicKey, amount: UInt64,
        decimals: UInt8, cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "TransferChecked",
            ["source": source, "mint": mint, "destination": destination, "authority": authority],
            ["amount": .number(amount), "decimals": .number(decimals)], cosigners: cosigners)
    }

    /// Moves tokens; only the accounts on the chain tell their mint.
    public static func transfer(
        source: PublicKey, destination: PublicKey, authority: PublicKey, amount: UInt64, cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "Transfer", ["source": source, "destination": destination, "authority": authority],
            ["amount": .number(amount)], cosigners: cosigners)
    }

    /// Lets a delegate take that many tokens later.
    public static func approveChecked(
        source: PublicKey, mint: PublicKey, delegate: PublicKey, owner: PublicKey, amount: UInt64, decimals: UInt8,
        cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "ApproveChecked", ["source": source, "mint": mint, "delegate": delegate, "owner": owner],
            ["amount": .number(amount), "decimals": .number(decimals)], cosigners: cosigners)
    }

    /// Lets a delegate take that many tokens later; only the account on the chain tells their mint.
    public static func approve(
        source: PublicKey, delegate: PublicKey, owner: PublicKey, amount: UInt64, cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "Approve", ["source": source, "delegate": delegate, "owner": owner], ["amount": .number(amount)],
            cosigners: cosigners)
    }

    /// Revokes an approval.
    public static func revoke(source: PublicKey, owner: PublicKey, cosigners: [PublicKey] = []) -> Instruction {
        build("Revoke", ["source": source, "owner": owner], cosigners: cosigners)
    }

    /// Transfers an authority over a mint or an account, or removes it for ever.
    public static func setAuthority(
        of account: PublicKey, _ type: TokenAuthority, authority: PublicKey, newAuthority: PublicKey?,
        cosigners: [PublicKey] = []
    ) throws(LayoutError) -> Instruction {
        // Token knows only four of the types, so that this alone can fail.
        try instruction(
            "SetAuthority",
            accounts: [("account", account), ("authority", authority)]
                + cosigners.map { (InstructionLayout.cosigner, $0) },
            arguments: [
                NamedArgument("authorityType", .choice(type.rawValue)),
                NamedArgument("newAuthority", .optional(newAuthority)),
            ])
    }

    /// Mints tokens and checks their decimals.
    public static func mintToChecked(
        mint: PublicKey, destination: PublicKey, authority: PublicKey, amount: UInt64, decimals: UInt8,
        cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "MintToChecked", ["mint": mint, "destination": destination, "authority": authority],
            ["amount": .number(amount), "decimals": .number(decimals)], cosigners: cosigners)
    }

    /// Mints tokens.
    public static func mintTo(
        mint: PublicKey, destination: PublicKey, authority: PublicKey, amount: UInt64, cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "MintTo", ["mint": mint, "destination": destination, "authority": authority],
            ["amount": .number(amount)], cosigners: cosigners)
    }

    /// Burns tokens and checks their mint and decimals.
    public static func burnChecked(
        source: PublicKey, mint: PublicKey, owner: PublicKey, amount: UInt64, decimals: UInt8,
        cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "BurnChecked", ["source": source, "mint": mint, "owner": owner],
            ["amount": .number(amount), "decimals": .number(decimals)], cosigners: cosigners)
    }

    /// Closes an account that has no tokens or holds wrapped SOL; its lamports go to `destination`.
    public static func closeAccount(
        _ account: PublicKey, to destination: PublicKey, owner: PublicKey, cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "CloseAccount", ["account": account, "destination": destination, "owner": owner], cosigners: cosigners)
    }

    /// Freezes an account's tokens.
    public static func freezeAccount(
        _ account: PublicKey, mint: PublicKey, authority: PublicKey, cosigners: [PublicKey] = []
    ) -> Instruction {
        build("FreezeAccount", ["account": account, "mint": mint, "authority": authority], cosigners: cosigners)
    }

    /// Thaws a frozen account's tokens.
    public static func thawAccount(
        _ account: PublicKey, mint: PublicKey, authority: PublicKey, cosigners: [PublicKey] = []
    ) -> Instruction {
        build("ThawAccount", ["account": account, "mint": mint, "authority": authority], cosigners: cosigners)
    }

    /// Initializes an account of this program as a mint.
    public static func initializeMint(
        _ mint: PublicKey, decimals: UInt8, mintAuthority: PublicKey, freezeAuthority: PublicKey? = nil
    ) -> Instruction {
        build(
            "InitializeMint2", ["mint": mint],
            [
                "decimals": .number(decimals), "mintAuthority": .key(mintAuthority),
                "freezeAuthority": .optional(freezeAuthority),
            ])
    }

    /// Initializes an account of this program as a token account of `owner`.
    public static func initializeAccount(_ account: PublicKey, mint: PublicKey, owner: PublicKey) -> Instruction {
        build("InitializeAccount3", ["account": account, "mint": mint], ["owner": .key(owner)])
    }

    /// Adds lamports that were sent to a wrapped SOL account to its balance.
    public static func syncNative(_ account: PublicKey) -> Instruction {
        build("SyncNative", ["account": account])
    }
}
