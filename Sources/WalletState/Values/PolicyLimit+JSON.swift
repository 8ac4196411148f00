import Base58
public import JSONRPC
import WalletRuntime

/// Limits in the protocol's spelling, which is also the one in which they are kept.
extension PolicyLimit {
    /// Amounts in decimal digits, times in milliseconds.
    public var json: JSONObject {
        var object: JSONObject = ["action": .string(JSONString(action.rawValue))]
        object["account"] = account.map { .string(JSONString($0)) }
        object["origin"] = origin.map { .string(JSONString($0)) }
        object["ceiling"] = ceiling.map { .string(JSONString("\($0)")) }
        object["spending"] = spending.map {
            ["lamports": .string(JSONString("\($0.most)")), "period": .number(JSONNumber($0.period))]
        }
        object["signatures"] = signatures.map {
            ["count": .string(JSONString("\($0.most)")), "period": .number(JSONNumber($0.period))]
        }
        object["programs"] = programs.map { .array($0.sorted().map { .string(JSONString($0)) }) }
        object["expiry"] = expiry.map { .number(JSONNumber($0)) }
        return object
    }

    /// Reads its members; who calls it reads the `id` and what else there may be.
    ///
    /// - Throws: -32602 with the member's name.
    public init(reading parameters: inout RPCParameters) throws(RPCError) {
        self.init(
            account: try parameters.optionalString("account", maximumCount: 64),
            origin: try parameters.optionalString("origin", maximumCount: 300))
        if let name = try parameters.optionalString("action") {
            guard let action = Action(rawValue: name) else { throw Self.fault("action", "no such action") }
            self.action = action
        }
        if let account, !Self.isAddress(account) { throw Self.fault("account", "no address") }
        // What no browser writes would bound nobody, and its user would think otherwise.
        if let origin, origin != Origin.wallet.serialized, (try? Origin(origin)) == nil {
            throw Self.fault("origin", "no origin, as a browser writes it")
        }
        ceiling = try parameters.optionalUInt64("ceiling")
        spending = try Self.rate("spending", of: "lamports", &parameters)
        signatures = try Self.rate("signatures", of: "count", &parameters)
        if let names = try parameters.optionalStrings("programs") {
            guard Self.programBounds.contains(names.count), names.allSatisfy(Self.isAddress),
                Set(names).count == names.count
            else { throw Self.fault("programs", "not 1 to 32 different addresses") }
            programs = Set(names)
        }
        expiry = try parameters.optionalInt(
            "expiry", in: Int(Self.expiryBounds.lowerBound)...Int(Self.expiryBounds.upperBound)
        ).map(Int64.init)
        guard !isEmpty else { throw Self.fault("limits", "a limit that bounds nothing") }
    }

    private static func rate(
        _ name: String, of amount: String, _ parameters: inout RPCParameters
    ) throws(RPCError) -> Rate? {
        guard let object = try parameters.optionalObject(name) else { return nil }
        var members = RPCParameters(object)
        let most = try members.uint64(amount)
        let period = try members.int(
            "period", in: Int(periodBounds.lowerBound)...Int(periodBounds.upperBound))
        try members.finish()
        return Rate(most: most, period: Int64(period))
    }

    private static func isAddress(_ text: String) -> Bool { (try? Base58.decode(text, count: 32)) != nil }

    private static func fault(_ name: String, _ message: String) -> RPCError {
        RPCError(.invalidParams, .paramValue, message, data: ["name": .string(JSONString(name))])
    }
}
