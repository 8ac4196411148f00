public import ApprovalQueue
public import JSONRPC
import WalletRuntime

/// A limit that a request breaks.
public struct BreachedLimit: Sendable, Hashable {
    public let number: Int
    public let action: PolicyLimit.Action
    /// Not empty.
    public let breaches: Set<PolicyLimit.Breach>
}

/// A limit and the amounts left of it.
public struct LimitState: Sendable, Hashable {
    public let number: Int
    public let limit: PolicyLimit
    /// The amount of its asset that may still be let out now; nil if no period bounds it.
    public let spendingLeft: UInt64?
    /// The signatures that may still be made now; nil if no period bounds them.
    public let signaturesLeft: UInt64?
    public let isExpired: Bool
}

/// The effects of limits: the requests they refuse or raise, and the accounts they hide.
extension AuthenticatedStore {
    /// The limits in order of number; none while nothing is verified.
    public var limits: [LimitState] {
        let time = limitTime
        return policy.limits.ordered.map { number, limit in
            let use = contents?.limitUses[number] ?? LimitUse()
            return LimitState(
                number: number, limit: limit, spendingLeft: limit.spending?.left(of: use.spending, at: time),
                signaturesLeft: limit.signatures?.left(of: use.signatures, at: time),
                isExpired: limit.isExpired(at: time))
        }
    }

    /// Returns the limits that a request breaks now, in order of number; none while nothing is verified.
    ///
    /// Connecting signs nothing: it breaks only expired limits that hide every account from the origin.
    public func breachedLimits(by content: RequestContent, _ review: RequestReview) -> [BreachedLimit] {
        guard let act = SigningAct(content, review) else {
            let time = limitTime
            let origin = content.page.origin.serialized
            return policy.limits.ordered.compactMap { number, limit in
                guard limit.action == .refuse, limit.account == nil, limit.isExpired(at: time),
                    limit.applies(account: "", origin: origin)
                else { return nil }
                return BreachedLimit(number: number, action: .refuse, breaches: [.expired])
            }
        }
        return breachedLimits(by: act)
    }

    private func breachedLimits(by act: SigningAct) -> [BreachedLimit] {
        let time = limitTime
        return policy.limits.ordered.compactMap { number, limit in
            let breaches = limit.breaches(act, contents?.limitUses[number] ?? LimitUse(), at: time)
            guard !breaches.isEmpty else { return nil }
            return BreachedLimit(number: number, action: limit.action, breaches: breaches)
        }
    }

    /// Throws an error if a limit refuses the request; called before the user is asked, and again before the key opens.
    ///
    /// Before the first unlock no limit is known: the request may wait for the unlock and is checked then.
    /// - Throws: -32000 (`policy-refused`) with the first limit that refuses it and the bounds that it breaks; -32603 (`storage`).
    public func checkLimits(of content: RequestContent, _ review: RequestReview) throws(RPCError) {
        try noteExpiry()
        try Self.check(breachedLimits(by: content, review))
    }

    /// Checks and counts messages that the user signs at a terminal without a request from a page.
    ///
    /// - Throws: -32000 (`policy-refused`); 4101 before the first unlock; -32603 (`storage`).
    public func admit(messages count: Int, by account: String, origin: String) throws(RPCError) {
        let act = SigningAct(
            account: account, origin: origin, lamports: 0, isBounded: true, signatures: UInt64(clamping: count),
            programs: [])
        try noteExpiry()
        try Self.check(breachedLimits(by: act))
        let time = limitTime
        try change { contents throws(RPCError) in contents.count(act, at: time) }
    }

    /// Counts an account that the browser adds. An attacker who took over the browser could otherwise fill the wallet until the user's own accounts
    /// find no room.
    ///
    /// - Throws: 4100 (`native-only`) with the command for more than ten within 24 hours; 4101 before the first unlock; -32603 (`storage`).
    public func admitAccount() throws(RPCError) {
        let time = limitTime
        var isAdmitted = false
        try change { contents throws(RPCError) in isAdmitted = contents.countAccount(at: time) }
        guard isAdmitted else {
            throw RPCError(
                .unauthorized, .nativeOnly, "more accounts are added outside the browser",
                data: ["command": "sidekey account add"])
        }
    }

    /// Returns the origin's accounts that no expired limit hides; nil if expired limits hide all of them.
    func shown(_ accounts: [String], to origin: String) -> [String]? {
        let (time, limits) = (limitTime, policy.limits)
        let shown = accounts.filter { !limits.hides($0, from: origin, at: time) }
        return shown.isEmpty && !accounts.isEmpty ? nil : shown
    }

    /// Records that a limit has expired, so that setting a clock back revives nothing.
    private func noteExpiry() throws(RPCError) {
        guard let known = contents?.limitTime.date else { return }
        let time = limitTime
        let isNews = policy.limits.byNumber.values.contains { limit in
            limit.expiry.map { known < $0 && time.date >= $0 } ?? false
        }
        guard isNews else { return }
        try change { contents throws(RPCError) in contents.limitTime = time }
    }

    private static func check(_ limits: [BreachedLimit]) throws(RPCError) {
        guard let limit = limits.first(where: { $0.action == .refuse }) else { return }
        let breaches = PolicyLimit.Breach.allCases.filter(limit.breaches.contains)
        throw RPCError(
            .invalidInput, .policyRefused, "limit \(limit.number) of the user's policy refuses it",
            data: [
                "limit": .number(JSONNumber(limit.number)),
                "breaches": .array(breaches.map { .string(JSONString($0.rawValue)) }),
            ])
    }
}

extension RequestRisk.Reason {
    init(_ breach: PolicyLimit.Breach) {
        self =
            switch breach {
            case .expired: .limitExpired
            case .ceiling: .limitCeiling
            case .spending: .limitSpending
            case .signatures: .limitSignatures
            case .programs: .limitPrograms
            }
    }
}
