import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import WalletNetwork

/// Stakes from the first lamport to the last, executed by the local node with the chain's own Stake program.
@Suite(.timeLimit(.minutes(5))) struct StakePlanTests {
    private static let sol: UInt64 = 1_000_000_000
    private static let epoch = 432_000
    private static let seed = "5b1c9e0e1111422283334444555566ff"

    /// Puts a validator's vote account onto the chain.
    private func validator(
        _ chain: TransferChain, _ seed: UInt8 = 90, commission: Int = 5, credits: [Int] = [], staked: Int = 1,
        isDelinquent: Bool = false
    ) throws -> PublicKey {
        let vote = try TransferChain.fresh(seed)
        try chain.node.control([
            "validator": .string(vote.base58), "commission": .number(commission),
            "credits": .array(credits.map { .number($0) }), "staked": .number(staked),
            "delinquent": .bool(isDelinquent),
        ])
        try chain.node.control(["advance": 2])
        return vote
    }

    private func stake(
        _ chain: TransferChain, _ amount: String, _ vote: PublicKey, seed: String = seed,
        acceptsDelinquent: Bool = false
    ) async throws -> StakePlan {
        let alice = try chain.key("alice")
        return try await chain.planner(own: [alice]).stake(
            amount, by: alice, with: vote, seed: seed, acceptsDelinquent: acceptsDelinquent, priority: PriorityFee())
    }

    /// Puts a stake of other authorities onto the chain, with a lockup.
    private func put(
        _ chain: TransferChain, _ seed: UInt8, staker: PublicKey, withdrawer: PublicKey, until time: Int64 = 0,
        epoch: UInt64 = 0, custodian: PublicKey = PublicKey()
    ) throws -> PublicKey {
        func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
            (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        var data = bytes(UInt32(1)) + bytes(UInt64(2_282_880)) + staker.bytes + withdrawer.bytes
        data += bytes(time) + bytes(epoch) + custodian.bytes
        data += [UInt8](repeating: 0, count: 200 - data.count)
        let address = try TransferChain.fresh(seed)
        try chain.node.control([
            "set": .string(address.base58), "lamports": .number(Int(3 * Self.sol)),
            "owner": .string(StakeProgram.id.base58), "data": .string(Base64.encode(data)),
        ])
        try chain.node.control(["advance": 2])
        return address
    }

    @Test func `a stake is made, earns, ends and comes back to the last lamport`() async throws {
        let chain = try TransferChain()
        let alice = try chain.key("alice")
        let (planner, vote) = (chain.planner(own: [alice]), try validator(chain))
        let before = try await chain.balance(alice)
        let made = try await stake(chain, "2.5", vote)
        #expect(made.lamports == 5 * Self.sol / 2 && made.deposit == 2_282_880)
        #expect(made.validator?.commission == 5 && made.authority == alice)
        try await chain.execute(made.transaction, by: "alice")
        #expect(
            try await chain.balance(alice) == before - made.lamports - made.deposit - made.transaction.fee)

        func held() async throws -> HeldStake {
            let stakes = try await chain.endpoint.heldStakes(of: alice).stakes
            #expect(stakes.count == 1 && stakes.first?.address == made.stake)
            return try #require(stakes.first)
        }
        let waiting = try await held()
        #expect(waiting.activity.state == .activating && waiting.activity.activating == made.lamports)
        #expect(waiting.withdrawable == 0 && waiting.contents.delegation?.vote == vote)
        try chain.node.control(["advance": .number(Self.epoch)])
        let earning = try await held()
        #expect(earning.activity == StakeActivity(active: made.lamports) && earning.withdrawable == 0)
        await #expect(throws: TransferError.stake(.staked)) {
            _ = try await planner.stakeWithdrawal(of: .everything, from: made.stake, priority: PriorityFee())
        }
        let ended = try await planner.stakeDeactivation(of: made.stake, priority: PriorityFee())
        #expect(ended.lamports == made.lamports && ended.authority == alice)
        try await chain.execute(ended.transaction, by: "alice")
        #expect(try await held().activity.state == .deactivating)
        await #expect(throws: TransferError.stake(.inactive)) {
            _ = try await planner.stakeDeactivation(of: made.stake, priority: PriorityFee())
        }
        await #expect(throws: TransferError.stake(.staked)) {
            _ = try await planner.stakeWithdrawal(of: .everything, from: made.stake, priority: PriorityFee())
        }
        try chain.node.control(["advance": .number(Self.epoch)])
        let free = try await held()
        #expect(free.activity.state == .inactive && free.isFree && free.withdrawable == made.lamports + made.deposit)

        // A part leaves the rent deposit there; more than that, and less than all, the chain refuses, and so does the plan.
        let part = try await planner.stakeWithdrawal(of: .decimal("1"), from: made.stake, priority: PriorityFee())
        #expect(part.lamports == Self.sol && !part.isClosed)
        try await chain.execute(part.transaction, by: "alice")
        let left = made.lamports + made.deposit - Self.sol
        await #expect(throws: TransferError.stake(.excess(available: left - made.deposit))) {
            _ = try await planner.stakeWithdrawal(of: .decimal("1.502"), from: made.stake, priority: PriorityFee())
        }
        await #expect(throws: TransferError.stake(.excess(available: left - made.deposit))) {
            _ = try await planner.stakeWithdrawal(of: .decimal("7"), from: made.stake, priority: PriorityFee())
        }
        let all = try await planner.stakeWithdrawal(of: .everything, from: made.stake, priority: PriorityFee())
        #expect(all.lamports == left && all.isClosed)
        try await chain.execute(all.transaction, by: "alice")
        let fees = [made, ended, part, all].map(\.transaction.fee).reduce(0, +)
        #expect(try await chain.balance(alice) == before - fees)
        #expect(try await chain.endpoint.heldStakes(of: alice).stakes.isEmpty)
        await #expect(throws: TransferError.stake(.unknown)) {
            _ = try await planner.stakeWithdrawal(of: .everything, from: made.stake, priority: PriorityFee())
        }
    }

    @Test func `a stake that ends before it begins is free at once`() async throws {
        let chain = try TransferChain()
        let alice = try chain.key("alice")
        let made = try await stake(chain, "1", try validator(chain))
        try await chain.execute(made.transaction, by: "alice")
        let planner = chain.planner(own: [alice])
        let ended = try await planner.stakeDeactivation(of: made.stake, priority: PriorityFee())
        try await chain.execute(ended.transaction, by: "alice")
        let all = try await planner.stakeWithdrawal(of: .everything, from: made.stake, priority: PriorityFee())
        try await chain.execute(all.transaction, by: "alice")
        #expect(try await chain.endpoint.heldStakes(of: alice).stakes.isEmpty)
    }

    @Test func `nothing is delegated below the minimum, to what is no validator, or to one that is behind unasked`()
        async throws
    {
        let chain = try TransferChain()
        let vote = try validator(chain)
        let behind = try validator(chain, 91, staked: 0, isDelinquent: true)
        func refusal(_ amount: String, _ vote: PublicKey) async -> TransferError? {
            do {
                _ = try await stake(chain, amount, vote)
                return nil
            } catch { return error as? TransferError }
        }
        #expect(await refusal("0.999999999", vote) == .stakeTooSmall(minimum: Self.sol))
        #expect(await refusal("0", vote) == .nothing)
        #expect(await refusal("1", try chain.key("bob")) == .validator(.unknown))
        #expect(await refusal("1", behind) == .validator(.delinquent))
        _ = try await stake(chain, "1", behind, acceptsDelinquent: true)
        guard case .lamports(let needed, let available)? = await refusal("100", vote) else {
            Issue.record("more was staked than there is")
            return
        }
        #expect(needed > available && available == 100 * Self.sol)
    }

    @Test func `an address that was paid before is no place for a stake`() async throws {
        let chain = try TransferChain()
        let alice = try chain.key("alice")
        let taken = try PublicKey.createWithSeed(base: alice, seed: Self.seed, owner: StakeProgram.id)
        try chain.node.control(["set": .string(taken.base58), "lamports": 1_000_000])
        try chain.node.control(["advance": 2])
        let vote = try validator(chain)
        await #expect(throws: TransferError.self) { _ = try await stake(chain, "1", vote) }
        _ = try await stake(chain, "1", vote, seed: "another")
    }

    @Test func `somebody else's powers and lockups are refused with their reason`() async throws {
        let chain = try TransferChain()
        let (alice, bob) = (try chain.key("alice"), try chain.key("bob"))
        let planner = chain.planner(own: [alice])
        let mixed = try put(chain, 40, staker: bob, withdrawer: alice)
        let foreign = try put(chain, 41, staker: alice, withdrawer: bob)
        let far = Int64(4_000_000_000)
        let locked = try put(chain, 42, staker: alice, withdrawer: alice, until: far, epoch: 9, custodian: bob)
        let own = try put(chain, 43, staker: alice, withdrawer: alice, until: far, custodian: alice)
        let over = try put(chain, 44, staker: alice, withdrawer: alice, until: 1, custodian: bob)
        func withdrawal(_ stake: PublicKey) async -> TransferError? {
            do {
                _ = try await planner.stakeWithdrawal(of: .everything, from: stake, priority: PriorityFee())
                return nil
            } catch { return error }
        }
        #expect(await withdrawal(foreign) == .stake(.foreign))
        #expect(await withdrawal(locked) == .stake(.locked(time: far, epoch: 9)))
        // Its withdrawer is its custodian, and those whose time is over are free.
        #expect(await withdrawal(own) == nil)
        #expect(await withdrawal(over) == nil)
        #expect(await withdrawal(mixed) == nil)
        await #expect(throws: TransferError.stake(.foreign)) {
            _ = try await planner.stakeDeactivation(of: mixed, priority: PriorityFee())
        }
        await #expect(throws: TransferError.stake(.inactive)) {
            _ = try await planner.stakeDeactivation(of: foreign, priority: PriorityFee())
        }
        await #expect(throws: TransferError.stake(.unknown)) {
            _ = try await planner.stakeDeactivation(of: bob, priority: PriorityFee())
        }
        let stakes = try await chain.endpoint.heldStakes(of: alice).stakes
        #expect(Set(stakes.map(\.address)) == [mixed, foreign, locked, own, over])
        #expect(stakes.first { $0.address == locked }?.withdrawable == 0)
        #expect(stakes.filter(\.isLocked).map(\.address) == [locked])
    }

    @Test func `validators that keep up come first, and those that earn most after their commission before others`()
        async throws
    {
        let chain = try TransferChain()
        let dear = try validator(chain, 90, commission: 50, credits: [900, 1000, 10])
        let best = try validator(chain, 91, commission: 4, credits: [900, 990, 10], staked: 7)
        let same = try validator(chain, 92, commission: 4, credits: [900, 990, 10], staked: 3)
        let behind = try validator(chain, 93, commission: 0, credits: [900, 2000, 10], isDelinquent: true)
        let all = try await chain.endpoint.validators()
        #expect(all.map(\.vote) == [same, best, dear, behind])
        #expect(all.last?.isDelinquent == true)
        #expect(all.first?.history.map(\.epoch) == [2, 1, 0])
        #expect(all.first?.history.map(\.credits) == [10, 990, 900])
        #expect(all.first?.history.map(\.share) == [100, 49, 100])
        let one = try #require(try await chain.endpoint.validator(behind))
        #expect(one.isDelinquent && one.history.first?.share == nil)
        #expect(try await chain.endpoint.validator(try chain.key("bob")) == nil)
    }
}

extension StakeActivity {
    /// All of it earns.
    fileprivate init(active: UInt64) { self.init(effective: active, activating: 0, deactivating: 0) }
}
