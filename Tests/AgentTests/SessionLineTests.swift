import Glibc
import JSONRPC
import TestSupport
import Testing

/// The activity's lines of unlocking and locking: each is written and sealed before its act is answered.
@Suite struct SessionLineTests {
    private func newest(_ client: FrameClient) throws -> String? {
        try client.call("activity.list", ["limit": 1]).get()["entries"]?[0]?["kind"]?.text
    }

    @Test func `stopped while it is unlocked, the agent writes that it locked, and nothing waits for its seal`()
        async throws
    {
        let wallet = try await WalletFixture()
        for round in 0..<15 {
            let name = Comment(rawValue: "round \(round)")
            let client = try wallet.home.commandLine()
            if round > 0 { #expect(try newest(client) == "locked", name) }
            try wallet.unlock()
            let found = try client.call("activity.verify").get()
            #expect(found["since"] == 0 && found["break"] == nil, name)
            #expect(found["sealed"] == found["entries"], name)
            #expect(try newest(client) == "unlocked", name)
            if round.isMultiple(of: 2) {
                // The next round's agent finds the lock free: the command ends when this one is gone.
                try wallet.sidekey("stop")
                #expect(wallet.home.agent == nil, name)
            } else {
                wallet.home.stopAgent()
            }
        }
    }

    @Test func `the answer to a lock comes behind its line`() async throws {
        let wallet = try await WalletFixture()
        let client = try wallet.home.commandLine()
        for _ in 0..<10 {
            try wallet.unlock()
            _ = try client.call("vault.lock").get()
            #expect(try newest(client) == "locked")
            #expect(try client.call("activity.verify").get()["since"] == 0)
        }
    }
}
