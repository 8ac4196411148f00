import GRDB
import JSONRPC
import TestSupport
import Testing
import WalletRuntime
import WalletState

@Suite struct ActivityLogTests {
    @Test func linesAreListedFromTheNewestAndPagesNeitherSkipNorRepeat() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let log = ActivityLog(database: queue.database, wallClock: FixedWallClock())
        for index in 1...5 { try await log.append(ActivityEntry(.granted, origin: "https://\(index).example")) }
        let first = try await log.entries(limit: 2)
        try await log.append(ActivityEntry(.locked))
        let second = try await log.entries(before: first.last?.sequence, limit: 10)
        #expect((first + second).map(\.sequence) == [5, 4, 3, 2, 1])
        #expect(try await log.entries(origin: "https://3.example", limit: 10).map(\.sequence) == [3])
    }

    @Test func aLineCanNeitherBeChangedNorTakenOut() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let log = ActivityLog(database: queue.database, wallClock: FixedWallClock())
        for _ in 1...4 { try await log.append(ActivityEntry(.unlocked)) }
        for statement in ["UPDATE activity SET kind = 'locked'", "DELETE FROM activity"] {
            await #expect(throws: DatabaseError.self) {
                try await queue.database.pool.write { try $0.execute(sql: statement) }
            }
        }
        #expect(try await log.firstBreak() == nil)
    }

    @Test func aChangeMadeBehindTheTriggersBackBreaksTheChain() async throws {
        for (statement, place) in [
            ("UPDATE activity SET detail = 'x' WHERE sequence = 2", 2 as Int64),
            ("DELETE FROM activity WHERE sequence = 3", 4),
        ] {
            let queue = try Queue()
            defer { queue.remove() }
            let log = ActivityLog(database: queue.database, wallClock: FixedWallClock())
            for _ in 1...4 { try await log.append(ActivityEntry(.unlocked)) }
            try await queue.database.pool.write { database in
                try database.execute(sql: "DROP TRIGGER activity_is_append_only_update")
                try database.execute(sql: "DROP TRIGGER activity_is_append_only_delete")
                try database.execute(sql: statement)
            }
            #expect(try await log.firstBreak() == place)
        }
    }
}
