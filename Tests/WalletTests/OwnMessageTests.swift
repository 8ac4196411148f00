import JSONRPC
import Salt
import SolanaTransactions
import Testing
import TransactionReview
import Wallet

/// Messages of the user's own, by the queue and the rules of every page's.
@Suite(.timeLimit(.minutes(5))) struct OwnMessageTests {
    private func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    private func unlocked() async throws -> (life: WalletLife, account: String) {
        let life = try await WalletLife()
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
        return (life, try #require(accounts?.first?["publicKey"]?.text))
    }

    private func params(_ bytes: [UInt8]) -> JSONObject { ["message": .string(Base64.encode(bytes))] }

    @Test func `it waits in the queue under the wallet's own name, and is signed once it was approved`() async throws {
        let (life, account) = try await unlocked()
        let message = Array("hello".utf8)
        let asked = await life.commandLine.begin("message.sign", params(message))
        let id = try await life.next(after: [])
        let shown = try await life.commandLine.call("approvals.get", ["id": .string(id)]).get()
        #expect(shown["summary"]?["origin"] == "sidekey" && shown["summary"]?["method"] == "signMessage")
        #expect(shown["review"]?["items"]?[0]?["text"] == "hello" || shown["review"]?["kind"] == "messages")
        _ = try await life.approveNatively(id).get()
        let result = try await life.commandLine.outcome(of: asked).get()
        #expect(result["account"]?.text == account)
        let signature = try Signature(base58: #require(result["signature"]?.text))
        #expect(SaltSign.verify(signature.bytes, of: message, publicKey: try PublicKey(base58: account).bytes))
    }

    @Test func `what no page can have signed as a message isn't signed here either`() async throws {
        let (life, account) = try await unlocked()
        let key = try PublicKey(base58: account)
        let transaction = try Transaction(feePayer: key, blockhash: Blockhash()) {
            SystemProgram.transfer(from: key, to: key, lamports: 1)
        }
        for bytes in [transaction.encoded(), transaction.messageBytes] {
            #expect(try await reason(life.commandLine.call("message.sign", params(bytes))) == .messageIsTransaction)
        }
        let envelope = try OffchainMessage(signers: [key], text: "hello").encoded
        #expect(try await reason(life.commandLine.call("message.sign", params(envelope))) == .messageIsOffchain)
        let signIn = "dapp.example wants you to sign in with your Solana account:\n\(account)"
        #expect(
            try await reason(life.commandLine.call("message.sign", params(Array(signIn.utf8)))) == .signInForeign)
        #expect(life.waiting.isEmpty)
    }

    @Test func `only the command line asks for it`() async throws {
        let (life, _) = try await unlocked()
        #expect(try await reason(life.browser.call("message.sign", params([1]))) == .methodUnknown)
        var other = params([1])
        other["account"] = "11111111111111111111111111111111"
        #expect(try await reason(life.commandLine.call("message.sign", other)) == .accountUnknown)
    }
}
