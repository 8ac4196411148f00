public import JSONRPC
public import SolanaTransactions

/// The slots of each leader in an epoch, counted from its first; nil where the epoch isn't known.
///
/// Source: https://solana.com/docs/rpc/http/getleaderschedule
public struct GetLeaderSchedule: SolanaRPCMethod {
    public static let name = "getLeaderSchedule"

    /// A slot of the epoch; the present one by default.
    public var slot: UInt64?
    /// Only this one.
    public var leader: PublicKey?

    public init(slot: UInt64? = nil, leader: PublicKey? = nil) {
        self.slot = slot
        self.leader = leader
    }

    public var parameters: [JSON] {
        var more = JSONObject()
        more["identity"] = leader.map { .string($0.base58) }
        return [slot.map { .number($0) } ?? .null] + (more.count == 0 ? [] : [.object(more)])
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [PublicKey: [UInt64]]? {
        guard let value = result.unlessNull else { return nil }
        var slots: [PublicKey: [UInt64]] = [:]
        for member in try value.members() {
            guard let leader = try? PublicKey(base58: member.name) else { throw member.value.fault }
            slots[leader] = try member.value.map { element throws(SolanaRPCError) in try element.uint64() }
        }
        return slots
    }
}

extension SolanaRPC {
    /// The slots of each leader in an epoch, counted from its first; nil where the epoch isn't known.
    public func getLeaderSchedule(of slot: UInt64? = nil, leader: PublicKey? = nil) async throws(SolanaRPCError)
        -> [PublicKey: [UInt64]]?
    {
        try await answer(to: GetLeaderSchedule(slot: slot, leader: leader))
    }
}
