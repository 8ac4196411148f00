import DisplayText
import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import WalletNetwork

/// Transfers of SOL, executed by the local node.
@Suite(.timeLimit(.minutes(5))) struct SOLTransferTests {
    @Test func `what was planned is what the chain does, to the lamport`() async throws {
        let chain = try TransferChain()
        let (alice, fresh) = (try chain.key("alice"), try TransferChain.fresh(1))
        for (text, memo, priority) in [
            ("1.000000001", nil, PriorityFee(.none)), ("0.5", "for lunch", PriorityFee(.high)),
            ("2", nil, PriorityFee(.normal)),
        ] {
            let before = (try await chain.balance(alice), try await chain.balance(fresh))
            let plan = try await chain.plan(
                TransferOrder(.sol, .decimal(text), from: alice, to: fresh, memo: memo, priority: priority))
            #expect(plan.amount == (try DecimalAmount(text, decimals: 9).units) && plan.received == plan.amount)
            #expect(plan.total == plan.amount + plan.transaction.fee && plan.balance == before.0)
            try await chain.execute(plan.transaction, by: "alice")
            #expect(try await chain.balance(alice) == before.0 - plan.total)
            #expect(try await chain.balance(fresh) == before.1 + plan.amount)
        }
    }

    @Test func `everything leaves nothing behind`() async throws {
        for priority in [PriorityFee(.none), PriorityFee(.high)] {
            let chain = try TransferChain()
            let (alice, bob) = (try chain.key("alice"), try chain.key("bob"))
            try await payForPriority(chain, writing: alice)
            let before = try await chain.balance(bob)
            let plan = try await chain.plan(TransferOrder(.sol, .everything, from: alice, to: bob, priority: priority))
            #expect((plan.transaction.priorityFee > 0) == (priority.level == .high))
            try await chain.execute(plan.transaction, by: "alice")
            #expect(try await chain.balance(alice) == 0)
            #expect(try await chain.balance(bob) == before + plan.amount)
            #expect(plan.amount + plan.transaction.fee == plan.balance)
        }
    }

    /// Carol pays for writing to somebody's account, so that there is a price.
    private func payForPriority(_ chain: TransferChain, writing account: PublicKey) async throws {
        let carol = try chain.key("carol")
        for _ in 0..<3 {
            let draft = try await TransactionDraft(node: chain.endpoint, payer: carol)
            let planned = try await draft.finished(
                [SystemProgram.transfer(from: carol, to: account, lamports: 1)],
                ComputeBudget(limit: 10_000, price: 5_000_000), fee: 0, showing: [])
            try await chain.execute(planned, by: "carol")
        }
    }

    @Test func `a priority fee has a limit from a trial, and no node takes more than the cap`() async throws {
        let chain = try TransferChain()
        let (alice, bob) = (try chain.key("alice"), try chain.key("bob"))
        try await payForPriority(chain, writing: alice)
        var order = TransferOrder(.sol, .decimal("1"), from: alice, to: bob, priority: PriorityFee(.high))
        let plan = try await chain.plan(order)
        let units = try #require(plan.transaction.computeUnits)
        #expect((451...3_000).contains(units))
        #expect(plan.transaction.fee == 5_000 + plan.transaction.priorityFee && plan.transaction.priorityFee > 1_000)
        order.priority = PriorityFee(.high, cap: 700)
        let capped = try await chain.plan(order)
        #expect(capped.transaction.priorityFee <= 700 && capped.transaction.priorityFee > 650)
        let before = try await chain.balance(alice)
        try await chain.execute(capped.transaction, by: "alice")
        #expect(try await chain.balance(alice) == before - capped.total)
    }

    @Test func `what can't be sent is refused before anything is built`() async throws {
        let chain = try TransferChain()
        let (alice, bob, fresh) = (try chain.key("alice"), try chain.key("bob"), try TransferChain.fresh(2))
        func refusal(_ amount: String, to: PublicKey, from: PublicKey? = nil, memo: String? = nil) async
            -> TransferError?
        {
            await chain.refusal(
                TransferOrder(
                    .sol, .decimal(amount), from: from ?? alice, to: to, memo: memo, priority: PriorityFee(.none)))
        }
        #expect(await refusal("0", to: bob) == .nothing)
        #expect(await refusal("1e3", to: bob) == .amount(.notANumber))
        #expect(await refusal("0.0000000001", to: bob) == .amount(.tooManyDecimals(9)))
        #expect(await refusal("100", to: bob) == .lamports(needed: 100_000_005_000, available: 100_000_000_000))
        #expect(await refusal("18446744073.709551615", to: bob) == .lamports(needed: .max, available: 100_000_000_000))
        #expect(await refusal("99.999994", to: bob) == .remainder(minimum: 890_880, most: 99_999_104_120))
        #expect(await refusal("0.0008", to: fresh) == .tooLittleForRecipient(minimum: 890_880))
        #expect(await refusal("1", to: bob, memo: "") == .memo)
        #expect(await refusal("1", to: bob, memo: String(repeating: "é", count: 129)) == .memo)
        #expect(await refusal("1", to: bob, from: fresh) == .payer(.empty))
        #expect(try await refusal("1", to: bob, from: chain.mint("USDX")) == .payer(.notAWallet))
        // To the lamport that may be left, and to the lamport that an account takes.
        #expect(await refusal("99.99910412", to: bob) == nil)
        #expect(await refusal("0.00089088", to: fresh) == nil)
    }

    @Test func `a node that fails, lies about the fee or can't be asked is said to have`() async throws {
        let chain = try TransferChain()
        let (alice, bob) = (try chain.key("alice"), try chain.key("bob"))
        let order = TransferOrder(.sol, .decimal("1"), from: alice, to: bob)
        try chain.node.control(["fault": "status", "status": 500, "method": "getLatestBlockhash", "count": 1])
        guard case .node = await chain.refusal(order) else {
            Issue.record("a node without a blockhash")
            return
        }
        // Without prices there is no priority, and the transfer goes.
        try chain.node.control(["clear": true])
        try chain.node.control(["fault": "status", "status": 500, "method": "getRecentPrioritizationFees"])
        #expect(try await chain.plan(order).transaction.priorityFee == 0)
        chain.node.kill()
        guard case .node = await chain.refusal(order) else {
            Issue.record("a dead node")
            return
        }
    }
}
