import Base58
import JSONRPC
import TestSupport
import Testing
import WalletState

/// An extension with the wallet's own id that approves what it likes, against the real host and agent.
@Suite struct HijackedExtensionTests {
    private static let allowance: UInt64 = 100_000_000
    private static let fee: UInt64 = 5000

    /// A legacy transaction of one System transfer.
    private func transfer(_ lamports: UInt64, from account: String) throws -> JSON {
        let payer = try Base58.decode(account)
        let recipient = [UInt8](repeating: 9, count: 32)
        let system = [UInt8](repeating: 0, count: 32)
        let amount = withUnsafeBytes(of: lamports.littleEndian) { Array($0) }
        let message =
            [1, 0, 1, 3] + payer + recipient + system + [UInt8](repeating: 3, count: 32)
            + [1, 2, 2, 0, 1, 12, 2, 0, 0, 0] + amount
        return .string(Base64.encode([1] + [UInt8](repeating: 0, count: 64) + message))
    }

    /// What it asks for and approves by itself; nil where the agent let it.
    private func takes(
        _ method: String, _ params: JSONObject, in browser: BrowserStandIn, origin: String = WalletFixture.origin
    ) throws -> RPCReason? {
        let id = try browser.begin(
            method, WalletFixture.page(params, origin: origin, request: "\(UInt64.random(in: 0...(.max)))"))
        let (request, digest, review) = try browser.waiting()
        let outcome = try browser.call(
            "approvals.approve", ["id": .string(request), "digest": .string(digest), "review": .string(review)])
        guard case .failure(let error) = outcome else {
            _ = try browser.answer(to: id).get()
            return nil
        }
        // A third rejection would block the site for a minute.
        _ = try browser.call("cancel", WalletFixture.page(["id": .string(id)], origin: origin)).get()
        _ = try browser.answer(to: id)
        return error.reason
    }

    /// The policy without the time that goes on.
    private func settled(_ browser: BrowserStandIn) throws -> JSONObject? {
        var policy = try browser.call("policy.get").get().object
        policy?["leftReturns"] = nil
        return policy
    }

    @Test func whatALimitOfTheUsersHoldsItTakesNoMoreOfAcrossARestart() async throws {
        let wallet = try await WalletFixture()
        let browser = try wallet.browser()
        try wallet.unlock()
        let account = try browser.connectPage()
        try wallet.sidekey("policy", "limit", "--account", account, "--spend", "0.05/24h")
        #expect(try takes("signTransaction", ["tx": transfer(30_000_000, from: account)], in: browser) == nil)
        func refusal(in browser: BrowserStandIn) throws -> RPCReason? {
            let params: JSONObject = try ["tx": transfer(30_000_000, from: account)]
            let outcome = try browser.call(
                "signTransaction", WalletFixture.page(params, request: "\(UInt64.random(in: 0...(.max)))"))
            guard case .failure(let error) = outcome else { return nil }
            return error.reason
        }
        #expect(try refusal(in: browser) == .policyRefused)
        let before = try settled(browser)
        let looser: JSONObject = ["id": 1, "spending": ["lamports": "500000000", "period": 86_400_000]]
        expect(try browser.call("policy.tighten", ["limits": [.object(looser)]]), .unauthorized, .nativeOnly)
        expect(try browser.call("policy.set", ["removeLimits": [1]]), .methodNotFound, .methodUnknown)
        #expect(try settled(browser) == before)
        try wallet.sidekey("stop")
        let again = try wallet.browser()
        _ = try again.unlock().get()
        #expect(try refusal(in: again) == .policyRefused)
        #expect(try wallet.sidekey("policy", "limits").contains("0.019995 SOL"))
        try wallet.sidekey("policy", "unlimit", "1", "--passphrase-file", wallet.home.path + "/passphrase")
        #expect(try takes("signTransaction", ["tx": transfer(30_000_000, from: account)], in: again) == nil)
    }

    @Test func whatItTakesStaysWithinTheAllowanceAndNothingIsLoosened() async throws {
        let wallet = try await WalletFixture(setting: .risky)
        let browser = try wallet.browser()
        try wallet.unlock()
        let account = try browser.connectPage()

        // The origin's first signature takes a yes outside the browser.
        let text: JSONObject = ["message": "aGVsbG8="]
        #expect(try takes("signMessage", text, in: browser) == .nativeOnly)
        let first = try browser.begin("signMessage", WalletFixture.page(text, request: "first"))
        let (id, _, _) = try browser.waiting()
        try wallet.sidekey("approve", id, "--yes", "--passphrase-file", wallet.home.path + "/passphrase")
        _ = try browser.answer(to: first).get()

        // No order to somebody else's program is had as a text, in whatever form and however many at once.
        let hash = String(repeating: "9f3c", count: 16)
        for text in ["hello", hash, #"{"intent":"transfer","amount":"1000000"}"#, "side=sell&quantity=500"] {
            let message = JSON.string(Base64.encode(Array(text.utf8)))
            #expect(try takes("signMessage", ["message": message], in: browser) == .nativeOnly, "\(text)")
            let all = JSON.array([JSON](repeating: message, count: 500))
            #expect(try takes("signAllMessages", ["messages": all], in: browser) == .nativeOnly, "\(text)")
            let envelope: JSONObject = ["message": message, "signers": [.string(account)]]
            #expect(try takes("signOffchainMessage", envelope, in: browser) == .nativeOnly, "\(text)")
        }
        // What remains: sign-ins at a site for which the user has signed before.
        #expect(try takes("signIn", ["nonce": "12345678"], in: browser) == nil)

        var taken: UInt64 = 0
        for lamports in [30_000_000, 30_000_000, 30_000_000, 30_000_000, 9_000_000, 984_999, 1, 0] as [UInt64] {
            let refusal = try takes("signTransaction", ["tx": transfer(lamports, from: account)], in: browser)
            if refusal == nil { taken += lamports + Self.fee } else { #expect(refusal == .nativeOnly) }
        }
        #expect(taken > 90_000_000)
        #expect(taken <= Self.allowance)
        // A batch counts as its sum, and another origin as the same browser.
        #expect(try takes("signTransaction", ["tx": transfer(30_000_000, from: account)], in: browser) == .nativeOnly)
        let before = try settled(browser)
        for change in [["allowance": "200000000"], ["approvals": "popup"], ["session": 3_600_000]] as [JSONObject] {
            expect(try browser.call("policy.tighten", change), .unauthorized, .nativeOnly)
        }
        #expect(try settled(browser) == before)
        // Nor does a restart, or a new session, give it more.
        try wallet.sidekey("stop")
        let again = try wallet.browser()
        _ = try again.unlock().get()
        #expect(try again.call("policy.get").get()["left"] == before?["left"])
        #expect(try again.call("policy.get").get()["trust"] == "intact")
        #expect(
            try takes("signTransaction", ["tx": transfer(30_000_000, from: account)], in: again) == .nativeOnly)
    }

    @Test func wrongPassphrasesWithoutEndKeepTheTerminalOpen() async throws {
        let wallet = try await WalletFixture(setting: .risky)
        let browser = try wallet.browser()
        func guess() throws -> String {
            try browser.begin("vault.unlock", ["passphrase": browser.sealed("guess", for: "vault.unlock")])
        }
        // Two are wrong at once; what is left waits longer and longer, and there is no place for more.
        for _ in 0..<12 { _ = try guess() }
        try await Task.sleep(for: .seconds(1))
        let begun = ContinuousClock.now
        try wallet.unlock()
        #expect(try browser.call("vault.status").get()["vault"]?.text == "unlocked")
        #expect(ContinuousClock.now - begun < .seconds(20))
    }
}
