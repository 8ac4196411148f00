import Foundation
import JSONRPC
import Pinentry
import Screens
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletNetwork
import WalletState

/// Ceremonies that the popup starts and its user does in Sidekey's window.
@Suite struct CeremonyTests {
    private static let passphrase = ServiceFixture.passphrase
    private static let other = "violet harbor tin kettle"
    private static let words = Array(repeating: "abandon", count: 23) + ["art"]
    /// A key as wallets export it: the seed is the bytes 0 to 31. By PyPI's `solders`.
    private static let key =
        "1GMkH3brNXiNNs1tiFZHu4yZSRrzJwxi5wB9bHFtMikjwpAW9DMZzU2Pqakc5it8X3N5vPmqdN7KF4CCUpmKhq"
    private static let keyAddress = "FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF"

    private let window = ScriptedWindow()

    private func browser(
        _ prompt: (any NativePrompt)? = nil, policy: ApprovalPolicy = ApprovalPolicy(), hasVault: Bool = true
    ) async throws -> RecordingConnection {
        let fixture = try await ServiceFixture(prompt: prompt ?? window, hasVault: hasVault, policy: policy)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        return connection
    }

    private func start(
        _ connection: RecordingConnection, _ kind: String, _ params: JSONObject = [:]
    ) async throws -> Result<JSON, RPCError> {
        var params = params
        params["kind"] = .string(JSONString(kind))
        return try await connection.call("vault.ceremony", params)
    }

    private func outcome(
        _ connection: RecordingConnection, _ kind: String, _ params: JSONObject = [:]
    ) async throws -> String? {
        try await start(connection, kind, params).get()["outcome"]?.text
    }

    private func accounts(_ connection: RecordingConnection) async throws -> [String] {
        try await connection.call("accounts.list").get()["accounts"]?.array?.compactMap { $0["publicKey"]?.text } ?? []
    }

    private func unlocks(_ connection: RecordingConnection, by passphrase: String) async throws -> Bool {
        let sealed = try connection.sealed(passphrase, for: "vault.unlock")
        return (try? await connection.call("vault.unlock", ["passphrase": sealed]).get()) != nil
    }

    /// All that the screens say.
    private var said: String { window.screens.map { "\($0.parts)" }.joined() }

    // The keys

    @Test func `the passphrase is changed by the present one and another, typed twice`() async throws {
        let connection = try await browser()
        window.expect(.next("no such passphrase"), .next(Self.passphrase), .next("12345678"), .next(Self.other))
        #expect(try await outcome(connection, "passphrase") == "done")
        #expect(window.problems.count == 2)
        #expect(window.screens.map { $0.field?.repetition != nil } == [false, false, true, true])
        #expect(try await !unlocks(connection, by: Self.passphrase))
        #expect(try await unlocks(connection, by: Self.other))
    }

    @Test func `three wrong passphrases end it, and change nothing`() async throws {
        let connection = try await browser()
        window.expect(.next("one"), .next("two"), .next("three"), .next(Self.passphrase))
        #expect(try await start(connection, "passphrase").reason == .wrongPassphrase)
        #expect(window.screens.count == 3)
        #expect(try await unlocks(connection, by: Self.passphrase))
    }

    @Test func `phrase and imported key are seen only while a button is held`() async throws {
        let connection = try await browser()
        window.expect(.next(values: ["kind": ["key"]]), .next(Self.key), .next(Self.passphrase))
        #expect(try await outcome(connection, "import") == "done")
        #expect(try await accounts(connection).last == Self.keyAddress)
        window.expect(.next(Self.passphrase), .next, .next)
        #expect(try await outcome(connection, "phrase") == "done")
        let shown = window.screens.suffix(2).compactMap { screen in
            screen.parts.compactMap { part -> String? in
                switch part {
                case .words(let reveal): reveal.map { "words: \($0)" }
                case .secret(let reveal): reveal.map { "secret: \($0)" }
                default: nil
                }
            }.first
        }
        #expect(shown == ["words: Hold to see", "secret: Hold to see"])
        #expect(window.papers == [Self.words, [Self.key]])
        #expect(!said.contains("abandon") && !said.contains(Self.key))
        let kinds = try await connection.call("activity.list").get()["entries"]?.array?.map { $0["kind"]?.text }
        #expect(kinds?.contains("phrase-shown") == true)
    }

    @Test func `a text that is no key is asked again, without a word of it`() async throws {
        let connection = try await browser()
        window.expect(.next(values: ["kind": ["key"]]), .next("not a key"), .next(Self.key + "1"), .cancel)
        #expect(try await outcome(connection, "import") == "cancelled")
        #expect(window.problems.count == 2)
        #expect(!window.problems.joined().contains("not a key"))
        #expect(try await accounts(connection).count == 1)
    }

    @Test func `another phrase is imported with the accounts that are chosen`() async throws {
        let connection = try await browser()
        let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow"
        window.expect(.next(values: ["kind": ["phrase"]]), .next(phrase, ""))
        window.expect(.next(values: ["accounts": ["m/44'/501'/0'/0'", "m/44'/501'"]]), .next(Self.passphrase))
        #expect(try await outcome(connection, "import") == "done")
        #expect(try await accounts(connection).count == 3)
    }

    @Test func `where a network is on, the accounts that were used are found and chosen`() async throws {
        let node = try LocalNode()
        // Of the phrase below, at m/44'/501'/0'/0' and m/44'/501'/3', by PyPI's `bip_utils`.
        let rich = [
            "BLeUXTx9thHGT7VJUtF9vHEmfMDgW1nnKZ9UVer2CoLX", "2r5qYn9V2fVPXpD9puQjdEXws87pnwrxik3PuCo86FLN",
        ]
        for account in rich {
            try node.control(["set": .string(JSONString(account)), "lamports": .number(1_500_000_000)])
        }
        // Emptied since, and beyond the first five of its kind: m/44'/501'/7'. Then one that only Backpack makes: m/44'/501'/0'/0'/2'.
        let (emptied, backpack) = (
            "7oMKuzJXAusAHccBo45nCKV5ExhSyyPUhp5TNpp7BrUf", "8VPGYRRsPxZgYXaZEtEfyFo3c9kVPo8NHBtuB4eQwGUa"
        )
        let rpc = NetworkNode(name: "node", transport: LoopbackTransport(node)).rpc
        _ = try await rpc.requestAirdrop(to: PublicKey(base58: emptied), lamports: 1_000_000_000)
        try node.control(["advance": 2])
        try node.control(["set": .string(JSONString(emptied)), "lamports": 0])
        try node.control(["set": .string(JSONString(backpack)), "lamports": 2_000_000_000])
        // What is confirmed is what stood there before.
        try node.control(["advance": 2])
        let fixture = try await ServiceFixture(prompt: window, network: LoopbackNetwork(node))
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        #expect(try await unlocks(connection, by: Self.passphrase))
        let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow"
        window.expect(.next(values: ["kind": ["phrase"]]), .next(phrase, ""), .cancel)
        #expect(try await outcome(connection, "import") == "cancelled")
        let selection = window.screens.last?.parts.compactMap { part -> ([ScreenOption], [String])? in
            if case .selection(_, _, let options, let chosen) = part { (options, chosen) } else { nil }
        }.first
        let (options, chosen) = try #require(selection)
        #expect(options.count == 7)
        #expect(chosen == ["m/44'/501'/0'/0'", "m/44'/501'/3'", "m/44'/501'/0'/0'/2'", "m/44'/501'/7'"])
        #expect(options.first { $0.label == emptied }?.detail == "m/44'/501'/7'  used before")
        #expect(window.screens.last.map { "\($0.parts)" }?.contains("4 accounts have been used before.") == true)
        #expect(options.filter { rich.contains($0.label) }.allSatisfy { $0.detail?.hasSuffix("  1.5 SOL") == true })
        #expect(!"\(window.screens)".contains("no node answered"))

        // A node that doesn't answer every question leaves something unknown, and nobody is told otherwise.
        try node.control(["fault": "error", "method": "getSignaturesForAddress", "code": -32601])
        let second = try await ServiceFixture(prompt: window, network: LoopbackNetwork(node))
        let another = await second.attached(1)
        _ = try await another.hello().get()
        #expect(try await unlocks(another, by: Self.passphrase))
        window.expect(.next(values: ["kind": ["phrase"]]), .next(phrase, ""), .cancel)
        #expect(try await outcome(another, "import") == "cancelled")
        let partial = window.screens.last.map { "\($0.parts)" } ?? ""
        #expect(partial.contains("3 accounts have been used before.") && partial.contains("no node answered"))
    }

    @Test func `removing an imported account says that its money is lost without a copy`() async throws {
        let connection = try await browser()
        window.expect(.next(values: ["kind": ["key"]]), .next(Self.key), .next(Self.passphrase))
        #expect(try await outcome(connection, "import") == "done")
        window.expect(.next(Self.passphrase))
        #expect(try await outcome(connection, "remove", ["account": .string(JSONString(Self.keyAddress))]) == "done")
        let findings = window.screens.last?.parts.contains {
            if case .finding(.danger, _, _) = $0 { true } else { false }
        }
        #expect(findings == true)
        #expect(try await accounts(connection).count == 1)
        // The last one stays.
        let only = try #require(try await accounts(connection).first)
        window.expect(.next(Self.passphrase))
        #expect(try await start(connection, "remove", ["account": .string(JSONString(only))]).reason == .changeRefused)
        // An account that isn't there is chosen in the window.
        window.expect(.cancel)
        let gone: JSONObject = ["account": .string(JSONString(Self.keyAddress))]
        #expect(try await outcome(connection, "remove", gone) == "cancelled")
        #expect(window.screens.last?.field == nil)
    }

    @Test func `the last account of an imported phrase is said to take the words along`() async throws {
        let connection = try await browser()
        let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow"
        window.expect(.next(values: ["kind": ["phrase"]]), .next(phrase, ""))
        window.expect(.next(values: ["accounts": ["m/44'/501'/0'/0'", "m/44'/501'"]]), .next(Self.passphrase))
        #expect(try await outcome(connection, "import") == "done")
        for isLast in [false, true] {
            let account = try #require(try await accounts(connection).last)
            window.expect(.next(Self.passphrase))
            #expect(try await outcome(connection, "remove", ["account": .string(JSONString(account))]) == "done")
            let isDanger = window.screens.last?.parts.contains { part in
                if case .finding(.danger, _, let text) = part { text.contains("whose words go with it") } else { false }
            }
            #expect(isDanger == isLast)
        }
    }

    // The rules

    @Test func `rules are loosened as the window shows them, by the passphrase`() async throws {
        let connection = try await browser()
        #expect(try await unlocks(connection, by: Self.passphrase))
        window.expect(.next(Self.passphrase))
        let wanted: JSONObject = ["approvals": "popup", "allowance": "5000000000", "session": 7_200_000]
        #expect(try await outcome(connection, "protection", wanted) == "done")
        let rows = window.screens[0].parts.compactMap { part in
            if case .row(let name, let value, _) = part { "\(name): \(value)" } else { nil }
        }
        #expect(
            rows == [
                "Where you confirm: Risky ones in Sidekey's window → All in the browser",
                "In the browser, in 24 hours: 0.1 SOL → 5 SOL", "Locks after: 15 min → 2 h",
            ])
        // The danger stands above them, where a short screen ends last.
        let parts = window.screens[0].parts
        let danger = parts.firstIndex { if case .finding(.danger, _, _) = $0 { true } else { false } }
        let row = parts.firstIndex { if case .row = $0 { true } else { false } }
        #expect(try #require(danger) < #require(row))
        let policy = try await connection.call("policy.get").get()
        #expect(policy["approvals"] == "popup")
        #expect(policy["allowance"] == "5000000000")
        #expect(policy["session"] == 7_200_000)
        // What holds already, and limits, which it doesn't take.
        #expect(try await start(connection, "protection", wanted).reason == .paramValue)
        #expect(try await start(connection, "protection", ["limits": []]).code == .invalidParams)
    }

    @Test func `a limit is added by a press and removed by the passphrase`() async throws {
        let connection = try await browser()
        #expect(try await unlocks(connection, by: Self.passphrase))
        let typed = [
            "site": ["https://example.com"], "ceiling": ["0.5"], "spending": ["2"], "signatures": ["3"],
            "period": ["hour"], "action": ["raise"], "account": [""],
        ]
        window.expect(.next(values: ["ceiling": ["half"]]), .next(values: [:]), .next(values: typed))
        #expect(try await outcome(connection, "limit") == "done")
        #expect(window.problems.count == 2)
        let limits = try await connection.call("policy.get").get()["limits"]?.array
        let limit = try #require(limits?.first)
        #expect(limit["origin"] == "https://example.com")
        #expect(limit["ceiling"] == "500000000")
        #expect(limit["spending"]?["lamports"] == "2000000000")
        #expect(limit["spending"]?["period"] == 3_600_000)
        #expect(limit["signatures"]?["count"] == "3")
        #expect(limit["action"] == "raise")
        #expect(try await start(connection, "unlimit", ["limit": 9]).code == .invalidParams)
        window.expect(.next(Self.passphrase))
        #expect(try await outcome(connection, "unlimit", ["limit": 1]) == "done")
        #expect(
            window.screens.last?.parts.contains(.row(name: "Per request", value: "0.5 SOL", isAddress: false)) == true)
        #expect(
            window.screens.last?.parts.last
                == .row(name: "A request that goes beyond", value: "is confirmed in this window", isAddress: false))
        #expect(try await connection.call("policy.get").get()["limits"]?.array?.isEmpty == true)
    }

    @Test func `a connected site sees more accounts once its window has named them`() async throws {
        let connection = try await browser()
        #expect(try await unlocks(connection, by: Self.passphrase))
        _ = try await connection.call("accounts.add").get()
        let keys = try await accounts(connection)
        let page: JSONObject = [
            "origin": "https://dapp.example", "tab": 1, "document": "document-1", "request": "connect",
        ]
        let connect = await connection.begin("connect", page)
        window.expect(ScriptedWindow.Press(button: "approve"))
        _ = try await connection.native().get()
        _ = try await connection.outcome(of: connect).get()
        func site() async throws -> JSON {
            try #require(try await connection.call("origins.list").get()["origins"]?.array?.first)
        }
        let granted = try await site()
        #expect(granted["accounts"]?.array?.map(\.text) == [keys[0]])
        var change: JSONObject = ["accounts": .array(keys.map { .string($0) })]
        for name in ["origin", "profile", "container"] { change[name] = granted[name] }
        #expect(try await connection.call("origins.set", change).reason == .nativeOnly)

        window.expect(.next("no such passphrase"), .next(Self.passphrase))
        #expect(try await outcome(connection, "site", change) == "done")
        let rows = window.screens.last?.parts.compactMap { part in
            if case .row(let name, let value, true) = part { "\(name): \(value.prefix(44))" } else { nil }
        }
        #expect(rows?.first?.hasPrefix("Account: \(keys[0].prefix(43))") == true, "\(rows ?? [])")
        #expect(rows?.last?.hasPrefix("New account: \(keys[1].prefix(43))") == true, "\(rows ?? [])")
        #expect(said.contains("dapp.example will see these accounts"))
        #expect(try await site()["accounts"]?.array?.map(\.text) == keys)
        #expect(connection.notifications("accounts.changed").last?["accounts"]?.array?.count == 2)

        change["accounts"] = [.string(keys[1])]
        window.expect(.next(Self.passphrase))
        #expect(try await outcome(connection, "site", change) == "done")
        #expect(said.contains("No longer seen"))
        change["origin"] = "https://another.example"
        #expect(try await start(connection, "site", change).reason == .notConnected)
        #expect(window.screens.count == 4)
    }

    @Test func `where no window can be shown, a site's accounts are a command without anything that isn't one`()
        async throws
    {
        let connection = try await browser(ScriptedPrompt([.fail(.noDisplay), .fail(.noDisplay)]))
        #expect(try await unlocks(connection, by: Self.passphrase))
        let key = try #require(try await accounts(connection).first)
        func command(_ origin: String) async throws -> String? {
            let change: JSONObject = [
                "origin": .string(JSONString(origin)), "profile": "p", "container": "default",
                "accounts": [.string(key), "; reboot"],
            ]
            guard case .failure(let error) = try await start(connection, "site", change) else { return nil }
            return error.data["command"]?.text
        }
        #expect(
            try await command("https://dapp.example") == "sidekey origins set https://dapp.example --account \(key)")
        #expect(try await command("https://a.example; reboot") == "sidekey origins set ORIGIN --account \(key)")
    }

    @Test func `the word is chosen here, and the browser never learns it`() async throws {
        let connection = try await browser()
        #expect(try await unlocks(connection, by: Self.passphrase))
        window.expect(.next(Self.passphrase, values: ["word": ["heron"]]))
        #expect(try await outcome(connection, "recognition") == "done")
        let policy = try await connection.call("policy.get").get()
        #expect(policy["recognitionSet"] == true)
        #expect(!String(decoding: policy.serialized(), as: UTF8.self).contains("heron"))
        window.expect(.next(Self.passphrase, values: ["word": [""]]))
        #expect(try await outcome(connection, "recognition") == "done")
        #expect(window.screens.last?.parts.first == .text("your word: heron", .muted))
        #expect(try await connection.call("policy.get").get()["recognitionSet"] == false)
    }

    @Test func `network and nodes are chosen here, and an address that is none is asked again`() async throws {
        let connection = try await browser()
        #expect(try await unlocks(connection, by: Self.passphrase))
        let secret = "https://rpc.example/secret-key"
        window.expect(.next(values: ["cluster": ["devnet"]]))
        window.expect(.next(Self.passphrase, values: ["endpoints": ["http://rpc.example"]]))
        window.expect(.next(Self.passphrase, values: ["endpoints": [secret]]))
        #expect(try await outcome(connection, "network") == "done")
        #expect(window.problems.count == 1)
        let network = try await connection.call("policy.get").get()["network"]
        #expect(network?["cluster"] == "devnet")
        #expect(network?["endpoints"]?["devnet"]?.array == ["https://rpc.example/…"])
        window.expect(.next(values: ["cluster": ["off"]]), .next(Self.passphrase))
        #expect(try await outcome(connection, "network") == "done")
        #expect(try await connection.call("policy.get").get()["network"]?["off"] == true)
    }

    // Copies

    @Test func `a backup is saved as a new file, and put in the place of another wallet`() async throws {
        let connection = try await browser()
        let folder = try ScratchRoot.newFolder()
        let path = folder + "/backup"
        window.expect(.next(values: ["file": ["backup"]]), .next(values: ["file": [path]]), .cancel)
        #expect(try await outcome(connection, "backup") == "done")
        #expect(window.screens.last?.buttons.map(\.label) == ["Done", "Make a recovery sheet"])
        // The wallet wasn't unlocked yet.
        #expect(window.problems.first?.hasPrefix("This backup has only the keys and accounts") == true)
        #expect(window.problems.last == "Give the whole path of the file, from / or ~/ on.")
        window.expect(.next(values: ["file": [path]]), .cancel)
        #expect(try await outcome(connection, "backup") == "cancelled")
        #expect(window.problems.last == "There is such a file already. Choose another name.")

        // What it brings is shown, and nothing is done yet.
        let declining = ScriptedWindow()
        let declined = try await browser(declining, hasVault: false)
        declining.expect(.next(Self.passphrase, values: ["file": [path]]), .cancel)
        #expect(try await outcome(declined, "restore") == "cancelled")
        #expect(declining.screens.last.map { "\($0.parts)" }?.contains("1 account") == true)
        #expect(try await accounts(declined).isEmpty)

        let restoring = ScriptedWindow()
        let empty = try await browser(restoring, hasVault: false)
        restoring.expect(.next("whatever", values: ["file": [folder]]), .next("wrong one", values: ["file": [path]]))
        restoring.expect(.next(Self.passphrase, values: ["file": [path]]), .next)
        #expect(try await outcome(empty, "restore") == "done")
        #expect(restoring.problems.first == "That file is no backup of Sidekey's.")
        #expect(try await accounts(empty) == accounts(connection))
        #expect(try await empty.call("vault.status").get()["vault"] == "unlocked")
    }

    @Test func `the words come onto a sheet below what it means and after the passphrase, or not at all`() async throws
    {
        let connection = try await browser()
        let folder = try ScratchRoot.newFolder()
        let sheet: [String: [String]] = ["file": [folder + "/sheet.pdf"], "words": ["words"]]
        window.expect(.next(values: ["file": [folder + "/backup"]]), .next, .next(values: sheet), .cancel, .cancel)
        #expect(try await outcome(connection, "backup") == "done")
        let asked = try #require(window.screens.dropLast().last)
        #expect(asked.field != nil && "\(asked.parts)".contains("not encrypted"))
        #expect(SystemFile.read(folder + "/sheet.pdf") == nil)
        window.expect(.next(values: ["file": [folder + "/other"]]), .next, .next(values: sheet), .next(Self.passphrase))
        window.expect(.cancel)
        #expect(try await outcome(connection, "backup") == "done")
        let drawn = SystemFile.read(folder + "/sheet.pdf")
        if PinentryProgram.ownWindow == nil {
            // Built without GTK 4: it says so, and the backup is there all the same.
            #expect(window.problems.last?.hasPrefix("The sheet can't be drawn") == true && drawn == nil)
        } else {
            #expect(drawn?.starts(with: "%PDF-".utf8) == true)
            #expect(window.screens.last.map { "\($0.parts)" }?.contains("the words are in it") == true)
        }
        #expect(SystemFile.read(folder + "/backup") != nil && SystemFile.read(folder + "/other") != nil)
        #expect(!said.contains("abandon"))
        let kinds = try await connection.call("activity.list").get()["entries"]?.array?.map { $0["kind"]?.text }
        #expect(kinds?.count { $0 == "phrase-shown" } == 1)
    }

    // Who may, and who gives up

    @Test(arguments: [
        "passphrase", "phrase", "import", "remove", "recognition", "limit", "network", "backup", "restore",
    ])
    func `giving up changes nothing`(kind: String) async throws {
        let connection = try await browser()
        #expect(try await unlocks(connection, by: Self.passphrase))
        let before = try await connection.call("policy.get").get()
        window.expect(.cancel)
        #expect(try await outcome(connection, kind) == "cancelled")
        #expect(try await connection.call("policy.get").get() == before)
        #expect(try await unlocks(connection, by: Self.passphrase))
        #expect(window.open == 0)
    }

    /// Whatever the window took before the passphrase, nothing of it counts without.
    @Test(
        arguments: [
            ("protection", [:]), ("recognition", ["word": ["heron"]]), ("unlimit", [:]),
            ("network", ["endpoints": [""]]),
            ("remove", [:]), ("import", [:]), ("phrase", [:]),
        ] as [(String, [String: [String]])])
    func `without the passphrase nothing changes and nothing is shown`(
        kind: String, values: [String: [String]]
    ) async throws {
        let connection = try await browser()
        #expect(try await unlocks(connection, by: Self.passphrase))
        window.expect(.next(values: ["ceiling": ["1"]]))
        #expect(try await outcome(connection, "limit") == "done")
        window.expect(.next(values: ["kind": ["key"]]), .next(Self.key), .next(Self.passphrase))
        #expect(try await outcome(connection, "import") == "done")
        let before = try await connection.call("policy.get").get()
        let shown = window.papers.count
        switch kind {
        case "network": window.expect(.next(values: ["cluster": ["devnet"]]))
        case "import":
            window.expect(.next(values: ["kind": ["phrase"]]))
            window.expect(.next("legal winner thank year wave sausage worth useful legal winner thank yellow", ""))
            window.expect(.next(values: ["accounts": ["m/44'/501'"]]))
        default: break
        }
        for _ in 0..<3 { window.expect(.next("no such passphrase", values: values)) }
        window.expect(.next(Self.passphrase), .next)
        let params: JSONObject =
            switch kind {
            case "protection": ["approvals": "popup"]
            case "unlimit": ["limit": 1]
            case "remove": ["account": .string(JSONString(Self.keyAddress))]
            default: [:]
            }
        #expect(try await start(connection, kind, params).reason == .wrongPassphrase)
        #expect(try await connection.call("policy.get").get() == before)
        #expect(try await accounts(connection).count == 2)
        #expect(window.papers.count == shown)
    }

    @Test func `without a window of Sidekey's own the terminal's command is named`() async throws {
        let connection = try await browser(ScriptedPrompt())
        let error = try await start(connection, "passphrase")
        #expect(error.reason == .promptUnavailable)
        #expect(error.failure?.data["command"] == "sidekey vault change-passphrase")
        #expect(try await unlocks(connection, by: Self.passphrase))
        let wanted: JSONObject = ["approvals": "popup", "allowance": "1500000000", "session": 7_200_000]
        let command = try await start(connection, "protection", wanted).failure?.data["command"]
        #expect(command == "sidekey policy set --approvals popup --allowance 1.5 --session 7200")
    }

    @Test func `no other extension, page or terminal starts one, and none without a wallet but restoring`() async throws
    {
        let fixture = try await ServiceFixture(prompt: window)
        let terminal = await fixture.plain(1)
        _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        #expect(try await start(terminal, "passphrase").failure != nil)
        let other = await fixture.attached(2, caller: "other@example.org")
        _ = try? await other.hello().get()
        #expect(try await start(other, "passphrase").failure != nil)
        #expect(window.screens.isEmpty)
        let empty = try await browser(hasVault: false)
        #expect(try await start(empty, "passphrase").reason == .vaultMissing)
    }

    @Test(arguments: ["protection", "recognition", "limit", "unlimit", "network"])
    func `what is about rules waits for the first unlock, before which nobody knows them`(kind: String) async throws {
        let connection = try await browser()
        #expect(try await start(connection, kind).reason == .locked)
        #expect(window.screens.isEmpty)
    }
}

extension Result<JSON, RPCError> {
    fileprivate var failure: RPCError? { if case .failure(let error) = self { error } else { nil } }
    fileprivate var code: RPCErrorCode? { failure?.code }
}
