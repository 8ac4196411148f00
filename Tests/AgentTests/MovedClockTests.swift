import JSONRPC
import TestSupport
import Testing

/// The machine's clocks moved under the running agent.
@Suite struct MovedClockTests {
    private static let year = 365 * 24 * 3600

    @Test(arguments: [10 * year, -10 * year])
    func `the date set forward or back moves no deadline`(seconds: Int) async throws {
        let wallet = try await InterposedWallet()
        let browser = try wallet.unlockedBrowser()
        let sign = try browser.begin("signMessage", WalletFixture.page(["message": "aGVsbG8="], request: "2"))
        let (id, digest, review) = try browser.waiting()
        let before = try #require(try session(browser))
        wallet.interposer.moveWallClock(by: seconds)
        let after = try #require(try session(browser))
        #expect((0...20_000).contains(before - after), "the session went from \(before) to \(after) ms")
        let remaining = try #require(
            try browser.call("approvals.present", ["ids": [.string(id)]]).get()["requests"]?[0]?["remaining"]?.int)
        #expect((10_000...30_000).contains(remaining), "\(remaining) ms are left")
        _ = try browser.call(
            "approvals.approve", ["id": .string(id), "digest": .string(digest), "review": .string(review)]
        ).get()
        #expect(try browser.answer(to: sign).get()["signature"] != nil)
        // It did move the date: the log says so, and its order is by number.
        let lines = try wallet.activity(after: 0).filter { $0["request"]?.text == id }
        let times = lines.compactMap { $0["time"]?.int }
        #expect(lines.compactMap { $0["kind"]?.text } == ["queued", "approved", "answered"])
        #expect(abs(times[1] - times[0]) > Self.year * 9000)
        // Grants are no older or younger for it.
        #expect(try browser.sign(request: "3").signature != nil)
    }

    @Test func `an hour of suspension ends the session and what waited, and nothing is signed late`() async throws {
        let wallet = try await InterposedWallet()
        let browser = try wallet.unlockedBrowser()
        let sign = try browser.begin("signMessage", WalletFixture.page(["message": "aGVsbG8="], request: "2"))
        let (id, digest, review) = try browser.waiting()
        _ = try browser.call("approvals.present", ["ids": [.string(id)]]).get()
        wallet.interposer.arm()
        // The agent's timers are set by now, on a busy machine too: one that is set later would be told the wrong time by this suspension alone.
        try await Task.sleep(for: .seconds(3))
        wallet.interposer.suspend(seconds: 3600)
        // The timers stood still: what is asked first decides by the clock.
        let late = try browser.call(
            "approvals.approve", ["id": .string(id), "digest": .string(digest), "review": .string(review)])
        expect(late, .invalidInput, .notPending)
        #expect(try browser.call("vault.status").get()["vault"]?.text == "locked")
        // The page's answer takes no thirty seconds of the timer's, which doesn't know of the hour.
        expect(try browser.answer(to: sign, within: Deadline(seconds: 15)), .invalidInput, .expired)
        #expect(!wallet.interposer.trace.contains("S"))
        // The wallet goes on where the user unlocks it again.
        #expect(try wallet.unlockedBrowser().sign(request: "3").signature != nil)
    }

    /// What is left of the session in milliseconds.
    private func session(_ browser: BrowserStandIn) throws -> Int? {
        try browser.call("vault.status").get()["session"]?["remaining"]?.int
    }
}
