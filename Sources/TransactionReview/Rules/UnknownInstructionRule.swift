import SolanaTransactions

/// An instruction that nobody here can read: it may do whatever its accounts allow.
enum UnknownInstructionRule: ReviewRule {
    static let id = "R07"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        let unknown = subject.review.changes.unknown
        guard !unknown.isEmpty else { return [] }
        let instructions = subject.review.instructions
        return unknown.map { index in
            let instruction = instructions[index]
            return Finding(
                id: id, level: .warning,
                parameters: [
                    ReviewField(name: "instruction", value: String(index + 1)),
                    ReviewField(name: "program", value: instruction.programName ?? instruction.program.base58),
                ])
        }
    }
}
