/// Makes accounts, moves lamports, keeps durable nonces.
///
/// The data is bincode: a u32 that names the instruction, then its fields. Source: `solana-system-interface`.
enum SystemProgram: ReviewedProgram {
    static let address = "11111111111111111111111111111111"
    static let name = "System"

    static func read(_ instruction: inout InstructionReader) throws(UnknownInstruction) -> String {
        switch try instruction.integer(as: UInt32.self) {
        case 0:
            try instruction.accounts("from", "newAccount")
            try readNewAccount(&instruction)
            return "CreateAccount"
        case 1:
            try instruction.accounts("account")
            try instruction.key("owner")
            return "Assign"
        case 2:
            try instruction.accounts("from", "to")
            try instruction.integer("lamports", as: UInt64.self)
            return "Transfer"
        case 3:
            try instruction.accounts("from", "newAccount")
            // The base may be left out where it is the account that pays.
            if instruction.remainingAccounts > 0 {
                try instruction.accounts("baseAccount")
            }
            try instruction.key("base")
            try readSeed("seed", &instruction)
            try readNewAccount(&instruction)
            return "CreateAccountWithSeed"
        case 8:
            try instruction.accounts("account")
            try instruction.integer("space", as: UInt64.self)
            return "Allocate"
        case 9:
            try instruction.accounts("account", "baseAccount")
            try instruction.key("base")
            try readSeed("seed", &instruction)
            try instruction.integer("space", as: UInt64.self)
            try instruction.key("owner")
            return "AllocateWithSeed"
        case 10:
            try instruction.accounts("account", "baseAccount")
            try instruction.key("base")
            try readSeed("seed", &instruction)
            try instruction.key("owner")
            return "AssignWithSeed"
        case 11:
            try instruction.accounts("from", "baseAccount", "to")
            try instruction.integer("lamports", as: UInt64.self)
            try readSeed("fromSeed", &instruction)
            try instruction.key("fromOwner")
            return "TransferWithSeed"
        case 13:
            try instruction.accounts("newAccount")
            // The payer may be left out where nothing is paid.
            if instruction.remainingAccounts > 0 {
                try instruction.accounts("from")
            }
            try readNewAccount(&instruction)
            return "CreateAccountAllowPrefund"
        case let tag:
            return try readNonce(tag, &instruction)
        }
    }

    private static func readNonce(
        _ tag: UInt32, _ instruction: inout InstructionReader
    ) throws(UnknownInstruction) -> String {
        switch tag {
        case 4:
            try instruction.accounts("nonce", "recentBlockhashes", "authority")
            return "AdvanceNonceAccount"
        case 5:
            try instruction.accounts("nonce", "to", "recentBlockhashes", "rent", "authority")
            try instruction.integer("lamports", as: UInt64.self)
            return "WithdrawNonceAccount"
        case 6:
            try instruction.accounts("nonce", "recentBlockhashes", "rent")
            try instruction.key("authority")
            return "InitializeNonceAccount"
        case 7:
            try instruction.accounts("nonce", "authority")
            try instruction.key("newAuthority")
            return "AuthorizeNonceAccount"
        case 12:
            try instruction.accounts("nonce")
            return "UpgradeNonceAccount"
        default:
            throw UnknownInstruction()
        }
    }

    private static func readNewAccount(_ instruction: inout InstructionReader) throws(UnknownInstruction) {
        try instruction.integer("lamports", as: UInt64.self)
        try instruction.integer("space", as: UInt64.self)
        try instruction.key("owner")
    }

    private static func readSeed(_ name: String, _ instruction: inout InstructionReader) throws(UnknownInstruction) {
        guard let count = Int(exactly: try instruction.integer(as: UInt64.self)) else { throw UnknownInstruction() }
        try instruction.text(name, count: count)
    }
}
