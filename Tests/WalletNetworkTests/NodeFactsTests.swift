import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import TransactionReview
import WalletNetwork
import WalletRuntime

/// Facts of the chain for a review, from nodes that are honest, lie, or don't answer.
@Suite(.timeLimit(.minutes(10))) struct NodeFactsTests {
    /// Stands still: a busy machine is no node that doesn't answer.
    private let clock = ManualClock()

    private func facts(
        _ chain: LocalChain, _ transaction: Transaction, for purpose: NodeFacts.Purpose = .sending
    ) async throws(ChainFactsError) -> ChainFacts {
        let source = NodeFacts(chain.nodes, for: purpose, until: clock.now + NodeFacts.limit, clock: clock)
        return try await source.facts(for: TransactionReview(transaction), of: transaction)
    }

    /// The same, while the time passes by seconds as soon as the nodes have been asked so often.
    private func facts(
        _ chain: LocalChain, _ transaction: Transaction, passing steps: [(asked: Int, method: String, endpoint: Int)]
    ) async throws -> Result<ChainFacts, ChainFactsError> {
        let nodes = chain.nodes
        let asking = Task { [clock] () -> Result<ChainFacts, ChainFactsError> in
            let source = NodeFacts(nodes, for: .sending, until: clock.now + NodeFacts.limit, clock: clock)
            do throws(ChainFactsError) {
                return .success(try await source.facts(for: TransactionReview(transaction), of: transaction))
            } catch {
                return .failure(error)
            }
        }
        for step in steps {
            while try asked(chain, step.method, step.endpoint) < step.asked {
                try await Task.sleep(for: .milliseconds(20))
            }
            // What isn't slow has been answered by then.
            try await Task.sleep(for: .milliseconds(500))
            clock.advance(by: .seconds(2))
        }
        return await asking.value
    }

    private func asked(_ chain: LocalChain, _ method: String, _ endpoint: Int) throws -> Int {
        try chain.node.control([:], endpoint: endpoint)["requests"]?[method]?.int ?? 0
    }

    /// The requests for facts that a node has had.
    private func requests(_ chain: LocalChain, _ endpoint: Int) throws -> Int {
        try ["getMultipleAccounts", "simulateTransaction"].reduce(0) { try $0 + asked(chain, $1, endpoint) }
    }

    private func verdict(_ chain: LocalChain, _ transaction: Transaction, _ facts: ChainFacts) throws -> ReviewVerdict {
        ReviewVerdict(ReviewSubject(TransactionReview(transaction), signer: try chain.key("alice")), facts: facts)
    }

    /// The node's lookup table, carol among its entries.
    private func lookupTable(_ chain: LocalChain) throws -> AddressLookupTable {
        let entries = try (chain.node.description["lookupTable"]?["addresses"]?.array ?? []).map {
            try PublicKey(base58: #require($0.text))
        }
        return AddressLookupTable(key: try chain.table, addresses: entries)
    }

    /// A transfer whose recipient stands in the node's lookup table.
    private func hiddenTransfer(_ chain: LocalChain) async throws -> Transaction {
        try await chain.transaction(
            [SystemProgram.transfer(from: chain.key("alice"), to: chain.key("carol"), lamports: 5)],
            tables: [lookupTable(chain)])
    }

    /// Tokens to bob and SOL to carol. As in a swap, no byte names the mint, and the table hides some of the accounts.
    private func swap(_ chain: LocalChain, tables: [AddressLookupTable] = []) async throws -> Transaction {
        let (alice, bob, usdx) = (try chain.key("alice"), try chain.key("bob"), try chain.mint("USDX"))
        let accounts = [alice, bob].map { AssociatedTokenProgram.address(owner: $0, mint: usdx) }
        return try await chain.transaction(
            [
                TokenProgram.transfer(source: accounts[0], destination: accounts[1], authority: alice, amount: 5),
                SystemProgram.transfer(from: alice, to: chain.key("carol"), lamports: 5),
            ], tables: tables)
    }

    @Test func `an honest transfer is shown with its balances, the node's name and the slot`() async throws {
        let chain = try await LocalChain()
        let transaction = try await chain.transfer(1_000_000)
        let facts = try await facts(chain, transaction)
        let (alice, carol) = (try chain.key("alice"), try chain.key("carol"))
        let slot = try await chain.rpc.getSlot(RPCContextOptions(.processed))
        #expect(facts.sources == [ChainSource(node: "node 1", slot: slot)])
        #expect(facts.account(alice)?.lamports == 100_000_000_000 && facts.account(carol)?.lamports == 100_000_000_000)
        #expect(facts.simulation?.value.outcome == .succeeded)
        guard case .present(let after) = facts.simulation?.value.accounts[carol] else {
            throw TestFault("carol's account isn't shown")
        }
        #expect(after.lamports == 100_001_000_000)
        #expect(try verdict(chain, transaction, facts).findings.isEmpty)
    }

    @Test func `what would fail is told with its instruction and reason`() async throws {
        let chain = try await LocalChain()
        let much = try await chain.transfer(200_000_000_000)
        let facts = try await facts(chain, much)
        #expect(facts.simulation?.value.outcome == .failed(instruction: 0, reason: "Custom(1)"))
        #expect(try verdict(chain, much, facts).findings.contains { $0.id == "R30" && $0.level == .danger })
    }

    @Test func `an old blockhash fails what is to be sent, and not what is to be signed`() async throws {
        let chain = try await LocalChain()
        let old = try await chain.transfer(5)
        try chain.node.control(["advance": 200])
        let sent = try await facts(chain, old)
        #expect(sent.simulation?.value.outcome == .failed(instruction: nil, reason: "BlockhashNotFound"))
        let signed = try await facts(chain, old, for: .signing)
        #expect(signed.simulation?.value.outcome == .succeeded)
    }

    @Test func `two nodes that say the same of a table are both named, and one is one node's word`() async throws {
        for (options, second) in [(["--endpoints", "2"], "node 2"), ([], nil)] as [([String], String?)] {
            let chain = try await options.isEmpty ? LocalChain() : LocalChain("--endpoints", "2")
            let transaction = try await hiddenTransfer(chain)
            #expect(!TransactionReview(transaction).lookupTables.isEmpty)
            let facts = try await facts(chain, transaction)
            let table = try #require(facts.accounts[chain.table])
            #expect(table.source.node == "node 1" && table.second?.node == second)
            #expect(try verdict(chain, transaction, facts).findings.allSatisfy { $0.level < .danger })
        }
    }

    @Test func `nodes that contradict each other about a table make it a danger, whichever lies`() async throws {
        for liar in 0...1 {
            let chain = try await LocalChain("--endpoints", "2")
            let transaction = try await hiddenTransfer(chain)
            let thief = JSON.string(try PublicKey(bytes: [UInt8](repeating: 7, count: 32)).base58)
            let entries = JSON.array([JSON](repeating: thief, count: 8))
            try chain.node.control(
                ["fault": "lie", "account": .string(chain.table.base58), "addresses": entries], endpoint: liar)
            let facts = try await facts(chain, transaction)
            let table = try chain.table
            #expect(facts.disputed == [table] && facts.account(table) == nil)
            let verdict = try verdict(chain, transaction, facts)
            #expect(verdict.findings.contains { $0.id == "R48" && $0.level == .danger })
            #expect(verdict.findings.contains { $0.id == "R32" })
        }
    }

    @Test func `a table that was added to a moment ago is agreed on as far as both know it`() async throws {
        let chain = try await LocalChain("--endpoints", "2")
        let transaction = try await hiddenTransfer(chain)
        let data = try #require(try await chain.rpc.getAccountInfo(of: chain.table).value).data
        let all = try LookupTableAccount(decoding: ByteSlice(data)).addresses
        let more = try (all + [PublicKey(bytes: [UInt8](repeating: 7, count: 32))]).map { JSON.string($0.base58) }
        try chain.node.control(
            ["fault": "lie", "account": .string(chain.table.base58), "addresses": .array(more)], endpoint: 0)
        let table = try #require(try await facts(chain, transaction).accounts[chain.table])
        #expect(table.source.node == "node 2" && table.second?.node == "node 1")
    }

    @Test func `a lie about a balance takes no finding away`() async throws {
        let chain = try await LocalChain()
        let much = try await chain.transfer(200_000_000_000)
        try chain.node.control([
            "fault": "lie", "account": .string(chain.key("alice").base58), "lamports": 900_000_000_000,
        ])
        let lied = try await facts(chain, much)
        #expect(try verdict(chain, much, lied).findings.contains { $0.id == "R30" })
    }

    @Test func `an answer that changes the second time is another look, with another verdict`() async throws {
        let chain = try await LocalChain()
        let transaction = try await chain.transfer(5)
        let carol = JSON.string(try chain.key("carol").base58)
        try chain.node.control([
            "fault": "lie", "account": carol, "missing": true, "method": "getMultipleAccounts", "after": 1,
        ])
        let first = try await facts(chain, transaction)
        let second = try await facts(chain, transaction)
        #expect(try verdict(chain, transaction, first).findings.isEmpty)
        #expect(try verdict(chain, transaction, second).findings.map(\.id) == ["R36"])
    }

    @Test func `a node that is dead or broken is passed over for the next, and named by its failure alone`()
        async throws
    {
        let faults: [(JSONObject, ChainFactsError)] = [
            (["fault": "rate-limit"], .refused), (["fault": "status"], .unreachable), (["fault": "drop"], .unreachable),
            (["fault": "cut"], .unreachable), (["fault": "garbage"], .malformed), (["fault": "wrong-id"], .malformed),
            (["fault": "error", "code": -32005], .refused), (["fault": "result", "result": 5], .malformed),
        ]
        let chain = try await LocalChain("--endpoints", "2")
        let transaction = try await hiddenTransfer(chain)
        for (fault, error) in faults {
            try chain.node.control(fault, endpoint: 0)
            let facts = try await facts(chain, transaction)
            #expect(Set(facts.sources.map(\.node)) == ["node 2"], "\(fault)")
            #expect(facts.simulation?.value.outcome == .succeeded)
            try chain.node.control(fault, endpoint: 1)
            await #expect(throws: error) { _ = try await self.facts(chain, transaction) }
            for endpoint in 0...1 { try chain.node.control(["clear": true], endpoint: endpoint) }
        }
        chain.node.kill()
        await #expect(throws: ChainFactsError.unreachable) { _ = try await self.facts(chain, transaction) }
    }

    @Test func `a node that is late costs its share of the time, and not all of it`() async throws {
        let chain = try await LocalChain("--endpoints", "2")
        let transaction = try await hiddenTransfer(chain)
        try chain.node.control(["fault": "slow", "ms": 60_000], endpoint: 0)
        let facts = try await facts(chain, transaction, passing: [(1, "getMultipleAccounts", 1)]).get()
        #expect(Set(facts.sources.map(\.node)) == ["node 2"])
        #expect(facts.simulation?.value.outcome == .succeeded)
    }

    @Test func `a node that only fails to try it in time leaves facts without a trial`() async throws {
        let chain = try await LocalChain()
        let transaction = try await chain.transfer(5)
        try chain.node.control(["fault": "slow", "method": "simulateTransaction", "ms": 60_000])
        // A call that is slow is counted when it is answered.
        let step = (asked: 1, method: "getMultipleAccounts", endpoint: 0)
        let facts = try await facts(chain, transaction, passing: [step, step, step]).get()
        #expect(facts.simulation == nil && facts.accounts.count > 1)
        #expect(try verdict(chain, transaction, facts).findings.map(\.id) == ["R31"])
        try chain.node.control(["fault": "slow", "method": "getMultipleAccounts", "ms": 60_000])
        let late = (asked: 0, method: "getMultipleAccounts", endpoint: 0)
        let nothing = try await self.facts(chain, transaction, passing: [late, late, late])
        #expect(throws: ChainFactsError.timeout) { _ = try nothing.get() }
    }

    @Test func `a simulation that never ends leaves time for what the accounts reveal`() async throws {
        let chain = try await LocalChain()
        let transaction = try await swap(chain)
        try chain.node.control(["fault": "slow", "method": "simulateTransaction", "ms": 60_000])
        let step = (asked: 1, method: "getMultipleAccounts", endpoint: 0)
        let facts = try await facts(chain, transaction, passing: [step, step]).get()
        #expect(try facts.simulation == nil && facts.account(chain.mint("USDX")) != nil)
    }

    @Test func `a swap takes three requests with lookup tables and without, and with them one of a second node`()
        async throws
    {
        for hasTables in [false, true] {
            let chain = try await LocalChain("--endpoints", "2")
            let transaction = try await swap(chain, tables: hasTables ? [lookupTable(chain)] : [])
            #expect(TransactionReview(transaction).lookupTables.isEmpty != hasTables)
            let before = try (0...1).map { try requests(chain, $0) }
            let facts = try await facts(chain, transaction)
            let asked = try zip(before, (0...1).map { try requests(chain, $0) }).map { $1 - $0 }
            #expect(asked == (hasTables ? [3, 1] : [3, 0]))
            #expect(facts.simulation?.value.outcome == .succeeded)
            let usdx = try chain.mint("USDX")
            #expect(facts.account(usdx) != nil && facts.accounts[MetaplexMetadata.address(of: usdx)] != nil)
            #expect(try facts.account(chain.key("carol")) != nil)
        }
    }

    @Test func `where a node fails that is asked for tables and accounts, the accounts come from the next`()
        async throws
    {
        let chain = try await LocalChain("--endpoints", "2")
        let transaction = try await swap(chain, tables: [lookupTable(chain)])
        try chain.node.control(["fault": "status"], endpoint: 0)
        let facts = try await facts(chain, transaction)
        #expect(Set(facts.sources.map(\.node)) == ["node 2"])
        #expect(try facts.account(chain.key("alice")) != nil && facts.account(chain.mint("USDX")) != nil)
    }

    @Test func `tables are read alone where all together is too much for one answer`() async throws {
        let node = ScriptedNode()
        node.answer("getMultipleAccounts") { parameters, _ throws(RPCTransportError) in
            let count = parameters.first?.array?.count ?? 0
            guard count <= 1 else { throw .tooLarge(limit: 1) }
            return .result(["context": ["slot": 7], "value": .array([JSON](repeating: .null, count: count))])
        }
        let source = NodeFacts([NetworkNode(node)], for: .sending, until: clock.now + NodeFacts.limit, clock: clock)
        let keys = try (0..<3).map { try PublicKey(bytes: [UInt8](repeating: UInt8($0), count: 32)) }
        let facts = try await source.lookupTables([keys[0]], besides: Array(keys[1...]))
        #expect(Set(facts.accounts.keys) == [keys[0]] && facts.disputed.isEmpty)
        #expect(node.parameters(of: "getMultipleAccounts").map { $0.first?.array?.count ?? 0 } == [3, 1])
    }

    @Test func `who isn't waited for any more isn't asked further`() async throws {
        let chain = try await LocalChain()
        let transaction = try await chain.transfer(5)
        try chain.node.control(["fault": "slow", "ms": 60_000])
        let nodes = chain.nodes
        let asking = Task { [clock] in
            let source = NodeFacts(nodes, for: .sending, until: clock.now + NodeFacts.limit, clock: clock)
            return try await source.facts(for: TransactionReview(transaction), of: transaction)
        }
        try await Task.sleep(for: .milliseconds(500))
        asking.cancel()
        await #expect(throws: ChainFactsError.cancelled) { _ = try await asking.value }
    }

    @Test func `accounts are asked for in lots of a hundred, and in halves where they are too much for one answer`()
        async throws
    {
        let node = ScriptedNode()
        let account: JSON = [
            "lamports": 5, "owner": .string(SystemProgram.id.base58), "data": ["", "base64"], "executable": false,
        ]
        node.answer("getMultipleAccounts") { parameters, _ throws(RPCTransportError) in
            let count = parameters.first?.array?.count ?? 0
            guard count <= 30 else { throw .tooLarge(limit: 1) }
            return .result(["context": ["slot": 7], "value": .array([JSON](repeating: account, count: count))])
        }
        let source = NodeFacts([NetworkNode(node)], for: .sending, until: clock.now + NodeFacts.limit, clock: clock)
        let keys = try (0..<130).map { try PublicKey(bytes: [UInt8](repeating: UInt8($0), count: 32)) }
        let facts = try await source.accounts(keys)
        #expect(facts.count == 130)
        let asked = node.parameters(of: "getMultipleAccounts").map { $0.first?.array?.count ?? 0 }
        #expect(asked.max() == 100 && asked.filter { $0 <= 30 }.reduce(0, +) == 130)
    }
}
