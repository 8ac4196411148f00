import ApprovalQueue
import JSONRPC
import WalletRuntime

/// The amounts counted against the allowance and the limits, in members beside the policy's own.
///
/// ```
/// "allowanceUse": [["1800000000000", "5000"], …]                         milliseconds and lamports, the older first; absent where there are none
/// "pressUse":     the same for presses in Sidekey's own window
/// "budgetUse":    [{"origin": "https://jup.ag", "spend": [{"asset", "use": [...]}, …]}, …]      what approvals in the browser let out of sites' budgets
/// "pressUses":    [{"asset", "use": [...]}, …]                                               tokens that presses in Sidekey's own window let out
/// "accountUse":   the same for accounts that the browser adds
/// "limitUses":    {"1": {"spending": [...], "signatures": [...]}, …}     by the limits' numbers
/// "limitTime":    ["1800000000000", "1800000000000"]                     ``LimitTime``
/// ```
///
/// Older records have `"spent": "5000"`, a sum without a time, instead of `allowanceUse`: it counts as if it had just been let out.
extension AuthenticatedContents {
    /// The lamports that the browser's approvals have let out within the allowance's period.
    func allowanceSpent(at time: LimitTime) -> UInt64 {
        allowanceUse.sum(within: ApprovalPolicy.allowancePeriod, at: time.counted)
    }

    /// Counts the lamports that an approval in the browser is about to let out.
    mutating func spendAllowance(_ lamports: UInt64, at time: LimitTime) {
        allowanceUse.count(lamports, period: ApprovalPolicy.allowancePeriod, at: time.counted)
        if lamports > 0 { limitTime = time }
    }

    /// Counts the lamports and tokens that a press in Sidekey's own window is about to let out.
    mutating func spendPress(_ lamports: UInt64, _ tokens: [String: UInt64], at time: LimitTime) {
        pressUse.count(lamports, period: ApprovalPolicy.allowancePeriod, at: time.counted)
        pressUses.forget(at: time)
        for (mint, amount) in tokens { pressUses.count(amount, of: .tokens(mint: mint), at: time) }
        if lamports > 0 || tokens.contains(where: { $0.value > 0 }) { limitTime = time }
    }

    /// Counts what an approval in the browser is about to let out at the cost of a site's budget.
    mutating func spendBudget(of origin: String, _ amounts: [PolicyAsset: UInt64], at time: LimitTime) {
        for origin in budgetUses.keys { budgetUses[origin]?.forget(at: time) }
        for (asset, amount) in amounts where amount > 0 {
            budgetUses[origin, default: AssetUses()].count(amount, of: asset, at: time)
            limitTime = time
        }
        budgetUses = budgetUses.filter { !$0.value.isEmpty }
    }

    /// Counts an account that the browser is about to add.
    ///
    /// - Returns: True if the browser may add one more.
    mutating func countAccount(at time: LimitTime) -> Bool {
        let period = ApprovalPolicy.allowancePeriod
        guard accountUse.sum(within: period, at: time.counted) < ApprovalPolicy.accountsPerDay else { return false }
        accountUse.count(1, period: period, at: time.counted)
        limitTime = time
        return true
    }

    /// Forgets the amounts counted against both allowances and against budgets.
    mutating func refill() {
        allowanceUse = LimitUse.Entries()
        pressUse = LimitUse.Entries()
        (budgetUses, pressUses) = ([:], AssetUses())
    }

    /// Resets entries that a fast clock dated in the future to the present; entries without a time get the present one too.
    mutating func settleAllowances(at time: Int64) {
        allowanceUse.settle(at: time)
        pressUse.settle(at: time)
        accountUse.settle(at: time)
        pressUses.settle(at: time)
        for origin in budgetUses.keys { budgetUses[origin]?.settle(at: time) }
    }

    /// Counts a signing act against every limit that applies to it.
    mutating func count(_ act: SigningAct, at time: LimitTime) {
        var isCounted = false
        for (number, limit) in policy.limits.byNumber
        where limit.applies(account: act.account, origin: act.origin)
            && (limit.spending != nil || limit.signatures != nil)
        {
            limitUses[number, default: LimitUse()].count(act, against: limit, at: time)
            isCounted = true
        }
        if isCounted { limitTime = time }
    }

    /// Forgets the counts of limits that no longer exist, and the amounts of those that now count another asset.
    mutating func forgetUses(since before: PolicyLimits) {
        limitUses = limitUses.filter { policy.limits.byNumber[$0.key] != nil }
        for (number, limit) in policy.limits.byNumber
        where limit.spendingAsset != before.byNumber[number]?.spendingAsset {
            limitUses[number]?.spending = LimitUse.Entries()
        }
    }

    /// Sets another time, which the user confirmed with the passphrase, and resets entries that a fast clock dated in the future to it.
    mutating func settle(at time: Int64) {
        limitTime = LimitTime(counted: time, date: time)
        settleAllowances(at: time)
        for number in limitUses.keys { limitUses[number]?.settle(at: time) }
    }

    func writeLimits(_ object: inout JSONObject) {
        if !allowanceUse.entries.isEmpty { object["allowanceUse"] = allowanceUse.json }
        if !pressUse.entries.isEmpty { object["pressUse"] = pressUse.json }
        if !budgetUses.isEmpty {
            let uses = budgetUses.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            object["budgetUse"] = .array(
                uses.map { origin, use in ["origin": .string(JSONString(origin)), "spend": use.json] })
        }
        if !pressUses.isEmpty { object["pressUses"] = pressUses.json }
        if !accountUse.entries.isEmpty { object["accountUse"] = accountUse.json }
        if !limitUses.isEmpty {
            var uses: JSONObject = [:]
            for (number, use) in limitUses.sorted(by: { $0.key < $1.key }) { uses["\(number)"] = .object(use.json) }
            object["limitUses"] = .object(uses)
        }
        guard limitTime != LimitTime(counted: 0, date: 0) else { return }
        object["limitTime"] = .array([limitTime.counted, limitTime.date].map { .string(JSONString("\($0)")) })
    }

    /// - Throws: -32602, -32603 (`storage`).
    mutating func readLimits(_ parameters: inout RPCParameters) throws(RPCError) {
        let damaged = RPCError(.internalError, .storage, "a stored value is damaged")
        if let rows = try parameters.optionalArray("allowanceUse") { allowanceUse = try LimitUse.Entries(rows) }
        if let rows = try parameters.optionalArray("pressUse") { pressUse = try LimitUse.Entries(rows) }
        for row in try parameters.optionalArray("budgetUse") ?? [] {
            guard let object = row.object else { throw damaged }
            var members = RPCParameters(object)
            let origin = try members.string("origin")
            guard budgetUses.updateValue(try AssetUses(members.array("spend")), forKey: origin) == nil else {
                throw damaged
            }
            try members.finish()
        }
        if let rows = try parameters.optionalArray("pressUses") { pressUses = try AssetUses(rows) }
        if let rows = try parameters.optionalArray("accountUse") { accountUse = try LimitUse.Entries(rows) }
        if let text = try parameters.optionalString("spent") {
            guard let spent = UInt64(text) else { throw damaged }
            if spent > 0 { allowanceUse.entries.append(LimitUse.Entries.Entry(time: .max, sum: spent)) }
        }
        for member in try parameters.optionalObject("limitUses")?.members ?? [] {
            guard let number = Int(member.name.string), let object = member.value.object else { throw damaged }
            limitUses[number] = try LimitUse(object)
        }
        guard let times = try parameters.optionalStrings("limitTime") else { return }
        guard times.count == 2, let counted = Int64(times[0]), let date = Int64(times[1]), counted >= 0 else {
            throw damaged
        }
        limitTime = LimitTime(counted: counted, date: date)
    }
}

/// The grants of other extensions, a member of the policy's text: its code covers them, and they move with it from one vault key to the next.
///
/// ```
/// "extensions": [{"id", "methods": [...], "accounts": [...], "granted": ms}, ...]      by id; absent where there are none
/// ```
extension AuthenticatedContents {
    static let extensionsMember = "extensions"

    /// The JSON as it is written; nil if there is nothing to write, so that older records still match their code.
    var extensionsJSON: JSON? {
        guard !extensions.isEmpty else { return nil }
        return .array(extensions.values.sorted { Self.precedes($0.id, $1.id) }.map(\.json))
    }

    /// - Throws: An error if a member doesn't fit.
    mutating func readExtensions(_ parameters: inout RPCParameters) throws(RPCError) {
        guard let rows = try parameters.optionalArray(Self.extensionsMember) else { return }
        for row in rows {
            let grant = try ExtensionGrant(stored: row)
            guard extensions.updateValue(grant, forKey: grant.id) == nil else { throw ExtensionGrant.damaged }
        }
    }

    /// Revokes the grant under a key: a page's or an extension's.
    mutating func takeBack(_ key: ConnectedOrigin.Key) {
        grants[key] = nil
        if let id = ExtensionID(revocation: key) { extensions[id] = nil }
        endSession(of: key)
        // Who connects anew begins with guards.
        if !grants.keys.contains(where: { $0.origin.utf8.elementsEqual(key.origin.utf8) }) {
            policy.guards.turnOn(for: key.origin)
        }
    }

    /// Reads the grants that a policy's text claims, even if its code doesn't match.
    static func claimedExtensions(in policy: [UInt8]) -> [ExtensionGrant] {
        guard let json = try? JSON(parsing: JSONSource(policy)), let rows = json[extensionsMember]?.array else {
            return []
        }
        return rows.compactMap { try? ExtensionGrant(stored: $0) }.sorted { precedes($0.id, $1.id) }
    }

    private static func precedes(_ one: ExtensionID, _ other: ExtensionID) -> Bool {
        one.description.utf8.lexicographicallyPrecedes(other.description.utf8)
    }
}

extension ExtensionID {
    /// The key that records a revocation until the first unlock; no page's grant has such an origin.
    var revocation: ConnectedOrigin.Key {
        ConnectedOrigin.Key(profile: "", container: "", origin: Origin(self).serialized)
    }

    init?(revocation key: ConnectedOrigin.Key) {
        let prefix = "extension:"
        guard key.profile.isEmpty, key.container.isEmpty, key.origin.hasPrefix(prefix) else { return nil }
        self.init(String(key.origin.dropFirst(prefix.count)))
    }
}

extension ExtensionGrant {
    fileprivate var json: JSON {
        [
            "id": .string(id.description), "methods": .array(methods.sorted().map { .string($0) }),
            "accounts": .array(accounts.map { .string($0) }), "granted": .number(granted),
        ]
    }

    fileprivate init(stored json: JSON) throws(RPCError) {
        guard let object = json.object else { throw Self.damaged }
        var parameters = RPCParameters(object)
        guard let id = ExtensionID(try parameters.string("id")) else { throw Self.damaged }
        let methods = try parameters.strings("methods")
        let accounts = try parameters.strings("accounts")
        let granted = Int64(try parameters.int("granted"))
        try parameters.finish()
        self.init(id: id, methods: Set(methods), accounts: accounts, granted: granted)
    }

    fileprivate static let damaged = RPCError(.internalError, .storage, "a stored value is damaged")
}

/// A recipient that the wallet's own approvals have paid.
struct PaidRecipient: Sendable, Hashable {
    /// The time of the last approval, in milliseconds since 1970.
    var paid: Int64
    /// True once an approval outside the browser has paid it.
    var isConfirmed: Bool
}

/// The recipients that the wallet has paid. The wallet warns of strangers whose addresses look like one of them, whatever nodes report about the
/// past.
extension AuthenticatedContents {
    /// The maximum number of recipients; each approval computes the code over all of them again.
    static let mostRecipients = 4_096

    /// Records the recipients that an approval is about to pay.
    mutating func note(_ paid: Set<String>, at date: Int64, isConfirmed: Bool) {
        for address in paid {
            let before = recipients[address]
            recipients[address] = PaidRecipient(
                paid: max(date, before?.paid ?? date), isConfirmed: isConfirmed || before?.isConfirmed == true)
        }
        let surplus = recipients.count - Self.mostRecipients
        guard surplus > 0 else { return }
        // First those that only the browser approved: whoever takes the extension over pushes out none that the user confirmed outside it.
        let oldest = recipients.sorted {
            let (one, other) = ($0.value, $1.value)
            guard one.isConfirmed == other.isConfirmed else { return other.isConfirmed }
            return (one.paid, $0.key) < (other.paid, $1.key)
        }
        for (address, _) in oldest.prefix(surplus) { recipients[address] = nil }
    }
}
