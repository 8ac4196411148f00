public import JSONRPC

/// How much stake has voted on a block, by the depth of the vote; nil where the block isn't known.
///
/// Source: https://solana.com/docs/rpc/http/getblockcommitment
public struct GetBlockCommitment: SolanaRPCMethod {
    public static let name = "getBlockCommitment"

    public var slot: UInt64

    public init(slot: UInt64) {
        self.slot = slot
    }

    public var parameters: [JSON] { [.number(slot)] }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> BlockCommitment {
        try BlockCommitment(result)
    }
}

extension SolanaRPC {
    /// How much stake has voted on a block, by the depth of the vote; nil where the block isn't known.
    public func getBlockCommitment(_ slot: UInt64) async throws(SolanaRPCError) -> BlockCommitment {
        try await answer(to: GetBlockCommitment(slot: slot))
    }
}

/// The votes on a block.
public struct BlockCommitment: Sendable, Hashable {
    /// Lamports of stake at each depth, 32 of them; nil where the block isn't known.
    public let stakes: [UInt64]?
    /// Lamports of stake in all.
    public let totalStake: UInt64

    init(_ value: RPCValue) throws(SolanaRPCError) {
        stakes = try value.optional("commitment")?.map { element throws(SolanaRPCError) in try element.uint64() }
        totalStake = try value.member("totalStake").uint64()
    }
}
