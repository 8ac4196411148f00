/// The time until which a stake is locked: both have to be over.
public struct StakeLockup: Hashable, Sendable {
    /// Seconds since 1970 by the chain's clock; 0 for none.
    public let time: Int64
    /// The epoch from which on it isn't locked; 0 for none.
    public let epoch: UInt64

    /// Returns true while the chain refuses a withdrawal that the custodian doesn't sign.
    public func isInForce(_ clock: ChainClock) -> Bool { time > clock.time || epoch > clock.epoch }
}

/// The chain's clock: the sysvar's slot, epoch and time.
///
/// slot u64, the epoch's first second i64, epoch u64, the leaders' epoch u64, seconds since 1970 i64: 40 bytes. Source: `solana-clock`.
public struct ChainClock: Hashable, Sendable {
    public let slot: UInt64
    public let epoch: UInt64
    /// Seconds since 1970, as validators vote on them.
    public let time: Int64

    /// Reads the contents of the sysvar.
    ///
    /// - Throws: `CodingError`: `.truncated`.
    public init(decoding data: ByteSlice) throws(CodingError) {
        (slot, epoch, time) = try data.read { reader throws(CodingError) in
            let slot: UInt64 = try reader.readInteger()
            _ = try reader.skip(8)
            let epoch: UInt64 = try reader.readInteger()
            _ = try reader.skip(8)
            return (slot, epoch, try reader.readInteger())
        }
    }
}

/// The lamports of a stake that are with a validator, and since when.
public struct StakeDelegation: Hashable, Sendable {
    /// The validator's vote account.
    public let vote: PublicKey
    /// The lamports that were delegated, with the rewards since.
    public let lamports: UInt64
    /// The epoch in which it was delegated; `UInt64.max` for the cluster's first stakes, which were active from the beginning.
    public let activationEpoch: UInt64
    /// The epoch in which it was deactivated; nil if it wasn't.
    public let deactivationEpoch: UInt64?

    init(_ reader: inout ByteReader) throws(CodingError) {
        vote = try reader.readFixed()
        lamports = try reader.readInteger()
        activationEpoch = try reader.readInteger()
        let deactivated: UInt64 = try reader.readInteger()
        deactivationEpoch = deactivated == .max ? nil : deactivated
    }
}

/// The whole cluster's stake in each of the last epochs, up to 512 of them: how much of a stake warms up or cools down depends on it.
///
/// ```
/// +-----------+-----------------------------------------------------------------+
/// | count u64 | epoch u64, effective u64, activating u64, deactivating u64  ... |  the newest first
/// +-----------+-----------------------------------------------------------------+
/// ```
///
/// The sysvar's contents. Source: `solana-stake-interface`.
public struct StakeHistory: Hashable, Sendable {
    /// The lamports of all stakes together in one epoch.
    public struct Epoch: Hashable, Sendable {
        public let effective: UInt64
        public let activating: UInt64
        public let deactivating: UInt64
    }

    private let epochs: [UInt64: Epoch]

    /// The most entries that are read.
    private static let maximumCount: UInt64 = 512

    /// Reads the contents of the sysvar.
    ///
    /// - Throws: `CodingError`: `.truncated`; `.length` for more than 512 entries.
    public init(decoding data: ByteSlice) throws(CodingError) {
        epochs = try data.read { reader throws(CodingError) in
            let count: UInt64 = try reader.readInteger()
            guard count <= Self.maximumCount else { throw CodingError(.length, at: 0) }
            var epochs: [UInt64: Epoch] = [:]
            for _ in 0..<count {
                let epoch: UInt64 = try reader.readInteger()
                epochs[epoch] = Epoch(
                    effective: try reader.readInteger(), activating: try reader.readInteger(),
                    deactivating: try reader.readInteger())
            }
            return epochs
        }
    }

    subscript(epoch: UInt64) -> Epoch? { epochs[epoch] }
}

/// The part of a delegation that earns rewards in an epoch, and the parts that begin or cease to.
public struct StakeActivity: Hashable, Sendable {
    /// The state of a stake as a person asks for it. Append-only.
    public enum State: String, Sendable, Hashable, CaseIterable {
        case activating, active, deactivating, inactive
    }

    /// The lamports that earn rewards; while a stake is deactivated, those that still do.
    public let effective: UInt64
    /// The lamports that don't earn yet.
    public let activating: UInt64
    /// The lamports that are on their way out.
    public let deactivating: UInt64

    public var state: State {
        if deactivating > 0 { return .deactivating }
        if activating > 0 { return .activating }
        return effective > 0 ? .active : .inactive
    }

    public init(effective: UInt64, activating: UInt64, deactivating: UInt64) {
        self.effective = effective
        self.activating = activating
        self.deactivating = deactivating
    }

    /// Nothing is staked.
    public static let none = StakeActivity(effective: 0, activating: 0, deactivating: 0)
}

/// The warmup and cooldown of stakes, as the Stake program works them out.
///
/// Each epoch, 9 % of the cluster's effective stake may begin and as much may cease. A stake takes its share of it by its size among all that
/// wait. The chain's program of today works with floating-point numbers and its next one with integers as here, so that a sum on its way
/// may differ in its last digits; see ``roundingMargin(of:)``. Source: `solana-stake-interface`, `Delegation` and
/// `warmup_cooldown_allowance`.
extension StakeDelegation {
    /// Returns the parts of the delegation in an epoch.
    public func activity(in epoch: UInt64, _ history: StakeHistory) -> StakeActivity {
        let (effective, activating) = warmedUp(in: epoch, history)
        guard let deactivated = deactivationEpoch, epoch >= deactivated else {
            return StakeActivity(effective: effective, activating: activating, deactivating: 0)
        }
        guard epoch > deactivated else {
            return StakeActivity(effective: effective, activating: 0, deactivating: effective)
        }
        // An epoch that is no longer in the history is long over.
        guard history[deactivated] != nil else { return .none }
        var left = effective
        Self.walk(from: deactivated, to: epoch, history) { cluster in
            guard cluster.deactivating > 0 else { return false }
            let change = Self.share(of: left, among: cluster.deactivating, cluster)
            left -= min(left, max(change, 1))
            return left > 0
        }
        return StakeActivity(effective: left, activating: 0, deactivating: left)
    }

    private func warmedUp(in epoch: UInt64, _ history: StakeHistory) -> (effective: UInt64, activating: UInt64) {
        if activationEpoch == .max { return (lamports, 0) }
        // Deactivated in the epoch in which it was delegated: it never begins.
        if activationEpoch == deactivationEpoch { return (0, 0) }
        if epoch == activationEpoch { return (0, lamports) }
        if epoch < activationEpoch { return (0, 0) }
        guard history[activationEpoch] != nil else { return (lamports, 0) }
        var effective: UInt64 = 0
        Self.walk(from: activationEpoch, to: min(epoch, deactivationEpoch ?? .max), history) { cluster in
            guard cluster.activating > 0 else { return false }
            let waiting = lamports - effective
            effective += min(waiting, max(Self.share(of: waiting, among: cluster.activating, cluster), 1))
            return effective < lamports
        }
        return (effective, lamports - effective)
    }

    /// Goes through the epochs before the last one, as long as the history has them and the body wants more.
    private static func walk(
        from first: UInt64, to last: UInt64, _ history: StakeHistory, _ body: (StakeHistory.Epoch) -> Bool
    ) {
        var epoch = first
        while epoch < last, let cluster = history[epoch], body(cluster) { epoch += 1 }
    }

    /// Returns the part of an account's waiting lamports that may change in an epoch.
    private static func share(of waiting: UInt64, among all: UInt64, _ cluster: StakeHistory.Epoch) -> UInt64 {
        let (product, overflow) = (UInt128(waiting) * UInt128(cluster.effective)).multipliedReportingOverflow(by: rate)
        guard !overflow else { return waiting }
        return UInt64(min(product / (UInt128(all) * unit), UInt128(waiting)))
    }

    /// 9 % in ten thousandths.
    private static let rate: UInt128 = 900
    private static let unit: UInt128 = 10_000

    /// The most lamports by which the chain's sum of a stake that cools down may be greater than the one here: its floating-point numbers have 53 bits.
    static func roundingMargin(of lamports: UInt64) -> UInt64 { (lamports >> 44) + 8 }
}

extension StakeAccount {
    /// The parts of its delegation in an epoch.
    public func activity(in epoch: UInt64, _ history: StakeHistory) -> StakeActivity {
        delegation?.activity(in: epoch, history) ?? .none
    }

    /// Returns the lamports that its withdrawer can take out now, whatever is locked: all of them if nothing is staked any more.
    ///
    /// - Parameter lamports: All lamports in the account.
    public func withdrawable(of lamports: UInt64, in epoch: UInt64, _ history: StakeHistory) -> UInt64 {
        guard let delegation else { return lamports }
        var staked = delegation.lamports
        if let deactivated = delegation.deactivationEpoch, epoch >= deactivated {
            let left = delegation.activity(in: epoch, history).effective
            guard left > 0 else { return lamports }
            staked = left == staked ? staked : min(staked, left + StakeDelegation.roundingMargin(of: left))
        }
        let (kept, overflow) = staked.addingReportingOverflow(reserve)
        return overflow || kept > lamports ? 0 : lamports - kept
    }
}
