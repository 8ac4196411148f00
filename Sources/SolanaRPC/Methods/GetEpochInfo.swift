public import JSONRPC

/// Where the cluster stands in its epoch.
///
/// Source: https://solana.com/docs/rpc/http/getepochinfo
public struct GetEpochInfo: SolanaRPCMethod {
    public static let name = "getEpochInfo"

    public var options: RPCContextOptions

    public init(options: RPCContextOptions = RPCContextOptions()) {
        self.options = options
    }

    public var parameters: [JSON] { options.behind([]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> EpochInfo {
        try EpochInfo(result)
    }
}

extension SolanaRPC {
    /// Where the cluster stands in its epoch.
    public func getEpochInfo(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError)
        -> EpochInfo
    {
        try await answer(to: GetEpochInfo(options: options))
    }
}

/// Where the cluster stands.
public struct EpochInfo: Sendable, Hashable {
    /// The slot, counted from the first of all.
    public let absoluteSlot: UInt64
    /// How many blocks there are; not every slot has one.
    public let blockHeight: UInt64
    public let epoch: UInt64
    /// The slot, counted from the first of its epoch.
    public let slotIndex: UInt64
    public let slotsInEpoch: UInt64
    /// The transactions executed without an error since the first slot.
    public let transactionCount: UInt64?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        absoluteSlot = try value.member("absoluteSlot").uint64()
        blockHeight = try value.member("blockHeight").uint64()
        epoch = try value.member("epoch").uint64()
        slotIndex = try value.member("slotIndex").uint64()
        slotsInEpoch = try value.member("slotsInEpoch").uint64()
        transactionCount = try value.optional("transactionCount")?.uint64()
    }
}
