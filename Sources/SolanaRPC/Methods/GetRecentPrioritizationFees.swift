public import JSONRPC
public import SolanaTransactions

/// What transactions that write to these accounts have paid for a compute unit lately, slot by slot.
///
/// Source: https://solana.com/docs/rpc/http/getrecentprioritizationfees
public struct GetRecentPrioritizationFees: SolanaRPCMethod {
    public static let name = "getRecentPrioritizationFees"

    /// Up to 128 accounts; all transactions without one.
    public var addresses: [PublicKey]

    public init(addresses: [PublicKey] = []) {
        self.addresses = addresses
    }

    public var parameters: [JSON] { [.array(addresses.map { .string($0.base58) })] }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [PrioritizationFee] {
        try result.map { element throws(SolanaRPCError) in try PrioritizationFee(element) }
    }
}

extension SolanaRPC {
    /// What transactions that write to these accounts have paid for a compute unit lately, slot by slot.
    public func getRecentPrioritizationFees(_ addresses: [PublicKey] = []) async throws(SolanaRPCError)
        -> [PrioritizationFee]
    {
        try await answer(to: GetRecentPrioritizationFees(addresses: addresses))
    }
}

/// What a slot's transactions have paid at least.
public struct PrioritizationFee: Sendable, Hashable {
    /// The slot in which it was paid.
    public let slot: UInt64
    /// In millionths of a lamport for a compute unit.
    public let price: UInt64

    init(_ value: RPCValue) throws(SolanaRPCError) {
        slot = try value.member("slot").uint64()
        price = try value.member("prioritizationFee").uint64()
    }
}
