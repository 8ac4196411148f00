import Foundation
import JSONRPC
import Pinentry
import Salt
import Testing
import Wallet
import WalletKeys

/// Making and restoring a wallet in prompts.
@Suite struct WalletSetupTests {
    private let prompt = ScriptedPrompt()
    private static let passphrase = "a good long passphrase"
    /// At m/44'/501' and m/44'/501'/0'/0' of the phrase below with the passphrase `TREZOR`, by `bip_utils` of PyPI.
    private static let accountsWithPassphrase = [
        "BwwLFb2UdANxF9FUtE56vVEnyScBYrbijgyJBrBRjMkW", "7zSmbu6gKkb6HB7UDPtHYjwCWuBHU1D4TpNZFm4sndQe",
    ]
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
        prompt.expect(.type(""), .yes, .yes, .no, .yes, .yes, .yes, .fromPaper, .fromPaper, .fromPaper)
        prompt.expect(.type("short"), .type(Self.passphrase), .type("another one"))
        prompt.expect(.type(Self.passphrase), .type(Self.passphrase), .type(""))
        let outcome = try await connection.call("vault.setup", ["kind": "create"]).get()
        #expect(outcome == ["outcome": "created"])
        #expect(prompt.paper.count == 24)
        let errors = prompt.questions.compactMap(\.error)
        #expect(errors == ["You can't use that: it has fewer than 8 bytes.", "The two don't match."])
        // No text that passes for a String holds the words; a few, such as `cancel`, are in our own texts too.
        let said = prompt.questions.map { "\($0)" }.joined()
        #expect(prompt.paper.filter { $0.count > 5 && said.contains($0) }.count < 4)
        #expect(try await unlocks(connection))
        #expect(try await connection.call("vault.setup", ["kind": "create"]).reason == .vaultExists)
    }

    @Test func aPassphraseThatIsGuessedFirstIsRefusedWithASuggestion() async throws {
        let connection = try await connection()
        prompt.expect(.type(""), .yes, .yes, .yes, .yes, .fromPaper, .fromPaper, .fromPaper)
        prompt.expect(.type("12345678"), .type("P@ssw0rd2024!"), .type("correct horse"))
        prompt.expect(.type(Self.passphrase), .type(Self.passphrase), .type(""))
        #expect(try await connection.call("vault.setup", ["kind": "create"]).get() == ["outcome": "created"])
        let refusal = "You can't use that: it is easy to guess. Use four or more unrelated words."
        #expect(prompt.questions.compactMap(\.error) == [refusal, refusal, refusal])
        #expect(try await unlocks(connection))
    }

    @Test(arguments: [12, 15, 18, 21, 24])
    func aNewPhraseMayHaveFewerWordsAndAPassphraseOfItsOwn(count: Int) async throws {
        let connection = try await connection()
        prompt.expect(.type("13"), .type("\(count)+"), .yes)
        for _ in 0..<(count + 7) / 8 { prompt.expect(.yes) }
        prompt.expect(.fromPaper, .fromPaper, .fromPaper, .type("TREZOR"), .type("TREZOR"))
        prompt.expect(.type(Self.passphrase), .type(Self.passphrase), .type(""))
        #expect(try await connection.call("vault.setup", ["kind": "create"]).get() == ["outcome": "created"])
        #expect(prompt.paper.count == count)
        #expect(prompt.questions.compactMap(\.error) == ["That is not one of the five numbers."])
        let phrase = try SeedPhrase(parsing: SecretBytes(copying: Array(prompt.paper.joined(separator: " ").utf8)))
        let secret = try VaultSecret(phrase: phrase, passphrase: SecretBytes(copying: Array("TREZOR".utf8)))
        let first = try #require(try SessionLock.candidates(of: secret, at: [.firstSolanaAccount]).first)
        #expect(try await accounts(connection) == ["\(first.publicKey)"])
    }

    @Test func aWordFromMemoryThatIsWrongShowsThePhraseAgain() async throws {
        let connection = try await connection()
        prompt.expect(.type(""), .yes, .yes, .yes, .yes, .fromPaper, .type("zoo zoo"))
        prompt.expect(.yes, .yes, .yes, .yes, .fromPaper, .fromPaper, .cancel)
        let outcome = try await connection.call("vault.setup", ["kind": "create"]).get()
        #expect(outcome == ["outcome": "cancelled"])
        #expect(prompt.questions.contains { $0.description?.contains("That word doesn't match.") == true })
        #expect(try await connection.call("vault.status").get()["vault"]?.text == "none")
    }

    @Test(arguments: [
        [ScriptedPrompt.Reply.cancel], [.type(""), .cancel], [.type(""), .yes, .cancel],
        [.type("24"), .yes, .yes, .yes, .yes, .cancel],
        [.type("24"), .yes, .yes, .yes, .yes, .fromPaper, .fromPaper, .fromPaper, .cancel],
        [.type("12"), .yes, .yes, .yes, .fromPaper, .fromPaper, .fromPaper, .type(passphrase), .timeOut],
        [.type("12+"), .yes, .yes, .yes, .fromPaper, .fromPaper, .fromPaper, .cancel],
    ])
    func givingUpAnywhereMakesNothing(replies: [ScriptedPrompt.Reply]) async throws {
        let connection = try await connection()
        for reply in replies { prompt.expect(reply) }
        #expect(try await connection.call("vault.setup", ["kind": "create"]).get() == ["outcome": "cancelled"])
        #expect(try await connection.call("vault.status").get()["vault"]?.text == "none")
        #expect(prompt.open == 0)
    }

    /// What follows the words: no BIP-39 passphrase, the first account, the passphrase, no word.
    private func expectEnd() {
        prompt.expect(.type(""), .type(""), .type(Self.passphrase), .type(Self.passphrase), .type(""))
    }

    private func restore(_ connection: RecordingConnection, _ params: JSONObject = [:]) async throws -> JSON {
        var params = params
        params["kind"] = "restore"
        return try await connection.call("vault.setup", params).get()
    }

    private func accounts(_ connection: RecordingConnection) async throws -> [String] {
        let accounts = try await connection.call("vault.status").get()["accounts"]?.array ?? []
        return accounts.compactMap { $0["publicKey"]?.text }
    }

    @Test func aPhraseIsRestoredWordByWord() async throws {
        let connection = try await connection()
        prompt.expect(.type("13"), .type("12"))
        expect(["aban", "ABANDON", "ab", "xyz", "", "zoo", "back"] + Self.abandon.dropFirst(2))
        expectEnd()
        #expect(try await restore(connection) == ["outcome": "created"])
        let errors = prompt.questions.compactMap(\.error)
        #expect(errors.count == 4)
        #expect(errors.contains("No word in the list starts like that."))
        #expect(errors.contains("Nothing was typed."))
        // What the 12 words stand for, at m/44'/501'/0'/0'.
        #expect(try await accounts(connection) == ["HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"])
        #expect(try await unlocks(connection))
    }

    @Test func aSlipInAWordIsNamedWithTheWordThatWasMeant() async throws {
        let connection = try await connection()
        prompt.expect(.type("12"))
        expect(["abandon", "abandom", "qqqqqqqqqqqqqqqqqqqqqqqq", "abandon"] + Self.abandon.dropFirst(2))
        expectEnd()
        #expect(try await restore(connection) == ["outcome": "created"])
        #expect(prompt.pages.count == 1)
        #expect(prompt.pages[0].contains("\n\nWord 2, abandom: did you mean abandon?"))
        // No text that passes for a String holds what was typed.
        #expect(!prompt.questions.contains { "\($0)".contains("abando") || "\($0)".contains("qqq") })
    }

    @Test func wordsThatDontBelongTogetherAreTypedAgain() async throws {
        let connection = try await connection()
        prompt.expect(.type("12"))
        // "ability" is none of the words that lie one slip from "about": nothing is likely.
        expect(Self.abandon.dropLast() + ["ability"])
        prompt.expect(.yes)
        expect(Self.abandon)
        expectEnd()
        #expect(try await restore(connection) == ["outcome": "created"])
        #expect(
            prompt.pages.contains {
                $0.contains("together they aren't a recovery phrase") && $0.contains("Type all words again")
            })
    }

    private static let winner =
        ["legal"]
        + "winner thank year wave sausage worth useful legal winner thank yellow".split(separator: " ").map(String.init)

    @Test func theLikelyWrongWordIsNamedAndTypedAgain() async throws {
        let connection = try await connection()
        prompt.expect(.type("12"))
        var typed = Self.winner
        // By `mnemonic` of PyPI no other word of the list, one slip away in one place, makes the checksum fit.
        typed[10] = "tank"
        expect(typed)
        prompt.expect(.yes, .type("than"))
        expectEnd()
        #expect(try await restore(connection) == ["outcome": "created"])
        #expect(prompt.pages.count == 1)
        #expect(prompt.pages[0].contains("\n\nWord 11, tank: did you mean thank?\n\n"))
    }

    @Test func everyLikelySlipIsNamedInALineOfItsOwn() async throws {
        let connection = try await connection()
        prompt.expect(.type("12"))
        var typed = Self.winner
        typed[3] = "wear"
        expect(typed)
        #expect(try await restore(connection) == ["outcome": "cancelled"])
        let lines = prompt.pages[0].split(separator: "\n").filter { $0.hasPrefix("Word ") }
        #expect(
            lines == [
                "Word 3, thank: did you mean tank?", "Word 4, wear: did you mean year?",
                "Word 5, wave: did you mean save?", "Word 5, wave: did you mean wage?",
            ])
    }

    @Test func wordsThatChangedPlacesAreBothTypedAgain() async throws {
        let connection = try await connection()
        prompt.expect(.type("12"))
        var typed = Self.winner
        typed.swapAt(0, 1)
        expect(typed)
        prompt.expect(.yes, .type("legal"), .type("winner"))
        expectEnd()
        #expect(try await restore(connection) == ["outcome": "created"])
        #expect(prompt.pages[0].contains("\n\nWords 1 and 2: are they swapped?\n\n"))
    }

    @Test func cancelAtAWordOffersOneBackAndGoingOn() async throws {
        let connection = try await connection()
        prompt.expect(.type("12"), .type("zoo"), .cancel, .no, .type("aban"), .cancel, .yes)
        expect(Array(Self.abandon.dropFirst()))
        expectEnd()
        #expect(try await restore(connection) == ["outcome": "created"])
        let stops = prompt.questions.filter { $0.cancel == "Stop" }
        #expect(stops.map(\.notOK) == ["Go back one word", "Go back one word"])
        #expect(stops.first?.description?.contains("You typed 1 of 12 words.") == true)
        #expect(try await accounts(connection) == ["HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"])
    }

    @Test(arguments: [
        [ScriptedPrompt.Reply.cancel], [.type("12"), .cancel], [.type("12"), .type("zoo"), .cancel, .cancel],
        [.type("12"), .type("zoo"), .timeOut], [.type("12"), .type("zoo"), .cancel, .timeOut],
    ])
    func stoppingAtAWordMakesNothing(replies: [ScriptedPrompt.Reply]) async throws {
        let connection = try await connection()
        for reply in replies { prompt.expect(reply) }
        #expect(try await restore(connection) == ["outcome": "cancelled"])
        #expect(prompt.questions.count == replies.count)
        #expect(try await connection.call("vault.status").get()["vault"]?.text == "none")
    }

    @Test func aPassphraseOfThePhraseMakesOtherAccounts() async throws {
        let connection = try await connection()
        prompt.expect(.type("12"))
        expect(Self.abandon)
        prompt.expect(.type("TREZOR"), .type("trezor"), .type("TREZOR"), .type("TREZOR"))
        prompt.expect(.type("5"), .type("3, 1"), .type(Self.passphrase), .type(Self.passphrase), .type(""))
        #expect(try await restore(connection) == ["outcome": "created"])
        #expect(try await accounts(connection) == Self.accountsWithPassphrase)
        let page = try #require(prompt.questions.first { $0.prompt == "Numbers:" }?.description)
        #expect(page.contains("1.  m/44'/501'/0'/0'\n    \(Self.accountsWithPassphrase[1])\n"))
        #expect(page.contains("3.  m/44'/501'\n    \(Self.accountsWithPassphrase[0])\n"))
        #expect(prompt.questions.count { $0.prompt == "Numbers:" } == 2)
    }

    @Test func theWordThatWasChosenStandsInTheNextPrompt() async throws {
        let connection = try await connection()
        prompt.expect(.type("12"))
        expect(Self.abandon)
        prompt.expect(.type(""), .type(""), .type(Self.passphrase), .type(Self.passphrase))
        prompt.expect(.type("wal\u{202e}nut"), .no, .type(String(repeating: "x", count: 65)), .type("walnut"), .yes)
        #expect(try await restore(connection) == ["outcome": "created"])
        let shown = prompt.questions.compactMap(\.description).filter { $0.contains("Sidekey's window shows:") }
        #expect(shown.map { $0.split(separator: "\n").last } == ["your word: wal\\u{202e}nut", "your word: walnut"])
        #expect(try await unlocks(connection))
        #expect(prompt.questions.last?.description?.contains("\nyour word: walnut\n") == true)
    }

    @Test func closingThePageOfTheWordLeavesTheWallet() async throws {
        for reply in [ScriptedPrompt.Reply.cancel, .timeOut, .fail(.ended)] {
            let connection = try await connection()
            prompt.expect(.type("12"))
            expect(Self.abandon)
            prompt.expect(.type(""), .type(""), .type(Self.passphrase), .type(Self.passphrase), reply)
            #expect(try await restore(connection) == ["outcome": "created"])
            #expect(try await unlocks(connection))
            #expect(prompt.questions.last?.description?.contains("your word") == false)
        }
    }

    @Test func aLostPassphraseIsOvercomeByTheWordsAndNothingIsDeleted() async throws {
        let fixture = try await ServiceFixture(prompt: prompt)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await connection.call("vault.unlock", ["native": true]).get()
        let old = try await accounts(connection)
        let vault = try Data(contentsOf: fixture.folder.appendingPathComponent("vault"))
        #expect(try await connection.call("vault.setup", ["kind": "restore"]).reason == .vaultExists)
        let begun = prompt.questions.count
        prompt.expect(.type("yes"), .type("replace"), .type("12"))
        expect(Self.abandon)
        expectEnd()
        #expect(try await restore(connection, ["replace": true]) == ["outcome": "created"])
        let first = try #require(prompt.questions[begun].description)
        #expect(first.contains("stays beside the new one") && first.contains("isn't deleted"))
        #expect(first.hasSuffix("type: replace"))
        #expect(try Data(contentsOf: fixture.folder.appendingPathComponent("vault.aside-1")) == vault)
        #expect(try await connection.call("vault.status").get()["vault"]?.text == "locked")
        #expect(try await accounts(connection) == ["HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"])
        #expect(try await accounts(connection) != old)
        #expect(try await unlocks(connection))
    }

    @Test(arguments: [
        [ScriptedPrompt.Reply.cancel], [.type("yes"), .type(""), .type("Replace")], [.type("replace"), .timeOut],
        [.type("replace"), .type("12"), .cancel],
    ])
    func whateverEndsItLeavesTheOldWalletAlone(replies: [ScriptedPrompt.Reply]) async throws {
        let fixture = try await ServiceFixture(prompt: prompt)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        for reply in replies { prompt.expect(reply) }
        #expect(try await restore(connection, ["replace": true]) == ["outcome": "cancelled"])
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        #expect(!names.contains { $0.contains("aside") })
    }

    @Test func onlyRestoringReplaces() async throws {
        let connection = try await connection()
        #expect(
            try await connection.call("vault.setup", ["kind": "create", "replace": true]).reason == .paramValue)
        // Where there is nothing to replace, nothing of it is asked.
        prompt.expect(.cancel)
        #expect(try await restore(connection, ["replace": true]) == ["outcome": "cancelled"])
        #expect(prompt.questions.map(\.prompt) == ["Number:"])
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
