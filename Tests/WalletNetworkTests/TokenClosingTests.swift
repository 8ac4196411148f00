import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import WalletNetwork

/// Closing empty token accounts and burning tokens, executed by the local node.
@Suite(.timeLimit(.minutes(5))) struct TokenClosingTests {
    private static let rent: UInt64 = 2_039_280

    /// A token account's bytes: without tokens and initialized, unless something else is said.
    private static func contents(
        mint: PublicKey, owner: PublicKey, amount: UInt64 = 0, closeAuthority: PublicKey? = nil, isFrozen: Bool = false,
        extensions: [(type: UInt8, value: [UInt8])] = []
    ) -> [UInt8] {
        var data = mint.bytes + owner.bytes + (0..<8).map { UInt8(truncatingIfNeeded: amount >> ($0 * 8)) }
        data += [UInt8](repeating: 0, count: 36) + [isFrozen ? 2 : 1] + [UInt8](repeating: 0, count: 20)
        data += closeAuthority.map { [1, 0, 0, 0] + $0.bytes } ?? [UInt8](repeating: 0, count: 36)
        guard !extensions.isEmpty else { return data }
        data.append(2)
        for each in extensions {
            let count = each.value.count
            data +=
                [each.type, 0, UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)] + each.value
        }
        return data
    }

    /// Puts an account onto the chain.
    private func put(
        _ chain: TransferChain, _ seed: UInt8, _ data: [UInt8], _ program: PublicKey = TokenProgram.id,
        lamports: UInt64 = rent
    ) throws -> PublicKey {
        let address = try TransferChain.fresh(seed)
        try chain.node.control([
            "set": .string(address.base58), "lamports": .number(Int(lamports)), "owner": .string(program.base58),
            "data": .string(Base64.encode(data)),
        ])
        return address
    }

    private func faults(_ planner: TransferPlanner, _ owner: PublicKey) async throws -> [PublicKey: TokenClosingFault?]
    {
        Dictionary(uniqueKeysWithValues: try await planner.emptyAccounts(of: owner).map { ($0.account, $0.fault) })
    }

    /// Asks the chain what it says to closing one account, whatever the planner says.
    private func closes(
        _ chain: TransferChain, _ account: PublicKey, _ owner: PublicKey, _ program: any TokenInterface.Type
    ) async throws -> Bool {
        let draft = try await TransactionDraft(node: chain.endpoint, payer: owner)
        do {
            _ = try await draft.finished(
                [program.closeAccount(account, to: owner, owner: owner)], ComputeBudget(), fee: 0, showing: [])
            return true
        } catch TransferError.fails { return false }
    }

    @Test func `twenty empty accounts are closed by one transaction, and their rent comes back exactly`() async throws {
        let chain = try TransferChain()
        let (carol, mint) = (try chain.key("carol"), try chain.mint("USDX"))
        var put: Set<PublicKey> = []
        for seed in UInt8(20)..<40 {
            // One of them was sent more than its rent.
            let lamports = seed == 20 ? Self.rent + 1_000_007 : Self.rent
            put.insert(
                try self.put(chain, seed, Self.contents(mint: mint, owner: carol), lamports: lamports))
        }
        try chain.node.control(["advance": 2])
        let planner = chain.planner(own: [carol])
        let plan = try await planner.reclaim(of: nil, by: carol, priority: PriorityFee())
        #expect(Set(plan.closed.map(\.account)) == put && plan.left.isEmpty)
        #expect(plan.lamports == 20 * Self.rent + 1_000_007)
        let before = try await chain.balance(carol)
        try await chain.execute(plan.transaction, by: "carol")
        #expect(try await chain.balance(carol) == before + plan.lamports - plan.transaction.fee)
        #expect(try await planner.emptyAccounts(of: carol).isEmpty)
        await #expect(throws: TransferError.nothingToClose) {
            _ = try await planner.reclaim(of: nil, by: carol, priority: PriorityFee())
        }
    }

    @Test func `what doesn't fit one transaction is left for the next, and those with the most come first`()
        async throws
    {
        let chain = try TransferChain()
        let (carol, mint) = (try chain.key("carol"), try chain.mint("USDX"))
        for seed in UInt8(20)..<60 {
            let program = seed.isMultiple(of: 2) ? TokenProgram.id : Token2022Program.id
            _ = try put(
                chain, seed, Self.contents(mint: mint, owner: carol), program, lamports: Self.rent + UInt64(seed))
        }
        try chain.node.control(["advance": 2])
        let planner = chain.planner(own: [carol])
        let first = try await planner.reclaim(of: nil, by: carol, priority: PriorityFee())
        #expect(first.closed.count >= 25 && first.closed.count + first.left.count == 40)
        #expect(first.closed.first?.lamports == Self.rent + 59)
        try await chain.execute(first.transaction, by: "carol")
        let second = try await planner.reclaim(of: nil, by: carol, priority: PriorityFee())
        #expect(second.closed == first.left && second.left.isEmpty)
        try await chain.execute(second.transaction, by: "carol")
        #expect(try await planner.emptyAccounts(of: carol).isEmpty)
    }

    @Test func `fees that were withheld keep an account open, on the chain and in the plan`() async throws {
        let chain = try TransferChain()
        let (alice, bob, mint) = (try chain.key("alice"), try chain.key("bob"), try chain.mint("FEEX"))
        let there = try await chain.plan(
            TransferOrder(.token(mint: mint), .decimal("100"), from: alice, to: bob))
        try await chain.execute(there.transaction, by: "alice")
        let back = try await chain.plan(TransferOrder(.token(mint: mint), .everything, from: bob, to: alice))
        try await chain.execute(back.transaction, by: "bob")
        let account = AssociatedTokenProgram.address(owner: bob, mint: mint, program: Token2022Program.id)
        let planner = chain.planner(own: [bob])
        #expect(try await faults(planner, bob)[account] == .some(.withheld))
        #expect(try await !closes(chain, account, bob, Token2022Program.self))
        await #expect(throws: TransferError.nothingToClose) {
            _ = try await planner.reclaim(of: [account], by: bob, priority: PriorityFee())
        }
    }

    @Test func `every other account that stays says why, and the chain agrees`() async throws {
        let chain = try TransferChain()
        let (bob, carol, mint) = (try chain.key("bob"), try chain.key("carol"), try chain.mint("USDX"))
        var pending = [UInt8](repeating: 0, count: 295)
        pending[40] = 1
        let kept: [(UInt8, [UInt8], PublicKey, TokenClosingFault)] = [
            (20, Self.contents(mint: mint, owner: carol, closeAuthority: bob), TokenProgram.id, .closeAuthority),
            (
                21, Self.contents(mint: mint, owner: carol, extensions: [(17, [UInt8](repeating: 1, count: 64))]),
                Token2022Program.id, .confidential
            ),
            (
                22, Self.contents(mint: mint, owner: carol, extensions: [(2, [1, 0, 0, 0, 0, 0, 0, 0])]),
                Token2022Program.id, .withheld
            ),
            (
                23, Self.contents(mint: mint, owner: carol, extensions: [(5, pending)]), Token2022Program.id,
                .confidential
            ),
        ]
        for (seed, data, program, fault) in kept {
            let address = try put(chain, seed, data, program, lamports: 5_000_000)
            try chain.node.control(["advance": 2])
            let found = try await faults(chain.planner(own: [carol]), carol)
            #expect(found[address] == .some(fault))
            let interface: any TokenInterface.Type =
                program == Token2022Program.id ? Token2022Program.self : TokenProgram.self
            #expect(try await !closes(chain, address, carol, interface), "\(fault)")
        }
        // An extension of tomorrow: nobody knows here what it keeps.
        let unknown = try put(
            chain, 24, Self.contents(mint: mint, owner: carol, extensions: [(99, [0])]), Token2022Program.id,
            lamports: 5_000_000)
        // Closing this one would pay out wrapped SOL: money, and no empty account.
        var wrapped = Self.contents(
            mint: PublicKey("So11111111111111111111111111111111111111112"), owner: carol, amount: 7)
        wrapped[109] = 1
        let native = try put(chain, 25, wrapped, lamports: Self.rent + 7)
        // A frozen account without tokens is closed as any other.
        let frozen = try put(chain, 26, Self.contents(mint: mint, owner: carol, isFrozen: true))
        let full = try put(chain, 27, Self.contents(mint: mint, owner: carol, amount: 1))
        try chain.node.control(["advance": 2])
        let found = try await faults(chain.planner(own: [carol]), carol)
        #expect(found[unknown] == .some(.unknownExtension) && found[native] == .some(.wrapped))
        #expect(found[frozen] == .some(nil) && found[full] == nil)
        #expect(try await closes(chain, frozen, carol, TokenProgram.self))
        #expect(try await !closes(chain, full, carol, TokenProgram.self))
        let plan = try await chain.planner(own: [carol]).reclaim(of: nil, by: carol, priority: PriorityFee())
        #expect(plan.closed.map(\.account) == [frozen])
    }

    @Test func `all of a token is burned, its account is closed, and its rent comes back`() async throws {
        let chain = try TransferChain()
        let (alice, mint) = (try chain.key("alice"), try chain.mint("USDX"))
        let planner = chain.planner(own: [alice])
        let plan = try await planner.burn(of: mint, by: alice, priority: PriorityFee())
        #expect(plan.amount == 1_000_000_000 && plan.decimals == 6 && plan.left == 0)
        #expect(plan.closed.count == 1 && plan.lamports == Self.rent)
        let before = try await chain.balance(alice)
        try await chain.execute(plan.transaction, by: "alice")
        #expect(try await chain.balance(alice) == before + Self.rent - plan.transaction.fee)
        await #expect(throws: TransferError.nothingToBurn) {
            _ = try await planner.burn(of: mint, by: alice, priority: PriorityFee())
        }
        await #expect(throws: TransferError.token(.notAMint)) {
            _ = try await planner.burn(of: alice, by: alice, priority: PriorityFee())
        }
    }

    @Test func `tokens in an account that stays open are burned, and frozen and wrapped ones are refused`() async throws
    {
        let chain = try TransferChain()
        let (alice, bob, carol) = (try chain.key("alice"), try chain.key("bob"), try chain.key("carol"))
        let fee = try chain.mint("FEEX")
        let there = try await chain.plan(TransferOrder(.token(mint: fee), .decimal("100"), from: alice, to: bob))
        try await chain.execute(there.transaction, by: "alice")
        let planner = chain.planner(own: [bob])
        let plan = try await planner.burn(of: fee, by: bob, priority: PriorityFee())
        // The withheld fee keeps it open.
        #expect(plan.amount == there.received && plan.closed.isEmpty && plan.left == 1 && plan.lamports == 0)
        try await chain.execute(plan.transaction, by: "bob")
        #expect(try await chain.tokens(bob, "FEEX", Token2022Program.id) == 0)

        let usdx = try chain.mint("USDX")
        _ = try put(chain, 28, Self.contents(mint: usdx, owner: carol, amount: 3, isFrozen: true))
        try chain.node.control(["advance": 2])
        await #expect(throws: TransferError.token(.frozen)) {
            _ = try await chain.planner(own: [carol]).burn(of: usdx, by: carol, priority: PriorityFee())
        }
    }
}
