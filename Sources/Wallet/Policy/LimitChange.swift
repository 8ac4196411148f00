import JSONRPC
import WalletState

/// A limit that is added, or that replaces another.
struct LimitChange: Sendable {
    /// The number of the limit that it replaces; nil if it is new.
    private let number: Int?
    private let limit: PolicyLimit

    /// Reads `limits`, if it is there.
    ///
    /// - Throws: -32602.
    static func all(in parameters: inout RPCParameters) throws(RPCError) -> [LimitChange] {
        guard let array = try parameters.optionalArray("limits") else { return [] }
        guard (1...PolicyLimits.maximumCount).contains(array.count) else { throw count }
        var changes: [LimitChange] = []
        for json in array {
            guard let object = json.object else {
                throw RPCError(.invalidParams, .paramType, "a limit is an object", data: ["name": "limits"])
            }
            var members = RPCParameters(object)
            let number = try members.optionalInt("id", in: 1...Int(Int32.max))
            changes.append(LimitChange(number: number, limit: try PolicyLimit(reading: &members)))
            try members.finish()
        }
        return changes
    }

    /// - Throws: -32602 if there are too many, or none has the number.
    func apply(to limits: inout PolicyLimits) throws(RPCError) {
        if let number {
            guard limits.replace(number, by: limit) else { throw Self.unknown }
        } else {
            guard limits.add(limit) != nil else { throw Self.count }
        }
    }

    static let unknown = RPCError(
        .invalidParams, .paramValue, "there is no limit of that number", data: ["name": "limits"])
    private static let count = RPCError(
        .invalidParams, .paramValue, "a policy has 1 to \(PolicyLimits.maximumCount) limits",
        data: ["name": "limits"])
}

extension PolicyChange {
    /// Reads `removeLimits`, if it is there.
    ///
    /// - Throws: -32602.
    static func numbers(in parameters: inout RPCParameters) throws(RPCError) -> [Int] {
        guard let array = try parameters.optionalArray("removeLimits") else { return [] }
        let numbers = array.compactMap { $0.number?.int() }
        guard numbers.count == array.count, Set(numbers).count == numbers.count else {
            throw RPCError(
                .invalidParams, .paramValue, "not the numbers of limits", data: ["name": "removeLimits"])
        }
        return numbers
    }
}

extension LimitState {
    /// The limit with what is left of it, as docs/protocol.md spells it.
    var json: JSON {
        var object = limit.json
        object["id"] = .number(number)
        object["expired"] = .bool(isExpired)
        if let lamportsLeft, var spending = object["spending"]?.object {
            spending["left"] = .string("\(lamportsLeft)")
            object["spending"] = .object(spending)
        }
        if let signaturesLeft, var signatures = object["signatures"]?.object {
            signatures["left"] = .string("\(signaturesLeft)")
            object["signatures"] = .object(signatures)
        }
        return .object(object)
    }
}

extension BreachedLimit {
    /// The limit's number, its action, and its broken bounds.
    var json: JSON {
        [
            "id": .number(number), "action": .string(action.rawValue),
            "breaches": .array(PolicyLimit.Breach.allCases.filter(breaches.contains).map { .string($0.rawValue) }),
        ]
    }
}
