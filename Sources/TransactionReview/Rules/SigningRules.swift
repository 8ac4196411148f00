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

/// The fee is higher than any transaction needs: it goes to the cluster's leader at that moment.
enum PriorityFeeRule: ReviewRule {
    static let id = "R09"

    /// The fee above which the rule warns: 0.01 SOL, in lamports, some hundred times a busy cluster's usual fee.
    private static let unusual: UInt64 = 10_000_000
    /// The fee above which it is a danger: 0.1 SOL, in lamports, which approvals in the browser may spend by default.
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

/// The transaction uses a durable nonce: the signature doesn't expire until the nonce is advanced.
///
/// The nonce's authority can keep the transaction for a day on which it pays. If that is the user, they can advance the nonce.
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

/// Others have to sign too, so they may send the transaction later.
enum OtherSignersRule: ReviewRule {
    static let id = "R13"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        // A transaction without others has the signer alone.
        guard subject.review.requiredSignatures > 1 || subject.review.feePayer != subject.signer else { return [] }
        let others = subject.review.signers.filter { !subject.isOwn($0) }
        return others.map { other in
            Finding(id: id, level: .info, parameters: [ReviewField(name: "signer", value: other.base58)])
        }
    }
}

/// Somebody else has already signed, so the transaction may be sent as soon as the user signs.
///
/// The rule doesn't verify the signature: an invalid one makes the transaction fail and costs nothing.
enum SignedByOthersRule: ReviewRule {
    static let id = "R17"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        guard subject.review.requiredSignatures > 1 || subject.review.feePayer != subject.signer else { return [] }
        return subject.review.signed.filter { !subject.isOwn($0) }.map { signer in
            Finding(id: id, level: .info, parameters: [ReviewField(name: "signer", value: signer.base58)])
        }
    }
}
