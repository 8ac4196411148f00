import SolanaTransactions

/// The transaction stands on a durable nonce: the signature doesn't go out of date until the nonce is moved on.
///
/// Who has the nonce in hand can keep the transaction for a day on which it pays. Where that is the user, they can move it on.
enum NonceRule: ReviewRule {
    static let id = "R05"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        // The runtime takes a transaction for one over a nonce by its first instruction.
        guard subject.review.message.calls.first?.plan?.advancesNonce ?? false,
            let first = subject.review.instructions.first?.decoded
        else { return [] }
        let authority = first.account("authority")?.source
        return [
            Finding(
                id: id, level: subject.isOwn(authority) ? .info : .danger,
                parameters: [
                    ReviewField(name: "nonce", value: first.account("nonce")?.source.text ?? "?"),
                    ReviewField(name: "authority", value: authority?.text ?? "?"),
                ])
        ]
    }
}
