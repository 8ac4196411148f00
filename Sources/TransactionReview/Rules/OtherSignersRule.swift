import SolanaTransactions

/// Others have to sign too, so that it may be sent later, and by them.
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
