public import JSONRPC

/// When a block was made, in seconds since 1970, as the validators estimated it; nil where nobody did.
///
/// Source: https://solana.com/docs/rpc/http/getblocktime
public struct GetBlockTime: SolanaRPCMethod {
    public static let name = "getBlockTime"

    public var slot: UInt64

    public init(slot: UInt64) {
        self.slot = slot
    }

    public var parameters: [JSON] { [.number(slot)] }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Int64? {
        try result.unlessNull?.int64()
    }
}

extension SolanaRPC {
    /// When a block was made, in seconds since 1970, as the validators estimated it; nil where nobody did.
    public func getBlockTime(_ slot: UInt64) async throws(SolanaRPCError) -> Int64? {
        try await answer(to: GetBlockTime(slot: slot))
    }
}
