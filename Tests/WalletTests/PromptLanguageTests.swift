import Base58
import Glibc
import JSONRPC
import Pinentry
import Salt
import Screens
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import Wording

/// Prompts in each language: whole, and in no other.
@Suite struct PromptLanguageTests {
    private let prompt = ScriptedPrompt()
    private static let locales: [(locale: String, language: Language)] = [
        ("en_US.UTF-8", .english), ("pt_BR.UTF-8", .brazilianPortuguese), ("el_GR.UTF-8", .greek),
        ("tr_TR.UTF-8", .turkish),
    ]
    private static let passphrase = "a good long passphrase"

    /// The extension's connection from a desktop in a language.
    private func connection(_ locale: String, hasVault: Bool) async throws -> RecordingConnection {
        let fixture = try await ServiceFixture(prompt: prompt, hasVault: hasVault)
        let connection = await fixture.attached(1, locale: locale)
        _ = try await connection.hello().get()
        return connection
    }

    /// Everything that was shown so far, word for word.
    private var said: String {
        prompt.questions.flatMap { [$0.description, $0.prompt, $0.error, $0.ok, $0.cancel, $0.notOK] }
            .compactMap(\.self).joined(separator: "\n") + prompt.pages.joined(separator: "\n")
    }

    /// Returns whether what was shown has no piece of another language's texts; one of a few letters may be a word of both.
    private func expectOnly(
        _ language: Language, in said: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let own = Self.texts[language] ?? []
        for (other, texts) in Self.texts where other != language {
            let found = (said ?? self.said).withCString { said in
                texts.subtracting(own).first { strstr(said, $0) != nil }
            }
            #expect(found == nil, "\(other.rawValue)", sourceLocation: sourceLocation)
        }
    }

    /// The texts between the values of what is said, but those of a few letters.
    private static let texts: [Language: Set<String>] = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { language in
            let words = Phrasebook(language)
            let pieces = TextKey.allCases.flatMap { words.pieces($0) }
            return (
                language,
                Set(pieces.compactMap { if case .text(let text) = $0, text.count >= 10 { text } else { nil } })
            )
        })

    private func page(_ params: JSONObject = [:], request: String) -> JSONObject {
        var page: JSONObject = [
            "origin": "https://dapp.example", "tab": 1, "document": "document-1",
            "request": .string(JSONString(request)),
        ]
        for member in params.members { page[member.name.string] = member.value }
        return page
    }

    /// What screens say: all their texts, in JSON.
    private func said(in window: ScriptedWindow) -> String {
        window.screens.map { screen in
            let parts = screen.parts.filter { if case .wordFields = $0 { false } else { true } }
            let without = Screen(
                number: 1, title: screen.title, parts: parts, field: screen.field, buttons: screen.buttons,
                tooSoon: screen.tooSoon)
            return String(decoding: without.json.serialized(), as: UTF8.self)
        }.joined(separator: "\n")
    }

    /// A text as JSON has it.
    private func quoted(_ text: String) -> String {
        String(String(decoding: JSON.string(JSONString(text)).serialized(), as: UTF8.self).dropFirst().dropLast())
    }

    @Test(arguments: locales) func `a wallet is made in the language of the desktop`(
        locale: String, language: Language
    ) async throws {
        let window = ScriptedWindow()
        let fixture = try await ServiceFixture(prompt: window, hasVault: false)
        let connection = await fixture.attached(1, locale: locale)
        _ = try await connection.hello().get()
        window.expect(.next(values: ["more": ["passphrase"]]), .next("zoo"), .fromPaper, .next("TREZOR"))
        window.expect(.next("short"), .next("a\u{7}aaaaaaaa"), .next(Self.passphrase))
        window.expect(.next(values: ["word": [String(repeating: "x", count: 500)]]), .next(values: ["word": ["heron"]]))
        #expect(try await connection.call("vault.setup", ["kind": "create"]).get() == ["outcome": "created"])
        let words = Phrasebook(language)
        let said = said(in: window)
        for text in [
            words(.setupWordsMeans), words(.setupCheckWrong), words(.passphraseDifferent), words(.setupRecognition),
            words(.passphraseTooShort, 8), words(.setupAllowanceEverything), words.sol(100_000_000),
            words(.recognitionTooLong, 64),
        ] {
            #expect(said.contains(quoted(text)), "\(text)")
        }
        expectOnly(language, in: said)
    }

    @Test(arguments: locales) func `a wallet is restored in the language of the desktop, and replaced`(
        locale: String, language: Language
    ) async throws {
        let window = ScriptedWindow()
        let fixture = try await ServiceFixture(prompt: window)
        let connection = await fixture.attached(1, locale: locale)
        _ = try await connection.hello().get()
        let words = Phrasebook(language)
        let abandon = String(repeating: "abandon ", count: 11)
        window.expect(.next, .next("abandon", ""), .next(abandon + "abot", ""), .next(abandon + "zoo", ""))
        window.expect(.next(abandon + "about", ""), .next(values: ["accounts": []]), .cancel)
        let params: JSONObject = ["kind": "restore", "replace": true]
        #expect(try await connection.call("vault.setup", params).get() == ["outcome": "cancelled"])
        let said = said(in: window)
        for text in [
            words(.setupSetAside), words(.setupRestoreMeans), words(.phraseMismatch),
            words(.phraseWordCount, ["count": "1"]), words(.phraseWordUnknown, ["position": "12"]),
            words(.setupAccountsMeans), words(.setupAccountNone), words(.seedPassphraseField),
        ] {
            #expect(said.contains(quoted(text)), "\(text)")
        }
        expectOnly(language, in: said)
    }

    @Test(arguments: locales) func `what is asked is said in the language of the desktop`(
        locale: String, language: Language
    ) async throws {
        let words = Phrasebook(language)
        let connection = try await connection(locale, hasVault: true)
        prompt.expect(.type(ServiceFixture.passphrase))
        let connect = await connection.begin("connect", page(request: "connect"))
        _ = try await connection.native().get()
        _ = try await connection.outcome(of: connect).get()
        let accounts = try await connection.call("getAccounts", page(request: "accounts")).get()
        let account = try Base58.decode(#require(accounts["accounts"]?.array?.first?["publicKey"]?.text))
        // One instruction of a program that nobody knows.
        let transaction =
            [1] + [UInt8](repeating: 0, count: 64) + [1, 0, 1, 2] + account + [UInt8](repeating: 7, count: 32)
            + [UInt8](repeating: 9, count: 32) + [1, 1, 1, 0, 2, 1, 2]
        _ = await connection.begin(
            "signTransaction", page(["tx": .string(JSONString(Base64.encode(transaction)))], request: "tx"))
        prompt.expect(.type("wrong"), .type(ServiceFixture.passphrase))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        for text in [
            "dapp.example", words(.summaryConnect), words(.connectNeverSigns), words(.summaryUnread),
            words(.requestIncomplete), words(.promptProofIncomplete), words(.promptWrongPassphrase, 2),
        ] {
            #expect(said.contains(text))
        }
        expectOnly(language)
        // A page has no room for a long memo: the command that shows it stands there.
        let memo = try Transaction(feePayer: PublicKey(base58: Base58.encode(account)), blockhash: Blockhash()) {
            MemoProgram.memo((1...60).map { "line \($0)" }.joined(separator: "\n"))
        }
        let params: JSONObject = ["tx": .string(JSONString(Base64.encode(memo.encoded())))]
        _ = await connection.begin("signTransaction", page(params, request: "long"))
        // The first approval has opened the session.
        prompt.expect(.yes, .type(ServiceFixture.passphrase))
        _ = try await connection.native().get()
        let pointer = words(.promptWhole, ["command": "sidekey approve"])
        #expect(said.contains(pointer))
        expectOnly(language)
    }

    @Test func `the user's choice comes before the desktop's language`() async throws {
        let connection = try await connection("tr_TR.UTF-8", hasVault: true)
        for (choice, language) in [
            ("el", Language.greek), ("en", .english), ("pt_BR", .brazilianPortuguese), ("", .turkish),
        ] {
            _ = try await connection.call("settings.set", ["language": .string(JSONString(choice))]).get()
            prompt.expect(.type(ServiceFixture.passphrase))
            _ = try await connection.call("vault.unlock", ["native": true]).get()
            let words = Phrasebook(language)
            #expect(prompt.questions.last?.description == "\(words(.promptHeading))\n\n\(words(.unlockQuestion))")
        }
    }

    @Test func `a desktop in a language that isn't spoken is asked in English`() async throws {
        let connection = try await connection("de_DE.UTF-8", hasVault: true)
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await connection.call("vault.unlock", ["native": true]).get()
        #expect(prompt.questions.last?.ok == "Unlock")
    }
}
