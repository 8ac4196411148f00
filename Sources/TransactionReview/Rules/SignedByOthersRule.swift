import SolanaTransactions

/// A signature of somebody else is there already, so that it may be sent as soon as the user signs.
///
/// Whether the signature is right isn't looked at: one that isn't makes the transaction fail and costs nothing.
enum SignedByOthersRule: ReviewRule {
    static let id = "R17"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        guard subject.review.requiredSignatures > 1 || subject.review.feePayer != subject.signer else { return [] }
        return subject.review.signed.filter { !subject.isOwn($0) }.map { signer in
            Finding(id: id, level: .info, parameters: [ReviewField(name: "signer", value: signer.base58)])
        }
    }
}
