public import JSONRPC
public import SolanaTransactions

/// Asks for lamports out of nothing, where a cluster gives them.
///
/// Source: https://solana.com/docs/rpc/http/requestairdrop
public struct RequestAirdrop: SolanaRPCMethod {
    public static let name = "requestAirdrop"

    public var address: PublicKey
    public var lamports: UInt64
    public var options: RPCContextOptions

    public init(address: PublicKey, lamports: UInt64, options: RPCContextOptions = RPCContextOptions()) {
        self.address = address
        self.lamports = lamports
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.string(address.base58), .number(lamports)]) }

    public var isRepeatable: Bool { false }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Signature {
        try result.signature()
    }
}

extension SolanaRPC {
    /// Asks for lamports out of nothing, where a cluster gives them.
    public func requestAirdrop(
        to address: PublicKey, lamports: UInt64, _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> Signature {
        try await answer(to: RequestAirdrop(address: address, lamports: lamports, options: options))
    }
}
