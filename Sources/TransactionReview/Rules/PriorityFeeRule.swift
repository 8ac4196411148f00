/// The fee is more than anybody needs to pay: it goes to whoever leads the cluster at that moment.
enum PriorityFeeRule: ReviewRule {
    static let id = "R09"

    /// 0.01 SOL, in lamports: some hundred times what a busy cluster asks.
    private static let unusual: UInt64 = 10_000_000
    /// 0.1 SOL, in lamports: what approvals in the browser may let out by default.
    private static let excessive: UInt64 = 100_000_000

    static func findings(in subject: ReviewSubject) -> [Finding] {
        let fee = subject.review.changes.fee
        guard fee > unusual, subject.isOwn(subject.review.feePayer) else { return [] }
        return [
            Finding(
                id: id, level: fee > excessive ? .danger : .warning,
                parameters: [ReviewField(name: "lamports", value: String(fee))])
        ]
    }
}
