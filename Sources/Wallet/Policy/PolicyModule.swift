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

    private func settle(
        _ change: PolicyChange, loosening: Bool, refilling: Bool = false
    ) async throws(RPCError) {
        let network = await records.policy.network
        let policy = try await records.settle(loosening: loosening, refilling: refilling) { policy throws(RPCError) in
            try change.apply(to: &policy)
        }
        await keys.setPeriod(policy)
        // Whom the user doesn't want to be asked isn't listened to either.
        if policy.network != network { await watch.end() }
    }

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
        result["limits"] = .array(await records.limits.map(\.json))
        // The browser never learns the word: what it knew, it could draw into a prompt of its own.
        if caller == .commandLine { result["recognition"] = policy.recognition.map { .string($0) } }
        // Nor a key that stands in an endpoint's path.
        result["network"] = .object(caller == .commandLine ? policy.network.json : policy.network.publicJSON)
        return .object(result)
    }

    private func tighten(_ call: MethodCall) async throws(RPCError) {
        try await settle(try PolicyChange(reading: call.parameters), loosening: false)
    }

    private func set(_ call: MethodCall) async throws(RPCError) {
        var parameters = call.parameters
        let passphrase = try parameters.sealed("passphrase")
        let word = try parameters.optionalString("recognition")
        let network = try NetworkSettings.Change(reading: &parameters)
        let removed = try PolicyChange.numbers(in: &parameters)
        let isRefilled = try parameters.optionalBool("resetAllowance") ?? false
        let change = try PolicyChange(reading: parameters, recognition: word, network: network, removing: removed)
        try await keys.prove(call.open(passphrase))
        try await settle(change, loosening: true, refilling: isRefilled)
    }
}

extension PolicyModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(records: parts.records, keys: parts.keys, watch: parts.watch)
    }

    static let declaration = ModuleDeclaration<PolicyModule>(
        id: "policy",
        methods: [
            Method("policy.get", callers: .owner, params: [], result: policy) { module, call throws(RPCError) in
                await module.answer(to: call.caller)
            },
            Method("policy.tighten", callers: .owner, params: changes, result: policy) {
                module, call throws(RPCError) in
                try await module.tighten(call)
                return await module.answer(to: call.caller)
            },
            // Whoever may call this decides what a hijacked browser can take.
            Method(
                "policy.set", callers: [.commandLine],
                params: changes + [
                    .required("passphrase", .sealed), .optional("recognition"), .optional("network", .anyObject),
                    .optional("removeLimits", .list(.integer)), .optional("resetAllowance", .boolean),
                ], result: policy
            ) { module, call throws(RPCError) in
                try await module.set(call)
                return await module.answer(to: call.caller)
            },
        ])

    private static let changes: [ParameterManifest] = [
        .optional("approvals"), .optional("allowance", .u64), .optional("pressAllowance", .u64),
        .optional("session", .integer),
        .optional("perRequest", .boolean), .optional("limits", .list(.anyObject)),
    ]
    private static let policy = ValueType.object([
        .required("approvals"), .required("allowance", .u64), .required("left", .u64),
        .optional("leftReturns", .integer),
        .required("pressAllowance", .u64), .required("pressLeft", .u64), .required("session", .integer),
        .required("perRequest", .boolean), .required("trust"), .required("recognitionSet", .boolean),
        .optional("recognition"), .required("network", .anyObject),
        .required("limits", .list(.anyObject)),
    ])
}

/// A change of a policy.
struct PolicyChange: Sendable {
    private let setting: ApprovalPolicy.Setting?
    private var allowance: UInt64?
    private var pressAllowance: UInt64?
    private var session: Int?
    private var perRequest: Bool?
    /// The empty word takes it away.
    private let recognition: String?
    private let network: NetworkSettings.Change?
    private let limits: [LimitChange]
    private let removed: [Int]

    /// Reads every parameter that is left.
    ///
    /// - Throws: -32602.
    init(
        reading parameters: consuming RPCParameters, recognition: String? = nil,
        network: NetworkSettings.Change? = nil, removing removed: [Int] = []
    ) throws(RPCError) {
        var parameters = parameters
        setting = try Self.setting(in: &parameters)
        allowance = try Self.lamports("allowance", in: &parameters)
        pressAllowance = try Self.lamports("pressAllowance", in: &parameters)
        session = try parameters.optionalInt("session", in: ApprovalPolicy.sessionBounds)
        perRequest = try parameters.optionalBool("perRequest")
        if let recognition, !recognition.isEmpty {
            guard ApprovalPolicy.recognitionBounds.contains(recognition.utf8.count) else {
                throw Self.fault("recognition")
            }
        }
        self.recognition = recognition
        self.network = network
        self.removed = removed
        limits = try LimitChange.all(in: &parameters)
    }

    /// Reads the place where requests are decided, which can also be set as a wallet is made.
    ///
    /// - Throws: -32602.
    static func setting(in parameters: inout RPCParameters) throws(RPCError) -> ApprovalPolicy.Setting? {
        guard let name = try parameters.optionalString("approvals") else { return nil }
        guard let value = ApprovalPolicy.Setting(rawValue: name) else { throw fault("approvals") }
        return value
    }

    private static func lamports(_ name: String, in parameters: inout RPCParameters) throws(RPCError) -> UInt64? {
        guard let text = try parameters.optionalString(name) else { return nil }
        guard let value = UInt64(text), "\(value)" == text else { throw fault(name) }
        return value
    }

    /// - Throws: -32602 if endpoints or limits become too many, or a limit isn't there.
    func apply(to policy: inout ApprovalPolicy) throws(RPCError) {
        if let setting { policy.setting = setting }
        if let allowance { policy.allowance = allowance }
        if let pressAllowance { policy.pressAllowance = pressAllowance }
        if let session { policy.session = session }
        if let perRequest { policy.perRequest = perRequest }
        if let recognition { policy.recognition = recognition.isEmpty ? nil : recognition }
        if let network { try network.change(&policy.network) }
        for number in removed where !policy.limits.remove(number) { throw LimitChange.unknown }
        for limit in limits { try limit.apply(to: &policy.limits) }
    }

    private static func fault(_ name: String) -> RPCError {
        RPCError(.invalidParams, .paramValue, "no such value", data: ["name": .string(name)])
    }
}

extension NetworkSettings.Change {
    /// Reads `network`, if it is there.
    ///
    /// - Throws: -32602 with the fault, never the address.
    init?(reading parameters: inout RPCParameters) throws(RPCError) {
        guard let object = try parameters.optionalObject("network") else { return nil }
        do throws(NetworkSettings.Fault) {
            self = try Self(object)
        } catch {
            throw RPCError(error)
        }
    }

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
        self.init(.invalidParams, .paramValue, what, data: ["name": "network"])
    }
}
