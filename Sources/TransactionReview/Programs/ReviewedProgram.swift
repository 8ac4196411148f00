/// A program whose instructions Sidekey can read. One file a program.
protocol ReviewedProgram: SendableMetatype {
    /// The program's address in base58.
    static var address: String { get }

    /// What the program is called.
    static var name: String { get }

    /// Names the instruction's accounts and values in their order, and answers what the instruction is called.
    ///
    /// What is left unread makes the instruction unknown; the caller sees to that.
    static func read(_ instruction: inout InstructionReader) throws(UnknownInstruction) -> String
}

/// The programs that a review knows.
enum ReviewedPrograms {
    static let all: [any ReviewedProgram.Type] = [
        SystemProgram.self, TokenProgram.self, Token2022Program.self, AssociatedTokenProgram.self,
        ComputeBudgetProgram.self, MemoProgram.self, LegacyMemoProgram.self,
    ]

    static let byAddress: [String: any ReviewedProgram.Type] = Dictionary(
        all.map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
}
