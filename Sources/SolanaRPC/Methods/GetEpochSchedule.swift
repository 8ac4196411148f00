/// How epochs follow one another.
///
/// Source: https://solana.com/docs/rpc/http/getepochschedule
public struct GetEpochSchedule: SolanaRPCMethod {
    public static let name = "getEpochSchedule"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> EpochSchedule {
        try EpochSchedule(result)
    }
}

extension SolanaRPC {
    /// How epochs follow one another.
    public func getEpochSchedule() async throws(SolanaRPCError) -> EpochSchedule {
        try await answer(to: GetEpochSchedule())
    }
}

/// How epochs follow one another.
public struct EpochSchedule: Sendable, Hashable {
    /// The slots of an epoch after the warm-up.
    public let slotsPerEpoch: UInt64
    /// How many slots before an epoch its leaders are settled.
    public let leaderScheduleSlotOffset: UInt64
    /// Whether the first epochs are short.
    public let isWarmup: Bool
    /// The first epoch of full length.
    public let firstNormalEpoch: UInt64
    /// The first slot of that epoch.
    public let firstNormalSlot: UInt64

    init(_ value: RPCValue) throws(SolanaRPCError) {
        slotsPerEpoch = try value.member("slotsPerEpoch").uint64()
        leaderScheduleSlotOffset = try value.member("leaderScheduleSlotOffset").uint64()
        isWarmup = try value.member("warmup").bool()
        firstNormalEpoch = try value.member("firstNormalEpoch").uint64()
        firstNormalSlot = try value.member("firstNormalSlot").uint64()
    }
}
