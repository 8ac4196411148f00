public import JSONRPC
public import SolanaTransactions

/// A block with its transactions, of any version; nil if the node doesn't have it.
///
/// Source: https://solana.com/docs/rpc/http/getblock
public struct GetBlock: SolanaRPCMethod {
    public static let name = "getBlock"

    public var slot: UInt64
    /// At least `confirmed`.
    public var commitment: Commitment?

    public init(slot: UInt64, commitment: Commitment? = nil) {
        self.slot = slot
        self.commitment = commitment
    }

    public var parameters: [JSON] {
        var more: JSONObject = [
            "encoding": "base64", "transactionDetails": "full", "rewards": false, "maxSupportedTransactionVersion": 1,
        ]
        more["commitment"] = commitment.map { .string($0.rawValue) }
        return [.number(slot), .object(more)]
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Block? {
        guard let value = result.unlessNull else { return nil }
        return try Block(value)
    }
}

extension SolanaRPC {
    /// A block with its transactions, of any version; nil if the node doesn't have it.
    public func getBlock(_ slot: UInt64, commitment: Commitment? = nil) async throws(SolanaRPCError) -> Block? {
        try await answer(to: GetBlock(slot: slot, commitment: commitment))
    }
}

/// A block.
public struct Block: Sendable {
    /// The block's own hash.
    public let blockhash: Blockhash
    /// The hash of the previous block.
    public let previousBlockhash: Blockhash
    /// The slot of the previous block.
    public let parentSlot: UInt64
    /// The number of blocks beneath it; nil if the node hasn't kept it.
    public let blockHeight: UInt64?
    /// Seconds since 1970, as the validators estimated them.
    public let blockTime: Int64?
    /// The transactions in order, each with its failure; nil for one that succeeded.
    public let transactions: [(transaction: Transaction, failure: TransactionFailure?)]

    init(_ value: RPCValue) throws(SolanaRPCError) {
        blockhash = try value.member("blockhash").blockhash()
        previousBlockhash = try value.member("previousBlockhash").blockhash()
        parentSlot = try value.member("parentSlot").uint64()
        blockHeight = try value.optional("blockHeight")?.uint64()
        blockTime = try value.optional("blockTime")?.int64()
        transactions =
            try value.optional("transactions")?.map { element throws(SolanaRPCError) in
                let encoded = try element.member("transaction")
                guard let transaction = try? Transaction(decoding: try encoded.encodedBytes()) else {
                    throw encoded.fault
                }
                return (
                    transaction,
                    try element.optional("meta").flatMap { meta throws(SolanaRPCError) in
                        try TransactionFailure.optional(meta)
                    }
                )
            } ?? []
    }
}

/// The slots with a confirmed block between two slots.
///
/// Source: https://solana.com/docs/rpc/http/getblocks
public struct GetBlocks: SolanaRPCMethod {
    public static let name = "getBlocks"

    public var first: UInt64
    /// At most 500,000 after the first.
    public var last: UInt64?
    public var options: RPCContextOptions

    public init(first: UInt64, last: UInt64? = nil, options: RPCContextOptions = RPCContextOptions()) {
        self.first = first
        self.last = last
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.number(first)] + (last.map { [.number($0)] } ?? [])) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [UInt64] {
        try result.map { element throws(SolanaRPCError) in try element.uint64() }
    }
}

extension SolanaRPC {
    /// The slots with a confirmed block between two slots.
    public func getBlocks(
        from first: UInt64, to last: UInt64? = nil, _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> [UInt64] {
        try await answer(to: GetBlocks(first: first, last: last, options: options))
    }
}

/// The next slots with a confirmed block.
///
/// Source: https://solana.com/docs/rpc/http/getblockswithlimit
public struct GetBlocksWithLimit: SolanaRPCMethod {
    public static let name = "getBlocksWithLimit"

    public var first: UInt64
    /// At most 500,000.
    public var limit: UInt64
    public var options: RPCContextOptions

    public init(first: UInt64, limit: UInt64, options: RPCContextOptions = RPCContextOptions()) {
        self.first = first
        self.limit = limit
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.number(first), .number(limit)]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [UInt64] {
        try result.map { element throws(SolanaRPCError) in try element.uint64() }
    }
}

extension SolanaRPC {
    /// The next slots with a confirmed block.
    public func getBlocksWithLimit(
        from first: UInt64, limit: UInt64, _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> [UInt64] {
        try await answer(to: GetBlocksWithLimit(first: first, limit: limit, options: options))
    }
}

/// The time of a block in seconds since 1970, as the validators estimated it; nil if none did.
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
    /// The time of a block in seconds since 1970, as the validators estimated it; nil if none did.
    public func getBlockTime(_ slot: UInt64) async throws(SolanaRPCError) -> Int64? {
        try await answer(to: GetBlockTime(slot: slot))
    }
}

/// The stake that has voted on a block, by the depth of the vote; nil if the block isn't known.
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
    /// The stake that has voted on a block, by the depth of the vote; nil if the block isn't known.
    public func getBlockCommitment(_ slot: UInt64) async throws(SolanaRPCError) -> BlockCommitment {
        try await answer(to: GetBlockCommitment(slot: slot))
    }
}

/// The votes on a block.
public struct BlockCommitment: Sendable, Hashable {
    /// The lamports of stake at each of 32 depths; nil if the block isn't known.
    public let stakes: [UInt64]?
    /// The total lamports of stake.
    public let totalStake: UInt64

    init(_ value: RPCValue) throws(SolanaRPCError) {
        stakes = try value.optional("commitment")?.map { element throws(SolanaRPCError) in try element.uint64() }
        totalStake = try value.member("totalStake").uint64()
    }
}

/// The number of blocks that each leader has made in its slots.
///
/// Source: https://solana.com/docs/rpc/http/getblockproduction
public struct GetBlockProduction: SolanaRPCMethod {
    public static let name = "getBlockProduction"

    /// The only leader to count; nil for all.
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
    /// The number of blocks that each leader has made in its slots.
    public func getBlockProduction(of leader: PublicKey? = nil, _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<BlockProduction>
    {
        try await answer(to: GetBlockProduction(leader: leader, options: options))
    }
}

/// The block production of leaders.
public struct BlockProduction: Sendable, Hashable {
    /// The counts of one leader.
    public struct Count: Sendable, Hashable {
        /// The slots in which it was the leader.
        public let slots: UInt64
        /// The blocks that it made in them.
        public let blocks: UInt64
    }

    /// The slots and blocks of each leader.
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

/// The first slot whose block the node still has.
///
/// Source: https://solana.com/docs/rpc/http/getfirstavailableblock
public struct GetFirstAvailableBlock: SolanaRPCMethod {
    public static let name = "getFirstAvailableBlock"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> UInt64 {
        try result.uint64()
    }
}

extension SolanaRPC {
    /// The first slot whose block the node still has.
    public func getFirstAvailableBlock() async throws(SolanaRPCError) -> UInt64 {
        try await answer(to: GetFirstAvailableBlock())
    }
}

/// The first slot that the node knows anything of.
///
/// Source: https://solana.com/docs/rpc/http/minimumledgerslot
public struct MinimumLedgerSlot: SolanaRPCMethod {
    public static let name = "minimumLedgerSlot"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> UInt64 {
        try result.uint64()
    }
}

extension SolanaRPC {
    /// The first slot that the node knows anything of.
    public func minimumLedgerSlot() async throws(SolanaRPCError) -> UInt64 {
        try await answer(to: MinimumLedgerSlot())
    }
}
