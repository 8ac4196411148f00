import Foundation
import JSONRPC
import SolanaTransactions
import Testing
import Wallet
import WalletRuntime

/// Requests for which a press isn't enough take the passphrase, and one that has become worse is shown again; on the real vault and database.
@Suite(.timeLimit(.minutes(5))) struct ProofTests {
    private let stranger = PublicKey("8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9")

    private func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    private func connected() async throws -> (life: WalletLife, account: PublicKey) {
        let life = try await WalletLife()
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        _ = try await life.approve(life.ask("connect")).get()
        let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
        return (life, try PublicKey(base58: #require(accounts?.first?["publicKey"]?.text)))
    }

    private func transaction(_ account: PublicKey, _ instruction: Instruction) throws -> JSONObject {
        let transaction = try Transaction(feePayer: account, blockhash: Blockhash()) { instruction }
        return ["tx": .string(Base64.encode(transaction.encoded()))]
    }

    private func delegation(by account: PublicKey, to delegate: PublicKey) throws -> JSONObject {
        try transaction(
            account, TokenProgram.approve(source: stranger, delegate: delegate, owner: account, amount: .max))
    }

    private func shown(_ life: WalletLife, _ id: String) async throws -> JSON {
        try await life.browser.call("approvals.get", ["id": .string(id)]).get()
    }

    @Test func `a danger takes the passphrase in the browser too, while the session is open`() async throws {
        let (life, account) = try await connected()
        let (id, own) = try await life.begin("signTransaction", delegation(by: account, to: stranger))
        #expect(try await shown(life, id)["proof"] == "danger")
        #expect(try await reason(life.approve(id, isProven: false)) == .passphraseRequired)
        let wrong = try life.browser.sealed("another one", for: "approvals.approve", "unlock.passphrase")
        #expect(try await reason(life.approve(id, ["unlock": ["passphrase": wrong]])) == .wrongPassphrase)
        #expect(try await life.approve(id).get()["state"] == "answered")
        #expect(try await life.browser.outcome(of: own).get()["signedTransaction"]?.text?.isEmpty == false)
    }

    @Test func `what can't be read whole takes the passphrase`() async throws {
        let (life, account) = try await connected()
        let unknown = Instruction(
            programID: stranger, accounts: [AccountMeta(account, isSigner: true, isWritable: true)], data: [1, 2, 3])
        let id = try await life.ask("signTransaction", transaction(account, unknown))
        #expect(try await shown(life, id)["proof"] == "incomplete")
        #expect(try await reason(life.approve(id, isProven: false)) == .passphraseRequired)
        #expect(try await life.approve(id).get()["state"] == "answered")
    }

    @Test func `bytes that nobody can read take it, and a text and a payment don't`() async throws {
        let (life, account) = try await connected()
        let binary = try await life.ask("signMessage", ["message": "/w=="])
        #expect(try await shown(life, binary)["proof"] == "danger")
        #expect(try await reason(life.approve(binary, isProven: false)) == .passphraseRequired)
        #expect(try await life.approve(binary).get()["state"] == "answered")
        let payment = try transaction(account, SystemProgram.transfer(from: account, to: stranger, lamports: 1))
        for id in [
            try await life.ask("signMessage", ["message": "aGVsbG8="]),
            try await life.ask("signTransaction", payment),
        ] {
            #expect(try await shown(life, id)["proof"] == nil)
            #expect(try await life.approve(id, isProven: false).get()["state"] == "answered")
        }
    }

    @Test func `what goes to another account of one's own is no danger, and is shown again once it isn't one's own`()
        async throws
    {
        let (life, account) = try await connected()
        let added = try await life.browser.call("accounts.add").get()["accounts"]?.array ?? []
        let other = try PublicKey(base58: #require(added.last?["publicKey"]?.text))
        try #require(other != account)
        let (id, own) = try await life.begin("signTransaction", delegation(by: account, to: other))
        let before = try await shown(life, id)
        #expect(before["proof"] == nil)
        #expect(before["review"]?["items"]?.array?.first?["level"] == "info")
        _ = try await life.prove("accounts.remove", ["publicKey": .string(other.base58)]).get()
        #expect(try await reason(life.approve(id)) == .reviewMismatch)
        let after = try await shown(life, id)
        #expect(after["review"]?["items"]?.array?.first?["level"] == "danger")
        #expect(after["reviewHash"] != before["reviewHash"])
        let stale: JSONObject = ["review": try #require(before["reviewHash"])]
        #expect(try await reason(life.approve(id, stale)) == .reviewMismatch)
        #expect(try await life.approve(id).get()["state"] == "answered")
        _ = try await life.browser.outcome(of: own).get()
    }

    @Test func `what has become better is signed as it was shown`() async throws {
        let (life, account) = try await connected()
        let added = try await life.browser.call("accounts.add").get()["accounts"]?.array ?? []
        let other = try #require(added.last?["publicKey"])
        _ = try await life.prove("accounts.remove", ["publicKey": other]).get()
        let id = try await life.ask(
            "signTransaction", delegation(by: account, to: PublicKey(base58: #require(other.text))))
        let before = try await shown(life, id)
        _ = try await life.browser.call("accounts.add").get()
        #expect(try await shown(life, id)["reviewHash"] == before["reviewHash"])
        #expect(try await life.approve(id).get()["state"] == "answered")
    }
}
