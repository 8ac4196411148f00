import JSONRPC
import SolanaRPC
import WalletNetwork
import WalletRuntime
import WalletState

/// The user's settings for approvals: any surface reads and tightens them; the command line loosens them with the passphrase.
struct PolicyModule: WalletModule {
    let records: AuthenticatedStore
    let keys: WalletKeyring
    let watch: AccountWatch

    /// Applies a change, and what follows from it.
    ///
    /// - Throws: 4100 (`native-only`) for one that loosens if that isn't said.
    func settle(
        _ change: PolicyChange, loosening: Bool, refilling: Bool = false, as kind: ActivityEntry.Kind = .policyChanged
    ) async throws(RPCError) {
        let network = await records.policy.network
        let policy = try await records.settle(loosening: loosening, refilling: refilling, as: kind) {
            policy throws(RPCError) in
            try change.apply(to: &policy)
        }
        await keys.apply(policy)
        // A node that the user doesn't want to ask isn't listened to either.
        if policy.network != network { await watch.end() }
    }

    private func get(_ call: MethodCall) async throws(RPCError) -> JSON { await answer(to: call.caller) }

    private func answer(to caller: Caller) async -> JSON {
        let policy = await records.policy
        var result: JSONObject = [
            "approvals": .string(policy.setting.rawValue), "allowance": .string("\(policy.allowance)"),
            "left": .string("\(await records.allowanceLeft)"), "session": .number(policy.session),
            "perRequest": .bool(policy.perRequest), "trust": .string(await records.trust.rawValue),
            "recognitionSet": .bool(policy.recognition != nil), "pressAllowance": .string("\(policy.pressAllowance)"),
            "pressLeft": .string("\(await records.pressLeft)"),
        ]
        result["leftReturns"] = await records.allowanceReturn.map { .number($0) }
        result["budgets"] = .array(await records.budgets.map(\.json))
        result["pressAmounts"] = .array(await records.pressAmounts.map(\.json))
        result["limits"] = .array(await records.limits.map(\.json))
        result["guards"] = policy.guards.json
        // The browser never learns the word: what it knew, it could draw into a prompt of its own.
        if caller == .commandLine { result["recognition"] = policy.recognition.map { .string($0) } }
        // Nor a key that stands in an endpoint's path.
        result["network"] = .object(caller == .commandLine ? policy.network.json : policy.network.publicJSON)
        return .object(result)
    }

    private func tighten(_ call: MethodCall, _ change: PolicyChange) async throws(RPCError) -> JSON {
        try await settle(change, loosening: false)
        return await answer(to: call.caller)
    }

    private func set(
        _ call: MethodCall, _ change: PolicyChange, _ passphrase: SealedParameter, _ recognition: String?,
        _ network: NetworkSettings.Change?, _ removed: [Int], _ isRefilled: Bool
    ) async throws(RPCError) -> JSON {
        var change = change
        (change.recognition, change.network, change.removed) = (recognition, network, removed)
        try await keys.prove(call.open(passphrase))
        try await settle(change, loosening: true, refilling: isRefilled)
        return await answer(to: call.caller)
    }
}

extension PolicyModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(records: parts.records, keys: parts.keys, watch: parts.watch)
    }

    static let declaration = ModuleDeclaration<PolicyModule>(
        id: "policy",
        methods: [
            Method("policy.get", callers: .owner, result: policy, by: PolicyModule.get),
            Method(
                "policy.tighten", callers: .owner, params: .policyChange, result: policy, by: PolicyModule.tighten),
            // A caller of this decides what a hijacked browser can take.
            Method(
                "policy.set", callers: [.commandLine],
                params: .policyChange, .required("passphrase", .sealed), .optional("recognition", .recognition),
                .optional("network", .networkChange), .optional("removeLimits", .limitNumbers, default: []),
                .optional("resetAllowance", .boolean, default: false), result: policy, by: PolicyModule.set),
        ])

    private static let policy = ValueType.object([
        .required("approvals"), .required("allowance", .u64), .required("left", .u64),
        .optional("leftReturns", .integer),
        .required("pressAllowance", .u64), .required("pressLeft", .u64), .required("session", .integer),
        .required("perRequest", .boolean), .required("trust"), .required("recognitionSet", .boolean),
        .optional("recognition"), .required("network", .anyObject),
        .required("limits", .list(.anyObject)), .required("budgets", .list(.anyObject)),
        .required("pressAmounts", .list(.anyObject)),
        .required("guards", .object([.required("tolerance", .integer), .required("off", .list(.string))])),
    ])
}

/// A change of a policy.
struct PolicyChange: Sendable {
    var setting: ApprovalPolicy.Setting?
    var allowance: UInt64?
    var pressAllowance: UInt64?
    var session: Int?
    var perRequest: Bool?
    var fingerprint: Bool?
    var limits: [LimitChange] = []
    var budgets: [BudgetChange] = []
    /// Tokens by mint; 0 takes one away.
    var pressAmounts: [PolicyAsset: UInt64] = [:]
    var guards: GuardChange?
    /// The empty word takes it away.
    var recognition: String?
    var network: NetworkSettings.Change?
    /// The numbers of limits that go.
    var removed: [Int] = []

    /// - Throws: -32602 if endpoints, limits or budgets become too many, a limit isn't there, or no site has such an origin.
    func apply(to policy: inout ApprovalPolicy) throws(RPCError) {
        if let setting { policy.setting = setting }
        if let allowance { policy.allowance = allowance }
        if let pressAllowance { policy.pressAllowance = pressAllowance }
        if let session { policy.session = session }
        if let perRequest { policy.perRequest = perRequest }
        if let fingerprint { policy.fingerprint = fingerprint }
        if let recognition { policy.recognition = recognition.isEmpty ? nil : recognition }
        if let network { try network.change(&policy.network) }
        try guards?.apply(to: &policy.guards)
        for number in removed where !policy.limits.remove(number) { throw LimitChange.unknown }
        for limit in limits { try limit.apply(to: &policy.limits) }
        for budget in budgets { try policy.budgets.set(budget.spend, of: budget.origin) }
        try policy.pressAmounts.take(pressAmounts, name: "pressAmounts")
    }
}

extension Parameter where Value == PolicyChange {
    /// The rules that every surface can change.
    fileprivate static var policyChange: Self {
        .combining(.spendingChange, .optional("limits", .limitChanges, default: [])) { rules, limits in
            var change = rules
            change.limits = limits
            return change
        }
    }

    /// The rules without the limits.
    static var spendingChange: Self {
        .combining(
            .ruleChange, .optional("budgets", .budgetChanges, default: []),
            .optional("pressAmounts", .tokenAmounts, default: [:])
        ) { rules, budgets, pressAmounts in
            var change = rules
            (change.budgets, change.pressAmounts) = (budgets, pressAmounts)
            return change
        }
    }

    /// The rules without limits and budgets.
    private static var ruleChange: Self {
        .combining(
            .optional("approvals", .word), .optional("allowance", .u64), .optional("pressAllowance", .u64),
            .optional("session", .integer(in: ApprovalPolicy.sessionBounds)), .optional("perRequest", .boolean),
            .optional("guards", .guardChange)
        ) { setting, allowance, pressAllowance, session, perRequest, guards in
            PolicyChange(
                setting: setting, allowance: allowance, pressAllowance: pressAllowance, session: session,
                perRequest: perRequest, guards: guards)
        }
    }
}

extension ParameterForm where Value == String {
    /// The word by which the user recognizes the wallet's own windows; the empty word takes it away.
    fileprivate static var recognition: Self {
        ParameterForm<String>.text.map { word, name throws(RPCError) in
            guard word.isEmpty || ApprovalPolicy.recognitionBounds.contains(word.utf8.count) else {
                throw .parameter(name, "no such value")
            }
            return word
        }
    }
}

extension ParameterForm where Value == NetworkSettings.Change {
    /// A change of endpoints. Its faults never tell an address.
    fileprivate static var networkChange: Self {
        ParameterForm<JSONObject>.anyObject.map { object, _ throws(RPCError) in
            do throws(NetworkSettings.Fault) {
                return try NetworkSettings.Change(object)
            } catch {
                throw RPCError(error)
            }
        }
    }
}

extension NetworkSettings.Change {
    /// - Throws: -32602.
    func change(_ settings: inout NetworkSettings) throws(RPCError) {
        do throws(NetworkSettings.Fault) {
            try apply(to: &settings)
        } catch {
            throw RPCError(error)
        }
    }
}

extension RPCError {
    fileprivate init(_ fault: NetworkSettings.Fault) {
        let what =
            switch fault {
            case .cluster: "no such cluster"
            case .count: "an endpoint stands there twice, or there are more than \(NetworkSettings.maximumEndpoints)"
            case .shape: "a member is missing, unknown or of another type"
            case .endpoint(let fault): fault.words
            }
        self = .parameter("network", what)
    }
}
