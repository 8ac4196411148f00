public import JSONRPC
public import SolanaTransactions

/// The slot that the node has reached.
///
/// Source: https://solana.com/docs/rpc/http/getslot
public struct GetSlot: SolanaRPCMethod {
    public static let name = "getSlot"

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
    /// The slot that the node has reached.
    public func getSlot(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError) -> UInt64 {
        try await answer(to: GetSlot(options: options))
    }
}

/// The leader of the slot.
///
/// Source: https://solana.com/docs/rpc/http/getslotleader
public struct GetSlotLeader: SolanaRPCMethod {
    public static let name = "getSlotLeader"

    public var options: RPCContextOptions

    public init(options: RPCContextOptions = RPCContextOptions()) {
        self.options = options
    }

    public var parameters: [JSON] { options.behind([]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> PublicKey {
        try result.publicKey()
    }
}

extension SolanaRPC {
    /// The leader of the slot.
    public func getSlotLeader(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError)
        -> PublicKey
    {
        try await answer(to: GetSlotLeader(options: options))
    }
}

/// The leaders of the next slots.
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
    /// The leaders of the next slots.
    public func getSlotLeaders(from first: UInt64, limit: UInt64) async throws(SolanaRPCError) -> [PublicKey] {
        try await answer(to: GetSlotLeaders(first: first, limit: limit))
    }
}

/// The slots of each leader in an epoch, counted from its first; nil if the epoch isn't known.
///
/// Source: https://solana.com/docs/rpc/http/getleaderschedule
public struct GetLeaderSchedule: SolanaRPCMethod {
    public static let name = "getLeaderSchedule"

    /// A slot of the epoch; the current one by default.
    public var slot: UInt64?
    /// The only leader to list; nil for all.
    public var leader: PublicKey?

    public init(slot: UInt64? = nil, leader: PublicKey? = nil) {
        self.slot = slot
        self.leader = leader
    }

    public var parameters: [JSON] {
        var more = JSONObject()
        more["identity"] = leader.map { .string($0.base58) }
        return [slot.map { .number($0) } ?? .null] + (more.count == 0 ? [] : [.object(more)])
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [PublicKey: [UInt64]]? {
        guard let value = result.unlessNull else { return nil }
        var slots: [PublicKey: [UInt64]] = [:]
        for member in try value.members() {
            guard let leader = try? PublicKey(base58: member.name) else { throw member.value.fault }
            slots[leader] = try member.value.map { element throws(SolanaRPCError) in try element.uint64() }
        }
        return slots
    }
}

extension SolanaRPC {
    /// The slots of each leader in an epoch, counted from its first; nil if the epoch isn't known.
    public func getLeaderSchedule(of slot: UInt64? = nil, leader: PublicKey? = nil) async throws(SolanaRPCError)
        -> [PublicKey: [UInt64]]?
    {
        try await answer(to: GetLeaderSchedule(slot: slot, leader: leader))
    }
}

/// The cluster's position in its epoch.
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
    /// The cluster's position in its epoch.
    public func getEpochInfo(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError)
        -> EpochInfo
    {
        try await answer(to: GetEpochInfo(options: options))
    }
}

/// The cluster's position.
public struct EpochInfo: Sendable, Hashable {
    /// The slot, counted from the very first.
    public let absoluteSlot: UInt64
    /// The number of blocks; not every slot has one.
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

/// The schedule of epochs.
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
    /// The schedule of epochs.
    public func getEpochSchedule() async throws(SolanaRPCError) -> EpochSchedule {
        try await answer(to: GetEpochSchedule())
    }
}

/// The schedule of epochs.
public struct EpochSchedule: Sendable, Hashable {
    /// The slots of an epoch after the warm-up.
    public let slotsPerEpoch: UInt64
    /// The number of slots before an epoch at which its leaders are fixed.
    public let leaderScheduleSlotOffset: UInt64
    /// True if the first epochs are short.
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

/// The slots of the newest snapshots that the node has.
///
/// Source: https://solana.com/docs/rpc/http/gethighestsnapshotslot
public struct GetHighestSnapshotSlot: SolanaRPCMethod {
    public static let name = "getHighestSnapshotSlot"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> SnapshotSlots {
        try SnapshotSlots(result)
    }
}

extension SolanaRPC {
    /// The slots of the newest snapshots that the node has.
    public func getHighestSnapshotSlot() async throws(SolanaRPCError) -> SnapshotSlots {
        try await answer(to: GetHighestSnapshotSlot())
    }
}

/// The snapshots of a node.
public struct SnapshotSlots: Sendable, Hashable {
    /// The slot of the newest full snapshot.
    public let full: UInt64
    /// The slot of the newest one that builds on it.
    public let incremental: UInt64?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        full = try value.member("full").uint64()
        incremental = try value.optional("incremental")?.uint64()
    }
}

/// The highest slot that the node has passed on.
///
/// Source: https://solana.com/docs/rpc/http/getmaxretransmitslot
public struct GetMaxRetransmitSlot: SolanaRPCMethod {
    public static let name = "getMaxRetransmitSlot"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> UInt64 {
        try result.uint64()
    }
}

extension SolanaRPC {
    /// The highest slot that the node has passed on.
    public func getMaxRetransmitSlot() async throws(SolanaRPCError) -> UInt64 {
        try await answer(to: GetMaxRetransmitSlot())
    }
}

/// The highest slot that the node has received.
///
/// Source: https://solana.com/docs/rpc/http/getmaxshredinsertslot
public struct GetMaxShredInsertSlot: SolanaRPCMethod {
    public static let name = "getMaxShredInsertSlot"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> UInt64 {
        try result.uint64()
    }
}

extension SolanaRPC {
    /// The highest slot that the node has received.
    public func getMaxShredInsertSlot() async throws(SolanaRPCError) -> UInt64 {
        try await answer(to: GetMaxShredInsertSlot())
    }
}
