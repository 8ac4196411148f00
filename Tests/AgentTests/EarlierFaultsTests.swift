import Base58
import JSONRPC
import Salt
import TestSupport
import Testing

/// Faults of the systems before this one, shown absent.
@Suite struct EarlierFaultsTests {
    @Test func anIdThatIsNoStringIsRefusedAndTheStreamGoesOn() async throws {
        let wallet = try await WalletFixture()
        let browser = try wallet.browser()
        for id in ["1", "1.0", "1e3", "null", "[]", "{}", "\"\"", "true"] {
            try browser.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"vault.status"}"#)
            guard case .response(let response) = try browser.receiveMessage() else {
                Issue.record("no response")
                return
            }
            #expect(response.id == nil)
            expect(response.outcome, .invalidRequest, .idInvalid)
        }
        _ = try browser.call("vault.status").get()
    }

    @Test func everyMethodReadsItsOwnParams() async throws {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        let browser = try wallet.browser()
        _ = try browser.connectPage()
        // Decoded by trying types in order, each of these would have been a connect.
        expect(
            try browser.call("signMessage", WalletFixture.page(request: "2")), .invalidParams, .paramMissing)
        expect(
            try browser.call("signTransaction", WalletFixture.page(request: "3")), .invalidParams, .paramMissing)
        expect(
            try browser.call("connect", WalletFixture.page(["message": "aGVsbG8="], request: "4")), .invalidParams,
            .paramUnknown)
    }

    @Test func theOriginIsShownAsTheBackgroundNamedIt() async throws {
        let wallet = try await WalletFixture()
        let browser = try wallet.browser()
        _ = try browser.begin("connect", WalletFixture.page(origin: "https://evil.example"))
        #expect(try browser.notification("com.wallet.request").params["origin"]?.text == "https://evil.example")
    }

    @Test func theMessageOfATransactionIsSignedAndNotItsWireForm() async throws {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        let browser = try wallet.browser()
        let account = try Base58.decode(browser.connectPage())
        let recipient = [UInt8](repeating: 7, count: 32)
        let system = [UInt8](repeating: 0, count: 32)
        // Legacy: one signature, one signer, one read-only account without signature; System transfer of 1 lamport.
        let message: [UInt8] =
            [1, 0, 1, 3] + account + recipient + system + [UInt8](repeating: 9, count: 32)
            + [1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        let wire = [1] + [UInt8](repeating: 0, count: 64) + message
        let sign = try browser.begin(
            "signTransaction", WalletFixture.page(["tx": .string(Base64.encode(wire))], request: "2"))
        _ = try browser.approveWaiting().get()
        let result = try browser.answer(to: sign).get()
        let signature = try Base64.decode(#require(result["signature"]?.string))
        #expect(SaltSign.verify(signature, of: message, publicKey: account))
        #expect(!SaltSign.verify(signature, of: wire, publicKey: account))
        #expect(try Base64.decode(#require(result["signedTransaction"]?.string)) == [1] + signature + message)

        // The same bytes can't be had signed as a message.
        for bytes in [wire, message] {
            let asMessage = WalletFixture.page(["message": .string(Base64.encode(bytes))], request: "3")
            expect(try browser.call("signMessage", asMessage), .invalidInput, .messageIsTransaction)
        }
        let offchain = [0xff] + Array("solana offchain".utf8) + [0, 0, 1, 0, 104]
        let asMessage = WalletFixture.page(["message": .string(Base64.encode(offchain))], request: "4")
        expect(try browser.call("signMessage", asMessage), .invalidInput, .messageIsOffchain)

        // A whole off-chain message with this account among its signers is reviewed and signed as one; with another's it is not.
        func envelope(_ version: UInt8, _ signer: [UInt8]) -> [UInt8] {
            let domain = [UInt8](repeating: 3, count: 32)
            let middle: [UInt8] = version == 0 ? domain + [0, 1] + signer + [2, 0] : [1] + signer
            return [0xff] + Array("solana offchain".utf8) + [version] + middle + Array("hi".utf8)
        }
        func ask(_ message: [UInt8], _ request: String) -> JSONObject {
            WalletFixture.page(["message": .string(Base64.encode(message))], request: request)
        }
        let whole = envelope(1, account)
        // Another's, one that is cut, and version 0, whose 32 bytes of a domain no window shows.
        for (index, refused) in [envelope(1, recipient), Array(whole.dropLast(2)), envelope(0, account)].enumerated() {
            expect(try browser.call("signMessage", ask(refused, "5\(index)")), .invalidInput, .messageIsOffchain)
        }
        let signing = try browser.begin("signMessage", ask(whole, "6"))
        let (id, digest, review) = try browser.waiting()
        let shown = try browser.call("approvals.get", ["id": .string(id)]).get()["review"]?["items"]?.array?.first
        #expect(shown?["content"] == "hi" && shown?["envelope"]?["version"]?.int == 1)
        let yes: JSONObject = ["id": .string(id), "digest": .string(digest), "review": .string(review)]
        _ = try browser.call("approvals.approve", yes).get()
        let own = try Base64.decode(#require(browser.answer(to: signing).get()["signature"]?.string))
        #expect(SaltSign.verify(own, of: whole, publicKey: account))
    }

    @Test func allOfSeveralTransactionsAreSigned() async throws {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        let browser = try wallet.browser()
        let account = try Base58.decode(browser.connectPage())
        let messages = (UInt8(1)...3).map { amount -> [UInt8] in
            [1, 0, 1, 3] + account + [UInt8](repeating: 7, count: 32) + [UInt8](repeating: 0, count: 32)
                + [UInt8](repeating: 9, count: 32) + [1, 2, 2, 0, 1, 12, 2, 0, 0, 0, amount, 0, 0, 0, 0, 0, 0, 0]
        }
        let wires = messages.map { [1] + [UInt8](repeating: 0, count: 64) + $0 }
        let sign = try browser.begin(
            "signAllTransactions",
            WalletFixture.page(["transactions": .array(wires.map { .string(Base64.encode($0)) })], request: "2"))
        _ = try browser.approveWaiting().get()
        let signatures = try #require(try browser.answer(to: sign).get()["signatures"]?.array)
        #expect(signatures.count == 3)
        for (message, signature) in zip(messages, signatures) {
            let bytes = try Base64.decode(#require(signature.string))
            #expect(SaltSign.verify(bytes, of: message, publicKey: account))
        }
    }

    @Test func whatIsNotSentIsNotClaimedToBe() async throws {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        let browser = try wallet.browser()
        let account = try Base58.decode(browser.connectPage())
        let wire =
            [1] + [UInt8](repeating: 0, count: 64) + [1, 0, 1, 2] + account + [UInt8](repeating: 0, count: 64) + [0]
        let tx = JSON.string(Base64.encode(wire))
        let one = WalletFixture.page(["tx": tx, "cluster": "solana:devnet"], request: "2")
        expect(try browser.call("sendTransaction", one), .invalidInput, .noNetwork)
        let all = WalletFixture.page(["transactions": [tx, tx], "cluster": "solana:devnet"], request: "3")
        expect(try browser.call("sendAllTransactions", all), .invalidInput, .noNetwork)
    }

    @Test func aSessionIsNotProlongedByAnyCall() async throws {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        let browser = try wallet.browser()
        let first = try #require(try browser.call("vault.status").get()["session"]?["remaining"]?.int)
        for _ in 0..<50 { _ = try browser.call("accounts.list").get() }
        let last = try #require(try browser.call("vault.status").get()["session"]?["remaining"]?.int)
        #expect(first <= 900_000)
        #expect(last <= first)
    }
}
