public import JSONRPC
public import SolanaTransactions

/// A recent blockhash, and the height after which it expires.
///
/// Source: https://solana.com/docs/rpc/http/getlatestblockhash
public struct GetLatestBlockhash: SolanaRPCMethod {
    public static let name = "getLatestBlockhash"

    public var options: RPCContextOptions

    public init(options: RPCContextOptions = RPCContextOptions()) {
        self.options = options
    }

    public var parameters: [JSON] { options.behind([]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<LatestBlockhash> {
        try Slotted(result) { value throws(SolanaRPCError) in try LatestBlockhash(value) }
    }
}

extension SolanaRPC {
    /// A recent blockhash, and the height after which it expires.
    public func getLatestBlockhash(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError)
        -> Slotted<LatestBlockhash>
    {
        try await answer(to: GetLatestBlockhash(options: options))
    }
}

/// True if a transaction with this blockhash would still be accepted.
///
/// Source: https://solana.com/docs/rpc/http/isblockhashvalid
public struct IsBlockhashValid: SolanaRPCMethod {
    public static let name = "isBlockhashValid"

    public var blockhash: Blockhash
    public var options: RPCContextOptions

    public init(blockhash: Blockhash, options: RPCContextOptions = RPCContextOptions()) {
        self.blockhash = blockhash
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.string(blockhash.base58)]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<Bool> {
        try Slotted(result) { value throws(SolanaRPCError) in try value.bool() }
    }
}

extension SolanaRPC {
    /// Returns true if a transaction with this blockhash would still be accepted.
    public func isBlockhashValid(_ blockhash: Blockhash, _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<Bool>
    {
        try await answer(to: IsBlockhashValid(blockhash: blockhash, options: options))
    }
}

/// The number of blocks that there are.
///
/// Source: https://solana.com/docs/rpc/http/getblockheight
public struct GetBlockHeight: SolanaRPCMethod {
    public static let name = "getBlockHeight"

    public var options: RPCContextOptions

    public init(options: RPCContextOptions = RPCContextOptions()) {
        self.options = options
    }

    public var parameters: [JSON] { options.behind([]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> UInt64 {
        try result.uint64()
    }
}

extension SolanaRPC {
    /// The number of blocks that there are.
    public func getBlockHeight(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError)
        -> UInt64
    {
        try await answer(to: GetBlockHeight(options: options))
    }
}

/// The fee of a message in lamports; nil if its blockhash has expired.
///
/// Source: https://solana.com/docs/rpc/http/getfeeformessage
public struct GetFeeForMessage: SolanaRPCMethod {
    public static let name = "getFeeForMessage"

    /// The message's bytes, of any version.
    public var message: [UInt8]
    public var options: RPCContextOptions

    public init(message: [UInt8], options: RPCContextOptions = RPCContextOptions()) {
        self.message = message
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.string(Base64.encode(message))]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<UInt64?> {
        try Slotted(result) { value throws(SolanaRPCError) in try value.unlessNull?.uint64() }
    }
}

extension SolanaRPC {
    /// The fee of a message in lamports; nil if its blockhash has expired.
    public func getFeeForMessage(_ message: [UInt8], _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<UInt64?>
    {
        try await answer(to: GetFeeForMessage(message: message, options: options))
    }
}

/// The recent prices of a compute unit, slot by slot, for transactions that write to these accounts.
///
/// Source: https://solana.com/docs/rpc/http/getrecentprioritizationfees
public struct GetRecentPrioritizationFees: SolanaRPCMethod {
    public static let name = "getRecentPrioritizationFees"

    /// Up to 128 accounts; none for all transactions.
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
    /// The recent prices of a compute unit, slot by slot, for transactions that write to these accounts.
    public func getRecentPrioritizationFees(_ addresses: [PublicKey] = []) async throws(SolanaRPCError)
        -> [PrioritizationFee]
    {
        try await answer(to: GetRecentPrioritizationFees(addresses: addresses))
    }
}

/// The lowest price that a slot's transactions have paid.
public struct PrioritizationFee: Sendable, Hashable {
    /// The slot in which it was paid.
    public let slot: UInt64
    /// The price of a compute unit, in millionths of a lamport.
    public let price: UInt64

    init(_ value: RPCValue) throws(SolanaRPCError) {
        slot = try value.member("slot").uint64()
        price = try value.member("prioritizationFee").uint64()
    }
}
