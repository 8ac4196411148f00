import ApprovalQueue
import JSONRPC
import TestSupport
import Testing
import WalletRuntime
import WalletState

@Suite struct RequestJournalTests {
    @Test func recordsAreKeptThirtyDaysAndTheActivityLogForEver() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content())
        let id = try await queue.onlyID()
        try await queue.coordinator.reject(id)
        _ = await answer.value

        let day: Int64 = 24 * 60 * 60 * 1000
        func journal(days: Int64) -> RequestJournal {
            let clock = FixedWallClock(milliseconds: FixedWallClock().milliseconds + days * day)
            return RequestJournal(database: queue.database, wallClock: clock)
        }
        try await journal(days: 30).recover()
        #expect(try await queue.journal.record(of: id)?.response != nil)
        try await journal(days: 31).recover()
        #expect(try await queue.journal.record(of: id) == nil)
        let log = ActivityLog(database: queue.database, wallClock: FixedWallClock())
        #expect(try await log.entries(limit: 10).map(\.kind) == ["rejected", "queued"])
        #expect(try await log.firstBreak() == nil)
    }
}
