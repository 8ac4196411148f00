/// What the rules make of a transaction.
public struct ReviewVerdict: Hashable, Sendable {
    /// What was found, in the order of the rules.
    public let findings: [Finding]

    /// Whether every instruction was read to the last byte, its effects are known, and no account hides behind a lookup table.
    ///
    /// The bytes alone decide this. A table's entries that a node tells are that node's word: another one would tell others.
    public let isComplete: Bool

    /// The heaviest finding; nil where there is none.
    public var level: ReviewLevel? { findings.map(\.level).max() }

    public init(_ subject: ReviewSubject) {
        findings = ReviewRules.all.flatMap { $0.findings(in: subject) } + MemoRules.findings(in: subject)
        isComplete = subject.review.isComplete && subject.review.changes.unknown.isEmpty
    }

    /// What the rules make of it with what nodes say: all that the bytes tell, then what is found once the lookup tables are read, then what the chain
    /// shows.
    ///
    /// Findings are only added, so that the level never falls: whoever answers for the chain can make a transaction look worse, and never better.
    public init(_ subject: ReviewSubject, facts: ChainFacts?) {
        let told = ReviewVerdict(subject)
        guard let facts else {
            self = told
            return
        }
        let resolved = subject.resolved(by: facts)
        var findings = told.findings
        var known = Set(findings)
        let behindTables =
            resolved.review == subject.review ? [] : ReviewRules.all.flatMap { $0.findings(in: resolved) }
        let onChain = ChainRules.all.flatMap { $0.findings(in: resolved, facts) }
        for finding in behindTables + onChain where known.insert(finding).inserted { findings.append(finding) }
        self.findings = findings
        isComplete = told.isComplete
    }
}
