import SolanaTransactions

/// One of the user's accounts is made another program's, which then decides over everything in it.
///
/// An account with a key has no use for it: this is how wallets are stolen whole, by an instruction that several simulators pass over.
enum OwnerRule: ReviewRule {
    static let id = "R01"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.owner).compactMap { effect in
            guard effect.after != .address(PublicKey()) else { return nil }
            return finding(subject.isOwn(effect.account) ? .forbidden : .warning, effect)
        }
    }
}
