import JSONRPC

/// The amounts counted against one limit.
///
/// ```
/// {"spending": [["1800000000000", "5000"], …], "signatures": [[time, count], …]}      the older first
/// ```
package struct LimitUse: Sendable, Hashable {
    /// Sums with their times, the older first.
    package struct Entries: Sendable, Hashable {
        package struct Entry: Sendable, Hashable {
            /// The time of the last count in this entry.
            package var time: Int64
            package var sum: UInt64

            package init(time: Int64, sum: UInt64) {
                self.time = time
                self.sum = sum
            }
        }

        /// The number of parts of a period; all amounts within one part count as if they came with the last of them.
        private static let parts: Int64 = 32

        var entries: [Entry]

        package init(entries: [Entry] = []) { self.entries = entries }

        /// Returns the sum counted less than a period ago, or `UInt64.max` if the sum is larger.
        func sum(within period: Int64, at time: Int64) -> UInt64 {
            entries.reduce(0) { sum, entry in
                // A clock that was ahead counted an entry in the future: it counts.
                time &- entry.time < period ? Self.saturated(sum, entry.sum) : sum
            }
        }

        /// Counts a value, and forgets entries older than the period.
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

        /// Returns the time until the oldest counting entry stops counting, in milliseconds from `time`; nil if none counts.
        func firstReturn(period: Int64, at time: Int64) -> Int64? {
            entries.lazy.map { $0.time &+ period &- time }.filter { $0 > 0 }.min()
        }

        /// Resets entries that a fast clock dated in the future to the present.
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

    /// Counts a signing act against a limit.
    mutating func count(_ act: SigningAct, against limit: PolicyLimit, at time: LimitTime) {
        if let rate = limit.spending {
            spending.count(act.amount(of: limit.spendingAsset), period: rate.period, at: time.counted)
        }
        if let rate = limit.signatures { signatures.count(act.signatures, period: rate.period, at: time.counted) }
    }

    /// Resets entries that a fast clock dated in the future to the present.
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

/// The present time for limits.
///
/// It has two readings, since a wrong clock must never give anything back, whichever way it is wrong:
///
/// - `counted` measures periods. It follows the monotonic clock while the agent runs, so that setting the date forward ends no period. It begins with
///   the later of the date and the last count, so that setting the date back ends none either.
/// - `date` decides when limits expire: the latest date that any clock has shown. Setting the date back revives no expired limit.
package struct LimitTime: Sendable, Hashable {
    /// Milliseconds, approximately those since 1970.
    package var counted: Int64
    /// Milliseconds since 1970.
    package var date: Int64

    package init(counted: Int64, date: Int64) {
        self.counted = counted
        self.date = date
    }
}
