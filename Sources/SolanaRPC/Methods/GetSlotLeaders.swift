public import JSONRPC
public import SolanaTransactions

/// Who leads the next slots.
///
/// Source: https://solana.com/docs/rpc/http/getslotleaders
public struct GetSlotLeaders: SolanaRPCMethod {
    public static let name = "getSlotLeaders"

    public var first: UInt64
    /// 1 to 5,000.
    public var limit: UInt64

    public init(first: UInt64, limit: UInt64) {
        self.first = first
        self.limit = limit
    }

    public var parameters: [JSON] { [.number(first), .number(limit)] }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [PublicKey] {
        try result.map { element throws(SolanaRPCError) in try element.publicKey() }
    }
}

extension SolanaRPC {
    /// Who leads the next slots.
    public func getSlotLeaders(from first: UInt64, limit: UInt64) async throws(SolanaRPCError) -> [PublicKey] {
        try await answer(to: GetSlotLeaders(first: first, limit: limit))
    }
}
