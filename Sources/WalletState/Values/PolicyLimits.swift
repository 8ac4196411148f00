import JSONRPC

/// The limits of a policy, each under a number that no other limit gets.
public struct PolicyLimits: Sendable, Hashable {
    /// The maximum number of limits.
    public static let maximumCount = 32

    /// The limits by number, beginning with 1.
    public private(set) var byNumber: [Int: PolicyLimit] = [:]
    /// The highest number given so far.
    public private(set) var last = 0

    public init() {}

    public var isEmpty: Bool { byNumber.isEmpty }

    /// The limits in order of number.
    public var ordered: [(number: Int, limit: PolicyLimit)] {
        byNumber.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Adds a limit and returns its number; nil if there are too many.
    @discardableResult
    public mutating func add(_ limit: PolicyLimit) -> Int? {
        guard byNumber.count < Self.maximumCount, last < Int(Int32.max) else { return nil }
        last += 1
        byNumber[last] = limit
        return last
    }

    /// Replaces a limit; returns false if none has this number.
    public mutating func replace(_ number: Int, by limit: PolicyLimit) -> Bool {
        guard byNumber[number] != nil else { return false }
        byNumber[number] = limit
        return true
    }

    /// Removes a limit; returns false if none has this number.
    public mutating func remove(_ number: Int) -> Bool { byNumber.removeValue(forKey: number) != nil }

    /// Returns true if an expired limit hides an account from an origin.
    package func hides(_ account: String, from origin: String, at time: LimitTime) -> Bool {
        byNumber.values.contains { limit in
            limit.action == .refuse && limit.isExpired(at: time) && limit.applies(account: account, origin: origin)
        }
    }

    /// Returns true if the other limits let nothing through that these don't, for every request, count and time.
    ///
    /// The other limits must hold each bound of each limit, with one that covers all it covers, is no milder, and is at least as tight. Counts belong
    /// to a limit's number. Only the limit with that number, or one that lets nothing out at all, can therefore hold a bound on a period.
    public func isTightened(to other: PolicyLimits) -> Bool {
        byNumber.allSatisfy { number, limit in other.hold(limit, of: number) }
    }

    private func hold(_ limit: PolicyLimit, of number: Int) -> Bool {
        let holding = byNumber.filter { $0.value.reaches(limit) }
        let isFrozen = holding.values.contains { $0.signatures?.most == 0 }
        if let expiry = limit.expiry, !holding.values.contains(where: { $0.expiry.map { $0 <= expiry } ?? false }) {
            // An expired account isn't shown either; that doesn't hold for a limit that lets nothing be signed.
            guard isFrozen, limit.action == .raise else { return false }
        }
        if isFrozen { return true }
        if let ceiling = limit.ceiling {
            let isHeld = holding.values.contains { other in
                [other.ceiling, other.spendingAsset == .sol ? other.spending?.most : nil].contains {
                    $0.map { $0 <= ceiling } ?? false
                }
            }
            guard isHeld else { return false }
        }
        if let spending = limit.spending {
            let asset = limit.spendingAsset
            let isSpent = holding.values.contains {
                asset == .sol && $0.ceiling == 0 || $0.spending?.most == 0 && $0.spendingAsset == asset
            }
            let same = holding[number].flatMap { $0.spendingAsset == asset ? $0.spending : nil }
            guard isSpent || Self.holds(same, spending) else { return false }
        }
        if let signatures = limit.signatures, !Self.holds(holding[number]?.signatures, signatures) { return false }
        if let programs = limit.programs {
            // Several lists let through what stands on all of them.
            let lists = holding.values.compactMap(\.programs)
            guard let first = lists.first else { return false }
            return lists.dropFirst().reduce(first) { $0.intersection($1) }.isSubset(of: programs)
        }
        return true
    }

    private static func holds(_ rate: PolicyLimit.Rate?, _ other: PolicyLimit.Rate) -> Bool {
        guard let rate else { return false }
        return rate.most <= other.most && rate.period >= other.period
    }
}

extension PolicyLimits {
    /// The stored form.
    var json: JSON {
        let limits = ordered.map { number, limit -> JSON in
            var object = limit.json
            object["id"] = .number(JSONNumber(number))
            return .object(object)
        }
        return ["last": .number(JSONNumber(last)), "limits": .array(limits)]
    }

    /// - Throws: -32602, -32603 (`storage`).
    init(_ object: JSONObject) throws(RPCError) {
        let damaged = RPCError(.internalError, .storage, "a stored value is damaged")
        var parameters = RPCParameters(object)
        last = try parameters.int("last", in: 0...Int(Int32.max))
        for limit in try parameters.array("limits") {
            guard let object = limit.object else { throw damaged }
            var members = RPCParameters(object)
            let number = try members.int("id", in: 1...max(1, last))
            guard byNumber[number] == nil else { throw damaged }
            byNumber[number] = try PolicyLimit(reading: &members)
            try members.finish()
        }
        guard byNumber.count <= Self.maximumCount else { throw damaged }
        try parameters.finish()
    }
}
