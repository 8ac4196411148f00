import JSONRPC
import Pinentry
import SolanaTransactions
import TestSupport
import Testing
import Wallet

/// Prompts for transactions whose blockhash dies while somebody reads them.
@Suite struct PromptLifeTests {
    private func parameters(_ sending: SendingLife, _ id: String) async throws -> JSONObject {
        let shown = try await sending.shown(id)
        return [
            "id": .string(id), "digest": try #require(shown["summary"]?["digest"]),
            "review": try #require(shown["reviewHash"]),
        ]
    }

    private func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    /// A payment whose blockhash dies while its prompt is open: a site's, or the user's own.
    private func dying(
        _ prompt: ScriptedPrompt, _ replies: ScriptedPrompt.Reply..., isOwn: Bool = false
    ) async throws -> (sending: SendingLife, id: String, own: String, native: String) {
        let sending = try await SendingLife(prompt: prompt)
        try sending.node.control(["advance": 2])
        let sent: (waiting: String, own: String)
        if isOwn {
            sent = try await sending.sendOwn()
        } else {
            sent = try await sending.send(try await sending.transfer())
        }
        prompt.expect(.wait)
        for reply in replies { prompt.expect(reply) }
        let native = await sending.life.browser.begin("approvals.native", try await parameters(sending, sent.waiting))
        while prompt.open == 0 { try await Task.sleep(for: .milliseconds(5)) }
        try sending.node.control(["advance": 200])
        sending.clock.advance(by: .seconds(5))
        return (sending, sent.waiting, sent.own, native)
    }

    @Test func `the prompt says so at once, and has the site ask again`() async throws {
        let prompt = ScriptedPrompt()
        let (sending, _, own, native) = try await dying(prompt, .yes)
        #expect(try await sending.life.browser.outcome(of: native).get()["state"] == "expired")
        let said = try #require(prompt.questions.last)
        #expect(said.description?.contains("its blockhash is too old. Nothing was signed.") == true)
        #expect(said.description?.contains("You send 0.000000005 SOL") == true)
        #expect(said.ok == "Ask the site again")
        // The site hears why, and nothing that sounds like a no.
        #expect(reason(try await sending.life.browser.outcome(of: own)) == .blockhashExpired)
        #expect(try sending.sent.isEmpty)
        // Nobody closed anything: the next prompt needn't wait.
        let (next, _) = try await sending.send(try await sending.transfer(6))
        prompt.expect(.cancel)
        let answer = try await sending.life.browser.call("approvals.native", try await parameters(sending, next))
        #expect(try answer.get()["state"] == "rejected")
    }

    @Test(arguments: [ScriptedPrompt.Reply.yes, .cancel])
    func `of the user's own transfer it is said, and no site is asked`(_ reply: ScriptedPrompt.Reply) async throws {
        let prompt = ScriptedPrompt()
        let (sending, _, own, native) = try await dying(prompt, reply, isOwn: true)
        #expect(try await sending.life.browser.outcome(of: native).get()["state"] == "expired")
        let said = try #require(prompt.questions.last)
        #expect(said.description?.contains("its blockhash is too old. Nothing was signed.") == true)
        #expect(said.description?.contains("You can start again with a new transaction.") == true)
        #expect(said.description?.contains("The site") == false && said.ok == "OK")
        #expect(reason(try await sending.life.browser.outcome(of: own)) == .blockhashExpired)
        #expect(try sending.sent.isEmpty)
    }

    @Test func `a no to what is dead is a no`() async throws {
        let prompt = ScriptedPrompt()
        let (sending, _, own, native) = try await dying(prompt, .cancel)
        #expect(try await sending.life.browser.outcome(of: native).get()["state"] == "rejected")
        #expect(reason(try await sending.life.browser.outcome(of: own)) == .rejected)
        // A site could show one such window after the other: the next has to wait, as after any no.
        let (next, _) = try await sending.send(try await sending.transfer(6))
        let answer = try await sending.life.browser.call("approvals.native", try await parameters(sending, next))
        #expect(reason(answer) == .promptCooldown)
    }

    @Test func `what is dead and decided in the popup closes its window, which is nobody's no`() async throws {
        let prompt = ScriptedPrompt()
        let (sending, id, own, native) = try await dying(prompt, .wait)
        for _ in 0..<5000 where prompt.questions.count < 2 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(prompt.questions.last?.ok == "Ask the site again")
        _ = try await sending.life.browser.call("approvals.askAgain", ["id": .string(id)]).get()
        #expect(reason(try await sending.life.browser.outcome(of: own)) == .blockhashExpired)
        #expect(reason(try await sending.life.browser.outcome(of: native)) == .notPending)
        let (next, _) = try await sending.send(try await sending.transfer(6))
        prompt.expect(.cancel)
        let answer = try await sending.life.browser.call("approvals.native", try await parameters(sending, next))
        #expect(try answer.get()["state"] == "rejected")
    }

    @Test func `what is dead and nobody answers about goes on waiting, and is called so`() async throws {
        let prompt = ScriptedPrompt()
        let (sending, id, _, native) = try await dying(prompt, .timeOut)
        #expect(reason(try await sending.life.browser.outcome(of: native)) == .expired)
        let pending = try await sending.life.browser.call("approvals.list").get()["requests"]?.array ?? []
        #expect(pending.contains { $0["id"]?.text == id })
    }

    @Test func `the popup has the site ask again only where the request is dead`() async throws {
        let sending = try await SendingLife()
        let (id, own) = try await sending.send(try await sending.transfer())
        let params: JSONObject = ["id": .string(id)]
        #expect(reason(try await sending.life.browser.call("approvals.askAgain", params)) == .changeRefused)
        try sending.node.control(["advance": 200])
        sending.clock.advance(by: .seconds(5))
        var answer = try await sending.life.browser.call("approvals.askAgain", params)
        for _ in 0..<200 where reason(answer) == .changeRefused {
            try await Task.sleep(for: .milliseconds(50))
            answer = try await sending.life.browser.call("approvals.askAgain", params)
        }
        #expect(try answer.get()["state"] == "expired")
        #expect(reason(try await sending.life.browser.outcome(of: own)) == .blockhashExpired)
        // An approval that comes after that is told how it ended.
        let late = try await sending.life.browser.call("approvals.reject", params)
        guard case .failure(let error) = late else { throw RPCError(.internalError, .internal, "it was rejected") }
        #expect(error.reason == .notPending && error.data["state"] == "expired")
    }

    @Test func `an approval that comes too late says why in a window of its own`() async throws {
        let prompt = ScriptedPrompt()
        let sending = try await SendingLife(prompt: prompt)
        let (id, _) = try await sending.send(try await sending.transfer())
        // The node knows it is dead; the wallet hears that when it looks for the last time.
        try sending.node.control(["advance": 200])
        prompt.expect(.yes, .yes)
        let answer = try await sending.life.browser.call("approvals.native", try await parameters(sending, id))
        #expect(reason(answer) == .blockhashExpired)
        for _ in 0..<500 where prompt.questions.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(prompt.questions.last?.description?.contains("its blockhash is too old. Nothing was signed.") == true)
        #expect(try sending.sent.isEmpty)
    }
}
