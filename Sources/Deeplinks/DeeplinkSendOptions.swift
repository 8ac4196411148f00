public import JSONRPC

/// How a node shall treat what is sent, as `SendOptions` of web3.js; what isn't set is the wallet's to choose.
public struct DeeplinkSendOptions: Sendable, Hashable {
    /// How firmly the cluster has to hold the state that a transaction is tried on.
    public enum Commitment: String, Sendable, Hashable {
        case processed
        case confirmed
        case finalized
    }

    public var skipPreflight: Bool?
    public var preflightCommitment: Commitment?
    public var maxRetries: UInt64?
    public var minContextSlot: UInt64?

    public init(
        skipPreflight: Bool? = nil, preflightCommitment: Commitment? = nil, maxRetries: UInt64? = nil,
        minContextSlot: UInt64? = nil
    ) {
        self.skipPreflight = skipPreflight
        self.preflightCommitment = preflightCommitment
        self.maxRetries = maxRetries
        self.minContextSlot = minContextSlot
    }

    /// The members, numbers as numbers.
    public var json: JSON {
        var object: JSONObject = [:]
        object["skipPreflight"] = skipPreflight.map { .bool($0) }
        object["preflightCommitment"] = preflightCommitment.map { .string($0.rawValue) }
        object["maxRetries"] = maxRetries.map { .number($0) }
        object["minContextSlot"] = minContextSlot.map { .number($0) }
        return .object(object)
    }

    /// Reads the options; none are those that set nothing.
    ///
    /// - Throws: ``DeeplinkFault/value(_:)`` with `sendOptions`.
    public init(_ json: JSON?) throws(DeeplinkFault) {
        self.init()
        guard let json, !json.isNull else { return }
        guard let object = json.object else { throw .value("sendOptions") }
        for member in object.members where !member.value.isNull {
            switch member.name.string {
            case "skipPreflight": skipPreflight = try Self.read(member.value.bool)
            case "preflightCommitment":
                preflightCommitment = try Self.read(member.value.text.flatMap(Commitment.init))
            case "maxRetries": maxRetries = try Self.read(member.value.number?.uint64())
            case "minContextSlot": minContextSlot = try Self.read(member.value.number?.uint64())
            default: throw .value("sendOptions")
            }
        }
    }

    private static func read<Value>(_ value: Value?) throws(DeeplinkFault) -> Value {
        guard let value else { throw .value("sendOptions") }
        return value
    }
}
