import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import TransactionReview
import WalletNetwork

/// Multisigs found on the local node, their proposals, and votes. Squads' own program isn't there: a stand-in takes every vote.
@Suite(.timeLimit(.minutes(5))) struct MultisigPlanTests {
    private static let sol: UInt64 = 1_000_000_000

    @Test func `a member finds the multisig at each place and with both headers`() async throws {
        let chain = try TransferChain()
        let alice = try chain.key("alice")
        #expect(try await chain.endpoint.multisigs(of: alice).isEmpty)
        for options in [["--place", "0"], ["--place", "9", "--members", "12", "--collector"]] {
            let scene = try SquadsScene.with(alice, options)
            try scene.place(on: chain.node)
            let found = try await chain.endpoint.multisigs(of: alice)
            #expect(found.map(\.address.base58) == [scene.multisig], "\(options)")
            #expect(found.first?.contents.members[alice] == [.initiate, .vote, .execute])
        }
        // Behind the tenth place nobody looks; by its address it is there.
        let far = try SquadsScene.with(alice, ["--place", "10", "--members", "12"])
        try far.place(on: chain.node)
        #expect(try await chain.endpoint.multisigs(of: alice).isEmpty)
        #expect(try await chain.endpoint.multisig(try far.key(far.multisig))?.contents.members[alice] != nil)
        // Neither an account of another program nor one at another address than its own is a multisig.
        #expect(try await chain.endpoint.multisig(alice) == nil)
        let elsewhere = try TransferChain.fresh(77)
        var copied = far
        copied.set(far.multisig, far.data(far.multisig))
        let account = try #require(copied.accounts.first)
        try chain.node.control([
            "set": .string(elsewhere.base58), "lamports": 1_000_000_000, "owner": .string(account.owner),
            "data": .string(account.data),
        ])
        try chain.node.control(["advance": 2])
        #expect(try await chain.endpoint.multisig(elsewhere) == nil)
    }

    @Test func `open proposals come newest first, each with its own account, and a swapped one is left out`()
        async throws
    {
        let chain = try TransferChain()
        let alice = try chain.key("alice")
        var scene = try SquadsScene.with(alice)
        try scene.place(on: chain.node)
        let group = try #require(try await chain.endpoint.multisig(scene.key(scene.multisig)))
        let all = try await chain.endpoint.proposals(of: group)
        #expect(all.proposals.map(\.contents.index) == [6, 5, 4, 3, 1] && all.next == nil)
        #expect(all.proposals.map(\.kind) == [nil, .batch, .vault, .config, .vault])
        for each in all.proposals {
            let wanted = try #require(scene.proposals["\(each.contents.index)"])
            #expect(each.address.base58 == wanted.address && each.transaction.base58 == wanted.transaction)
            #expect(each.keeper?.count == scene.data(wanted.transaction).count)
        }
        // In parts.
        let first = try await chain.endpoint.proposals(of: group, most: 2)
        #expect(first.proposals.map(\.contents.index) == [6, 5] && first.next == 4)
        let rest = try await chain.endpoint.proposals(of: group, from: first.next)
        #expect(rest.proposals.map(\.contents.index) == [4, 3, 1] && rest.next == nil)
        // At the address of number 4 stands what says that it is number 3.
        let addresses = try #require(scene.proposals["4"])
        scene.set(addresses.address, scene.data(try #require(scene.proposals["3"]).address))
        try scene.place(on: chain.node)
        let left = try await chain.endpoint.proposals(of: group)
        #expect(left.proposals.map(\.contents.index) == [6, 5, 3, 1])
    }

    @Test func `a vote is bound to its proposal, and each refusal has its reason`() async throws {
        let chain = try TransferChain()
        let (alice, bob) = (try chain.key("alice"), try chain.key("bob"))
        let scene = try SquadsScene.with(alice)
        try scene.place(on: chain.node)
        let multisig = try scene.key(scene.multisig)
        func plan(
            _ vote: MultisigVote, on index: UInt64, by member: PublicKey? = nil, in group: PublicKey? = nil
        ) async throws -> VotePlan {
            try await chain.planner(own: [alice, bob]).vote(
                vote, by: member ?? alice, in: group ?? multisig, on: index, priority: PriorityFee())
        }
        func fault(
            _ vote: MultisigVote, on index: UInt64, by member: PublicKey? = nil, in group: PublicKey? = nil
        ) async -> TransferError.VoteFault? {
            do {
                _ = try await plan(vote, on: index, by: member, in: group)
                return nil
            } catch {
                guard case .vote(let fault)? = error as? TransferError else { return nil }
                return fault
            }
        }
        let planned = try await plan(.approve, on: 4)
        #expect(planned.proposal.base58 == scene.proposals["4"]?.address && planned.member == alice)
        let wanted = try #require(scene.votes["approve"])
        let message = planned.transaction.transaction
        #expect(message.messageBytes.contains(wanted.data.bytes))
        let before = try await chain.balance(alice)
        try await chain.execute(planned.transaction, by: "alice")
        #expect(try await chain.balance(alice) == before - planned.transaction.fee)
        _ = try await plan(.reject, on: 4)
        _ = try await plan(.cancel, on: 3)

        #expect(await fault(.approve, on: 1) == .stale)
        #expect(await fault(.approve, on: 2) == .closed)
        #expect(await fault(.cancel, on: 4) == .closed)
        #expect(await fault(.approve, on: 7) == .noProposal)
        #expect(await fault(.approve, on: 4, by: bob) == .foreign)
        #expect(await fault(.approve, on: 4, in: bob) == .unknown)
        let proposer = try SquadsScene.with(alice, ["--powers", "5"])
        try proposer.place(on: chain.node)
        #expect(await fault(.approve, on: 4) == .notAllowed)
    }

    @Test func `a vote that was given already is refused`() async throws {
        let chain = try TransferChain()
        let alice = try chain.key("alice")
        var scene = try SquadsScene.with(alice)
        let address = try #require(scene.proposals["4"]).address
        var data = scene.data(address)
        // The one approval is the other member's: kind, multisig, index, status, time, bump and count stand before it.
        let place = 8 + 32 + 8 + 1 + 8 + 1 + 4
        data.replaceSubrange(place..<place + 32, with: alice.bytes)
        scene.set(address, data)
        try scene.place(on: chain.node)
        await #expect(throws: TransferError.vote(.given)) {
            _ = try await chain.planner(own: [alice]).vote(
                .approve, by: alice, in: scene.key(scene.multisig), on: 4, priority: PriorityFee())
        }
    }

    @Test func `a node that refuses the search is asked once`() async throws {
        let chain = try TransferChain()
        let alice = try chain.key("alice")
        let before = try chain.node.control([:])["requests"]?["getProgramAccounts"]?.int ?? 0
        try chain.node.control(["fault": "error", "method": "getProgramAccounts", "code": -32010])
        await #expect(throws: SolanaRPCError.self) { _ = try await chain.endpoint.multisigs(of: alice) }
        let after = try chain.node.control([:])["requests"]?["getProgramAccounts"]?.int ?? 0
        #expect(after - before == 1)
    }
}
