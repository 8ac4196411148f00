import ApprovalQueue
import JSONRPC
import SolanaTransactions
import TransactionReview

/// Reviews in the protocol's spelling; docs/protocol.md, "The review", lists the members.
extension RequestReview {
    /// How many bytes of items go into one answer: half a frame, so that the rest of the answer always fits.
    static let maximumItemBytes = 512 * 1024

    /// How many bytes one item may have, so that it fits a frame.
    static let maximumItemCount = 1_000_000

    var largestItem: Int { items.map { $0.serialized().count }.max() ?? 0 }

    init(messages: [MessageReview]) {
        var reasons: Set<RequestRisk.Reason> = messages.reduce(into: []) { $0.formUnion($1.riskReasons) }
        // No site signs in twice at once, and each sign-in would be a session of its own.
        if reasons.isEmpty, messages.count != 1 || !messages[0].isOwnSignIn { reasons.insert(.message) }
        self.init(
            kind: .messages, items: messages.map(\.json), isComplete: messages.allSatisfy { $0.encoding == .text },
            risk: RequestRisk(reasons: reasons))
    }

    /// - Parameters:
    ///   - facts: What nodes said of each of the transactions; nil where there is no network to ask.
    ///   - signIn: Who asks, for sign-ins in memos.
    init(
        transactions: [TransactionReview], signer: PublicKey, known: KnownAddresses, facts: [ChainFacts]? = nil,
        signIn: SignInContext? = nil
    ) {
        let subjects = transactions.map {
            ReviewSubject(
                $0, signer: signer, own: known.own, contacts: known.contacts, recipients: known.recipients,
                signIn: signIn)
        }
        let told = facts.map { $0.map(Optional.some) } ?? [ChainFacts?](repeating: nil, count: subjects.count)
        let verdicts = zip(subjects, told).map { ReviewVerdict($0, facts: $1) }
        var risk = RequestRisk()
        for (transaction, verdict) in zip(transactions, verdicts) {
            risk.merge(RequestRisk(TransactionOutflow(of: transaction, verdict), calling: transaction.programs))
        }
        for (subject, facts) in zip(subjects, told) {
            risk.recipients.formUnion(subject.payees(facts).map(\.base58))
        }
        self.init(
            kind: .transactions, items: zip(zip(transactions, verdicts), told).map { $0.0.json($0.1, facts: $1) },
            totals: ReviewTotals(subjects, verdicts, facts: told).json,
            isComplete: verdicts.allSatisfy(\.isComplete), risk: risk)
    }

    /// As many items from an index on as fit one answer, at least one, and the index of what follows.
    func items(from start: Int) -> (items: [JSON], next: Int?) {
        var page: [JSON] = []
        var size = 0
        for item in items.dropFirst(start) {
            size += item.serialized().count + 1
            guard page.isEmpty || size <= Self.maximumItemBytes else { return (page, start + page.count) }
            page.append(item)
        }
        return (page, nil)
    }
}

extension RequestRisk {
    /// What a transaction may let out, as the policy reads it.
    init(_ outflow: TransactionOutflow, calling programs: Set<PublicKey>) {
        self.init(
            lamports: outflow.lamports,
            reasons: Set(
                outflow.reasons.map { reason in
                    switch reason {
                    case .incomplete: .incomplete
                    case .danger: .danger
                    case .forbidden: .forbidden
                    case .unbounded: .unbounded
                    }
                }), programs: Set(programs.map(\.base58)))
    }
}

extension MessageReview {
    /// Why the browser may not decide this alone.
    fileprivate var riskReasons: Set<RequestRisk.Reason> {
        var reasons: Set<RequestRisk.Reason> = isBinary ? [.binary] : []
        let others = findings.filter { $0.id != MessageRule.binary.rawValue }
        if others.contains(where: { $0.level >= .danger }) { reasons.insert(.danger) }
        return reasons
    }
}
