import JSONRPC

/// What many methods take as their last parameter.
public struct RPCContextOptions: Sendable, Hashable {
    /// The node's own choice (`finalized`) where there is none.
    public var commitment: Commitment?
    /// The node refuses (-32016) to answer from an earlier slot.
    public var minContextSlot: UInt64?

    public init(_ commitment: Commitment? = nil, minContextSlot: UInt64? = nil) {
        self.commitment = commitment
        self.minContextSlot = minContextSlot
    }

    /// As a configuration object, with other members.
    func object(_ more: JSONObject = [:]) -> JSONObject {
        var object = more
        object["commitment"] = commitment.map { .string($0.rawValue) }
        object["minContextSlot"] = minContextSlot.map { .number($0) }
        return object
    }

    /// The parameters with the configuration behind them, which is left out where it says nothing.
    func behind(_ parameters: [JSON], _ more: JSONObject = [:]) -> [JSON] {
        let object = object(more)
        return object.count == 0 ? parameters : parameters + [.object(object)]
    }
}
