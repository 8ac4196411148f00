import JSONRPC
import TestSupport
import Testing

/// Calls without end, each answered at once: what they took is given back when they end.
@Suite struct FloodTests {
    @Test func `a page that asks for a silent connection again and again leaves the agent under 60 MB`() async throws {
        let wallet = try await WalletFixture()
        let browser = try wallet.browser()
        let params = WalletFixture.page(["silent": true], request: "flood")
        // Half a minute of what a page can ask for; each may take two hours, since the user may be asked.
        for _ in 0..<40 {
            let ids = try (0..<1000).map { _ in try browser.begin("connect", params) }
            for id in ids { _ = try browser.answer(to: id) }
        }
        let agent = AgentProcess(pid: try #require(wallet.home.agent))
        let memory = try #require(agent.memory)
        #expect(memory < 60 << 20 || BuiltProgram.agent.isSanitized, "\(memory >> 20) MB")
        #expect(try browser.call("vault.status").failure == nil)
    }
}
