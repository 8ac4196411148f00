import JSONRPC

/// What was counted against one limit.
///
/// ```
/// {"spending": [["1800000000000", "5000"], …], "signatures": [[time, count], …]}      the older first
/// ```
package struct LimitUse: Sendable, Hashable {
    /// Sums with their times, the older first.
    package struct Entries: Sendable, Hashable {
        package struct Entry: Sendable, Hashable {
            /// When the last of it was counted.
            package var time: Int64
            package var sum: UInt64

            package init(time: Int64, sum: UInt64) {
                self.time = time
                self.sum = sum
            }
        }

        /// A period's time is kept in so many parts; what falls into one is counted as if all of it came with the last.
        private static let parts: Int64 = 32

        var entries: [Entry]

        package init(entries: [Entry] = []) { self.entries = entries }

        /// What was counted less than a period ago, `UInt64.max` where it is more.
        func sum(within period: Int64, at time: Int64) -> UInt64 {
            entries.reduce(0) { sum, entry in
                // What stands in the future was counted by a clock that was ahead: it counts.
                time &- entry.time < period ? Self.saturated(sum, entry.sum) : sum
            }
        }

        /// Counts something, and forgets what is older than the period.
        mutating func count(_ value: UInt64, period: Int64, at time: Int64) {
            entries.removeAll { time &- $0.time >= period }
            guard value > 0 else { return }
            let width = max(1, period / Self.parts)
            if let last = entries.last, last.time / width >= time / width {
                entries[entries.count - 1] = Entry(time: max(last.time, time), sum: Self.saturated(last.sum, value))
            } else {
                entries.append(Entry(time: time, sum: value))
            }
        }

        /// When the oldest entry that counts stops to, in milliseconds from a time; nil where none does.
        func firstReturn(period: Int64, at time: Int64) -> Int64? {
            entries.lazy.map { $0.time &+ period &- time }.filter { $0 > 0 }.min()
        }

        /// Brings what a clock counted that was ahead back to now.
        mutating func settle(at time: Int64) {
            for place in entries.indices where entries[place].time > time { entries[place].time = time }
        }

        private static func saturated(_ left: UInt64, _ right: UInt64) -> UInt64 {
            let (sum, overflow) = left.addingReportingOverflow(right)
            return overflow ? .max : sum
        }
    }

    var spending: Entries
    var signatures: Entries

    package init(spending: Entries = Entries(), signatures: Entries = Entries()) {
        self.spending = spending
        self.signatures = signatures
    }

    /// Counts what is about to be signed.
    mutating func count(_ act: SigningAct, against limit: PolicyLimit, at time: LimitTime) {
        if let rate = limit.spending { spending.count(act.lamports, period: rate.period, at: time.counted) }
        if let rate = limit.signatures { signatures.count(act.signatures, period: rate.period, at: time.counted) }
    }

    /// Brings what a clock counted that was ahead back to now.
    mutating func settle(at time: Int64) {
        spending.settle(at: time)
        signatures.settle(at: time)
    }
}

extension LimitUse {
    var json: JSONObject { ["spending": spending.json, "signatures": signatures.json] }

    /// - Throws: -32602, -32603 (`storage`).
    init(_ object: JSONObject) throws(RPCError) {
        var parameters = RPCParameters(object)
        spending = try Entries(parameters.array("spending"))
        signatures = try Entries(parameters.array("signatures"))
        try parameters.finish()
    }
}

extension LimitUse.Entries {
    var json: JSON {
        .array(entries.map { .array([.string(JSONString("\($0.time)")), .string(JSONString("\($0.sum)"))]) })
    }

    /// - Throws: -32603 (`storage`).
    init(_ array: [JSON]) throws(RPCError) {
        self.init()
        for json in array {
            guard let pair = json.array, pair.count == 2, let time = pair[0].text.flatMap({ Int64($0) }),
                let sum = pair[1].text.flatMap({ UInt64($0) }), time >= 0
            else { throw RPCError(.internalError, .storage, "a stored value is damaged") }
            entries.append(Entry(time: time, sum: sum))
        }
    }
}

/// What time it is for limits.
///
/// Two readings, since a clock that is wrong must never give anything back, whichever way it is wrong:
///
/// - `counted` is by what periods are counted. It goes with the monotonic clock while the agent runs, so that a date put forward ends no period, and
///   begins with the later of the date and the last count, so that a date put back ends none either.
/// - `date` is by what limits expire: the latest that any clock has said. A date put back brings nothing back that has expired.
package struct LimitTime: Sendable, Hashable {
    /// Milliseconds, about those since 1970.
    package var counted: Int64
    /// Milliseconds since 1970.
    package var date: Int64

    package init(counted: Int64, date: Int64) {
        self.counted = counted
        self.date = date
    }
}
