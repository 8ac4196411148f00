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
