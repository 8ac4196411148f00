import DisplayText
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import TransactionReview
import WalletNetwork

/// Transfers of tokens, executed by the local node.
@Suite(.timeLimit(.minutes(5))) struct TokenTransferTests {
    private func order(
        _ chain: TransferChain, _ symbol: String, _ amount: TransferOrder.Amount, to: PublicKey, memo: String? = nil
    ) throws -> TransferOrder {
        TransferOrder(.token(mint: try chain.mint(symbol)), amount, from: try chain.key("alice"), to: to, memo: memo)
    }

    @Test func `the recipient's account is made once, and its cost is what it costs`() async throws {
        let chain = try TransferChain()
        let (alice, fresh) = (try chain.key("alice"), try TransferChain.fresh(3))
        let first = try await chain.plan(order(chain, "USDX", .decimal("1.5"), to: fresh, memo: "hello"))
        // 165 bytes of a token account.
        #expect(first.accountCost == 2_039_280 && first.amount == 1_500_000 && first.decimals == 6)
        #expect(first.recipient.findings == [.unused] && first.token?.claimedName == "Pretend Dollar")
        let before = try await chain.balance(alice)
        try await chain.execute(first.transaction, by: "alice")
        #expect(try await chain.balance(alice) == before - first.total)
        #expect(try await chain.tokens(fresh, "USDX") == 1_500_000)
        let second = try await chain.plan(order(chain, "USDX", .decimal("0.000001"), to: fresh))
        #expect(second.accountCost == nil && second.total == second.transaction.fee)
        try await chain.execute(second.transaction, by: "alice")
        #expect(try await chain.balance(alice) == before - first.total - second.total)
        #expect(try await chain.tokens(fresh, "USDX") == 1_500_001)
        #expect(try await chain.tokens(alice, "USDX") == 998_499_999)
    }

    @Test func `everything is everything, to an account that is there and to one that isn't`() async throws {
        let chain = try TransferChain()
        let (alice, bob) = (try chain.key("alice"), try chain.key("bob"))
        let plan = try await chain.plan(order(chain, "USDX", .everything, to: bob))
        #expect(plan.amount == 1_000_000_000 && plan.accountCost == nil)
        try await chain.execute(plan.transaction, by: "alice")
        #expect(try await chain.tokens(alice, "USDX") == 0)
        #expect(try await chain.tokens(bob, "USDX") == 1_050_000_000)
        #expect(await chain.refusal(try order(chain, "USDX", .everything, to: bob)) == .tokens(needed: 1, available: 0))
    }

    @Test func `a token that keeps a fee back arrives as less, and a Token-2022 account has its own size`() async throws
    {
        let chain = try TransferChain()
        let fresh = try TransferChain.fresh(4)
        let plan = try await chain.plan(order(chain, "FEEX", .decimal("100"), to: fresh))
        // 165 and kind, immutable owner 4, withheld fee 4 + 8 bytes.
        #expect(plan.accountCost == (128 + 182) * 6_960)
        #expect(plan.amount == 100_000_000_000 && plan.received == 98_500_000_000)
        #expect(plan.token?.claimedName == "Fee on Transfer")
        try await chain.execute(plan.transaction, by: "alice")
        #expect(try await chain.tokens(fresh, "FEEX", Token2022Program.id) == plan.received)
        let boss = try await chain.plan(order(chain, "BOSS", .decimal("0.01"), to: fresh))
        #expect(boss.accountCost == (128 + 170) * 6_960 && boss.received == 1)
        try await chain.execute(boss.transaction, by: "alice")
        #expect(try await chain.tokens(fresh, "BOSS", Token2022Program.id) == 1)
    }

    @Test func `tokens in several accounts are taken together`() async throws {
        let chain = try TransferChain()
        let (alice, bob, mint) = (try chain.key("alice"), try chain.key("bob"), try chain.mint("USDX"))
        // Bob's associated account, given to alice: one of hers, and no longer his.
        let bobs = AssociatedTokenProgram.address(owner: bob, mint: mint)
        let draft = try await TransactionDraft(node: chain.endpoint, payer: bob)
        let handed = try await draft.finished(
            [try TokenProgram.setAuthority(of: bobs, .accountOwner, authority: bob, newAuthority: alice)],
            ComputeBudget(), fee: 0, showing: [])
        try await chain.execute(handed, by: "bob")
        let carol = try chain.key("carol")
        let plan = try await chain.plan(order(chain, "USDX", .decimal("1049"), to: carol))
        #expect(plan.sources.count == 2 && plan.amount == 1_049_000_000)
        try await chain.execute(plan.transaction, by: "alice")
        #expect(try await chain.tokens(carol, "USDX") == 1_049_000_000)
        // Where bob's tokens belong, somebody else's account stands now.
        #expect(
            await chain.refusal(try order(chain, "USDX", .decimal("1"), to: bob))
                == .recipient(.tokenAccount(holder: alice, mint: mint)))
    }

    @Test func `what can't be sent is refused before anything is built`() async throws {
        let chain = try TransferChain()
        let (alice, bob, fresh) = (try chain.key("alice"), try chain.key("bob"), try TransferChain.fresh(5))
        let many = await chain.refusal(try order(chain, "USDX", .decimal("1000.000001"), to: bob))
        #expect(many == .tokens(needed: 1_000_000_001, available: 1_000_000_000))
        let fine = await chain.refusal(try order(chain, "BOSS", .decimal("0.001"), to: bob))
        #expect(fine == .amount(.tooManyDecimals(2)))
        for mint in [bob, fresh, TokenProgram.id] {
            let order = TransferOrder(.token(mint: mint), .decimal("1"), from: alice, to: bob)
            #expect(await chain.refusal(order) == .token(.notAMint))
        }
        // An account costs more than bob has left.
        let poor = try await chain.plan(
            TransferOrder(.sol, .decimal("99.998"), from: bob, to: alice, priority: PriorityFee(.none)))
        try await chain.execute(poor.transaction, by: "bob")
        let costly = TransferOrder(.token(mint: try chain.mint("USDX")), .decimal("1"), from: bob, to: fresh)
        #expect(await chain.refusal(costly) == .lamports(needed: 2_044_280, available: 1_990_000))
    }

    @Test func `delegates are revoked by one transaction`() async throws {
        let chain = try TransferChain()
        let (bob, carol, mint) = (try chain.key("bob"), try chain.key("carol"), try chain.mint("USDX"))
        let account = AssociatedTokenProgram.address(owner: bob, mint: mint)
        let planner = chain.planner(own: [bob])
        let found = try await planner.delegations(of: bob)
        #expect(found.map(\.account) == [account] && found.first?.delegate == carol && found.first?.amount == 5_000_000)
        let plan = try await planner.revocation(of: nil, by: bob, priority: PriorityFee())
        #expect(plan.revoked == found && plan.left.isEmpty)
        await #expect(throws: TransferError.noDelegate) {
            _ = try await planner.revocation(of: [account, mint], by: bob, priority: PriorityFee())
        }
        try await chain.execute(plan.transaction, by: "bob")
        #expect(try await planner.delegations(of: bob).isEmpty)
        await #expect(throws: TransferError.noDelegate) {
            _ = try await planner.revocation(of: nil, by: bob, priority: PriorityFee())
        }
    }
}
