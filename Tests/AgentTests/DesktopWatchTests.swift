import JSONRPC
import TestSupport
import Testing

/// The agent and a mock of logind, on a system bus of the test's own.
@Suite(.serialized) struct DesktopWatchTests {
    private func isUnlocked(_ client: FrameClient) throws -> Bool {
        try client.call("vault.status").get()["vault"]?.text == "unlocked"
    }

    @Test func theWalletLocksWithTheDesktopAndBeforeTheMachineSleeps() async throws {
        let logind = try PlayedDesktop()
        let wallet = try await WalletFixture()
        try wallet.home.startAgent(environment: ["SIDEKEY_DESKTOP": logind.address])
        let client = try wallet.home.commandLine()
        let isWatched = { try client.call("agent.status").get()["desktopWatched"]?.bool == true }
        #expect(try Deadline().wait(until: isWatched))
        #expect(try Deadline().wait { try logind.does("nothing") == 1 })

        for event in ["lock", "hint", "sleep"] {
            try wallet.unlock()
            #expect(try isUnlocked(client))
            // Another user's lock is none of ours, and no lock at all follows from it.
            try logind.does("lock-other")
            #expect(try isUnlocked(client))
            try logind.does(event)
            #expect(try Deadline().wait { try !isUnlocked(client) }, "\(event)")
        }
        // The machine may sleep once the wallet is locked, and the next sleep is delayed again.
        #expect(try Deadline().wait { try logind.does("nothing") == 0 })
        try logind.does("wake")
        #expect(try Deadline().wait { try logind.does("nothing") == 1 })
        logind.end()
        #expect(try Deadline().wait { try !isWatched() })
        try wallet.unlock()
        #expect(try isUnlocked(client))
    }

    @Test func withoutABusNothingHappens() async throws {
        let wallet = try await WalletFixture()
        try wallet.home.startAgent(environment: ["SIDEKEY_DESKTOP": "unix:path=/nonexistent/bus"])
        let client = try wallet.home.commandLine()
        try wallet.unlock()
        #expect(try client.call("agent.status").get()["desktopWatched"]?.bool == false)
        #expect(try isUnlocked(client))
    }
}
