/// The first memo program, which looks at no accounts.
public enum LegacyMemoProgram: Program {
    public static let id = PublicKey("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo")
    public static let name = "Memo (v1)"

    public static let instructions = [
        InstructionLayout("Memo", discriminator: [], accounts: [.unused], fields: [Field("memo", .text(.rest))])
    ]

    /// Writes a text.
    public static func memo(_ text: String) -> Instruction {
        build("Memo", [:], ["memo": .text(text)])
    }
}
