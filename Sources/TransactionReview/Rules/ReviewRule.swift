/// A rule that checks one aspect of a transaction. Each file here holds the rules about one threat; `docs/rules.md` lists them.
protocol ReviewRule: SendableMetatype {
    /// The rule's number, which never changes its meaning.
    static var id: String { get }

    static func findings(in subject: ReviewSubject) -> [Finding]
}

extension ReviewRule {
    /// The rule's finding about an effect.
    static func finding(_ level: ReviewLevel, _ effect: Effect) -> Finding {
        var parameters = [
            ReviewField(name: "instruction", value: String(effect.instruction + 1)),
            ReviewField(name: "account", value: effect.account.text),
        ]
        if let role = effect.role { parameters.append(ReviewField(name: "role", value: role)) }
        if let after = effect.after ?? effect.counterpart {
            parameters.append(ReviewField(name: "to", value: after.text))
        }
        if let amount = effect.amount { parameters.append(ReviewField(name: "amount", value: String(amount))) }
        return Finding(id: id, level: level, parameters: parameters)
    }
}

/// The rules in the order of their numbers.
enum ReviewRules {
    static let all: [any ReviewRule.Type] = [
        OwnerRule.self, AuthorityRule.self, DelegateRule.self, ClosureRule.self, NonceRule.self, LookupTableRule.self,
        UnknownInstructionRule.self, OffCurveRule.self, PriorityFeeRule.self, OverwrittenAccountRule.self,
        FreezeRule.self, BurnRule.self, OtherSignersRule.self, FeePayerRule.self, ProgramCodeRule.self,
        ExcessLamportsRule.self, SignedByOthersRule.self, LookalikeRecipientRule.self,
        ImitatedAddressRule.self, GiveawayRule.self, NamedHandoverRule.self, MassTransferRule.self,
        UnlimitedKeyRule.self,
        LastingHandoverRule.self,
        PretendedMemoRule.self, ChangedNameRule.self,
    ]
}

/// The extent to which a transaction could be read, or is bounded all the same.
public enum ReviewState: String, Hashable, Sendable, CaseIterable, Comparable {
    /// The bytes tell everything: native programs, each read to its last byte, and no account behind a lookup table.
    case complete
    /// Not complete, but the chain refuses it if the user loses more than is shown: guards at its end hold every account of the user's that it can write.
    case bounded
    /// Every instruction was read, and a promise says what each may move. Somebody can change the programs that promise.
    case read
    /// Something wasn't read, or nothing bounds it.
    case open

    public static func < (left: ReviewState, right: ReviewState) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .complete: 0
        case .bounded: 1
        case .read: 2
        case .open: 3
        }
    }
}

/// The rules' verdict on a transaction.
public struct ReviewVerdict: Hashable, Sendable {
    /// The findings: from the bytes, then from memos, lookup tables and the chain, each in the order of the rules.
    public let findings: [Finding]

    /// The review's state. The bytes alone decide whether it is complete: the table entries that a node reports are that node's word, and
    /// another node might report others.
    public let state: ReviewState

    /// True if every instruction was read to the last byte, its effects are known, and no account hides behind a lookup table.
    public var isComplete: Bool { state == .complete }

    /// The level of the most severe finding; nil if there is none.
    public var level: ReviewLevel? { findings.map(\.level).max() }

    public init(_ subject: ReviewSubject) {
        findings = ReviewRules.all.flatMap { $0.findings(in: subject) } + MemoRules.findings(in: subject)
        let isComplete = subject.review.isComplete && subject.review.changes.unknown.isEmpty
        state = isComplete ? .complete : subject.isRead(nil) ? .read : .open
    }

    /// Applies the rules to the transaction and to the facts from nodes.
    ///
    /// The findings from the bytes come first, then those from the lookup tables' contents, then those from the chain.
    ///
    /// Findings are only added, so that the level never falls: a node can make a transaction look worse, but never better.
    ///
    /// - Parameter extensions: The extensions whose rules apply besides the wallet's own.
    public init(_ subject: ReviewSubject, facts: ChainFacts?, extensions: ReviewExtensions? = nil) {
        let told = ReviewVerdict(subject)
        let added = extensions?.findings(in: subject) ?? []
        guard let facts else {
            findings = told.findings + added
            state = told.state
            return
        }
        let resolved = subject.resolved(by: facts)
        var findings = told.findings + added
        var known = Set(findings)
        let behindTables =
            resolved.review == subject.review ? [] : ReviewRules.all.flatMap { $0.findings(in: resolved) }
        let onChain = ChainRules.all.flatMap { $0.findings(in: resolved, facts) }
        let addedBehindTables = resolved.review == subject.review ? [] : extensions?.findings(in: resolved) ?? []
        for finding in behindTables + onChain + addedBehindTables where known.insert(finding).inserted {
            findings.append(finding)
        }
        self.findings = findings
        state =
            if told.isComplete { .complete } else if EnforcedBounds(of: resolved, facts) != nil {
                .bounded
            } else {
                resolved.isRead(facts) ? .read : .open
            }
    }
}

/// A rule that checks the facts from nodes about a transaction. `docs/rules.md` lists them.
///
/// Its findings name no node and no slot: the same facts a moment later give the same findings, so the user doesn't see approved ones again without
/// need.
protocol ChainRule: SendableMetatype {
    /// The rule's number, which never changes its meaning.
    static var id: String { get }

    /// - Parameter subject: The transaction with its lookup tables read.
    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding]
}

extension ChainRule {
    /// - Parameter more: Further parameters, after the others.
    static func finding(
        _ level: ReviewLevel, _ parameters: KeyValuePairs<String, String>, _ more: KeyValuePairs<String, String> = [:]
    ) -> Finding {
        Finding(
            id: id, level: level,
            parameters: (Array(parameters) + Array(more)).map { name, value in
                // Why it fails is the node's to say.
                ReviewField(name: name, value: value, isQuoted: name == "reason")
            })
    }
}

/// The rules that need the chain, in the order of their numbers.
enum ChainRules {
    static let all: [any ChainRule.Type] = [
        FailedSimulationRule.self, MissingSimulationRule.self, UnshownAccountRule.self, UntoldHandoverRule.self,
        UntoldClosureRule.self, UntoldLossRule.self, UnusedRecipientRule.self, UnfitRecipientRule.self,
        PermanentDelegateRule.self, TransferHookRule.self, TransferFeeRule.self, FrozenByDefaultRule.self,
        NonTransferableRule.self, UnknownExtensionRule.self, EndedTableRule.self, MissingEntryRule.self,
        UntoldCodeRule.self, DisputedTableRule.self, EmptiedAccountRule.self, MisdirectedReturnRule.self,
        BrokenPromiseRule.self, MassTransferRule.self, LastingHandoverRule.self, AddressNamedTokenRule.self,
        BesideTradeRule.self, FlatteringSimulationRule.self,
    ]
}
