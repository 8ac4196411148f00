import Base58
import JSONRPC
import Salt
import TestSupport
import Testing

/// The whole path without a browser: only the host's pipes, and no agent that runs beforehand.
@Suite struct WalletPathTests {
    @Test func aPageConnectsAndHasAMessageSigned() async throws {
        let wallet = try await WalletFixture()
        wallet.home.stopAgent()
        #expect(wallet.home.agent == nil)
        let browser = try BrowserStandIn(.firefox(addOn: "wallet@sidekey.app"), home: wallet.home)
        let hello = try browser.hello().get()
        #expect(hello["protocol"]?.int == 1)
        #expect(hello["vault"]?.text == "locked")
        #expect(hello["unattended"]?.bool == true)
        #expect(hello["home"]?.text == wallet.home.path)
        #expect(
            hello["pages"]?.array?.compactMap(\.text) == [
                "cancel", "connect", "disconnect", "getAccounts", "sendAllTransactions", "sendTransaction",
                "signAllMessages", "signAllOffchainMessages", "signAllTransactions", "signIn", "signMessage",
                "signOffchainMessage", "signTransaction",
            ])

        let connect = try browser.begin("connect", WalletFixture.page())
        let (id, digest, review) = try browser.waiting()
        let list = try browser.call("approvals.list").get()
        let summary = try #require(list["requests"]?.array?.first)
        #expect(summary["origin"]?.text == WalletFixture.origin)
        #expect(summary["method"]?.text == "connect")
        #expect(summary["own"]?.bool == true)
        #expect(summary["id"]?.text == id)
        let yes: JSONObject = ["id": .string(id), "digest": .string(digest), "review": .string(review)]
        expect(try browser.call("approvals.approve", yes), .locked, .locked)
        var withPassphrase = yes
        withPassphrase["unlock"] = try browser.unlocking()
        #expect(try browser.call("approvals.approve", withPassphrase).get()["state"]?.text == "answered")
        let connected = try browser.answer(to: connect).get()
        let account = try #require(connected["publicKey"]?.text)
        #expect(connected["accounts"]?.array?.count == 1)
        #expect(connected["accountLabel"]?.text == "Account 1")

        let message = Array("hello, wallet".utf8)
        let sign = try browser.begin(
            "signMessage", WalletFixture.page(["message": .string(Base64.encode(message))], request: "2"))
        _ = try browser.approveWaiting().get()
        let signed = try browser.answer(to: sign).get()
        #expect(try Base64.decode(#require(signed["signedMessage"]?.string)) == message)
        let signature = try Base64.decode(#require(signed["signature"]?.string))
        #expect(try SaltSign.verify(signature, of: message, publicKey: Base58.decode(account)))
    }

    @Test func aRejectionReachesThePage() async throws {
        let wallet = try await WalletFixture()
        let browser = try wallet.browser()
        let connect = try browser.begin("connect", WalletFixture.page())
        let (id, _, _) = try browser.waiting()
        _ = try browser.call("approvals.reject", ["id": .string(id)]).get()
        expect(try browser.answer(to: connect), .userRejected, .rejected)
        #expect(try browser.notification("com.wallet.response").params["state"]?.text == "rejected")
    }

    @Test func whatThereIsNoRoomForIsRefusedBeforeItIsReviewed() async throws {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        let browser = try wallet.browser()
        _ = try browser.connectPage()
        func ask(_ message: [UInt8], request: String) throws -> String {
            try browser.begin(
                "signMessage", WalletFixture.page(["message": .string(Base64.encode(message))], request: request))
        }
        // Each of these bytes is shown as five characters: too long for a frame, which only the review can tell.
        let long = [UInt8](repeating: 1, count: 300_000)
        expect(try browser.answer(to: ask(long, request: "0")), .invalidInput, .answerTooLarge)
        let first = try ask(Array("1".utf8), request: "1")
        for number in 2...10 { _ = try ask(Array("\(number)".utf8), request: "\(number)") }
        for _ in 1...10 { _ = try browser.notification("com.wallet.request") }
        expect(try browser.answer(to: ask(long, request: "11")), .tooManyPending, .tooManyPending)
        // What is sent once more, by a background that was restarted, joins the first and needs no room.
        let again = try ask(Array("1".utf8), request: "1")
        let (id, digest, review) = try browser.waiting()
        let yes: JSONObject = ["id": .string(id), "digest": .string(digest), "review": .string(review)]
        _ = try browser.call("approvals.approve", yes).get()
        #expect(try browser.answer(to: again).get()["signature"] == browser.answer(to: first).get()["signature"])
    }

    @Test func aWrongPassphraseLeavesTheRequestWaiting() async throws {
        let wallet = try await WalletFixture()
        let browser = try wallet.browser()
        let connect = try browser.begin("connect", WalletFixture.page())
        let (id, digest, review) = try browser.waiting()
        var params: JSONObject = ["id": .string(id), "digest": .string(digest), "review": .string(review)]
        params["unlock"] = try browser.unlocking(passphrase: "wrong")
        expect(try browser.call("approvals.approve", params), .unauthorized, .wrongPassphrase)
        params["unlock"] = try browser.unlocking()
        _ = try browser.call("approvals.approve", params).get()
        #expect(try browser.answer(to: connect).get()["accounts"]?.array?.count == 1)
    }

    @Test func severalMessagesAreSignedInOneRequestEachByItself() async throws {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        let browser = try wallet.browser()
        let account = try Base58.decode(browser.connectPage())
        let messages: [[UInt8]] = [Array("one".utf8), Array("two".utf8), [0, 1, 254, 255]]
        let sign = try browser.begin(
            "signAllMessages",
            WalletFixture.page(["messages": .array(messages.map { .string(Base64.encode($0)) })], request: "2"))
        _ = try browser.approveWaiting().get()
        let result = try browser.answer(to: sign).get()
        let signatures = try #require(result["signatures"]?.array).compactMap(\.string).map { try Base64.decode($0) }
        #expect(signatures.count == 3)
        #expect(Set(signatures).count == 3)
        for (message, signature) in zip(messages, signatures) {
            #expect(SaltSign.verify(signature, of: message, publicKey: account))
        }
    }

    @Test func anOriginThatIsConnectedGetsItsAccountsWhileTheSessionIsLocked() async throws {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        let browser = try wallet.browser()
        let account = try browser.connectPage()
        try wallet.sidekey("lock")
        let again = try browser.call("connect", WalletFixture.page(["silent": true], request: "2")).get()
        #expect(again["publicKey"]?.text == account)
        let accounts = try browser.call("getAccounts", WalletFixture.page(request: "3")).get()
        #expect(accounts["accounts"]?.array?.count == 1)
        // A stranger who asks silently learns nothing, and nobody is asked.
        let stranger = WalletFixture.page(["silent": true], origin: "https://other.example", request: "4")
        #expect(try browser.call("connect", stranger).get()["accounts"]?.array?.isEmpty == true)
        var hidden = WalletFixture.page(["silent": true], request: "5")
        hidden["private"] = true
        #expect(try browser.call("connect", hidden).get()["accounts"]?.array?.isEmpty == true)
        #expect(try browser.call("approvals.list").get()["requests"]?.array?.isEmpty == true)
    }

    @Test func `a page that disconnects withdraws what it waits for and keeps its grant, until the user takes it back`()
        async throws
    {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        let browser = try wallet.browser()
        _ = try browser.connectPage()
        _ = try browser.notification("accounts.changed")
        let waiting = try browser.begin("signMessage", WalletFixture.page(["message": "aGVsbG8="], request: "1b"))
        let elsewhere = WalletFixture.page(["message": "aGVsbG8="], document: "document-2", request: "1c")
        _ = try browser.begin("signMessage", elsewhere)
        for _ in 1...2 { _ = try browser.notification("com.wallet.request") }
        _ = try browser.call("disconnect", WalletFixture.page(request: "2")).get()
        expect(try browser.answer(to: waiting), .invalidInput, .cancelled)
        #expect(try browser.call("approvals.list").get()["requests"]?.array?.count == 1)
        let again = try browser.call("connect", WalletFixture.page(["silent": true], request: "2b")).get()
        #expect(again["accounts"]?.array?.count == 1)

        _ = try browser.call("origins.revoke", ["origin": .string(WalletFixture.origin)]).get()
        let change = try browser.notification("accounts.changed").params
        #expect(change["origin"]?.text == WalletFixture.origin)
        #expect(change["accounts"]?.array?.isEmpty == true)
        let message = WalletFixture.page(["message": "aGVsbG8="], request: "3")
        expect(try browser.call("signMessage", message), .unauthorized, .notConnected)
    }

    @Test func anotherProfileIsSomebodyElse() async throws {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        let browser = try wallet.browser()
        _ = try browser.connectPage()
        let other = try wallet.browser(
            profile: "00000000-6c1e-4f0e-9d57-0f6f6f1c2a10", connectionKey: "00000000-1f5e-4c53-8a39-6a1d2b3c4d5e")
        let message = WalletFixture.page(["message": "aGVsbG8="], request: "3")
        expect(try other.call("signMessage", message), .unauthorized, .notConnected)
    }

    @Test func aKilledBackgroundJoinsWhatItHadSent() async throws {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        let browser = try wallet.browser()
        _ = try browser.connectPage()
        let message = WalletFixture.page(["message": "aGVsbG8="], request: "2")
        _ = try browser.begin("signMessage", message)
        let (id, _, _) = try browser.waiting()
        browser.process.send(signal: 9)
        let revived = try wallet.browser()
        let sign = try revived.begin("signMessage", message)
        #expect(try revived.notification("com.wallet.request").params["id"]?.text == id)
        #expect(try revived.call("approvals.list").get()["requests"]?.array?.count == 1)
        let request = try revived.call("approvals.get", ["id": .string(id)]).get()
        let yes: JSONObject = [
            "id": .string(id), "digest": try #require(request["summary"]?["digest"]),
            "review": try #require(request["reviewHash"]),
        ]
        _ = try revived.call("approvals.approve", yes).get()
        #expect(try revived.answer(to: sign).get()["signature"] != nil)
    }

    @Test func recordsOfBothSidesAreKept() async throws {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        let browser = try wallet.browser()
        _ = try browser.begin("connect", WalletFixture.page())
        let (id, digest, review) = try browser.waiting()
        _ = try browser.call(
            "approvals.approve", ["id": .string(id), "digest": .string(digest), "review": .string(review)]
        ).get()
        let records = try JSON(parsing: JSONSource(Array(wallet.sidekey("records", id, "--json").utf8)))
        #expect(records["pending"]?["method"]?.text == "connect")
        #expect(records["response"]?["result"]?["accounts"]?.array?.count == 1)
        #expect(records["state"]?.text == "answered")
    }
}
