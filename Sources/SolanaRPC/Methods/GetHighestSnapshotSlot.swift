/// The slots of the newest snapshots that the node has.
///
/// Source: https://solana.com/docs/rpc/http/gethighestsnapshotslot
public struct GetHighestSnapshotSlot: SolanaRPCMethod {
    public static let name = "getHighestSnapshotSlot"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> SnapshotSlots {
        try SnapshotSlots(result)
    }
}

extension SolanaRPC {
    /// The slots of the newest snapshots that the node has.
    public func getHighestSnapshotSlot() async throws(SolanaRPCError) -> SnapshotSlots {
        try await answer(to: GetHighestSnapshotSlot())
    }
}

/// Which snapshots a node has.
public struct SnapshotSlots: Sendable, Hashable {
    /// The slot of the newest full snapshot.
    public let full: UInt64
    /// The slot of the newest one that builds on it.
    public let incremental: UInt64?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        full = try value.member("full").uint64()
        incremental = try value.optional("incremental")?.uint64()
    }
}
