import ApprovalQueue
import JSONRPC
import Screens
import TestSupport
import Testing

/// A node that answers late, or never: the bytes are shown at once, and nobody waits for it for long.
@Suite(.timeLimit(.minutes(10))) struct SlowNodeTests {
    private func fault(_ outcome: Result<JSON, RPCError>) -> RPCError? {
        guard case .failure(let error) = outcome else { return nil }
        return error
    }

    /// A site's request to a node whose simulations take so long, as it is shown before they came.
    private func waiting(
        _ method: String, _ sending: SendingLife, milliseconds: Int
    ) async throws -> (id: String, own: String, shown: JSON) {
        try sending.node.control(["fault": "slow", "method": "simulateTransaction", "ms": .number(milliseconds)])
        let params = SendingLife.params(try await sending.transfer(1_000_000))
        let known = sending.life.waiting
        let own = await sending.life.browser.begin(method, sending.life.page(params))
        while try sending.node.control([:])["requests"]?["getMultipleAccounts"] == nil {
            try await Task.sleep(for: .milliseconds(20))
        }
        // The clock stands still until the request has begun to wait.
        while sending.life.waiting.subtracting(known).isEmpty {
            sending.clock.advance(by: LateReview.unnoticed)
            try await Task.sleep(for: .milliseconds(100))
        }
        let id = try await sending.life.next(after: known)
        return (id, own, try await sending.shown(id))
    }

    /// The same request once its review is another one.
    private func reviewed(_ id: String, _ sending: SendingLife, since hash: JSON?) async throws -> JSON {
        // Without an end a review that came too early would be waited for ever.
        for _ in 0..<3_000 {
            let shown = try await sending.shown(id)
            if shown["reviewHash"] != hash { return shown }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw TestFault("the review stays as it is")
    }

    private func approval(_ shown: JSON) throws -> JSONObject {
        [
            "id": try #require(shown["summary"]?["id"]), "digest": try #require(shown["summary"]?["digest"]),
            "review": try #require(shown["reviewHash"]),
        ]
    }

    @Test(arguments: ["signTransaction", "sendTransaction"])
    func `what the bytes decide is shown before the node answers, and approved only after it`(method: String)
        async throws
    {
        let sending = try await SendingLife("--slot-ms", "400")
        let (id, own, shown) = try await waiting(method, sending, milliseconds: 9_000)
        #expect(shown["waiting"] == "network")
        #expect(shown["review"]?["totals"]?["changes"]?.array?.isEmpty == false)
        #expect(SendingLife.findings(shown).isEmpty)
        let text = try await sending.life.browser.call("approvals.get", ["id": .string(id), "language": "en"]).get()
        #expect(text["shown"]?["waiting"]?.text?.hasPrefix("Waiting for the network") == true)
        #expect(text["shown"]?["sentence"]?.text?.hasPrefix("You send 0.001 SOL") == true)
        let early = try await sending.life.browser.call("approvals.approve", approval(shown))
        #expect(fault(early)?.reason == .reviewMismatch)
        let whole = try await reviewed(id, sending, since: shown["reviewHash"])
        #expect(whole["waiting"] == nil && SendingLife.findings(whole).isEmpty)
        #expect(whole["review"]?["items"]?.array?.first?["chain"]?["simulation"]?["outcome"] == "succeeded")
        #expect(sending.life.browser.notifications("com.wallet.review").map { $0["id"]?.text } == [id])
        try sending.node.control(["clear": true])
        // The review that was shown first is no longer the request's.
        let former = try await sending.life.browser.call("approvals.approve", approval(shown))
        #expect(fault(former)?.reason == .reviewMismatch)
        #expect(try await sending.life.browser.call("approvals.approve", approval(whole)).get()["state"] == "answered")
        #expect(try await sending.life.browser.outcome(of: own).get()["signature"]?.text != nil)
    }

    @Test func `after three seconds the review stands without the node, and says so`() async throws {
        let sending = try await SendingLife("--slot-ms", "400")
        let (id, own, shown) = try await waiting("signTransaction", sending, milliseconds: 60_000)
        sending.clock.advance(by: LateReview.limit)
        let bare = try await reviewed(id, sending, since: shown["reviewHash"])
        #expect(bare["waiting"] == nil && SendingLife.findings(bare) == ["R31"])
        #expect(bare["decision"] == shown["decision"] && bare["proof"] == shown["proof"])
        #expect(try await sending.life.browser.call("approvals.approve", approval(bare)).get()["state"] == "answered")
        #expect(try await sending.life.browser.outcome(of: own).get()["signature"]?.text != nil)
    }

    @Test func `what comes after that is still shown while the user reads`() async throws {
        let sending = try await SendingLife("--slot-ms", "400")
        let (id, _, shown) = try await waiting("sendTransaction", sending, milliseconds: 9_000)
        sending.clock.advance(by: LateReview.limit)
        let bare = try await reviewed(id, sending, since: shown["reviewHash"])
        #expect(SendingLife.findings(bare) == ["R31"] && bare["life"] == nil)
        let whole = try await reviewed(id, sending, since: bare["reviewHash"])
        #expect(SendingLife.findings(whole).isEmpty && whole["life"] != nil)
        #expect(sending.life.browser.notifications("com.wallet.review").count == 2)
    }

    @Test func `a terminal is told once, with what will stand`() async throws {
        let sending = try await SendingLife("--slot-ms", "400")
        let (id, _, shown) = try await waiting("signTransaction", sending, milliseconds: 9_000)
        #expect(shown["waiting"] != nil)
        let told = try await sending.life.commandLine.call("approvals.get", ["id": .string(id)]).get()
        #expect(told["waiting"] == nil && SendingLife.findings(told).isEmpty)
    }

    @Test func `Sidekey's window shows the rest in its place, and takes no press before`() async throws {
        let window = ScriptedWindow()
        let sending = try await SendingLife("--slot-ms", "400", prompt: window)
        let (id, own, shown) = try await waiting("signTransaction", sending, milliseconds: 9_000)
        window.expect(.init(button: "approve"))
        #expect(try await sending.life.browser.call("approvals.native", approval(shown)).get()["state"] == "answered")
        let screens = window.screens.suffix(2)
        #expect(screens.map { $0.buttons.last?.isEnabled } == [false, true])
        let lines = screens.map { screen in
            screen.parts.count { part in
                guard case .text(let text, .muted) = part else { return false }
                return text.hasPrefix("Waiting for the network")
            }
        }
        #expect(lines == [1, 0] && screens.first?.field == nil)
        #expect(try await sending.life.browser.outcome(of: own).get()["signature"]?.text != nil)
        #expect(
            !(try await sending.life.commandLine.call("approvals.list").get()["requests"]?.array ?? []).contains {
                $0["id"]?.text == id
            })
    }
}
