import JSONRPC
import TestSupport
import Testing

/// What the agent keeps in memory once nobody needs it.
@Suite(.timeLimit(.minutes(5))) struct RestTests {
    @Test func `a locked agent gives back what it touched of its program, and works on`() async throws {
        let wallet = try await WalletFixture()
        let browser = try wallet.browser()
        try wallet.unlock()
        for _ in 0..<20 { _ = try browser.call("vault.status").get() }
        let agent = AgentProcess(pid: try #require(wallet.home.agent))
        let before = try #require(agent.memory)
        try wallet.sidekey("lock")
        #expect(
            Deadline(seconds: 60).wait { (agent.memory ?? .max) < before / 2 },
            "\(before) bytes unlocked, \(agent.memory ?? 0) locked")
        try wallet.unlock()
        #expect(try browser.call("vault.status").get()["vault"]?.text == "unlocked")
        #expect(wallet.home.agent == agent.pid)
    }
}
