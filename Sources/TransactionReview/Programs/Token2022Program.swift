/// Tokens with extensions: everything of `TokenProgram`, and more.
///
/// Instructions of single extensions (tags 26 to 28, 30, 33, 34, 36, 37, 39 to 44 and 46) and batches (255) are unknown.
enum Token2022Program: ReviewedProgram {
    static let address = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"
    static let name = "Token-2022"

    static func read(_ instruction: inout InstructionReader) throws(UnknownInstruction) -> String {
        switch try instruction.integer(as: UInt8.self) {
        case 21:
            try instruction.accounts("mint")
            try readExtensionTypes(&instruction)
            return "GetAccountDataSize"
        case 25:
            try instruction.accounts("mint")
            try TokenInstructions.readOptionalKey("closeAuthority", &instruction)
            return "InitializeMintCloseAuthority"
        case 29:
            try instruction.accounts("account", "payer", "systemProgram")
            try TokenInstructions.readAuthority("owner", &instruction)
            try readExtensionTypes(&instruction)
            return "Reallocate"
        case 31:
            try instruction.accounts("payer", "mint", "systemProgram")
            return "CreateNativeMint"
        case 32:
            try instruction.accounts("mint")
            return "InitializeNonTransferableMint"
        case 35:
            try instruction.accounts("mint")
            try instruction.key("delegate")
            return "InitializePermanentDelegate"
        case let tag:
            return try TokenInstructions.read(tag, &instruction, authorityTypes: 0..<18)
        }
    }

    private static func readExtensionTypes(_ instruction: inout InstructionReader) throws(UnknownInstruction) {
        while instruction.remainingBytes > 0 {
            try instruction.integer("extensionType", as: UInt16.self)
        }
    }
}
