/// A value with the slot that the node read it at.
public struct Slotted<Value: Sendable>: Sendable {
    /// The slot that it was read at.
    public let slot: UInt64
    public let value: Value

    /// Reads `{context: {slot}, value}`.
    init(_ result: RPCValue, _ read: (RPCValue) throws(SolanaRPCError) -> Value) throws(SolanaRPCError) {
        slot = try result.member("context").member("slot").uint64()
        value = try read(try result.member("value"))
    }
}

extension Slotted: Equatable where Value: Equatable {}
extension Slotted: Hashable where Value: Hashable {}
