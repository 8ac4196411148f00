import JSONRPC

/// What was counted against the limits, in the members that stand beside the policy's own.
extension ProtectedContents {
    /// Counts what is about to be signed against every limit that is about it.
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

    /// Forgets what was counted against limits that there are no more.
    mutating func forgetUses() {
        limitUses = limitUses.filter { policy.limits.byNumber[$0.key] != nil }
    }

    /// Begins with another time, as whoever gave the passphrase says: what a clock counted that was ahead is brought back to now.
    mutating func settle(at time: Int64) {
        limitTime = LimitTime(counted: time, date: time)
        for number in limitUses.keys { limitUses[number]?.settle(at: time) }
    }

    func writeLimits(_ object: inout JSONObject) {
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
