/// Fungible and other tokens, the first program.
enum TokenProgram: ReviewedProgram {
    static let address = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
    static let name = "Token"

    static func read(_ instruction: inout InstructionReader) throws(UnknownInstruction) -> String {
        try TokenInstructions.read(try instruction.integer(as: UInt8.self), &instruction, authorityTypes: 0..<4)
    }
}
