import Foundation
import JSONRPC
import SolanaRPC
import SolanaTransactions
import Synchronization
import TestSupport
import Testing
import TransactionReview
import WalletNetwork

/// The holdings of an address, against the local node and as PyPI's solana client reads them.
@Suite(.timeLimit(.minutes(5))) struct PortfolioTests {
    static func reading(_ node: LocalNode, _ address: PublicKey) throws -> JSON {
        let printed = try PythonScript("portfolio.py").run([node.endpoints[0].url, address.base58])
        return try JSON(parsing: JSONSource(Array(printed)))
    }

    private func compare(_ portfolio: Portfolio, _ reading: JSON) {
        #expect(String(portfolio.lamports) == reading["lamports"]?.text)
        let tokens = reading["tokens"]?.object?.members ?? []
        #expect(portfolio.tokens.map(\.address.base58).sorted() == tokens.map(\.name.string).sorted())
        for holding in portfolio.tokens {
            let told = reading["tokens"]?[holding.address.base58]
            #expect(told?["mint"]?.text == holding.contents.mint.base58)
            #expect(told?["amount"]?.text == String(holding.contents.amount))
            #expect(told?["decimals"]?.text == holding.token.map { String($0.decimals) })
            #expect(told?["delegate"]?.text == holding.contents.delegate?.base58 ?? "")
            #expect(told?["delegated"]?.text == String(holding.contents.delegatedAmount))
        }
    }

    @Test func `SOL and tokens of both programs are those that another client reads`() async throws {
        let people = NodePayments(try LocalNode())
        for (person, count) in [("alice", 3), ("bob", 1), ("carol", 0)] {
            let portfolio = try await people.wallet.portfolio(of: people.key(person))
            #expect(portfolio.tokens.count == count && portfolio.unreadable.isEmpty)
            #expect(portfolio.source.node == "node" && portfolio.source.slot > 0)
            compare(portfolio, try Self.reading(people.node, people.key(person)))
        }
        let alice = try await people.wallet.portfolio(of: people.key("alice"))
        let fee = try #require(alice.tokens.first { $0.program == Token2022Program.id && $0.token?.decimals == 9 })
        #expect(fee.token?.claimedName == "Fee on Transfer")
        #expect(!fee.isShared)
        let bob = try await people.wallet.portfolio(of: people.key("bob"))
        #expect(bob.tokens[0].isShared)
        #expect(bob.tokens[0].contents.delegate == (try people.key("carol")))
        // The node writes this one as Metaplex's program would.
        #expect(bob.tokens[0].token?.claimedName == "Pretend Dollar" && bob.tokens[0].token?.claimedSymbol == "USDX")
    }

    @Test(arguments: [1, 9_007_199_254_740_993, UInt64(Int64.max), 1 << 63 + 1, .max] as [UInt64])
    func `no digit of an amount gets lost`(_ amount: UInt64) async throws {
        let people = NodePayments(try LocalNode())
        let alice = try people.key("alice")
        let account = try people.account(alice, "USDX")
        try people.node.control([
            "fault": "lie", "account": .string(alice.base58), "lamports": .number(amount),
        ])
        try people.node.control([
            "fault": "lie", "account": .string(account.base58), "amount": .string(String(amount)),
        ])
        let portfolio = try await people.wallet.portfolio(of: alice)
        #expect(portfolio.lamports == amount)
        #expect(portfolio.tokens.first { $0.address == account }?.contents.amount == amount)
        compare(portfolio, try Self.reading(people.node, alice))
    }

    @Test func `another's tokens are no answer`() async throws {
        let people = NodePayments(try LocalNode())
        let (alice, bob) = (try people.key("alice"), try people.key("bob"))
        let bobs = try await people.wallet.rpc.fetch(
            "getTokenAccountsByOwner",
            [.string(bob.base58), ["programId": .string(TokenProgram.id.base58)], ["encoding": "base64"]])
        try people.node.control(["fault": "result", "method": "getTokenAccountsByOwner", "result": bobs])
        await #expect(throws: SolanaRPCError.answer(method: "getTokenAccountsByOwner", path: "value[0]")) {
            try await people.wallet.portfolio(of: alice)
        }
        // As bob's own they are told for Token and for Token-2022, and belong to one.
        await #expect(throws: SolanaRPCError.self) { try await people.wallet.portfolio(of: bob) }
    }

    @Test func `an account that nobody can read is told, and hides no other`() async throws {
        let people = NodePayments(try LocalNode())
        let alice = try people.key("alice")
        let account = try people.account(alice, "BOSS")
        let info = try #require(try await people.wallet.rpc.getAccountInfo(of: account).value)
        // An extension that says it is longer than the account.
        let data = Array(info.data.prefix(166)) + [7, 0, 255, 255, 0]
        try people.node.control([
            "set": .string(account.base58), "lamports": .number(info.lamports),
            "owner": .string(Token2022Program.id.base58), "data": .string(Base64.encode(data)),
        ])
        try people.node.control(["advance": 2])
        let portfolio = try await people.wallet.portfolio(of: alice)
        #expect(portfolio.unreadable == [account])
        #expect(portfolio.tokens.count == 2)
    }

    @Test func `a mint that is as long as its maker wanted keeps nothing from being shown`() async throws {
        let people = NodePayments(try LocalNode())
        let (alice, mint) = (try people.key("alice"), try people.mint("FEEX"))
        let info = try #require(try await people.wallet.rpc.getAccountInfo(of: mint).value)
        try people.node.control([
            "set": .string(mint.base58), "lamports": .number(100 * info.lamports),
            "owner": .string(Token2022Program.id.base58),
            "data": .string(Base64.encode(info.data + [UInt8](repeating: 0, count: 500_000))),
        ])
        try people.node.control(["advance": 2])
        let holding = try #require(
            try await people.wallet.portfolio(of: alice).tokens.first { $0.contents.mint == mint })
        #expect(holding.token?.decimals == 9)
        #expect(holding.token?.claimedName == nil)
    }

    @Test func `metadata that isn't this mint's, or not as it is laid out, names nothing`() async throws {
        let people = NodePayments(try LocalNode())
        let (bob, mint) = (try people.key("bob"), try people.mint("USDX"))
        let place = MetaplexMetadata.address(of: mint)
        let info = try #require(try await people.wallet.rpc.getAccountInfo(of: place).value)
        #expect(info.data.count == 679 && Array(info.data[33..<65]) == mint.bytes)
        func token(
            by owner: PublicKey = MetaplexMetadata.program, _ change: (inout [UInt8]) -> Void
        ) async throws -> TokenDescription? {
            var data = info.data
            change(&data)
            try people.node.control([
                "set": .string(place.base58), "lamports": .number(10 * info.lamports), "owner": .string(owner.base58),
                "data": .string(Base64.encode(data)),
            ])
            try people.node.control(["advance": 2])
            let portfolio = try await people.wallet.portfolio(of: bob)
            #expect(portfolio.tokens.map(\.contents.amount) == [50_000_000])
            return portfolio.tokens[0].token
        }
        let thief = try people.key("carol").bytes
        #expect(try await token { _ in }?.claimedName == "Pretend Dollar")
        let turned = try await token { $0.replaceSubrange(69..<72, with: Array("\u{202E}".utf8)) }
        #expect(turned?.claimedName == #"\u{202e}tend Dollar"#)
        let hostile: [(inout [UInt8]) -> Void] = [
            { $0.replaceSubrange(33..<65, with: thief) }, { $0[0] = 6 }, { $0[65] = 33 }, { $0[72] = 0xFF },
            { $0 = Array($0[..<200]) }, { $0.replaceSubrange(65..<69, with: [255, 255, 255, 255]) },
        ]
        for change in hostile {
            let token = try await token(change)
            #expect(token?.decimals == 6 && token?.claimedName == nil && token?.claimedSymbol == nil)
        }
        let others = try await token(by: people.key("carol")) { _ in }
        #expect(others?.decimals == 6 && others?.claimedName == nil)
        // However long it is: no more of it is asked for than names take.
        #expect(try await token { $0 += [UInt8](repeating: 0, count: 500_000) }?.claimedName == "Pretend Dollar")
    }

    @Test func `names of a thousand tokens are asked for, a hundred at a time`() async throws {
        let mints = try (0..<1_050).map { number in
            try PublicKey(bytes: [UInt8](repeating: 0, count: 30) + [UInt8(number >> 8), UInt8(number & 255)])
        }
        let asked = Mutex<[[String]]>([])
        let node = NetworkNode(
            name: "node",
            transport: FixedTransport { question in
                let addresses = (question["params"]?[0]?.array ?? []).compactMap(\.text)
                asked.withLock { $0.append(addresses) }
                return ["context": ["slot": 1], "value": .array(addresses.map { _ in .null })]
            })
        #expect(try await node.tokens(mints).isEmpty)
        let lots = asked.withLock(\.self)
        #expect(lots.count == 21 && lots.allSatisfy { $0.count <= 100 })
        #expect(lots[11...].flatMap(\.self) == mints.prefix(1_000).map { MetaplexMetadata.address(of: $0).base58 })
    }

    @Test func `a mint of another program describes no token`() async throws {
        let people = NodePayments(try LocalNode())
        let (alice, mint) = (try people.key("alice"), try people.mint("USDX"))
        try people.node.control([
            "fault": "lie", "account": .string(mint.base58), "owner": .string(Token2022Program.id.base58),
            "method": "getMultipleAccounts",
        ])
        let portfolio = try await people.wallet.portfolio(of: alice)
        #expect(portfolio.tokens.first { $0.contents.mint == mint }.map { $0.token == nil } == true)
    }

    @Test func `the next node is asked where the first is no use`() async throws {
        let node = try LocalNode(["--endpoints", "2"])
        let network = LoopbackNetwork(node)
        let alice = try NodePayments(node).key("alice")
        let clock = ManualClock()
        let deadline = WalletNetwork.Deadline(clock.now + .seconds(10), of: clock)
        try node.control(["fault": "status", "status": 500])
        let portfolio = try await network.nodes(of: .localnet).answer(until: deadline) {
            each throws(SolanaRPCError) in
            try await each.portfolio(of: alice)
        }
        #expect(portfolio.source.node == "node 2")
        try node.control(["fault": "status", "status": 500], endpoint: 1)
        await #expect(throws: SolanaRPCError.transport(.status(500))) {
            try await network.nodes(of: .localnet).answer(until: deadline) { each throws(SolanaRPCError) in
                try await each.portfolio(of: alice)
            }
        }
    }
}
