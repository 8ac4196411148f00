extension SystemProgram {
    /// The bytes of a nonce account.
    public static let nonceSpace: UInt64 = 80

    /// Moves lamports out of an account that signs.
    public static func transfer(from: PublicKey, to: PublicKey, lamports: UInt64) -> Instruction {
        build("Transfer", ["from": from, "to": to], ["lamports": .number(lamports)])
    }

    /// Makes an account of `space` bytes that belongs to `owner`; both accounts sign.
    public static func createAccount(
        from: PublicKey, newAccount: PublicKey, lamports: UInt64, space: UInt64, owner: PublicKey
    ) -> Instruction {
        build(
            "CreateAccount", ["from": from, "newAccount": newAccount],
            ["lamports": .number(lamports), "space": .number(space), "owner": .key(owner)])
    }

    /// Makes an account that may have lamports already; nothing need be added to them.
    public static func createAccountAllowPrefund(
        newAccount: PublicKey, payment: (from: PublicKey, lamports: UInt64)?, space: UInt64, owner: PublicKey
    ) -> Instruction {
        build(
            "CreateAccountAllowPrefund", ["newAccount": newAccount, "from": payment?.from],
            ["lamports": .number(payment?.lamports ?? 0), "space": .number(space), "owner": .key(owner)])
    }

    /// Makes the account at `PublicKey.createWithSeed(base:seed:owner:)`; the payer and the base sign.
    public static func createAccountWithSeed(
        from: PublicKey, newAccount: PublicKey, base: PublicKey, seed: String, lamports: UInt64, space: UInt64,
        owner: PublicKey
    ) -> Instruction {
        build(
            "CreateAccountWithSeed",
            ["from": from, "newAccount": newAccount, "baseAccount": base == from ? nil : base],
            [
                "base": .key(base), "seed": .text(seed), "lamports": .number(lamports), "space": .number(space),
                "owner": .key(owner),
            ])
    }

    /// Hands an account over to a program.
    public static func assign(_ account: PublicKey, owner: PublicKey) -> Instruction {
        build("Assign", ["account": account], ["owner": .key(owner)])
    }

    /// Hands an account with a seed over to a program; the base signs.
    public static func assignWithSeed(
        _ account: PublicKey, base: PublicKey, seed: String, owner: PublicKey
    ) -> Instruction {
        build(
            "AssignWithSeed", ["account": account, "baseAccount": base],
            ["base": .key(base), "seed": .text(seed), "owner": .key(owner)])
    }

    /// Gives an account bytes.
    public static func allocate(_ account: PublicKey, space: UInt64) -> Instruction {
        build("Allocate", ["account": account], ["space": .number(space)])
    }

    /// Gives an account with a seed bytes and an owner; the base signs.
    public static func allocateWithSeed(
        _ account: PublicKey, base: PublicKey, seed: String, space: UInt64, owner: PublicKey
    ) -> Instruction {
        build(
            "AllocateWithSeed", ["account": account, "baseAccount": base],
            ["base": .key(base), "seed": .text(seed), "space": .number(space), "owner": .key(owner)])
    }

    /// Moves lamports out of an account with a seed; the base signs.
    public static func transferWithSeed(
        from: PublicKey, base: PublicKey, seed: String, owner: PublicKey, to: PublicKey, lamports: UInt64
    ) -> Instruction {
        build(
            "TransferWithSeed", ["from": from, "baseAccount": base, "to": to],
            ["lamports": .number(lamports), "fromSeed": .text(seed), "fromOwner": .key(owner)])
    }

    /// Makes an account of ``nonceSpace`` bytes, owned by this program, a durable nonce.
    public static func initializeNonce(_ nonce: PublicKey, authority: PublicKey) -> Instruction {
        build("InitializeNonceAccount", ["nonce": nonce], ["authority": .key(authority)])
    }

    /// Uses a durable nonce up. A transaction that has its value for a blockhash begins with this.
    public static func advanceNonce(_ nonce: PublicKey, authority: PublicKey) -> Instruction {
        build("AdvanceNonceAccount", ["nonce": nonce, "authority": authority])
    }

    /// Takes lamports out of a nonce account.
    public static func withdrawNonce(
        _ nonce: PublicKey, to: PublicKey, authority: PublicKey, lamports: UInt64
    ) -> Instruction {
        build(
            "WithdrawNonceAccount", ["nonce": nonce, "to": to, "authority": authority],
            ["lamports": .number(lamports)])
    }

    /// Hands a nonce over to another authority.
    public static func authorizeNonce(
        _ nonce: PublicKey, authority: PublicKey, newAuthority: PublicKey
    ) -> Instruction {
        build(
            "AuthorizeNonceAccount", ["nonce": nonce, "authority": authority], ["newAuthority": .key(newAuthority)])
    }

    /// Makes a nonce of the first format one of the present format; nobody has to sign.
    public static func upgradeNonce(_ nonce: PublicKey) -> Instruction {
        build("UpgradeNonceAccount", ["nonce": nonce])
    }
}
