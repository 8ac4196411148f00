import JSONRPC
import Pinentry
import Screens
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletState

/// The head of every prompt: the user's word, who asks, which account, and what moves.
@Suite struct PromptHeadTests {
    private static let word = "walnut"
    private static let stranger = PublicKey("8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9")
    private let prompt = ScriptedPrompt()

    private func connected(_ other: (any NativePrompt)? = nil) async throws -> RecordingConnection {
        var policy = ApprovalPolicy(setting: .popup)
        policy.recognition = Self.word
        let fixture = try await ServiceFixture(prompt: other ?? prompt, policy: policy, clock: ManualClock())
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        let connect = await connection.begin("connect", Self.page([:], "connect"))
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await connection.native().get()
        _ = try await connection.outcome(of: connect).get()
        return connection
    }

    private static func page(_ params: JSONObject, _ request: String) -> JSONObject {
        var page: JSONObject = [
            "origin": "https://dapp.example", "tab": 1, "document": "d", "request": .string(JSONString(request)),
        ]
        for member in params.members { page[member.name.string] = member.value }
        return page
    }

    private func account(_ connection: RecordingConnection) async throws -> PublicKey {
        let accounts = try await connection.call("accounts.list").get()["accounts"]?.array
        return try PublicKey(base58: #require(accounts?.first?["publicKey"]?.text))
    }

    @Test func `site, sentence, what moves and the word stand in a prompt that has no room for the rest`() async throws
    {
        let connection = try await connected()
        let account = try await account(connection)
        let memo = (1...40).map { "line \($0) of a memo" }.joined(separator: "\n")
        let transaction = try Transaction(feePayer: account, blockhash: Blockhash()) {
            SystemProgram.transfer(from: account, to: Self.stranger, lamports: 500_000_000)
            MemoProgram.memo(memo)
        }
        _ = await connection.begin(
            "signTransaction", Self.page(["tx": .string(Base64.encode(transaction.encoded()))], "tx"))
        _ = try await connection.call("vault.lock").get()
        let before = prompt.questions.count
        prompt.expect(.type("wrong"), .type(ServiceFixture.passphrase))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        let questions = prompt.questions.dropFirst(before)
        #expect(questions.count == 2)
        for question in questions {
            let text = try #require(question.description)
            for part in [
                "your word: walnut", "\ndapp.example\n", "You send 0.5 SOL to 8qbH…feR9.", "- 0.5 SOL",
                "To read all of it: sidekey approve ",
            ] {
                #expect(text.contains(part), "\(part) in \(text)")
            }
        }
        let whole = questions.compactMap(\.description).joined()
        for part in [account.description, "“Account 1”"] { #expect(whole.contains(part), "\(part)") }
        #expect(questions.contains { $0.prompt == "Passphrase:" })
        #expect(!whole.contains("of a memo"))
    }

    @Test func `in a window of its own the same stands on one screen, with a name for what is folded`() async throws {
        let window = ScriptedWindow()
        window.expect(.init(button: "approve", secrets: [ServiceFixture.passphrase]))
        let connection = try await connected(window)
        let account = try await account(connection)
        let transaction = try Transaction(feePayer: account, blockhash: Blockhash()) {
            MemoProgram.memo("hello")
        }
        _ = await connection.begin(
            "signTransaction", Self.page(["tx": .string(Base64.encode(transaction.encoded()))], "tx"))
        window.expect(.init(button: "approve", secrets: [ServiceFixture.passphrase]))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        let screen = try #require(window.screens.last)
        #expect(screen.parts.first == .text("your word: walnut", .muted))
        let titles = screen.parts.compactMap { if case .section(let title, _, _, _) = $0 { title } else { nil } }
        #expect(titles == ["Transaction details"])
        #expect(screen.buttons.map(\.label) == ["Reject", "Approve"] && screen.buttons[0].style == .plain)
    }

    @Test func `every other window shows the word as well`() async throws {
        let connection = try await connected()
        _ = try await connection.call("vault.lock").get()
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await connection.call("vault.unlock", ["native": true]).get()
        for question in prompt.questions { #expect(question.description?.contains("your word: walnut") == true) }
    }

    @Test func `an incomplete transaction of which only the fee is known is told as unread`() async throws {
        let connection = try await connected()
        let account = try await account(connection)
        let transaction = try Transaction(feePayer: account, blockhash: Blockhash()) {
            Instruction(
                programID: Self.stranger, accounts: [.init(account, isSigner: true, isWritable: true)], data: [1, 2])
        }
        _ = await connection.begin(
            "signTransaction", Self.page(["tx": .string(Base64.encode(transaction.encoded()))], "tx"))
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await connection.native().get()
        #expect(
            prompt.questions.last?.description?.contains("\nSidekey can't read what you would pay.\n") == true)
    }
}
