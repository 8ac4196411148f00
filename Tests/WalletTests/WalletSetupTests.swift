import Foundation
import JSONRPC
import Pinentry
import Salt
import Screens
import Testing
import Wallet
import WalletKeys

/// Making and restoring a wallet in one window.
@Suite struct WalletSetupTests {
    private let window = ScriptedWindow()
    private static let passphrase = "a good long passphrase"
    /// At m/44'/501' and m/44'/501'/0'/0' of the phrase below with the passphrase `TREZOR`, by `bip_utils` of PyPI.
    private static let accountsWithPassphrase = [
        "BwwLFb2UdANxF9FUtE56vVEnyScBYrbijgyJBrBRjMkW", "7zSmbu6gKkb6HB7UDPtHYjwCWuBHU1D4TpNZFm4sndQe",
    ]
    private static let abandon = String(repeating: "abandon ", count: 11) + "about"
    private static let winner = "legal winner thank year wave sausage worth useful legal winner thank yellow"

    /// The extension's connection to an agent without a wallet.
    private func connection(_ prompt: (any NativePrompt)? = nil) async throws -> RecordingConnection {
        let fixture = try await ServiceFixture(prompt: prompt ?? window, hasVault: false)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        return connection
    }

    private func setUp(
        _ connection: RecordingConnection, _ kind: String, _ params: JSONObject = [:]
    ) async throws -> String? {
        var params = params
        params["kind"] = .string(JSONString(kind))
        return try await connection.call("vault.setup", params).get()["outcome"]?.text
    }

    private func status(_ connection: RecordingConnection) async throws -> String? {
        try await connection.call("vault.status").get()["vault"]?.text
    }

    private func accounts(_ connection: RecordingConnection) async throws -> [String] {
        let accounts = try await connection.call("vault.status").get()["accounts"]?.array ?? []
        return accounts.compactMap { $0["publicKey"]?.text }
    }

    @Test func `a new phrase is shown, asked for and made a wallet, which is open then`() async throws {
        let connection = try await connection()
        window.expect(.next, .fromPaper, .next("short"), .next(Self.passphrase), .next)
        #expect(try await setUp(connection, "create") == "created")
        #expect(window.paper.count == 24)
        #expect(
            window.headings == [
                "Write these words down", "Check your paper", "Choose a passphrase", "Choose a passphrase",
                "Two last questions",
            ])
        #expect(window.problems == ["You can't use that: it has fewer than 8 bytes."])
        // No text of a screen holds the words but the whole list; a few, such as `cancel`, are in our own texts too.
        let said = window.screens.map { "\($0.parts.filter { if case .wordFields = $0 { false } else { true } })" }
            .joined()
        #expect(window.paper.filter { $0.count > 5 && said.contains($0) }.count < 4)
        #expect(try await status(connection) == "unlocked")
        #expect(try await connection.call("vault.setup", ["kind": "create"]).reason == .vaultExists)
        #expect(window.open == 0)
    }

    @Test func `a passphrase that is guessed first is refused, with what to take instead`() async throws {
        let connection = try await connection()
        window.expect(.next, .fromPaper, .next("12345678"), .next("P@ssw0rd2024!"), .next("correct horse"))
        window.expect(.next(Self.passphrase), .next)
        #expect(try await setUp(connection, "create") == "created")
        let refusal = "You can't use that: it is easy to guess. Use four or more unrelated words."
        #expect(window.problems == [refusal, refusal, refusal])
    }

    @Test func `another number of words makes another phrase, and the words may have a passphrase`() async throws {
        let connection = try await connection()
        window.expect(.init(button: "size", values: ["size": ["12"]]), .next(values: ["more": ["passphrase"]]))
        window.expect(.fromPaper, .next("TREZOR"), .next(Self.passphrase), .next)
        #expect(try await setUp(connection, "create") == "created")
        #expect(window.paper.count == 12)
        let phrase = try SeedPhrase(parsing: SecretBytes(copying: Array(window.paper.joined(separator: " ").utf8)))
        let secret = try VaultSecret(phrase: phrase, passphrase: SecretBytes(copying: Array("TREZOR".utf8)))
        let first = try #require(try SessionLock.candidates(of: secret, at: [.firstSolanaAccount]).first)
        #expect(try await accounts(connection) == ["\(first.publicKey)"])
    }

    @Test func `words that don't match are asked again, and one can go back to see them`() async throws {
        let connection = try await connection()
        window.expect(.next, .next("zoo zoo zoo"), .next("zoo"), .back, .next, .fromPaper, .cancel)
        #expect(try await setUp(connection, "create") == "cancelled")
        let wrong = "That doesn't match. Check your paper, or go back to see the words again."
        #expect(window.problems == [wrong, wrong])
        #expect(window.headings.count { $0 == "Write these words down" } == 2)
        #expect(try await status(connection) == "none")
    }

    @Test(arguments: [
        [ScriptedWindow.Press.cancel], [.next, .cancel], [.next, .fromPaper, .cancel],
        [.next, .fromPaper, .next("12345678"), .cancel],
        [.next(values: ["more": ["passphrase"]]), .fromPaper, .cancel],
    ])
    func `giving up anywhere makes nothing`(presses: [ScriptedWindow.Press]) async throws {
        let connection = try await connection()
        for press in presses { window.expect(press) }
        #expect(try await setUp(connection, "create") == "cancelled")
        #expect(try await status(connection) == "none")
        #expect(window.open == 0)
    }

    @Test func `a phrase is restored, and the first account is the one that wallets know`() async throws {
        let connection = try await connection()
        window.expect(
            .next(Self.abandon, ""), .next(values: ["accounts": ["m/44'/501'/0'/0'"]]), .next(Self.passphrase), .next)
        #expect(try await setUp(connection, "restore") == "created")
        #expect(try await accounts(connection) == ["HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"])
        #expect(try await status(connection) == "unlocked")
    }

    @Test func `a passphrase of the words makes other accounts, of which one at least is chosen`() async throws {
        let connection = try await connection()
        window.expect(.next(Self.abandon, "TREZOR"), .next(values: ["accounts": []]))
        window.expect(.next(values: ["accounts": ["m/44'/501'", "m/44'/501'/0'/0'"]]), .next(Self.passphrase), .next)
        #expect(try await setUp(connection, "restore") == "created")
        #expect(Set(try await accounts(connection)) == Set(Self.accountsWithPassphrase))
        #expect(window.problems == ["Choose at least one account."])
    }

    @Test(arguments: [
        ("abandon abandon", "a recovery phrase has 12, 15, 18, 21 or 24 words, not 2"),
        (abandon.replacing("about", with: "abot"), "word 12 is not in the list"),
    ])
    func `words that are none are named by their positions, and what was typed comes back`(
        typed: String, problem: String
    ) async throws {
        let connection = try await connection()
        window.expect(.next(typed, ""), .cancel)
        #expect(try await setUp(connection, "restore") == "cancelled")
        #expect(window.problems == [problem])
        // In the frame that only the window reads.
        #expect(window.paper == typed.split(separator: " ").map(String.init))
    }

    @Test func `the likely wrong word is named by its position`() async throws {
        let connection = try await connection()
        // By `mnemonic` of PyPI no other word of the list, one slip away in one place, makes the checksum fit.
        var typed = Self.winner.split(separator: " ").map(String.init)
        typed[10] = "tank"
        window.expect(.next(typed.joined(separator: " "), ""))
        typed = Self.winner.split(separator: " ").map(String.init)
        typed.swapAt(0, 1)
        window.expect(.next(typed.joined(separator: " "), ""), .cancel)
        #expect(try await setUp(connection, "restore") == "cancelled")
        let mismatch =
            "Every word is in the list, but together they aren't a recovery phrase:\na word is wrong or in the wrong place."
        #expect(window.problems == ["\(mismatch)\nCheck word 11.", "\(mismatch)\nWords 1 and 2: are they swapped?"])
        #expect(!window.problems.contains { $0.contains("tank") || $0.contains("winner") })
    }

    @Test func `going back from the accounts brings the words again`() async throws {
        let connection = try await connection()
        window.expect(.next(Self.abandon, ""), .back, .cancel)
        #expect(try await setUp(connection, "restore") == "cancelled")
        #expect(window.headings == ["Restore a wallet", "Choose your accounts", "Restore a wallet"])
        #expect(window.paper.joined(separator: " ") == Self.abandon)
    }

    @Test(
        arguments: [
            ("tenth", "risky", "100000000"), ("one", "risky", "1000000000"), ("nothing", "native", "0"),
            ("everything", "popup", "100000000"),
        ])
    func `what the browser may approve is settled, and the word stands in the next window`(
        chosen: String, setting: String, allowance: String
    ) async throws {
        let connection = try await connection()
        window.expect(.next, .fromPaper, .next(Self.passphrase))
        window.expect(.next(values: ["allowance": [chosen], "word": [String(repeating: "x", count: 65)]]))
        window.expect(.next(values: ["allowance": [chosen], "word": ["walnut"]]))
        #expect(try await setUp(connection, "create") == "created")
        #expect(window.problems == ["A word can have at most 64 bytes."])
        let policy = try await connection.call("policy.get").get()
        #expect(policy["approvals"]?.text == setting)
        #expect(policy["allowance"]?["limit"]?.text == allowance || policy["allowance"]?.text == allowance)
        #expect(policy["recognition"] == nil)
        window.expect(.cancel)
        _ = try await connection.call("vault.setup", ["kind": "restore", "replace": true])
        #expect(window.screens.last?.parts.first == .text("your word: walnut", .muted))
    }

    @Test func `closing the last screen leaves the wallet with the usual policy`() async throws {
        for press in [ScriptedWindow.Press.cancel, .fail(.ended), .fail(.timedOut)] {
            let connection = try await connection()
            window.expect(.next, .fromPaper, .next(Self.passphrase), press)
            #expect(try await setUp(connection, "create") == "created")
            #expect(try await status(connection) == "unlocked")
            #expect(try await connection.call("policy.get").get()["approvals"]?.text == "risky")
        }
    }

    @Test func `a wallet that can't be opened once it is made is there all the same, locked, with what was settled`()
        async throws
    {
        let fixture = try await ServiceFixture(prompt: window)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        let terminal = await fixture.plain(2)
        _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        // After the third wrong one the next try waits two seconds: that of the new wallet, while somebody locks it.
        for _ in 0..<3 {
            let wrong = try terminal.sealed("wrong", for: "vault.unlock")
            #expect(try await terminal.call("vault.unlock", ["passphrase": wrong]).reason == .wrongPassphrase)
        }
        window.expect(.next, .next(Self.abandon, ""), .next(values: ["accounts": ["m/44'/501'/0'/0'"]]))
        window.expect(.next(Self.passphrase), .next(values: ["allowance": ["one"]]))
        let made = await connection.begin("vault.setup", ["kind": "restore", "replace": true])
        let account = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"
        for _ in 0..<2000 where try await accounts(terminal) != [account] {
            try await Task.sleep(for: .milliseconds(5))
        }
        _ = try await terminal.call("vault.lock").get()
        #expect(try await connection.outcome(of: made).get()["outcome"]?.text == "created")
        #expect(window.headings.last == "Two last questions")
        #expect(try await status(connection) == "locked")
        #expect(try await accounts(connection) == [account])
        let passphrase = try terminal.sealed(Self.passphrase, for: "vault.unlock")
        _ = try await terminal.call("vault.unlock", ["passphrase": passphrase]).get()
        let policy = try await connection.call("policy.get").get()
        #expect(policy["approvals"]?.text == "risky")
        #expect((policy["allowance"]?["limit"] ?? policy["allowance"])?.text == "1000000000")
    }

    @Test func `a lost passphrase is overcome by the words, and nothing is deleted`() async throws {
        let fixture = try await ServiceFixture(prompt: window)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        let old = try await accounts(connection)
        let vault = try Data(contentsOf: fixture.folder.appendingPathComponent("vault"))
        #expect(try await connection.call("vault.setup", ["kind": "restore"]).reason == .vaultExists)
        window.expect(.next, .next(Self.abandon, ""), .next(values: ["accounts": ["m/44'/501'/0'/0'"]]))
        window.expect(.next(Self.passphrase), .next)
        #expect(try await setUp(connection, "restore", ["replace": true]) == "created")
        let first = try #require(window.screens.first)
        #expect(window.headings.first == "Replace your wallet?")
        // What sets a wallet aside can't be pressed before anyone has read it.
        #expect(first.buttons.last?.style == .primary && "\(first.parts)".contains("stays beside the new one"))
        #expect(try Data(contentsOf: fixture.folder.appendingPathComponent("vault.aside-1")) == vault)
        #expect(try await accounts(connection) == ["HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"])
        #expect(try await accounts(connection) != old)
    }

    @Test(arguments: [[ScriptedWindow.Press.cancel], [.next, .cancel], [.next, .next(abandon, ""), .cancel]])
    func `whatever ends it leaves the old wallet alone`(presses: [ScriptedWindow.Press]) async throws {
        let fixture = try await ServiceFixture(prompt: window)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        for press in presses { window.expect(press) }
        #expect(try await setUp(connection, "restore", ["replace": true]) == "cancelled")
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        #expect(!names.contains { $0.contains("aside") })
    }

    @Test func `only restoring replaces, and nothing of it is asked where there is nothing to replace`() async throws {
        let connection = try await connection()
        #expect(try await connection.call("vault.setup", ["kind": "create", "replace": true]).reason == .paramValue)
        window.expect(.cancel)
        #expect(try await setUp(connection, "restore", ["replace": true]) == "cancelled")
        #expect(window.headings == ["Restore a wallet"])
    }

    @Test func `a pinentry has no room for it, and a terminal is named`() async throws {
        let connection = try await connection(ScriptedPrompt())
        for kind in ["create", "restore"] {
            let outcome = try await connection.call("vault.setup", ["kind": .string(JSONString(kind))])
            #expect(outcome.reason == .promptUnavailable)
            guard case .failure(let error) = outcome else { continue }
            #expect(error.data["command"]?.text == "sidekey \(kind)")
        }
    }

    @Test func `nobody else starts it`() async throws {
        let connection = try await connection()
        #expect(try await connection.call("vault.setup", ["kind": "steal"]).reason == .paramValue)
        let fixture = try await ServiceFixture(prompt: window, hasVault: false)
        let terminal = await fixture.plain(2)
        _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        #expect(try await terminal.call("vault.setup", ["kind": "create"]).reason == .methodUnknown)
        let dark = await fixture.attached(3, display: nil)
        _ = try await dark.hello().get()
        #expect(try await dark.call("vault.setup", ["kind": "create"]).reason == .promptUnavailable)
    }
}
