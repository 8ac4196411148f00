import Glibc
import JSONRPC
import Salt
import TestSupport
import Testing

/// Several wallets side by side, against the real host and agent.
@Suite struct SeveralWalletsTests {
    private static let passphrase = "another horse battery"

    /// A wallet that is open, and a second one that a script has made.
    private func two() async throws -> WalletFixture {
        let wallet = try await WalletFixture()
        try SystemFile.write(wallet.home.path + "/passphrase2", Array(Self.passphrase.utf8))
        let words = String(repeating: "abandon ", count: 11) + "about"
        try SystemFile.write(wallet.home.path + "/phrase2", Array(words.utf8))
        try wallet.sidekey(
            "restore", "--wallet", "Savings", "--passphrase-file", wallet.home.path + "/passphrase2", "--phrase-file",
            wallet.home.path + "/phrase2")
        try wallet.sidekey("wallets", "switch", "Wallet 1")
        return wallet
    }

    private func wallets(_ client: FrameClient) throws -> [JSON] {
        try client.call("wallets.list").get()["wallets"]?.array ?? []
    }

    private func id(of name: String, in client: FrameClient) throws -> JSON {
        try #require(wallets(client).first { $0["name"]?.text == name }?["id"])
    }

    /// Switches as the popup does, and connects again as the background does.
    private func switched(to name: String, _ browser: BrowserStandIn, _ wallet: WalletFixture) throws -> BrowserStandIn
    {
        let answer = try browser.call("wallets.switch", ["wallet": id(of: name, in: browser)]).get()
        #expect(answer["switched"] == true)
        #expect(browser.process.waitForEnd() == .exited(0))
        return try wallet.browser()
    }

    @Test func `the other wallet opens locked and takes its own passphrase, and each has its own rules and sites`()
        async throws
    {
        let wallet = try await two()
        var browser = try wallet.browser()
        _ = try browser.unlock().get()
        let account = try browser.connectPage()
        let rules = ["--passphrase-file", wallet.home.path + "/passphrase"]
        try wallet.sidekey(["policy", "set", "--allowance", "0.05"] + rules)
        try wallet.sidekey(["contacts", "add", account, "Mine"] + rules)

        browser = try switched(to: "Savings", browser, wallet)
        let status = try browser.call("vault.status").get()
        #expect(
            status["vault"] == "locked" && status["wallet"]?["name"] == "Savings" && status["wallet"]?["count"] == 2)
        #expect(status["accounts"]?[0]?["publicKey"]?.text != account)
        expect(try browser.unlock(), .unauthorized, .wrongPassphrase)
        _ = try browser.unlock(passphrase: Self.passphrase).get()
        #expect(try browser.call("origins.list").get()["origins"]?.array?.count == 0)
        #expect(try browser.call("contacts.list").get()["contacts"]?.array?.count == 0)
        #expect(try browser.call("policy.get").get()["allowance"] == "100000000")
        // The page is connected to the other one alone.
        #expect(try browser.call("getAccounts", WalletFixture.page()).get()["accounts"]?.array?.count == 0)
        expect(
            try browser.call("signMessage", WalletFixture.page(["message": "aGVsbG8="])), .unauthorized, .notConnected)

        browser = try switched(to: "Wallet 1", browser, wallet)
        #expect(try browser.call("vault.status").get()["vault"] == "locked")
        _ = try browser.unlock().get()
        #expect(try browser.call("policy.get").get()["allowance"] == "50000000")
        #expect(
            try browser.call("getAccounts", WalletFixture.page()).get()["accounts"]?[0]?["publicKey"]?.text == account)
    }

    @Test func `a request that waits at the switch ends with an error, and the page loses its accounts`() async throws {
        let wallet = try await two()
        let browser = try wallet.browser()
        _ = try browser.unlock().get()
        _ = try browser.connectPage()
        let request = try browser.begin("signMessage", WalletFixture.page(["message": "aGVsbG8="], request: "2"))
        _ = try browser.waiting()
        let other = try id(of: "Savings", in: browser)
        let change = try browser.begin("wallets.switch", ["wallet": other])
        // The first says that the page was connected.
        #expect(try browser.notification("accounts.changed").params["accounts"]?.array?.count == 1)
        let told = try browser.notification("accounts.changed")
        #expect(told.params["origin"]?.text == WalletFixture.origin && told.params["accounts"]?.array?.count == 0)
        guard case .failure(let error) = try browser.answer(to: request) else { throw TestFault("it was signed") }
        #expect(error.reason == .cancelled && error.message.contains("another wallet"))
        #expect(try browser.answer(to: change).get()["switched"] == true)
        // It isn't asked of the other wallet, whoever connects again.
        #expect(try wallet.browser().call("approvals.list").get()["requests"]?.array?.count == 0)
    }

    @Test func `no page and no other extension can list or switch wallets, and no browser removes one`() async throws {
        let wallet = try await two()
        let methods = ["wallets.list", "wallets.add", "wallets.switch", "wallets.rename", "wallets.remove"]
        let stranger = try BrowserStandIn(.firefox(addOn: "someone@else.example"), home: wallet.home)
        let greeting = try stranger.hello().get()
        #expect(greeting["wallet"] == nil)
        for method in methods {
            expect(try stranger.call(method, ["wallet": "first"]), .methodNotFound, .methodUnknown)
        }
        let browser = try wallet.browser()
        let hello = try BrowserStandIn(.firefox(addOn: "wallet@sidekey.app"), home: wallet.home).hello().get()
        #expect(hello["wallet"]?["name"] == "Wallet 1")
        #expect(hello["pages"]?.array?.contains { $0.text?.hasPrefix("wallets.") == true } == false)
        expect(try browser.call("wallets.remove", ["wallet": "first"]), .methodNotFound, .methodUnknown)
    }

    @Test func `a switch opens, approves and loosens nothing, and a name is cleaned as a label is`() async throws {
        let wallet = try await two()
        let browser = try wallet.browser()
        for name in ["", " a", "a\nb", "a\u{202E}b", String(repeating: "a", count: 65), "alice.sol"] {
            for method in ["wallets.add", "wallets.rename"] {
                var params: JSONObject = ["name": .string(JSONString(name))]
                if method == "wallets.rename" { params["wallet"] = "first" }
                expect(try browser.call(method, params), .invalidParams, .paramValue)
            }
        }
        expect(try browser.call("wallets.add", ["name": "savings"]), .invalidInput, .walletExists)
        expect(
            try browser.call("wallets.rename", ["wallet": "first", "name": "Savings"]), .invalidInput, .walletExists)
        for id in ["..", "", "../wallets", "0000000000000001", "Savings", "/"] {
            expect(try browser.call("wallets.switch", ["wallet": .string(id)]), .invalidInput, .walletUnknown)
        }
        #expect(try browser.call("wallets.switch", ["wallet": "first"]).get()["switched"] == false)
        let other = try switched(to: "Savings", browser, wallet)
        #expect(try other.call("vault.status").get()["vault"] == "locked")
        #expect(try other.call("policy.get").get()["trust"] == "unverified")
    }

    @Test func `of two switches at once one is done, and one wallet is open afterwards`() async throws {
        let wallet = try await two()
        let clients = [try wallet.browser(), try wallet.browser(profile: "4f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a10")]
        let other = try id(of: "Savings", in: clients[0])
        let added = try clients[1].begin("wallets.add", ["name": "Third"])
        let asked = try clients[0].begin("wallets.switch", ["wallet": other])
        let outcomes = [try? clients[0].answer(to: asked), try? clients[1].answer(to: added)]
        let done = outcomes.count { if case .success? = $0 { true } else { false } }
        #expect(done <= 1)
        let next = try wallet.browser()
        let present = try wallets(next).filter { $0["current"] == true }
        #expect(present.count == 1 && ["Savings", "Third"].contains(present[0]["name"]?.text))
    }

    @Test func `a wallet goes by its own passphrase, never the open one and never the last`() async throws {
        let wallet = try await two()
        let client = try wallet.home.commandLine()
        func remove(_ wallet: JSON, _ passphrase: String) throws -> Result<JSON, RPCError> {
            try client.call(
                "wallets.remove", ["wallet": wallet, "passphrase": client.sealed(passphrase, for: "wallets.remove")])
        }
        let other = try id(of: "Savings", in: client)
        expect(try remove("first", WalletFixture.passphrase), .invalidInput, .changeRefused)
        expect(try remove(other, WalletFixture.passphrase), .unauthorized, .wrongPassphrase)
        #expect(try wallets(client).count == 2)
        #expect(try remove(other, Self.passphrase).get()["wallets"]?.array?.count == 1)
        let folder = wallet.home.path + "/wallets/\(other.text ?? "?")"
        #expect(SystemFile.names(in: folder) == [])
        expect(try remove("first", WalletFixture.passphrase), .invalidInput, .changeRefused)
        // An empty one beside it doesn't make it another.
        try wallet.sidekey("wallets", "add", "Empty")
        let next = try wallet.home.commandLine()
        expect(
            try next.call(
                "wallets.remove",
                ["wallet": "first", "passphrase": next.sealed(WalletFixture.passphrase, for: "wallets.remove")]),
            .invalidInput, .changeRefused)
    }

    @Test func `a chosen wallet that is gone or refused is said, and the first is open in its place`() async throws {
        let wallet = try await two()
        let other = try id(of: "Savings", in: wallet.home.commandLine()).text ?? "?"
        try wallet.sidekey("wallets", "switch", "Savings")
        try wallet.sidekey("stop")
        let folder = wallet.home.path + "/wallets/\(other)"
        chmod(folder, 0o755)
        #expect(try wallet.sidekey("status", "--json").contains("\"vault\":\"locked\""))
        let doctor = try ChildProcess.run(
            BuiltProgram.sidekey.path, ["doctor", "--json"], environment: wallet.home.environment)
        #expect(doctor.text.contains("wallet-choice"))
        #expect(wallet.home.log.contains { $0.contains("the chosen wallet can't be opened") })
        try wallet.sidekey("stop")
        chmod(folder, 0o700)
        #expect(try wallet.sidekey("wallets", "--json").contains("\"name\":\"Savings\",\"current\":true"))
    }

    @Test func `a wallet of a newer Sidekey isn't opened, and stays as it is`() async throws {
        let wallet = try await two()
        let browser = try wallet.browser()
        let other = try id(of: "Savings", in: browser).text ?? "?"
        let vault = wallet.home.path + "/wallets/\(other)/vault"
        var bytes = Array(try #require(SystemFile.read(vault)).dropLast(32))
        // The format's number, behind the file's first words.
        bytes[14] = 77
        bytes += SaltHash.sha256(bytes)
        try SystemFile.write(vault, bytes)
        let listed = try wallets(browser).first { $0["id"]?.text == other }
        expect(try browser.call("wallets.switch", ["wallet": .string(other)]), .invalidInput, .walletUnusable)
        #expect(listed?["vault"] == "newer")
        #expect(SystemFile.read(vault) == bytes)
    }

    @Test func `killed at every step of a switch, the next agent opens one of the two, locked and whole`() async throws
    {
        let whole = try await InterposedWallet()
        whole.interposer.disarm()
        var trace = ""
        func add(_ wallet: InterposedWallet) throws {
            let browser = try wallet.unlockedBrowser()
            _ = try? browser.call("wallets.add", ["name": "Second"])
        }
        whole.interposer.arm()
        try add(whole)
        #expect(whole.agent.waitForEnd() == .exited(0))
        trace = whole.interposer.trace
        let first = try #require(trace.lastIndex(of: "w").map { trace.distance(from: trace.startIndex, to: $0) })
        #expect(first > 0)
        var names: Set<String> = []
        let steps = trace.enumerated().filter { "yrlu".contains($0.element) }.map { $0.offset + 1 }
        for step in steps {
            let wallet = try await InterposedWallet()
            wallet.interposer.arm(.kill(at: step))
            try? add(wallet)
            guard wallet.agent.waitForEnd(within: Deadline(seconds: 20)) == .killed(signal: SIGKILL) else { continue }
            try wallet.restart()
            let client = try wallet.wallet.home.commandLine()
            let status = try client.call("vault.status").get()
            let name = status["wallet"]?["name"]?.text ?? "?"
            names.insert(name)
            #expect(
                ["Wallet 1": "locked", "Second": "none"][name] == status["vault"]?.text, "step \(step) of \(trace)")
            client.close()
            // And its files are those that it had.
            try wallet.wallet.sidekey("wallets", "switch", "Wallet 1")
            try wallet.wallet.unlock()
            let policy = try wallet.wallet.home.commandLine().call("policy.get").get()
            #expect(policy["trust"] == "intact" && policy["approvals"] == "popup", "step \(step) of \(trace)")
        }
        #expect(names == ["Wallet 1", "Second"])
    }
}
