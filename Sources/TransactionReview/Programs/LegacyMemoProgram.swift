/// The first memo program, which looks at no accounts.
enum LegacyMemoProgram: ReviewedProgram {
    static let address = "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"
    static let name = "Memo (v1)"

    static func read(_ instruction: inout InstructionReader) throws(UnknownInstruction) -> String {
        try instruction.text("memo", count: instruction.remainingBytes)
        return "Memo"
    }
}
