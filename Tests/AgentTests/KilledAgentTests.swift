import Glibc
import JSONRPC
import TestSupport
import Testing

/// The agent killed at each step it takes towards disk, socket and signature.
@Suite struct KilledAgentTests {
    private static let endings: Set = ["answered", "rejected", "expired", "cancelled", "interrupted"]

    @Test func `killed at every step between queue and answer, it has signed once at most, and never without a record`()
        async throws
    {
        let wallet = try await InterposedWallet()
        var (step, last, signatures) = (0, 0, 0)
        var trace = ""
        while step < 400 {
            step += 1
            let browser = try wallet.unlockedBrowser()
            last = try wallet.activity(after: 0).last?["sequence"]?.int ?? 0
            wallet.interposer.arm(.kill(at: step))
            // The same request every time: what a killed agent left of it must not count for the next.
            let course = try browser.sign()
            let isKilled = course.isCut || Deadline(seconds: 0.1).wait { wallet.interposer.steps >= step }
            trace = wallet.interposer.trace
            guard isKilled else {
                #expect(course.signature != nil)
                break
            }
            #expect(wallet.agent.waitForEnd() == .killed(signal: SIGKILL))
            // The host ends with its agent: that is how the extension knows, and answers the page.
            #expect(browser.process.waitForEnd() == .exited(0))
            // The step at which it was killed wasn't taken.
            let made = trace.prefix(step - 1).count { $0 == "S" }
            signatures += made
            try wallet.restart()
            let lines = try wallet.activity(after: last)
            let kinds = lines.filter { $0["request"] != nil }.compactMap { $0["kind"]?.text }
            let name = Comment(rawValue: "killed at step \(step) (\(trace)): \(kinds)")
            #expect(made <= 1, name)
            if made == 1 || course.signature != nil { #expect(kinds.contains("approved"), name) }
            if course.signature != nil { #expect(made == 1, name) }
            #expect(Set(lines.compactMap { $0["request"]?.text }).count <= 1, name)
            #expect(kinds.count { Self.endings.contains($0) } == (kinds.isEmpty ? 0 : 1), name)
            let status = try wallet.wallet.home.commandLine()
            #expect(try status.call("agent.status").get()["activityBreak"] == nil, name)
            #expect(try status.call("approvals.list").get()["requests"]?.array?.isEmpty == true, name)
        }
        // The sweep went over all of it: the request and its approval synced before the signature, the answer behind it.
        #expect(step > 10 && step < 400)
        let halves = trace.split(separator: "S", omittingEmptySubsequences: false)
        #expect(halves.count == 2, Comment(rawValue: trace))
        #expect(halves[0].count { $0 == "y" } >= 2 && halves[1].contains("y") && halves[1].contains("s"))
        // Killed behind the signature it had been made, and killed before it it hadn't.
        #expect(signatures > 0 && signatures < step)
    }

    @Test func `killed at every step of making the vault, it leaves a whole vault or none`() async throws {
        let home = try ScratchHome()
        let interposer = try Interposer(in: home.path)
        var states: [String] = []
        for step in 1...60 where states.count(where: { $0 == "locked" }) < 2 {
            for name in SystemFile.names(in: home.path) where name.hasPrefix("vault") { unlink(home.path + "/" + name) }
            let agent = try home.startAgent(environment: interposer.environment)
            let client = try home.commandLine()
            interposer.arm(.kill(at: step))
            let params = try client.newWallet(passphrase: "long enough")
            #expect(throws: TestFault.self) { _ = try client.call("vault.create", params) }
            #expect(agent.waitForEnd() == .killed(signal: SIGKILL))
            interposer.disarm()
            let next = try home.startAgent(environment: interposer.environment)
            let state = try #require(try home.commandLine().call("vault.status").get()["vault"]?.text)
            #expect(state == "none" || state == "locked")
            states.append(state)
            next.send(signal: SIGTERM)
            #expect(next.waitForEnd() == .exited(0))
        }
        #expect(states.first == "none" && states.last == "locked")
        // Once it stands, it stands.
        #expect(states == states.sorted { $0 == "none" && $1 == "locked" })
        let client = try home.commandLine()
        let sealed = try client.sealed("long enough", for: "vault.unlock")
        #expect(try client.call("vault.unlock", ["passphrase": sealed]).failure == nil)
    }
}

extension Result {
    /// The error, where there is one.
    var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
