public import JSONRPC
public import SolanaTransactions

/// What stakes were rewarded with in an epoch, each nil where there was nothing, in the order in which they were asked for.
///
/// Source: https://solana.com/docs/rpc/http/getinflationreward
public struct GetInflationReward: SolanaRPCMethod {
    public static let name = "getInflationReward"

    public var addresses: [PublicKey]
    /// The last one by default.
    public var epoch: UInt64?
    public var options: RPCContextOptions

    public init(addresses: [PublicKey], epoch: UInt64? = nil, options: RPCContextOptions = RPCContextOptions()) {
        self.addresses = addresses
        self.epoch = epoch
        self.options = options
    }

    public var parameters: [JSON] {
        var more = JSONObject()
        more["epoch"] = epoch.map { .number($0) }
        return options.behind([.array(addresses.map { .string($0.base58) })], more)
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [InflationReward?] {
        let rewards = try result.map { element throws(SolanaRPCError) -> InflationReward? in
            guard let reward = element.unlessNull else { return nil }
            return try InflationReward(reward)
        }
        guard rewards.count == addresses.count else { throw result.fault }
        return rewards
    }
}

extension SolanaRPC {
    /// What stakes were rewarded with in an epoch, each nil where there was nothing, in the order in which they were asked for.
    public func getInflationReward(
        _ addresses: [PublicKey], epoch: UInt64? = nil, _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> [InflationReward?] {
        try await answer(to: GetInflationReward(addresses: addresses, epoch: epoch, options: options))
    }
}

/// What one stake was rewarded with.
public struct InflationReward: Sendable, Hashable {
    /// The epoch that it is for.
    public let epoch: UInt64
    /// The slot in which it was credited.
    public let effectiveSlot: UInt64
    /// In lamports.
    public let amount: UInt64
    /// Lamports afterwards.
    public let balance: UInt64
    /// In hundredths.
    public let commission: UInt8?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        epoch = try value.member("epoch").uint64()
        effectiveSlot = try value.member("effectiveSlot").uint64()
        amount = try value.member("amount").uint64()
        balance = try value.member("postBalance").uint64()
        commission = try value.optional("commission")?.uint8()
    }
}
