import SolanaTransactions

/// What the rules for messages find in a transaction's memos.
///
/// A site may take a transaction with a text in its memo for a sign-in, as it must from hardware wallets that sign no messages. So another site's sign-in is as
/// little signed in a memo as it is alone. An order in a memo (M18) may count elsewhere too; but many a program writes hashes and JSON there, so that it is a
/// warning and no danger. Rules about bytes that nobody can read aren't asked: a memo is never signed alone.
enum MemoRules {
    /// The programs that write a text into the log; the third of them isn't decoded.
    private static let programs: Set<PublicKey> = [
        MemoProgram.id, LegacyMemoProgram.id, PublicKey("Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH"),
    ]

    private static let signIn: Set<String> = Set(
        MessageRule.allCases.map(\.rawValue).filter { ("M05"..."M17").contains($0) })

    private static let text: Set<String> = [MessageRule.hidden.rawValue, MessageRule.authority.rawValue]

    static func findings(in subject: ReviewSubject) -> [Finding] {
        let message = subject.review.message
        return message.calls.flatMap { call -> [Finding] in
            let isMemo = programs.contains(message.program(call))
            // In what nobody can read, a text stands as readable as in a memo.
            guard isMemo || !message.isUnderstood(call) else { return [] }
            let review = MessageReview(Array(message.data(call)), signIn: subject.signIn)
            return review.findings.filter { signIn.contains($0.id) || isMemo && text.contains($0.id) }
                .map { finding in
                    let place = ReviewField(name: "instruction", value: String(call.instruction + 1))
                    let level = finding.id == MessageRule.authority.rawValue ? .warning : finding.level
                    return Finding(id: finding.id, level: level, parameters: [place] + finding.parameters)
                }
        }
    }
}
