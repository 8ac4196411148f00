/// Creates accounts, moves lamports and keeps durable nonces.
///
/// The data is bincode: a u32 that names the instruction, then its fields. Source: `solana-system-interface`.
public enum SystemProgram: Program {
    public static let id = PublicKey("11111111111111111111111111111111")
    public static let name = "System"

    private static let newAccount = [Field("lamports", .u64), Field("space", .u64), Field("owner", .key)]
    private static let recentBlockhashes = AccountRole.standard("recentBlockhashes", Sysvars.recentBlockhashes)
    private static let rent = AccountRole.standard("rent", Sysvars.rent)

    public static let instructions = [
        InstructionLayout(
            "CreateAccount", u32: 0, accounts: [.writableSigner("from"), .writableSigner("newAccount")],
            fields: newAccount),
        InstructionLayout("Assign", u32: 1, accounts: [.writableSigner("account")], fields: [Field("owner", .key)]),
        InstructionLayout(
            // Behind the two stand the references of Solana Pay, by which a payment is found again.
            "Transfer", u32: 2, accounts: [.writableSigner("from"), .writable("to"), .unused],
            fields: [Field("lamports", .u64)]),
        InstructionLayout(
            // The base may be left out where it is the account that pays.
            "CreateAccountWithSeed", u32: 3,
            accounts: [.writableSigner("from"), .writable("newAccount"), .signer("baseAccount").optional],
            fields: [Field("base", .key), Field("seed", .text(.u64))] + newAccount),
        InstructionLayout(
            "AdvanceNonceAccount", u32: 4, accounts: [.writable("nonce"), recentBlockhashes, .signer("authority")]),
        InstructionLayout(
            "WithdrawNonceAccount", u32: 5,
            accounts: [.writable("nonce"), .writable("to"), recentBlockhashes, rent, .signer("authority")],
            fields: [Field("lamports", .u64)]),
        InstructionLayout(
            "InitializeNonceAccount", u32: 6, accounts: [.writable("nonce"), recentBlockhashes, rent],
            fields: [Field("authority", .key)]),
        InstructionLayout(
            "AuthorizeNonceAccount", u32: 7, accounts: [.writable("nonce"), .signer("authority")],
            fields: [Field("newAuthority", .key)]),
        InstructionLayout("Allocate", u32: 8, accounts: [.writableSigner("account")], fields: [Field("space", .u64)]),
        InstructionLayout(
            "AllocateWithSeed", u32: 9, accounts: [.writable("account"), .signer("baseAccount")],
            fields: [
                Field("base", .key), Field("seed", .text(.u64)), Field("space", .u64), Field("owner", .key),
            ]),
        InstructionLayout(
            "AssignWithSeed", u32: 10, accounts: [.writable("account"), .signer("baseAccount")],
            fields: [Field("base", .key), Field("seed", .text(.u64)), Field("owner", .key)]),
        InstructionLayout(
            "TransferWithSeed", u32: 11, accounts: [.writable("from"), .signer("baseAccount"), .writable("to")],
            fields: [Field("lamports", .u64), Field("fromSeed", .text(.u64)), Field("fromOwner", .key)]),
        InstructionLayout("UpgradeNonceAccount", u32: 12, accounts: [.writable("nonce")]),
        InstructionLayout(
            // The payer may be left out where nothing is paid.
            "CreateAccountAllowPrefund", u32: 13,
            accounts: [.writableSigner("newAccount"), .writableSigner("from").optional], fields: newAccount),
    ]
}

extension SystemProgram {
    /// The size of a nonce account in bytes.
    public static let nonceSpace: UInt64 = 80

    /// Moves lamports out of an account that signs.
    public static func transfer(from: PublicKey, to: PublicKey, lamports: UInt64) -> Instruction {
        build("Transfer", ["from": from, "to": to], ["lamports": .number(lamports)])
    }

    /// Creates an account of `space` bytes that belongs to `owner`; both accounts sign.
    public static func createAccount(
        from: PublicKey, newAccount: PublicKey, lamports: UInt64, space: UInt64, owner: PublicKey
    ) -> Instruction {
        build(
            "CreateAccount", ["from": from, "newAccount": newAccount],
            ["lamports": .number(lamports), "space": .number(space), "owner": .key(owner)])
    }

    /// Creates an account that may already have lamports; a payment is optional.
    public static func createAccountAllowPrefund(
        newAccount: PublicKey, payment: (from: PublicKey, lamports: UInt64)?, space: UInt64, owner: PublicKey
    ) -> Instruction {
        build(
            "CreateAccountAllowPrefund", ["newAccount": newAccount, "from": payment?.from],
            ["lamports": .number(payment?.lamports ?? 0), "space": .number(space), "owner": .key(owner)])
    }

    /// Creates the account at `PublicKey.createWithSeed(base:seed:owner:)`; the payer and the base sign.
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

    /// Assigns an account to a program.
    public static func assign(_ account: PublicKey, owner: PublicKey) -> Instruction {
        build("Assign", ["account": account], ["owner": .key(owner)])
    }

    /// Assigns an account with a seed to a program; the base signs.
    public static func assignWithSeed(
        _ account: PublicKey, base: PublicKey, seed: String, owner: PublicKey
    ) -> Instruction {
        build(
            "AssignWithSeed", ["account": account, "baseAccount": base],
            ["base": .key(base), "seed": .text(seed), "owner": .key(owner)])
    }

    /// Allocates an account's bytes.
    public static func allocate(_ account: PublicKey, space: UInt64) -> Instruction {
        build("Allocate", ["account": account], ["space": .number(space)])
    }

    /// Allocates the bytes of an account with a seed and sets its owner; the base signs.
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

    /// Initializes an account of ``nonceSpace`` bytes, owned by this program, as a durable nonce.
    public static func initializeNonce(_ nonce: PublicKey, authority: PublicKey) -> Instruction {
        build("InitializeNonceAccount", ["nonce": nonce], ["authority": .key(authority)])
    }

    /// Advances a durable nonce. A transaction with the nonce's value as its blockhash begins with this instruction.
    public static func advanceNonce(_ nonce: PublicKey, authority: PublicKey) -> Instruction {
        build("AdvanceNonceAccount", ["nonce": nonce, "authority": authority])
    }

    /// Withdraws lamports from a nonce account.
    public static func withdrawNonce(
        _ nonce: PublicKey, to: PublicKey, authority: PublicKey, lamports: UInt64
    ) -> Instruction {
        build(
            "WithdrawNonceAccount", ["nonce": nonce, "to": to, "authority": authority],
            ["lamports": .number(lamports)])
    }

    /// Transfers a nonce to another authority.
    public static func authorizeNonce(
        _ nonce: PublicKey, authority: PublicKey, newAuthority: PublicKey
    ) -> Instruction {
        build(
            "AuthorizeNonceAccount", ["nonce": nonce, "authority": authority], ["newAuthority": .key(newAuthority)])
    }

    /// Converts a nonce of the first format to the present format; no account has to sign.
    public static func upgradeNonce(_ nonce: PublicKey) -> Instruction {
        build("UpgradeNonceAccount", ["nonce": nonce])
    }
}

/// Accounts in which the runtime keeps data for programs.
public enum Sysvars {
    public static let clock = PublicKey("SysvarC1ock11111111111111111111111111111111")
    public static let instructions = PublicKey("Sysvar1nstructions1111111111111111111111111")
    public static let recentBlockhashes = PublicKey("SysvarRecentB1ockHashes11111111111111111111")
    public static let rent = PublicKey("SysvarRent111111111111111111111111111111111")
    public static let stakeHistory = PublicKey("SysvarStakeHistory1111111111111111111111111")

    /// All of these.
    package static let all: Set<PublicKey> = [clock, instructions, recentBlockhashes, rent, stakeHistory]
}

/// Programs of the runtime that are known only by name.
enum NativePrograms {
    static let names: [(PublicKey, String)] = [
        ("BPFLoader1111111111111111111111111111111111", "BPF Loader (deprecated)"),
        ("BPFLoader2111111111111111111111111111111111", "BPF Loader 2"),
        ("Config1111111111111111111111111111111111111", "Config"),
        ("Ed25519SigVerify111111111111111111111111111", "Ed25519"),
        ("Feature111111111111111111111111111111111111", "Feature"),
        ("KeccakSecp256k11111111111111111111111111111", "Secp256k1"),
        ("LoaderV411111111111111111111111111111111111", "Loader v4"),
        ("NativeLoader1111111111111111111111111111111", "Native Loader"),
        ("Secp256r1SigVerify1111111111111111111111111", "Secp256r1"),
        ("Vote111111111111111111111111111111111111111", "Vote"),
        ("ZkE1Gama1Proof11111111111111111111111111111", "ZK ElGamal Proof"),
        ("ZkTokenProof1111111111111111111111111111111", "ZK Token Proof"),
    ].map { (address: StaticString, name: String) in (PublicKey(address), name) }
}
