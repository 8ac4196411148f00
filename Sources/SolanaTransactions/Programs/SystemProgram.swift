/// Makes accounts, moves lamports, keeps durable nonces.
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
