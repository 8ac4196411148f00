/// A rule that looks at what nodes say about a transaction. One file a rule; `docs/rules.md` lists them.
///
/// Its findings name no node and no slot: the same facts a moment later are the same findings, and what was approved isn't shown again for nothing.
protocol ChainRule: SendableMetatype {
    /// The rule's number, which never changes its meaning.
    static var id: String { get }

    /// - Parameter subject: The transaction with its lookup tables read.
    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding]
}

extension ChainRule {
    /// - Parameter more: Further parameters, behind the others.
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
        UntoldCodeRule.self, DisputedTableRule.self, EmptiedAccountRule.self,
    ]
}
