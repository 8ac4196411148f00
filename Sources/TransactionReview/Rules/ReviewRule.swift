/// A rule that looks at a transaction from one side. One file a rule; `docs/rules.md` lists them.
protocol ReviewRule: SendableMetatype {
    /// The rule's number, which never changes its meaning.
    static var id: String { get }

    static func findings(in subject: ReviewSubject) -> [Finding]
}

extension ReviewRule {
    /// What the rule has found in an effect.
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
        ImitatedAddressRule.self,
    ]
}
