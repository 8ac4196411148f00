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

/// In all of these `cosigners` sign for an authority that is a multisignature account; without any it signs itself.
extension TokenInterface {
    /// Moves tokens, whose mint and decimals are checked.
    public static func transferChecked(
        source: PublicKey, mint: PublicKey, destination: PublicKey, authority: PublicKey, amount: UInt64,
        decimals: UInt8, cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "TransferChecked",
            ["source": source, "mint": mint, "destination": destination, "authority": authority],
            ["amount": .number(amount), "decimals": .number(decimals)], cosigners: cosigners)
    }

    /// Moves tokens; which, only the accounts on the chain tell.
    public static func transfer(
        source: PublicKey, destination: PublicKey, authority: PublicKey, amount: UInt64, cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "Transfer", ["source": source, "destination": destination, "authority": authority],
            ["amount": .number(amount)], cosigners: cosigners)
    }

    /// Lets somebody else take that many tokens later.
    public static func approveChecked(
        source: PublicKey, mint: PublicKey, delegate: PublicKey, owner: PublicKey, amount: UInt64, decimals: UInt8,
        cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "ApproveChecked", ["source": source, "mint": mint, "delegate": delegate, "owner": owner],
            ["amount": .number(amount), "decimals": .number(decimals)], cosigners: cosigners)
    }

    /// Lets somebody else take that many tokens later; which, only the account on the chain tells.
    public static func approve(
        source: PublicKey, delegate: PublicKey, owner: PublicKey, amount: UInt64, cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "Approve", ["source": source, "delegate": delegate, "owner": owner], ["amount": .number(amount)],
            cosigners: cosigners)
    }

    /// Takes back what was approved.
    public static func revoke(source: PublicKey, owner: PublicKey, cosigners: [PublicKey] = []) -> Instruction {
        build("Revoke", ["source": source, "owner": owner], cosigners: cosigners)
    }

    /// Hands an authority over a mint or an account to somebody else, or to nobody for ever.
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

    /// Makes new tokens, whose decimals are checked.
    public static func mintToChecked(
        mint: PublicKey, destination: PublicKey, authority: PublicKey, amount: UInt64, decimals: UInt8,
        cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "MintToChecked", ["mint": mint, "destination": destination, "authority": authority],
            ["amount": .number(amount), "decimals": .number(decimals)], cosigners: cosigners)
    }

    /// Makes new tokens.
    public static func mintTo(
        mint: PublicKey, destination: PublicKey, authority: PublicKey, amount: UInt64, cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "MintTo", ["mint": mint, "destination": destination, "authority": authority],
            ["amount": .number(amount)], cosigners: cosigners)
    }

    /// Destroys tokens, whose mint and decimals are checked.
    public static func burnChecked(
        source: PublicKey, mint: PublicKey, owner: PublicKey, amount: UInt64, decimals: UInt8,
        cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "BurnChecked", ["source": source, "mint": mint, "owner": owner],
            ["amount": .number(amount), "decimals": .number(decimals)], cosigners: cosigners)
    }

    /// Closes an account without tokens, or of wrapped SOL; its lamports go to `destination`.
    public static func closeAccount(
        _ account: PublicKey, to destination: PublicKey, owner: PublicKey, cosigners: [PublicKey] = []
    ) -> Instruction {
        build(
            "CloseAccount", ["account": account, "destination": destination, "owner": owner], cosigners: cosigners)
    }

    /// Keeps an account's tokens where they are.
    public static func freezeAccount(
        _ account: PublicKey, mint: PublicKey, authority: PublicKey, cosigners: [PublicKey] = []
    ) -> Instruction {
        build("FreezeAccount", ["account": account, "mint": mint, "authority": authority], cosigners: cosigners)
    }

    /// Lets a frozen account's tokens go.
    public static func thawAccount(
        _ account: PublicKey, mint: PublicKey, authority: PublicKey, cosigners: [PublicKey] = []
    ) -> Instruction {
        build("ThawAccount", ["account": account, "mint": mint, "authority": authority], cosigners: cosigners)
    }

    /// Makes an account of this program's a mint.
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

    /// Makes an account of this program's a token account of `owner`.
    public static func initializeAccount(_ account: PublicKey, mint: PublicKey, owner: PublicKey) -> Instruction {
        build("InitializeAccount3", ["account": account, "mint": mint], ["owner": .key(owner)])
    }

    /// Counts lamports that were sent to an account of wrapped SOL.
    public static func syncNative(_ account: PublicKey) -> Instruction {
        build("SyncNative", ["account": account])
    }
}
