import JSONRPC
public import WalletNetwork

/// Where a request may be decided.
public enum ApprovalDecision: String, Sendable, Hashable {
    /// In the extension's approval window or popup, or natively.
    case popup
    /// Outside the browser only.
    case native
    /// Nowhere: nobody should sign it.
    case none
}

/// What the user settled about approvals: what a browser may decide, and what it may not whoever runs it.
///
/// It is kept under a code of the vault's (``AuthenticatedStore``), tightened from anywhere, and loosened only outside the browser with the passphrase.
public struct ApprovalPolicy: Sendable, Hashable {
    /// Where requests are decided.
    public enum Setting: String, Sendable, CaseIterable {
        /// In the browser, all of them.
        case popup
        /// In the browser what is bounded by the allowance, outside what isn't.
        case risky
        /// Outside the browser, all of them.
        case native

        var strictness: Int {
            switch self {
            case .popup: 0
            case .risky: 1
            case .native: 2
            }
        }
    }

    /// How long a session may be set to last, in milliseconds.
    public static let sessionBounds = 10_000...3_600_000
    /// How far back the allowance counts, in milliseconds: 24 hours.
    public static let allowancePeriod: Int64 = 86_400_000
    /// How many accounts the browser may add within that time.
    public static let accountsPerDay: UInt64 = 10
    /// How many bytes of UTF-8 a recognition word may have.
    public static let recognitionBounds = 1...64

    public var setting: Setting
    /// The lamports that approvals in the browser let out in all within any 24 hours.
    public var allowance: UInt64
    /// The lamports that presses in Sidekey's own window let out in all within any 24 hours; beyond it the passphrase is asked there.
    public var pressAllowance: UInt64
    /// How long a session lasts after its user's last act, in milliseconds.
    public var session: Int
    /// Whether every approval takes a passphrase or passkey of its own.
    public var perRequest: Bool
    /// A word that the user chose; prompts outside the browser show it, and the browser never learns it.
    public var recognition: String?
    /// Which nodes are asked, and which cluster is meant where nobody names one.
    public var network = NetworkSettings()
    /// What bounds single accounts and origins, whatever else holds.
    public var limits = PolicyLimits()

    /// The policy of a new wallet: what is risky is decided outside the browser; an allowance of 0.1 SOL, one of 1 SOL for presses, and a session of 15 minutes.
    public init(
        setting: Setting = .risky, allowance: UInt64 = 100_000_000, pressAllowance: UInt64 = 1_000_000_000,
        session: Int = 900_000
    ) {
        self.setting = setting
        self.allowance = allowance
        self.pressAllowance = pressAllowance
        self.session = session
        perRequest = false
    }

    /// What holds where the records can't be trusted.
    public static let strictest: ApprovalPolicy = {
        var policy = ApprovalPolicy(setting: .native, allowance: 0, pressAllowance: 0, session: 120_000)
        policy.perRequest = true
        policy.network.isOff = true
        return policy
    }()

    /// Whether nothing in the other policy lets more through than this one.
    public func isTightened(to other: ApprovalPolicy) -> Bool {
        other.setting.strictness >= setting.strictness && other.allowance <= allowance
            && other.pressAllowance <= pressAllowance && other.session <= session && (other.perRequest || !perRequest)
            && other.recognition == recognition && other.network == network && limits.isTightened(to: other.limits)
    }
}

extension ApprovalPolicy {
    /// What is kept: a JSON object, the amount in decimal digits.
    var json: JSONObject {
        var object: JSONObject = [
            "approvals": .string(JSONString(setting.rawValue)), "allowance": .string(JSONString("\(allowance)")),
            "pressAllowance": .string(JSONString("\(pressAllowance)")), "session": .number(JSONNumber(session)),
            "perRequest": .bool(perRequest),
        ]
        if let recognition { object["recognition"] = .string(JSONString(recognition)) }
        if network != NetworkSettings() { object["network"] = .object(network.json) }
        if limits != PolicyLimits() { object["limits"] = limits.json }
        return object
    }

    /// - Throws: -32602 where a member doesn't fit.
    init(reading parameters: inout RPCParameters) throws(RPCError) {
        self.init()
        guard let setting = Setting(rawValue: try parameters.string("approvals")),
            let allowance = UInt64(try parameters.string("allowance"))
        else { throw RPCError(.internalError, .storage, "a stored value is damaged") }
        self.setting = setting
        self.allowance = allowance
        // Records from before there was one have the default.
        if let text = try parameters.optionalString("pressAllowance") {
            guard let value = UInt64(text) else {
                throw RPCError(.internalError, .storage, "a stored value is damaged")
            }
            pressAllowance = value
        }
        session = try parameters.int("session")
        perRequest = try parameters.bool("perRequest")
        recognition = try parameters.optionalString("recognition")
        if let limits = try parameters.optionalObject("limits") { self.limits = try PolicyLimits(limits) }
        guard let network = try parameters.optionalObject("network") else { return }
        do throws(NetworkSettings.Fault) {
            self.network = try NetworkSettings(network)
        } catch {
            throw RPCError(.internalError, .storage, "a stored value is damaged")
        }
    }
}
