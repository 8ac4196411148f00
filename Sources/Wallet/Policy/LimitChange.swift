import JSONRPC
import WalletRuntime
import WalletState

/// A limit that is added, or that replaces another.
struct LimitChange: Sendable {
    /// The number of the limit that it replaces; nil if it is new.
    let number: Int?
    let limit: PolicyLimit

    /// - Throws: -32602 if there are too many, or none has the number.
    func apply(to limits: inout PolicyLimits) throws(RPCError) {
        if let number {
            guard limits.replace(number, by: limit) else { throw Self.unknown }
        } else {
            guard limits.add(limit) != nil else { throw Self.count }
        }
    }

    static let unknown = RPCError.parameter("limits", "there is no limit of that number")
    fileprivate static let count = RPCError.parameter("limits", "a policy has 1 to \(PolicyLimits.maximumCount) limits")
}

extension ParameterForm where Value == [LimitChange] {
    static var limitChanges: Self {
        ParameterForm<[JSON]>.array.map { array, name throws(RPCError) in
            guard (1...PolicyLimits.maximumCount).contains(array.count) else { throw LimitChange.count }
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
        .listed(as: .list(.anyObject))
    }
}

extension ParameterForm where Value == [Int] {
    /// The numbers of limits, each once.
    static var limitNumbers: Self {
        ParameterForm<[JSON]>.array.map { array, name throws(RPCError) in
            let numbers = array.compactMap { $0.number?.int() }
            guard numbers.count == array.count, Set(numbers).count == numbers.count else {
                throw .parameter(name, "not the numbers of limits")
            }
            return numbers
        }
        .listed(as: .list(.integer))
    }
}

extension LimitState {
    /// The limit with what is left of it, as docs/protocol.md spells it.
    var json: JSON {
        var object = limit.json
        object["id"] = .number(number)
        object["expired"] = .bool(isExpired)
        if let spendingLeft, var spending = object["spending"]?.object {
            spending["left"] = .string("\(spendingLeft)")
            if limit.spendingAsset != .sol, let known = KnownAsset.named(limit.spendingAsset) {
                spending["symbol"] = .string(JSONString(known.symbol))
                spending["decimals"] = .number(JSONNumber(Int(known.decimals)))
            }
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
