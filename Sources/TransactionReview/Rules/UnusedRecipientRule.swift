import SolanaTransactions

/// Something goes to an address that nobody has ever used: a slip in it isn't found out, and what was sent is lost.
enum UnusedRecipientRule: ChainRule {
    static let id = "R36"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        subject.recipients(facts).compactMap { recipient in
            guard facts.isAbsent(recipient.address), !subject.isMade(recipient.address) else { return nil }
            switch recipient.part {
            case .lamports: break
            // A transfer to it fails.
            case .tokenAccount: return nil
            // Whoever has a token account already was here before, even without SOL.
            case .holder:
                guard let account = recipient.effect.counterpart?.address, facts.account(account) == nil else {
                    return nil
                }
            }
            let level: ReviewLevel = subject.contacts.contains(recipient.address) ? .info : .warning
            return finding(level, ["to": recipient.address.base58])
        }
    }
}
