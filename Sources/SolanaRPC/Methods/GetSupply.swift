public import JSONRPC

/// How many lamports there are, and how many of them move.
///
/// Source: https://solana.com/docs/rpc/http/getsupply
public struct GetSupply: SolanaRPCMethod {
    public static let name = "getSupply"

    public var options: RPCContextOptions

    public init(options: RPCContextOptions = RPCContextOptions()) {
        self.options = options
    }

    public var parameters: [JSON] { options.behind([], ["excludeNonCirculatingAccountsList": true]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<Supply> {
        try Slotted(result) { value throws(SolanaRPCError) in try Supply(value) }
    }
}

extension SolanaRPC {
    /// How many lamports there are, and how many of them move.
    public func getSupply(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError) -> Slotted<
        Supply
    > {
        try await answer(to: GetSupply(options: options))
    }
}

/// The lamports that there are.
public struct Supply: Sendable, Hashable {
    /// Lamports, all that there are.
    public let total: UInt64
    /// Lamports that anybody may have.
    public let circulating: UInt64
    /// Lamports that are locked, or set aside.
    public let nonCirculating: UInt64

    init(_ value: RPCValue) throws(SolanaRPCError) {
        total = try value.member("total").uint64()
        circulating = try value.member("circulating").uint64()
        nonCirculating = try value.member("nonCirculating").uint64()
    }
}
