public import SolanaRPC
public import SolanaTransactions

/// A stake account on the chain, as one node shows it in one epoch.
public struct HeldStake: Sendable, Hashable {
    public let address: PublicKey
    /// All lamports in the account.
    public let lamports: UInt64
    public let contents: StakeAccount
    public let activity: StakeActivity
    /// The lamports that its withdrawer can take out now; 0 while it is locked.
    public let withdrawable: UInt64
    /// True while nothing can be withdrawn without a custodian who isn't the withdrawer.
    public let isLocked: Bool

    init(_ address: PublicKey, lamports: UInt64, _ contents: StakeAccount, _ time: StakeTime) {
        self.address = address
        self.lamports = lamports
        self.contents = contents
        let epoch = time.clock.epoch
        activity = contents.activity(in: epoch, time.history)
        isLocked = contents.lockup.isInForce(time.clock) && contents.custodian != contents.withdrawer
        withdrawable = isLocked ? 0 : contents.withdrawable(of: lamports, in: epoch, time.history)
    }

    /// True if nothing of it is staked any more, so that withdrawing all of it closes the account.
    public var isFree: Bool { withdrawable == lamports }

    /// Orders stakes by their lamports, the most first.
    static func precedes(_ one: HeldStake, _ other: HeldStake) -> Bool {
        (one.lamports, other.address) > (other.lamports, one.address)
    }
}

/// The chain's clock and the history of its stakes, by which a stake's state is worked out.
public struct StakeTime: Sendable, Hashable {
    public let clock: ChainClock
    let history: StakeHistory

    /// - Throws: `.answer` if an account isn't there, or isn't what it should be.
    init(_ accounts: [AccountInfo?]) throws(SolanaRPCError) {
        let data = accounts.map { ByteSlice($0?.data ?? []) }
        do throws(CodingError) {
            guard data.count == 2 else { throw CodingError(.length, at: data.count) }
            clock = try ChainClock(decoding: data[0])
            history = try StakeHistory(decoding: data[1])
        } catch {
            throw .answer(method: GetMultipleAccounts.name, path: "value")
        }
    }

    static let addresses = [Sysvars.clock, Sysvars.stakeHistory]
}

extension NetworkNode {
    /// Returns the stakes that an account may delegate or withdraw, the largest first, with the chain's time.
    ///
    /// Anyone can make one, so that there may be many. Some public nodes refuse this question.
    public func heldStakes(
        of authority: PublicKey
    ) async throws(SolanaRPCError) -> (stakes: [HeldStake], time: StakeTime) {
        let options = RPCContextOptions(.confirmed)
        let time = try StakeTime(await rpc.getMultipleAccounts(StakeTime.addresses, options).value)
        var found: [PublicKey: HeldStake] = [:]
        // u32 state, u64 rent reserve, staker, withdrawer: `solana-stake-interface`.
        for offset: UInt64 in [12, 44] {
            let accounts = try await rpc.getProgramAccounts(
                of: StakeProgram.id,
                [.dataSize(UInt64(StakeAccount.count)), .memcmp(offset: offset, bytes: authority.bytes)], options
            ).value
            for each in accounts where each.account.owner == StakeProgram.id {
                guard let stake = try? StakeAccount(decoding: ByteSlice(each.account.data)),
                    [stake.staker, stake.withdrawer].contains(authority)
                else { continue }
                found[each.publicKey] = HeldStake(each.publicKey, lamports: each.account.lamports, stake, time)
            }
        }
        return (found.values.sorted(by: HeldStake.precedes), time)
    }
}

/// A validator as the nodes' list of vote accounts shows it.
public struct Validator: Sendable, Hashable {
    /// One of its last epochs.
    public struct Epoch: Sendable, Hashable {
        public let epoch: UInt64
        /// The credits that its votes earned.
        public let credits: UInt64
        /// The same in hundredths of what the best validator earned; nil if only this one was asked for.
        public let share: Int?
    }

    public let vote: PublicKey
    public let node: PublicKey
    /// The part of the rewards that it keeps, in hundredths.
    public let commission: UInt8
    /// The lamports that are staked with it.
    public let stake: UInt64
    /// True if it doesn't keep up with the cluster: its stakes earn nothing.
    public let isDelinquent: Bool
    public let lastVote: UInt64
    /// Its last epochs, the newest first; the first one isn't over if it is the present one.
    public let history: [Epoch]

    fileprivate init(_ validator: VoteAccounts.Validator, isDelinquent: Bool, best: [UInt64: UInt64]) {
        vote = validator.vote
        node = validator.node
        commission = validator.commission
        stake = validator.activatedStake
        self.isDelinquent = isDelinquent
        lastVote = validator.lastVote
        history = validator.history.sorted { $0.epoch > $1.epoch }.prefix(Self.maximumEpochs).map { each in
            Epoch(
                epoch: each.epoch, credits: each.earned,
                share: best[each.epoch].flatMap { best in
                    best == 0 ? nil : Int(UInt128(min(each.earned, best)) * 100 / UInt128(best))
                })
        }
    }

    /// The most epochs that are told of each.
    private static let maximumEpochs = 5

    /// The validators of an answer: those that keep up first, and among them those whose stakes earned the most in their last full epoch.
    static func sorted(_ accounts: VoteAccounts) -> [Validator] {
        var best: [UInt64: UInt64] = [:]
        let all = accounts.current + accounts.delinquent
        if all.count > 1 {
            for credits in all.flatMap(\.history) {
                best[credits.epoch] = max(best[credits.epoch] ?? 0, credits.earned)
            }
        }
        let newest = best.keys.max()
        let validators =
            accounts.current.map { Validator($0, isDelinquent: false, best: best) }
            + accounts.delinquent.map { Validator($0, isDelinquent: true, best: best) }
        return validators.map { ($0, $0.earnings(before: newest)) }.sorted { one, other in
            if one.0.isDelinquent != other.0.isDelinquent { return other.0.isDelinquent }
            // Of two that earn the same, the smaller one: a cluster with few large validators is easier to stop.
            return (one.1, other.0.stake, other.0.vote) > (other.1, one.0.stake, one.0.vote)
        }.map(\.0)
    }

    /// The credits of its last full epoch, less the commission.
    private func earnings(before newest: UInt64?) -> UInt128 {
        let full = newest.flatMap { newest in history.first { $0.epoch < newest } }
        return UInt128(full?.credits ?? 0) * UInt128(100 - min(commission, 100))
    }
}

extension NetworkNode {
    /// Returns all validators with a stake: those that keep up first, and those whose stakes earn the most before others.
    public func validators() async throws(SolanaRPCError) -> [Validator] {
        Validator.sorted(try await rpc.getVoteAccounts(RPCContextOptions(.confirmed)))
    }

    /// Returns the validator of a vote account, with stake or without; nil if it is no vote account.
    public func validator(_ vote: PublicKey) async throws(SolanaRPCError) -> Validator? {
        let found = try await rpc.getVoteAccounts(of: vote, keepsUnstaked: true, RPCContextOptions(.confirmed))
        return Validator.sorted(found).first { $0.vote == vote }
    }
}
