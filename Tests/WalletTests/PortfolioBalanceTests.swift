import ApprovalQueue
import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletNetwork

@Suite(.timeLimit(.minutes(5))) struct PortfolioBalanceTests {
    private let week: Duration = .seconds(7 * 24 * 60 * 60)

    @Test func `a balance is a node's word, and without one what was saved, for less than seven days`() async throws {
        let life = try await PortfolioLife()
        try life.fund(9_007_199_254_740_993)
        let fresh = try await life.browser.call("portfolio.balance").get()
        #expect(fresh["lamports"] == "9007199254740993")
        #expect(fresh["cluster"] == "solana:localnet" && fresh["account"]?.text == life.account)
        #expect(fresh["age"] == 0 && fresh["cause"] == nil && fresh["node"] == "node 1")
        #expect(fresh["time"]?.int == 1_800_000_000_000)

        life.network.cut()
        life.date.pass(.seconds(3))
        let saved = try await life.commandLine.call("portfolio.balance").get()
        #expect(saved["lamports"] == "9007199254740993" && saved["age"] == 3_000)
        #expect(saved["cause"] == "node-unreachable" && saved["slot"] == fresh["slot"])
        life.date.pass(week - .seconds(4))
        #expect(try await life.browser.call("portfolio.balance").get()["age"]?.int == 604_799_000)
        life.date.pass(.seconds(1))
        guard case .failure(let error) = try await life.browser.call("portfolio.balance") else {
            Issue.record("it was told")
            return
        }
        #expect(error.reason == .balanceTooOld)
        #expect(error.data["cause"] == "node-unreachable" && error.data["saved"] == 1_800_000_000_000)
        #expect(!error.message.contains("9007199254740993"))
        for method in ["portfolio.tokens", "portfolio.permissions"] {
            #expect(try await reason(life.browser.call(method)) == .balanceTooOld)
        }
        life.network.cut(false)
        #expect(try await life.browser.call("portfolio.balance").get()["age"] == 0)
    }

    @Test func `a clock that was set back makes no balance fresh`() async throws {
        let life = try await PortfolioLife()
        try life.fund(5)
        _ = try await life.browser.call("portfolio.balance").get()
        life.network.cut()
        life.date.pass(.seconds(-1))
        #expect(try await reason(life.browser.call("portfolio.balance")) == .balanceTooOld)
        life.date.pass(.seconds(1))
        #expect(try await life.browser.call("portfolio.balance").get()["age"] == 0)
    }

    @Test func `what was never read, no address, and another's account are errors`() async throws {
        let life = try await PortfolioLife()
        life.network.cut()
        for method in ["portfolio.balance", "portfolio.tokens", "portfolio.permissions"] {
            #expect(try await reason(life.browser.call(method)) == .balanceUnknown)
        }
        #expect(try await reason(life.browser.call("portfolio.history")) == .nodeUnreachable)
        life.network.cut(false)
        let bob = try life.node.seeded("accounts", "bob", "publicKey")
        for (account, expected) in [
            ("", RPCReason.addressInvalid), ("0OIl", .addressInvalid), (life.account + "1", .addressInvalid),
            (String(life.account.dropLast(2)), .addressInvalid), (bob, .accountUnknown),
        ] {
            for method in ["portfolio.balance", "portfolio.tokens", "portfolio.permissions", "portfolio.history"] {
                #expect(try await reason(life.browser.call(method, ["account": .string(account)])) == expected)
            }
        }
        #expect(try await reason(life.browser.call("portfolio.balance", ["cluster": "devnet"])) == .paramValue)
        // What was saved for one cluster is none of another's.
        _ = try await life.browser.call("portfolio.balance").get()
        life.network.cut()
        #expect(
            try await reason(life.browser.call("portfolio.balance", ["cluster": "solana:devnet"])) == .balanceUnknown)
    }

    @Test func `a node that answers something else is no reason to show something else`() async throws {
        let life = try await PortfolioLife()
        try life.fund(77)
        _ = try await life.browser.call("portfolio.balance").get()
        let fraction = try JSON(parsing: JSONSource(Array("1.5".utf8)))
        for (fault, cause) in [
            (["fault": "garbage"], "node-unreachable"), (["fault": "wrong-id"], "node-unreachable"),
            (["fault": "status", "status": 500], "node-unreachable"), (["fault": "cut"], "node-unreachable"),
            (["fault": "error", "method": "getBalance"], "node-fault"),
            (
                ["fault": "result", "method": "getBalance", "result": ["context": ["slot": 1], "value": -5]],
                "node-fault"
            ),
            (
                ["fault": "result", "method": "getBalance", "result": ["context": ["slot": 1], "value": fraction]],
                "node-fault"
            ),
        ] as [(JSONObject, String)] {
            try life.node.control(fault)
            let told = try await life.browser.call("portfolio.balance").get()
            #expect(told["lamports"] == "77" && told["cause"]?.text == cause, "\(fault)")
            try life.node.control(["clear": true])
        }
    }

    @Test func `tokens are listed page by page, with what they call themselves apart`() async throws {
        let life = try await PortfolioLife()
        for (symbol, amount) in [("USDX", 1_500_000), ("FEEX", 7), ("BOSS", 1)] as [(JSONString, Int)] {
            try life.node.control([
                "mint": .string(symbol.string), "to": .string(life.account), "amount": .number(amount),
            ])
        }
        try life.node.control(["advance": 2])
        let first = try await life.browser.call("portfolio.tokens", ["limit": 2]).get()
        #expect(first["tokens"]?.array?.count == 2)
        let rest = try await life.browser.call(
            "portfolio.tokens", ["limit": 2, "cursor": try #require(first["cursor"])]
        ).get()
        #expect(rest["cursor"] == nil)
        let tokens = (first["tokens"]?.array ?? []) + (rest["tokens"]?.array ?? [])
        #expect(tokens.count == 3)
        let fee = try #require(tokens.first { $0["mint"]?.text == (try? life.node.seeded("mints", "FEEX", "address")) })
        #expect(fee["amount"] == "7" && fee["decimals"] == 9 && fee["frozen"] == false)
        #expect(fee["claims"]?["name"] == "Fee on Transfer" && fee["name"] == nil && fee["delegate"] == nil)
        // Metaplex's, from beside the mint.
        let dollar = tokens.first { $0["mint"]?.text == (try? life.node.seeded("mints", "USDX", "address")) }
        #expect(dollar?["claims"] == ["name": "Pretend Dollar", "symbol": "USDX"])
        let boss = tokens.first { $0["mint"]?.text == (try? life.node.seeded("mints", "BOSS", "address")) }
        #expect(boss?["decimals"] == 2 && boss?["claims"] == nil)
        #expect(try await life.browser.call("portfolio.permissions").get()["permissions"] == [])
        // One who is told of a change need not ask again and again.
        #expect(life.commandLine.notifications("portfolio.changed").count == 1)
        #expect(life.browser.notifications("portfolio.changed").last?["account"]?.text == life.account)
    }

    @Test func `whoever may take tokens is listed`() async throws {
        let life = try await PortfolioLife()
        let answer = try life.node.control([
            "mint": "USDX", "to": .string(life.account), "amount": 1_500_000,
        ])
        let address = try #require(answer["account"]?.text)
        let owner = try PublicKey(base58: life.account)
        let carol = try PublicKey(base58: life.node.seeded("accounts", "carol", "publicKey"))
        let mint = try PublicKey(base58: life.node.seeded("mints", "USDX", "address"))
        // As the program lays it out: a delegate for 2^64 - 1, and carol may close it.
        var data = mint.bytes + owner.bytes + number(1_500_000)
        data += [1, 0, 0, 0] + carol.bytes + [1] + [0, 0, 0, 0] + number(0)
        data += number(.max) + [1, 0, 0, 0] + carol.bytes
        try life.node.control([
            "set": .string(address), "lamports": 2_039_280, "owner": .string(TokenProgram.id.base58),
            "data": .string(Base64.encode(data)),
        ])
        try life.node.control(["advance": 2])
        let told = try await life.commandLine.call("portfolio.permissions").get()
        let permission = try #require(told["permissions"]?[0])
        #expect(told["permissions"]?.array?.count == 1 && told["age"] == 0)
        #expect(permission["tokenAccount"]?.text == address && permission["amount"] == "1500000")
        #expect(permission["delegate"]?.text == carol.base58 && permission["closeAuthority"]?.text == carol.base58)
        #expect(permission["delegated"] == "18446744073709551615" && permission["decimals"] == 6)
    }

    private func number(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

    @Test func `a faucet gives once, refuses with its code, and mainnet has none`() async throws {
        let life = try await PortfolioLife()
        let given = try await life.commandLine.call("portfolio.airdrop", ["lamports": "5000000"]).get()
        #expect(try Signature(base58: #require(given["signature"]?.text)) != Signature())
        try life.node.control(["advance": 2])
        #expect(try await life.commandLine.call("portfolio.balance").get()["lamports"] == "5000000")
        try life.node.control([
            "fault": "error", "method": "requestAirdrop", "code": -32603, "message": "no more\u{202e} today",
        ])
        guard case .failure(let error) = try await life.commandLine.call("portfolio.airdrop", ["lamports": "1"]) else {
            Issue.record("it gave")
            return
        }
        #expect(error.code == .transactionRejected && error.reason == .nodeRejected)
        #expect(error.data["code"] == -32603 && error.data["message"] == #"no more\u{202e} today"#)
        try life.node.control(["clear": true])
        // It was given, and nobody heard: asking again would be asking twice.
        try life.node.control(["fault": "drop", "method": "requestAirdrop", "executed": true])
        let before = try life.asked("requestAirdrop")
        #expect(
            try await reason(life.commandLine.call("portfolio.airdrop", ["lamports": "1"])) == .nodeUnreachable)
        #expect(try life.asked("requestAirdrop") == before + 1)
        let mainnet: JSONObject = ["lamports": "1", "cluster": "solana:mainnet"]
        #expect(try await reason(life.commandLine.call("portfolio.airdrop", mainnet)) == .noFaucet)
        #expect(try await reason(life.commandLine.call("portfolio.airdrop", ["lamports": "0"])) == .paramValue)
        #expect(try await reason(life.browser.call("portfolio.airdrop", ["lamports": "1"])) == .methodUnknown)
    }

    @Test func `a signal has a node asked, and clients are told where something has changed`() async throws {
        let life = try await PortfolioLife()
        let key = ClusterAccount(cluster: "solana:localnet", account: life.account)
        func settled(_ count: Int) async throws -> Bool {
            for _ in 0..<5_000 {
                if try life.asked("getBalance") == count { return true }
                try await Task.sleep(for: .milliseconds(1))
            }
            return false
        }
        try life.fund(5)
        let others = [
            ClusterAccount(cluster: "solana:nowhere", account: life.account),
            ClusterAccount(cluster: "solana:localnet", account: try life.node.seeded("accounts", "bob", "publicKey")),
        ]
        for each in others + [key] { life.signals.publish(each) }
        #expect(try await settled(1))
        for _ in 0..<5_000 where life.browser.notifications("portfolio.changed").isEmpty {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(
            life.browser.notifications("portfolio.changed") == [
                ["cluster": "solana:localnet", "account": .string(life.account)]
            ])
        // However many there are, the next question waits for half a second to pass.
        for _ in 0..<50 { life.signals.publish(key) }
        try await Task.sleep(for: .milliseconds(50))
        #expect(try life.asked("getBalance") == 1)
        life.clock.advance(by: .milliseconds(500))
        #expect(try await settled(2))
        #expect(life.browser.notifications("portfolio.changed").count == 1)
    }

    @Test func `a node that never answers is waited for twenty seconds`() async throws {
        let clock = ManualClock()
        let silent = LoopbackNetwork([SilentTransport()])
        let fixture = try await ServiceFixture(prompt: ScriptedPrompt(), clock: clock, network: silent)
        let commandLine = await fixture.plain(1)
        _ = try await commandLine.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        let started = clock.now
        let id = await commandLine.begin("portfolio.balance")
        let answered = Flag()
        let outcome = Task {
            defer { answered.set() }
            return try await commandLine.outcome(of: id)
        }
        // The call may begin to wait a little later than it was sent.
        while !answered.isSet, clock.now - started < .seconds(60) {
            try await Task.sleep(for: .milliseconds(5))
            clock.advance(by: .seconds(1))
        }
        #expect(clock.now - started >= .seconds(20) && clock.now - started < .seconds(60))
        guard case .failure(let error) = try await outcome.value else {
            Issue.record("it was told")
            return
        }
        #expect(error.reason == .balanceUnknown && error.data["cause"] == "node-unreachable")
    }

    @Test func `without a network every method says so`() async throws {
        let fixture = try await ServiceFixture(prompt: ScriptedPrompt())
        let commandLine = await fixture.plain(1)
        _ = try await commandLine.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        for method in ["balance", "tokens", "permissions", "history"] {
            #expect(try await reason(commandLine.call("portfolio.\(method)")) == .noNetwork)
        }
        #expect(try await reason(commandLine.call("portfolio.airdrop", ["lamports": "1"])) == .noNetwork)
    }
}

/// A node that takes every question and never answers.
private struct SilentTransport: RPCTransport {
    func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
        try? await Task.sleep(for: .seconds(3_600))
        throw .cancelled
    }
}
