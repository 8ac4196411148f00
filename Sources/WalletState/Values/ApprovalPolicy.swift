import JSONRPC
public import TransactionReview
public import WalletNetwork

/// The place where a request may be decided.
public enum ApprovalDecision: String, Sendable, Hashable {
    /// In the extension's approval window or popup, or natively.
    case popup
    /// Outside the browser only.
    case native
    /// Nowhere: the request must not be signed.
    case none
}

/// The user's rules for approvals: which decisions a browser may make, and which it may not, regardless of who controls it.
///
/// It is kept under the vault's code (``AuthenticatedStore``), tightened from anywhere, and loosened only outside the browser with the passphrase.
public struct ApprovalPolicy: Sendable, Hashable {
    /// The place where requests are decided.
    public enum Setting: String, Sendable, CaseIterable {
        /// All requests in the browser.
        case popup
        /// Requests that the allowance bounds in the browser, all others outside it.
        case risky
        /// All requests outside the browser.
        case native

        var strictness: Int {
            switch self {
            case .popup: 0
            case .risky: 1
            case .native: 2
            }
        }
    }

    /// The bounds of a session's length, in milliseconds.
    public static let sessionBounds = 10_000...28_800_000
    /// The period of the allowance, in milliseconds: 24 hours.
    public static let allowancePeriod: Int64 = 86_400_000
    /// The number of accounts that the browser may add within that time.
    public static let accountsPerDay: UInt64 = 10
    /// The most folders of the extension that the user can trust.
    public static let mostExtensionFolders = 16
    /// The length of a recognition word in bytes of UTF-8.
    public static let recognitionBounds = 1...64

    public var setting: Setting
    /// The total lamports that approvals in the browser let out within any 24 hours.
    public var allowance: UInt64
    /// The total lamports that presses in Sidekey's own window let out within any 24 hours; beyond that the window asks for the passphrase.
    public var pressAllowance: UInt64
    /// The amounts that approvals in the browser let out for single sites within any 24 hours, beside the allowance.
    public var budgets = SiteBudgets()
    /// The tokens that presses in Sidekey's own window let out within any 24 hours, by mint; those of other mints take the passphrase.
    public var pressAmounts = AssetAmounts()
    /// The time a session lasts after its user's last act, in milliseconds.
    public var session: Int
    /// True if every approval requires its own passphrase or passkey.
    public var perRequest: Bool
    /// True if the agent keeps the vault's key after a session, for up to 24 hours, and a finger reopens it.
    public var fingerprint = false
    /// A word that the user chose; prompts outside the browser show it, and the browser never learns it.
    public var recognition: String?
    /// The nodes to ask, and the cluster to use if none is named.
    public var network = NetworkSettings()
    /// The limits on single accounts and origins, which apply in addition to everything else.
    public var limits = PolicyLimits()
    /// The rules for guards.
    public var guards = GuardRules()
    /// Folders of the extension that the user trusts whatever is in them: absolute paths without links.
    public var extensionFolders: [String] = []

    /// Creates the policy of a new wallet, which decides risky requests outside the browser. The defaults are an allowance of 0.1 SOL, one of 1 SOL
    /// for presses, and a session of 15 minutes.
    public init(
        setting: Setting = .risky, allowance: UInt64 = Confirmation.browserAllowance,
        pressAllowance: UInt64 = Confirmation.pressAllowance, session: Int = 900_000
    ) {
        self.setting = setting
        self.allowance = allowance
        self.pressAllowance = pressAllowance
        self.session = session
        perRequest = false
    }

    /// The policy that holds if the records can't be trusted.
    public static let strictest: ApprovalPolicy = {
        var policy = ApprovalPolicy(setting: .native, allowance: 0, pressAllowance: 0, session: 120_000)
        policy.perRequest = true
        policy.network.isOff = true
        return policy
    }()

    /// The most that approvals in the browser let out within any 24 hours, by asset: the allowance and all budgets.
    public var browserAmounts: [(asset: PolicyAsset, amount: UInt64)] {
        var amounts: [PolicyAsset: UInt64] = [.sol: allowance]
        for (_, budget) in budgets.ordered {
            for (asset, amount) in budget.spend.ordered {
                let (sum, overflow) = (amounts[asset] ?? 0).addingReportingOverflow(amount)
                amounts[asset] = overflow ? .max : sum
            }
        }
        return amounts.sorted { $0.key.precedes($1.key) }.map { ($0.key, $0.value) }
    }

    /// Returns true if nothing in the other policy lets more through than this one.
    public func isTightened(to other: ApprovalPolicy) -> Bool {
        other.setting.strictness >= setting.strictness && other.allowance <= allowance
            && other.pressAllowance <= pressAllowance && other.budgets.isWithin(budgets)
            && other.pressAmounts.isWithin(pressAmounts) && other.session <= session
            && (other.perRequest || !perRequest) && (!other.fingerprint || fingerprint)
            && other.recognition == recognition && other.network == network && limits.isTightened(to: other.limits)
            && guards.isTightened(to: other.guards)
            && Set(other.extensionFolders).isSubset(of: extensionFolders)
    }
}

extension ApprovalPolicy {
    /// The stored form: a JSON object with the amount in decimal digits.
    var json: JSONObject {
        var object: JSONObject = [
            "approvals": .string(JSONString(setting.rawValue)), "allowance": .string(JSONString("\(allowance)")),
            "pressAllowance": .string(JSONString("\(pressAllowance)")), "session": .number(JSONNumber(session)),
            "perRequest": .bool(perRequest),
        ]
        if fingerprint { object["fingerprint"] = true }
        if let recognition { object["recognition"] = .string(JSONString(recognition)) }
        if network != NetworkSettings() { object["network"] = .object(network.json) }
        if limits != PolicyLimits() { object["limits"] = limits.json }
        if !budgets.isEmpty { object["budgets"] = budgets.json }
        if !pressAmounts.isEmpty { object["pressAmounts"] = pressAmounts.json }
        if guards != GuardRules() { object["guards"] = guards.json }
        if !extensionFolders.isEmpty { object["extensionFolders"] = .array(extensionFolders.map { .string($0) }) }
        return object
    }

    /// - Throws: -32602 if a member doesn't fit.
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
        fingerprint = try parameters.optionalBool("fingerprint") ?? false
        recognition = try parameters.optionalString("recognition")
        if let limits = try parameters.optionalObject("limits") { self.limits = try PolicyLimits(limits) }
        if let rows = try parameters.optionalArray("budgets") { budgets = try SiteBudgets(stored: rows) }
        if let rows = try parameters.optionalArray("pressAmounts") { pressAmounts = try AssetAmounts(stored: rows) }
        if let guards = try parameters.optionalObject("guards") { self.guards = try GuardRules(guards) }
        if let folders = try parameters.optionalArray("extensionFolders") {
            extensionFolders = folders.compactMap(\.text)
        }
        guard let network = try parameters.optionalObject("network") else { return }
        do throws(NetworkSettings.Fault) {
            self.network = try NetworkSettings(network)
        } catch {
            throw RPCError(.internalError, .storage, "a stored value is damaged")
        }
    }
}
