import JSONRPC
import Pinentry
import SolanaTransactions
import TestSupport
import Testing

/// A payment in the pinentry that users have, in each language.
@Suite(.serialized) struct TerminalPromptTests {
    private static let stranger = PublicKey("8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9")

    /// Written down by hand, and not taken from the tables.
    private static let expected: [(locale: String, texts: [String], ok: String)] = [
        (
            "en_US.UTF-8",
            [
                "Sidekey's window", "dapp.example", "Account:", "You send 0.000000007 SOL to 8qbH…feR9.",
                "- 0.000000007 SOL", "Maximum fee: 0.000005 SOL", "Passphrase:", "<Reject>",
            ], "<Approve>"
        ),
        (
            "pt_BR.UTF-8",
            [
                "Janela da Sidekey", "dapp.example", "Você envia 0,000000007 SOL para 8qbH…feR9.",
                "- 0,000000007 SOL", "Senha:", "<Rejeitar>",
            ], "<Aprovar>"
        ),
        (
            "el_GR.UTF-8",
            [
                "Παράθυρο του Sidekey", "dapp.example", "Στέλνετε 0,000000007 SOL προς 8qbH…feR9.",
                "- 0,000000007 SOL", "Κωδικός πρόσβασης:", "<Απόρριψη>",
            ], "<Έγκριση>"
        ),
        (
            "tr_TR.UTF-8",
            [
                "Sidekey penceresi", "dapp.example", "8qbH…feR9 adresine 0,000000007 SOL gönderiyorsunuz.",
                "- 0,000000007 SOL", "Parola:", "<Reddet>",
            ], "<Onayla>"
        ),
    ]

    @Test(arguments: expected) func `a payment is shown whole and approved`(
        locale: String, texts: [String], ok: String
    ) async throws {
        let prompt = try TerminalPrompt()
        let fixture = try await ServiceFixture(prompt: prompt)
        // None of these locales need be installed here.
        let connection = await fixture.attached(1, locale: locale)
        _ = try await connection.hello().get()
        let connect = await connection.begin("connect", page([:], "connect"))
        var asked = Task { try await connection.native() }
        try await type(ServiceFixture.passphrase, when: { $0.contains("dapp.example") && $0.contains(ok) }, on: prompt)
        _ = try await asked.value.get()
        let address = try await connection.outcome(of: connect).get()["publicKey"]?.text
        let account = try PublicKey(base58: #require(address))
        let transaction = try Transaction(feePayer: account, blockhash: Blockhash()) {
            SystemProgram.transfer(from: account, to: Self.stranger, lamports: 7)
        }
        let sign = await connection.begin(
            "signTransaction", page(["tx": .string(JSONString(Base64.encode(transaction.encoded())))], "pay"))
        asked = Task { try await connection.native() }
        let isShown: @Sendable (String) -> Bool = { shown in
            shown.contains("8qbH…feR9") && shown.components(of: ok) > 1
        }
        try await type(ServiceFixture.passphrase, when: isShown, on: prompt)
        #expect(try await asked.value.get()["state"]?.text == "answered")
        #expect(try await connection.outcome(of: sign).get()["signature"] != nil)
        let shown = prompt.terminal.shown
        for text in texts { #expect(shown.contains(text), "\(text)") }
        // A letter that came out as something else, or was cut in the middle.
        #expect(!shown.contains("\u{FFFD}") && !shown.contains("??"))
    }

    private func type(
        _ text: String, when condition: @Sendable (String) -> Bool, on prompt: TerminalPrompt
    ) async throws {
        for _ in 0..<2000 {
            if condition(prompt.terminal.shown) {
                // Nobody answers what they can't have read: such an answer doesn't count.
                try await Task.sleep(for: PinentryConversation.unseen + .milliseconds(100))
                return prompt.terminal.send(text + "\r")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw TestFault("no prompt: \(prompt.terminal.shown)")
    }

    private func page(_ params: JSONObject, _ request: String) -> JSONObject {
        var page: JSONObject = [
            "origin": "https://dapp.example", "tab": 1, "document": "document-1",
            "request": .string(JSONString(request)),
        ]
        for member in params.members { page[member.name.string] = member.value }
        return page
    }
}

extension String {
    /// How often a text stands in it.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
