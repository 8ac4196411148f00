import Base58
import JSONRPC
import Salt
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletNetwork

@Suite(.timeLimit(.minutes(10))) struct PortfolioHistoryTests {
    private func send(
        _ life: PortfolioLife, by person: String, _ instructions: (PublicKey) throws -> [Instruction]
    ) async throws -> String {
        try await life.node.send(by: person, instructions)
    }

    private func signatures(_ page: JSON) -> [String] {
        (page["entries"]?.array ?? []).compactMap { $0["signature"]?.text }
    }

    /// All pages from one on, and how many there were.
    private func pages(_ life: PortfolioLife, from first: JSON, limit: Int) async throws -> [JSON] {
        var entries = first["entries"]?.array ?? []
        var cursor = first["cursor"]
        while let next = cursor {
            let page = try await life.history(["limit": .number(limit), "cursor": next])
            entries += page["entries"]?.array ?? []
            cursor = page["cursor"]
        }
        return entries
    }

    @Test func `an entry says when, from whom, to whom, how much of what, and what became of it`() async throws {
        let life = try await PortfolioLife()
        let own = try PublicKey(base58: life.account)
        #expect(try await life.history()["entries"] == [])
        let paid = try await send(life, by: "bob") { bob in
            [SystemProgram.transfer(from: bob, to: own, lamports: 2_000_000_001)]
        }
        let page = try await life.history()
        let entry = try #require(page["entries"]?[0])
        let bob = try life.node.seeded("accounts", "bob", "publicKey")
        #expect(signatures(page) == [paid] && page["cursor"] == nil && page["whole"] == true && page["age"] == 0)
        #expect(entry["status"] == "succeeded" && entry["fee"] == "5000" && entry["paysFee"] == false)
        #expect(entry["time"]?.int.map { $0 > 1_600_000_000_000 } == true && entry["marks"] == [])
        #expect(
            entry["movements"] == [
                [
                    "direction": "in", "amount": "2000000001", "decimals": 9, "to": .string(life.account),
                    "from": .string(bob), "currency": "SOL",
                ]
            ])
        #expect(life.browser.notifications("portfolio.changed").isEmpty == false)

        life.network.cut()
        life.date.pass(.seconds(90 * 24 * 60 * 60))
        let old = try await life.history()
        #expect(old["entries"] == page["entries"])
        #expect(old["age"]?.int == 90 * 24 * 60 * 60_000 && old["cause"] == "node-unreachable")
        life.date.pass(.seconds(-91 * 24 * 60 * 60))
        #expect(try await life.history()["age"] == nil)
    }

    @Test func `tokens that reach a token account alone stand in the history, and what is spam is marked`() async throws
    {
        let life = try await PortfolioLife()
        let own = try PublicKey(base58: life.account)
        let mint = try PublicKey(base58: life.node.seeded("mints", "USDX", "address"))
        try life.node.control(["mint": "USDX", "to": .string(life.account), "amount": 1])
        try life.node.control(["advance": 2])
        _ = try await life.history()
        // Names the token account, and not its owner.
        let tokens = try await send(life, by: "alice") { alice in
            [
                TokenProgram.transferChecked(
                    source: AssociatedTokenProgram.address(owner: alice, mint: mint), mint: mint,
                    destination: AssociatedTokenProgram.address(owner: own, mint: mint), authority: alice,
                    amount: 250_000, decimals: 6)
            ]
        }
        let dust = try await send(life, by: "carol") { carol in
            [SystemProgram.transfer(from: carol, to: own, lamports: 999_999)]
        }
        let many = try await send(life, by: "carol") { carol in
            try (1...5).map { number in
                let to = number == 1 ? own : try PublicKey(bytes: [UInt8](repeating: UInt8(number), count: 32))
                return SystemProgram.transfer(from: carol, to: to, lamports: 5_000_000)
            }
        }
        let named = try await send(life, by: "carol") { carol in
            [
                SystemProgram.transfer(from: carol, to: carol, lamports: 1),
                SystemProgram.transfer(from: carol, to: own, lamports: 0),
            ]
        }
        let entries = try await life.history()["entries"]?.array ?? []
        let marks = Dictionary(
            uniqueKeysWithValues: entries.map { ($0["signature"]?.text ?? "", $0["marks"] ?? .null) })
        #expect(entries.count == 5)
        #expect(marks[dust] == ["dust"] && marks[many] == ["many-recipients"] && marks[named] == ["named-only"])
        #expect(marks[tokens] == ["unknown-token"])
        let moved = try #require(entries.first { $0["signature"]?.text == tokens }?["movements"]?[0])
        let alice = try life.node.seeded("accounts", "alice", "publicKey")
        #expect(moved["claims"] == ["name": "Pretend Dollar", "symbol": "USDX"])
        #expect(moved["amount"] == "250000" && moved["decimals"] == 6 && moved["currency"]?.text == mint.base58)
        #expect(moved["direction"] == "in" && moved["from"]?.text == alice)
    }

    @Test func `pages neither repeat nor turn round while new ones come, and nothing is read twice`() async throws {
        let life = try await PortfolioLife()
        // More than a node lists at once.
        try life.node.control(["fill": .string(life.account), "count": 1_030])
        try life.node.control(["advance": 2])
        let first = try await life.history(["limit": 100])
        let shown = signatures(first)
        #expect(shown.count == 100)
        #expect(try life.asked("getTransaction") == 100)
        try life.node.control(["fill": .string(life.account), "count": 30])
        try life.node.control(["advance": 2])
        let newer = try await life.history(["limit": 30])
        #expect(Set(signatures(newer)).isDisjoint(with: shown))
        #expect(try await signatures(life.history(["limit": 100])).suffix(70) == shown.prefix(70)[...])
        // What came meanwhile changes nothing below.
        let entries = try await pages(life, from: first, limit: 100)
        #expect(entries.count == 1_030)
        #expect(Set(entries.compactMap { $0["signature"]?.text }).count == 1_030)
        let slots = entries.compactMap { $0["slot"]?.text.flatMap { UInt64($0) } }
        #expect(slots == slots.sorted(by: >))
        // The amounts tell the order in which they were made.
        let amounts = entries.compactMap { $0["movements"]?[0]?["amount"]?.text.flatMap { UInt64($0) } }
        #expect(amounts == (0..<1_030).reversed().map { 900_000 + UInt64($0) })
        #expect(try life.asked("getTransaction") == 1_060)

        let asked = try life.asked("getTransaction")
        let again = try await pages(life, from: life.history(["limit": 100]), limit: 100)
        #expect(again.count == 1_060)
        #expect(try life.asked("getTransaction") == asked)
        life.network.cut()
        #expect(try await pages(life, from: life.history(["limit": 100]), limit: 100) == again)
    }

    @Test func `a transaction that the node no longer has is told without what it was`() async throws {
        let life = try await PortfolioLife()
        try life.node.control(["fill": .string(life.account), "count": 3])
        try life.node.control(["advance": 2])
        try life.node.control(["fault": "result", "method": "getTransaction", "result": .null])
        let entries = try await life.history()["entries"]?.array ?? []
        #expect(entries.count == 3)
        #expect(entries.allSatisfy { $0["movements"] == nil && $0["status"] == "succeeded" && $0["slot"] != nil })
        try life.node.control(["clear": true])
        #expect(try await life.history()["entries"]?.array?.allSatisfy { $0["movements"] != nil } == true)
    }

    @Test func `of a local chain that began anew, nothing from before is told`() async throws {
        let life = try await PortfolioLife()
        try life.node.control(["fill": .string(life.account), "count": 3])
        try life.node.control(["advance": 2])
        let before = try await signatures(life.history())
        #expect(before.count == 3)
        #expect(try await signatures(life.history()) == before)
        try life.node.control(["reset": true])
        try life.node.control(["fill": .string(life.account), "count": 1])
        try life.node.control(["advance": 2])
        let after = try await life.history()
        #expect(signatures(after).count == 1 && Set(signatures(after)).isDisjoint(with: before))
        #expect(after["cursor"] == nil)
    }

    @Test func `a list that is none is not taken in`() async throws {
        let life = try await PortfolioLife()
        try life.node.control(["fill": .string(life.account), "count": 12])
        try life.node.control(["advance": 2])
        let rpc = NetworkNode(name: "node", transport: LoopbackTransport(life.node)).rpc
        let listed = try await rpc.fetch(
            "getSignaturesForAddress", [.string(life.account), ["commitment": "confirmed"]])
        let list = try #require(listed.array)
        for lie in [list.reversed(), list + [list[0]]] {
            try life.node.control(["fault": "result", "method": "getSignaturesForAddress", "result": .array(lie)])
            #expect(try await reason(life.commandLine.call("portfolio.history")) == .nodeFault)
            try life.node.control(["clear": true])
        }
        #expect(try await life.history()["entries"]?.array?.count == 12)
    }

    @Test(arguments: ["", "5", "1.2", "1.2.3", "-1.0.abc", "1..x"])
    func `a cursor of another list is refused`(_ cursor: String) async throws {
        let life = try await PortfolioLife()
        #expect(
            try await reason(life.commandLine.call("portfolio.history", ["cursor": .string(cursor)])) == .paramValue)
    }
}
