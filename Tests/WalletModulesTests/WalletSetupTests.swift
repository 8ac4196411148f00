import JSONRPC
import Pinentry
import Testing
import WalletKeys
import WalletModules

/// Making and restoring a wallet in prompts.
@Suite struct WalletSetupTests {
    private let prompt = ScriptedPrompt()
    private static let passphrase = "a good long passphrase"
    private static let abandon = [String](repeating: "abandon", count: 11) + ["about"]

    /// The extension's connection to an agent without a wallet.
    private func connection() async throws -> RecordingConnection {
        let fixture = try await ServiceFixture(prompt: prompt, hasVault: false)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        return connection
    }

    private func expect(_ words: [String]) {
        for word in words { prompt.expect(.type(word)) }
    }

    private func unlocks(_ connection: RecordingConnection) async throws -> Bool {
        prompt.expect(.type(Self.passphrase))
        return try await connection.call("vault.unlock", ["native": true]).get()["vault"]?.text == "unlocked"
    }

    @Test func aNewPhraseIsShownAskedForAndMadeAWallet() async throws {
        let connection = try await connection()
        prompt.expect(.yes, .yes, .no, .yes, .yes, .yes, .fromPaper, .fromPaper, .fromPaper)
        prompt.expect(.type("short"), .type(Self.passphrase), .type("another one"))
        prompt.expect(.type(Self.passphrase), .type(Self.passphrase))
        let outcome = try await connection.call("vault.setup", ["kind": "create"]).get()
        #expect(outcome == ["outcome": "created"])
        #expect(prompt.paper.count == 24)
        let errors = prompt.questions.compactMap(\.error)
        #expect(errors == ["It can't be that: it has fewer than 8 bytes.", "The two were not the same."])
        // No text that passes for a String holds the words; a few, such as `cancel`, are in our own texts too.
        let said = prompt.questions.map { "\($0)" }.joined()
        #expect(prompt.paper.filter { $0.count > 5 && said.contains($0) }.count < 4)
        #expect(try await unlocks(connection))
        #expect(try await connection.call("vault.setup", ["kind": "create"]).reason == .vaultExists)
    }

    @Test func aWordFromMemoryThatIsWrongShowsThePhraseAgain() async throws {
        let connection = try await connection()
        prompt.expect(.yes, .yes, .yes, .yes, .fromPaper, .type("zoo zoo"))
        prompt.expect(.yes, .yes, .yes, .yes, .fromPaper, .fromPaper, .cancel)
        let outcome = try await connection.call("vault.setup", ["kind": "create"]).get()
        #expect(outcome == ["outcome": "cancelled"])
        #expect(prompt.questions.contains { $0.description?.contains("another word") == true })
        #expect(try await connection.call("vault.status").get()["vault"]?.text == "none")
    }

    @Test(arguments: [
        [ScriptedPrompt.Reply.cancel], [.yes, .cancel], [.yes, .yes, .yes, .yes, .cancel],
        [.yes, .yes, .yes, .yes, .fromPaper, .fromPaper, .fromPaper, .cancel],
        [.yes, .yes, .yes, .yes, .fromPaper, .fromPaper, .fromPaper, .type(passphrase), .timeOut],
    ])
    func givingUpAnywhereMakesNothing(replies: [ScriptedPrompt.Reply]) async throws {
        let connection = try await connection()
        for reply in replies { prompt.expect(reply) }
        #expect(try await connection.call("vault.setup", ["kind": "create"]).get() == ["outcome": "cancelled"])
        #expect(try await connection.call("vault.status").get()["vault"]?.text == "none")
        #expect(prompt.open == 0)
    }

    @Test func aPhraseIsRestoredWordByWord() async throws {
        let connection = try await connection()
        prompt.expect(.type("13"), .type("12"))
        expect(["aban", "ABANDON", "ab", "xyz", "", "zoo", "back"] + Self.abandon.dropFirst(2))
        prompt.expect(.type(Self.passphrase), .type(Self.passphrase))
        #expect(try await connection.call("vault.setup", ["kind": "restore"]).get() == ["outcome": "created"])
        let errors = prompt.questions.compactMap(\.error)
        #expect(errors.count == 4)
        #expect(errors.contains("No word of the list begins so."))
        #expect(errors.contains("Nothing was typed."))
        let accounts = try await connection.call("vault.status").get()["accounts"]?.array
        // What the 12 words stand for, at m/44'/501'/0'/0'.
        #expect(accounts?.first?["publicKey"]?.text == "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk")
        #expect(try await unlocks(connection))
    }

    @Test func theLikelySlipIsNamedAndTypedAgain() async throws {
        let connection = try await connection()
        prompt.expect(.type("12"))
        // "ability" is none of the words that lie one slip from "about"; "above" isn't one either: nothing is likely.
        expect(Self.abandon.dropLast() + ["ability"])
        prompt.expect(.yes)
        expect(Self.abandon)
        prompt.expect(.type(Self.passphrase), .type(Self.passphrase))
        #expect(try await connection.call("vault.setup", ["kind": "restore"]).get() == ["outcome": "created"])
        #expect(prompt.questions.contains { $0.description?.contains("don't belong together") == true })
    }

    @Test func goingBackIsNoWordOfTheList() {
        let back = Array("back".utf8)
        back.withUnsafeBytes { bytes in
            #expect(WordList.english.index(of: bytes) == nil)
            #expect(WordList.english.completions(of: bytes).isEmpty)
        }
    }

    @Test func nobodyElseStartsIt() async throws {
        let connection = try await connection()
        #expect(try await connection.call("vault.setup", ["kind": "steal"]).reason == .paramValue)
        let fixture = try await ServiceFixture(prompt: prompt, hasVault: false)
        let terminal = await fixture.plain(2)
        _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        #expect(try await terminal.call("vault.setup", ["kind": "create"]).reason == .methodUnknown)
        let dark = await fixture.attached(3, display: nil)
        _ = try await dark.hello().get()
        #expect(try await dark.call("vault.setup", ["kind": "create"]).reason == .promptUnavailable)
    }
}
