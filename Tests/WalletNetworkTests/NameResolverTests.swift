import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import TransactionReview
import WalletNetwork
import WalletRuntime

/// What nodes say about names: honest ones, one that lies, and one that doesn't answer.
@Suite(.timeLimit(.minutes(5))) struct NameResolverTests {
    private static let now: Int64 = 1_800_000_000
    private let clock = SystemMonotonicClock()

    private func resolver(_ nodes: [NetworkNode]) -> NameResolver {
        NameResolver(nodes, until: Deadline(clock.now + .seconds(60), of: clock), now: Self.now)
    }

    private func failure(_ name: String, _ nodes: [NetworkNode]) async -> NameError? {
        do throws(NameError) {
            guard let name = try? SolanaName(name) else { return nil }
            _ = try await resolver(nodes).resolve(name)
            return nil
        } catch {
            return error
        }
    }

    @Test func `two nodes are asked for a name, and one alone is said to be alone`() async throws {
        let chain = try await LocalChain("--endpoints", "3")
        let (alice, bob) = (try chain.key("alice"), try chain.key("bob"))
        let scene = NameScene(node: chain.node)
        try scene.sol("alice", owner: alice)
        let name = try SolanaName("alice.sol")
        let both = try await resolver(chain.nodes).resolve(name)
        #expect(both.address == alice && both.sources.map(\.node) == ["node 1", "node 2"] && both.former == nil)
        let one = try await resolver([chain.nodes[2]]).resolve(name)
        #expect(one.address == alice && one.isAlone)
        // The third node is asked where the first gives no answer.
        try chain.node.control(["fault": "status", "status": 403], endpoint: 0)
        let others = try await resolver(chain.nodes).resolve(name)
        #expect(others.sources.map(\.node) == ["node 2", "node 3"])
        // The old account of the same name is somebody else's, and never takes the record's place.
        try scene.sns("alice", owner: bob)
        #expect(try await resolver(chain.nodes).resolve(name).former == bob)
        #expect(try await resolver(chain.nodes).resolve(SolanaName("alice.sns")).address == bob)
        try scene.sns("carol", owner: bob)
        #expect(await failure("carol.sol", chain.nodes) == .refused(.unknown))
        try scene.sol("dave", owner: bob)
        #expect(await failure("dave.sns", chain.nodes) == .refused(.unknown))
    }

    @Test func `nodes that disagree about a name resolve nothing`() async throws {
        let chain = try await LocalChain("--endpoints", "2")
        let (alice, bob) = (try chain.key("alice"), try chain.key("bob"))
        let scene = NameScene(node: chain.node)
        try scene.sol("alice", owner: alice)
        let record = try RecordService.record(of: "alice")
        let lie = Base64.encode(NameScene.record("alice", owner: bob))
        try chain.node.control(
            ["fault": "lie", "account": .string(record.base58), "data": .string(lie)], endpoint: 1)
        #expect(await failure("alice.sol", chain.nodes) == .disputed([alice, bob]))
        try chain.node.control(["clear": true], endpoint: 1)
        try chain.node.control(
            ["fault": "lie", "account": .string(record.base58), "missing": true], endpoint: 1)
        #expect(await failure("alice.sol", chain.nodes) == .disputed([alice]))
    }

    @Test func `an expired name stands for nothing, whatever the program allows`() async throws {
        let chain = try await LocalChain()
        let alice = try chain.key("alice")
        let scene = NameScene(node: chain.node)
        try scene.sol("alice", owner: alice, expiry: Self.now + 1)
        #expect(try await resolver(chain.nodes).resolve(SolanaName("alice.sol")).address == alice)
        try scene.sol("alice", owner: alice, expiry: Self.now)
        #expect(await failure("alice.sol", chain.nodes) == .refused(.expired))
    }

    @Test func `a name that a token holds is its only holder's`() async throws {
        let chain = try await LocalChain()
        let (alice, bob) = (try chain.key("alice"), try chain.key("bob"))
        let scene = NameScene(node: chain.node)
        let name = try SolanaName("alice.sol")
        let mint = try RecordService.mint(of: RecordService.record(of: "alice"))
        try scene.sol("alice", owner: mint, isToken: true)
        try scene.token(of: "alice", to: alice)
        #expect(try await resolver(chain.nodes).resolve(name).address == alice)
        // A node that doesn't tell who holds it, as some public ones do.
        try chain.node.control(["fault": "error", "method": "getTokenLargestAccounts", "code": -32_601])
        #expect(await failure("alice.sol", chain.nodes) == .holderUnknown)
        try chain.node.control(["clear": true])
        try scene.token(of: "alice", to: bob)
        #expect(await failure("alice.sol", chain.nodes) == .refused(.record))
        try scene.token(of: "alice", to: alice, amount: 2)
        #expect(await failure("alice.sol", chain.nodes) == .refused(.record))
    }

    @Test func `an address goes by a name that leads back to it, and by no other`() async throws {
        let chain = try await LocalChain("--endpoints", "2")
        let (alice, bob) = (try chain.key("alice"), try chain.key("bob"))
        let scene = NameScene(node: chain.node)
        #expect(try await resolver(chain.nodes).primaryName(of: alice) == nil)
        try scene.sns("alice", owner: alice)
        try scene.primary(alice, label: "alice")
        let found = try await resolver(chain.nodes).primaryName(of: alice)
        #expect(found?.name.description == "alice.sns" && found?.sources.count == 2)
        // Anyone can say that they go by it.
        try scene.primary(bob, label: "alice")
        #expect(try await resolver(chain.nodes).primaryName(of: bob) == nil)
        try scene.sns("alice", owner: bob)
        #expect(try await resolver(chain.nodes).primaryName(of: alice) == nil)
    }

    @Test func `names of several addresses take one question, and one that lies about a name takes no other away`()
        async throws
    {
        let chain = try await LocalChain("--endpoints", "2")
        let (alice, bob, carol) = (try chain.key("alice"), try chain.key("bob"), try chain.key("carol"))
        let scene = NameScene(node: chain.node)
        for (label, owner) in [("alice", alice), ("bob", bob)] {
            try scene.sns(label, owner: owner)
            try scene.primary(owner, label: label)
        }
        // Somebody's own name, spelled with a letter that nobody sees, and one that leads elsewhere.
        let hidden = "ali\u{200B}ce"
        try scene.sns(hidden, owner: carol)
        try scene.primary(carol, label: hidden)
        let found = await resolver(chain.nodes).primaryNames(of: [alice, bob, carol])
        #expect(found.mapValues(\.name.description) == [alice: "alice.sns", bob: "bob.sns"])
        try scene.primary(carol, label: "bob")
        // The second node says that the name of bob is carol's: then nobody goes by it.
        let lie = Base64.encode(NameService.root.bytes + carol.bytes + PublicKey().bytes)
        try chain.node.control(
            ["fault": "lie", "account": .string(NameService.domain("bob").base58), "data": .string(lie)], endpoint: 1)
        #expect(await resolver(chain.nodes).primaryNames(of: [alice, bob, carol]).keys.map(\.base58) == [alice.base58])
        for endpoint in 0...1 { try chain.node.control(["fault": "status", "status": 403], endpoint: endpoint) }
        #expect(await resolver(chain.nodes).primaryNames(of: [alice]).isEmpty)
        #expect(await resolver(chain.nodes).primaryNames(of: []).isEmpty)
    }
}
