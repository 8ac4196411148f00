import SolanaTransactions

/// Tried on the chain, a program that the user controls gets other code, and no instruction says so.
enum UntoldCodeRule: ChainRule {
    static let id = "R47"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        facts.changes.compactMap { change -> Finding? in
            guard case .loader(.code(let before, _)) = change.before?.contents,
                case .loader(.code(let after, _)) = change.after?.contents, before != after,
                subject.isOwn(change), !subject.effects.contains(where: { $0.kind == .code })
            else { return nil }
            return finding(.danger, ["account": change.address.base58])
        }
    }
}
