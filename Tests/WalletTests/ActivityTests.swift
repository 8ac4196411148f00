import Base58
import JSONRPC
import TestSupport
import Testing
import Wallet
import WalletState

/// The activity of a request: what the review said, who decided where, and what was signed.
@Suite struct ActivityTests {
    private func entries(_ life: WalletLife, _ params: JSONObject = [:]) async throws -> [JSON] {
        try await life.browser.call("activity.list", params).get()["entries"]?.array ?? []
    }

    private func connected(session: SteppedClock = SteppedClock()) async throws -> WalletLife {
        let life = try await WalletLife(session: session)
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        _ = try await life.approve(life.ask("connect")).get()
        return life
    }

    private func line(_ life: WalletLife, _ kind: String, of request: String) async throws -> JSON? {
        try await entries(life).first { $0["kind"]?.text == kind && $0["request"]?.text == request }
    }

    @Test func aSignatureStandsThereWholeWithReviewAndSurface() async throws {
        let life = try await connected()
        let (id, own) = try await life.begin("signMessage", ["message": "aGVsbG8="])
        _ = try await life.approve(id).get()
        let signature = try #require(try await life.browser.outcome(of: own).get()["signature"]?.text)
        let answered = try #require(try await line(life, "answered", of: id))
        #expect(try answered["detail"]?.text == Base58.encode(Base64.decode(signature)))
        #expect(answered["account"] != nil && answered["origin"] == "https://dapp.example")
        #expect(try await line(life, "approved", of: id)?["surface"] == "browser")
        let review = try #require(try await line(life, "queued", of: id)?["review"])
        #expect(review["level"] == "info" && review["complete"] == true && review["rules"]?.array != nil)
    }

    @Test func aDangerIsKeptWithTheRulesThatFoundIt() async throws {
        let life = try await connected()
        // Bytes that no text is.
        let id = try await life.ask("signMessage", ["message": "AAECAwQF//79/A=="])
        let shown = try await life.browser.call("approvals.get", ["id": .string(id)]).get()["review"]?["items"]?[0]
        let findings = shown?["findings"]?.array ?? []
        let review = try #require(try await line(life, "queued", of: id)?["review"])
        let rules = Set((review["rules"]?.array ?? []).compactMap(\.text))
        #expect(rules == Set(findings.compactMap { $0["id"]?.text }) && !rules.isEmpty)
        #expect(findings.contains { $0["level"] == review["level"] })
    }

    @Test func whoRejectedIsKeptToo() async throws {
        let life = try await connected()
        for (connection, surface) in [(life.browser, "browser"), (life.commandLine, "command line")] {
            let id = try await life.ask("signMessage", ["message": "aGVsbG8="])
            _ = try await connection.call("approvals.reject", ["id": .string(id)]).get()
            #expect(try await line(life, "rejected", of: id)?["surface"]?.text == surface)
        }
    }

    @Test(arguments: [ActivityEntry.Kind.sent, .confirmed, .failed, .unconfirmed, .outcomeUnknown])
    func whereItWasSentToIsToldUnlessTheLineIsFromBefore(_ kind: ActivityEntry.Kind) {
        let now = ActivityEntry(kind, detail: "5igna7ure solana:devnet").json
        #expect(now["signature"] == "5igna7ure" && now["cluster"] == "solana:devnet")
        let before = ActivityEntry(kind, detail: "5igna7ure").json
        #expect(before["signature"] == "5igna7ure" && before["cluster"] == nil)
    }

    @Test func whatWasHandedOutIsSaidToBeOnNoCluster() {
        let answered = ActivityEntry(.answered, detail: "5igna7ure solana:devnet").json
        #expect(answered["signature"] == nil && answered["cluster"] == nil)
    }

    @Test func aPageOfLongLinesEndsBeforeItsFrameAndGoesOn() async throws {
        let life = try await connected()
        // 1,500 signatures of 88 characters each.
        let messages = JSON.array([JSON](repeating: "aGVsbG8=", count: 1500))
        for _ in 0..<6 {
            let id = try await life.ask("signAllMessages", ["messages": messages])
            _ = try await life.approve(id).get()
        }
        var (all, cursor): ([Int], JSON?) = ([], nil)
        var pages = 0
        repeat {
            var params: JSONObject = ["limit": 100]
            params["cursor"] = cursor
            let page = try await life.browser.call("activity.list", params).get()
            #expect(page.serialized().count < 1 << 20)
            all += (page["entries"]?.array ?? []).compactMap { $0["sequence"]?.int }
            cursor = page["cursor"]
            pages += 1
        } while cursor != nil && pages < 20
        #expect(pages > 1 && all == all.sorted(by: >) && all.last == 1 && Set(all).count == all.count)
        #expect(try await life.browser.call("activity.verify").get()["entries"]?.int == all.count)
    }

    @Test func theLogIsSealedThroughUnlockAndLockByHandAndByTime() async throws {
        let clock = SteppedClock()
        let life = try await connected(session: clock)
        _ = try await life.browser.call("policy.tighten", ["session": 10_000]).get()
        func isSealed(_ kind: String) async throws -> Bool {
            for _ in 0..<200 {
                let newest = try await entries(life, ["limit": 1]).first
                let found = try await life.browser.call("activity.verify").get()
                if newest?["kind"]?.text == kind, found["sealed"] == newest?["sequence"] {
                    return found["since"] == 0 && found["break"] == nil
                }
                try await Task.sleep(for: .milliseconds(100))
            }
            return false
        }
        _ = try await life.browser.call("vault.lock").get()
        #expect(try await isSealed("locked"))
        _ = try await life.unlock().get()
        #expect(try await isSealed("unlocked"))
        // Nobody asks it to: the session ends by itself.
        clock.advance(by: .seconds(11))
        #expect(try await isSealed("locked"))
        #expect(try await life.browser.call("vault.status").get()["activityBreak"] == nil)
    }

    @Test func nobodyKnowsTheSealBeforeTheFirstUnlock() async throws {
        let life = try await WalletLife()
        _ = try await life.create().get()
        let found = try await life.commandLine.call("activity.verify").get()
        #expect(found["entries"].map { $0 != 0 } == true && found["sealed"] == nil && found["break"] == nil)
        #expect(WalletServiceTests.reason(try await life.browser.call("activity.verify", ["x": 1])) == .paramUnknown)
    }
}
