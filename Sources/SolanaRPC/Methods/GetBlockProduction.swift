public import JSONRPC
public import SolanaTransactions

/// How many blocks each leader has made of the slots that were theirs.
///
/// Source: https://solana.com/docs/rpc/http/getblockproduction
public struct GetBlockProduction: SolanaRPCMethod {
    public static let name = "getBlockProduction"

    /// Only this one.
    public var leader: PublicKey?
    public var options: RPCContextOptions

    public init(leader: PublicKey? = nil, options: RPCContextOptions = RPCContextOptions()) {
        self.leader = leader
        self.options = options
    }

    public var parameters: [JSON] {
        var more = JSONObject()
        more["identity"] = leader.map { .string($0.base58) }
        return options.behind([], more)
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<BlockProduction> {
        try Slotted(result) { value throws(SolanaRPCError) in try BlockProduction(value) }
    }
}

extension SolanaRPC {
    /// How many blocks each leader has made of the slots that were theirs.
    public func getBlockProduction(of leader: PublicKey? = nil, _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<BlockProduction>
    {
        try await answer(to: GetBlockProduction(leader: leader, options: options))
    }
}

/// What leaders made of their slots.
public struct BlockProduction: Sendable, Hashable {
    /// One leader's.
    public struct Count: Sendable, Hashable {
        /// The slots in which it was the leader.
        public let slots: UInt64
        /// The blocks that it made in them.
        public let blocks: UInt64
    }

    /// What each leader was to make and made.
    public let byLeader: [PublicKey: Count]
    /// The first slot that was counted.
    public let firstSlot: UInt64
    /// The last slot that was counted.
    public let lastSlot: UInt64?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        var counts: [PublicKey: Count] = [:]
        for member in try value.member("byIdentity").members() {
            let numbers = try member.value.map { element throws(SolanaRPCError) in try element.uint64() }
            guard numbers.count == 2, let leader = try? PublicKey(base58: member.name) else { throw member.value.fault }
            counts[leader] = Count(slots: numbers[0], blocks: numbers[1])
        }
        byLeader = counts
        firstSlot = try value.member("range").member("firstSlot").uint64()
        lastSlot = try value.member("range").optional("lastSlot")?.uint64()
    }
}
