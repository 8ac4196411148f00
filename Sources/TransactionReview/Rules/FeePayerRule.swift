import SolanaTransactions

/// Somebody else pays the fee.
enum FeePayerRule: ReviewRule {
    static let id = "R14"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        guard !subject.isOwn(subject.review.feePayer) else { return [] }
        return [
            Finding(
                id: id, level: .info, parameters: [ReviewField(name: "payer", value: subject.review.feePayer.base58)])
        ]
    }
}
