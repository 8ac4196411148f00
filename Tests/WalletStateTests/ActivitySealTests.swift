import Foundation
import GRDB
import JSONRPC
import TestSupport
import Testing
import WalletState

/// The seal on the activity log, under a vault's key: what it finds of what somebody else has done to the file.
@Suite struct ActivitySealTests {
    private static let present = TestAuthenticator()

    /// The agent after a start: nothing in memory but what the file says.
    private struct Agent {
        let database: WalletDatabase
        let records: AuthenticatedStore
        let log: ActivityLog

        init(_ queue: Queue) throws {
            database = try WalletDatabase(path: queue.folder.path + "/wallet.sqlite")
            records = AuthenticatedStore(
                database: database, anchor: queue.folder.path + "/anchor", wallClock: FixedWallClock())
            log = ActivityLog(database: database, wallClock: FixedWallClock())
        }

        func unlock(_ authenticator: TestAuthenticator = present, isOlder: Bool = false) async throws {
            _ = try await records.verify(authenticator, isOlder: isOlder)
        }

        func add(_ count: Int) async throws {
            for index in 0..<count {
                try await log.append(ActivityEntry(.granted, origin: "https://\(index).example", detail: "x"))
            }
        }
    }

    /// A wallet that was used and whose agent has left: six lines, all of them sealed.
    private func used() async throws -> Queue {
        let queue = try Queue()
        let log = ActivityLog(database: queue.database, wallClock: FixedWallClock())
        for index in 1...6 { try await log.append(ActivityEntry(.granted, origin: "https://\(index).example")) }
        #expect(try await log.verify() == ActivityLog.Verification(entries: 6, sealed: 6, since: 0))
        queue.database.close()
        return queue
    }

    private func execute(_ queue: Queue, _ sql: String) throws {
        let file = try DatabaseQueue(path: queue.folder.path + "/wallet.sqlite")
        try file.writeWithoutTransaction {
            try $0.execute(
                sql: """
                    DROP TRIGGER IF EXISTS activity_is_append_only_update;
                    DROP TRIGGER IF EXISTS activity_is_append_only_delete;\n
                    """ + sql)
        }
        try file.close()
    }

    /// Puts a log in the place of the wallet's whose chain holds: as it would be written by who has no key.
    private func forge(_ queue: Queue, _ origins: [String]) async throws {
        let path = queue.folder.path + "/forged.sqlite"
        let forged = try WalletDatabase(path: path)
        let log = ActivityLog(database: forged, wallClock: FixedWallClock())
        for origin in origins { try await log.append(ActivityEntry(.granted, origin: origin)) }
        #expect(try await log.firstBreak() == nil)
        forged.close()
        try execute(
            queue,
            "ATTACH '\(path)' AS forged; DELETE FROM activity; INSERT INTO activity SELECT * FROM forged.activity")
    }

    private let origins = (1...6).map { "https://\($0).example" }

    @Test func everyLineIsSealedFromTheFirstUnlockOnAndThoseBeforeItAreCounted() async throws {
        let queue = try await used()
        defer { queue.remove() }
        let agent = try Agent(queue)
        try await agent.add(2)
        #expect(try await agent.log.verify() == ActivityLog.Verification(entries: 8))
        try await agent.unlock()
        #expect(try await agent.log.verify() == ActivityLog.Verification(entries: 8, sealed: 6, since: 2))
        try await agent.add(1)
        #expect(try await agent.log.verify() == ActivityLog.Verification(entries: 9, sealed: 9, since: 0))
        #expect(agent.log.knownBreak == nil)
    }

    static let columns: [(column: String, value: String)] = [
        ("sequence", "-3"), ("time", "time + 1"), ("kind", "'locked'"), ("request", "'id'"),
        ("origin", "'https://evil.example'"), ("method", "'m'"), ("account", "'a'"), ("detail", "'x'"),
        ("hash", "zeroblob(32)"),
    ]

    @Test(arguments: columns)
    func aColumnThatWasEditedInPlaceIsFoundByTheChain(_ edit: (column: String, value: String)) async throws {
        for line in [1, 4, 6] {
            let queue = try await used()
            defer { queue.remove() }
            try execute(queue, "UPDATE activity SET \(edit.column) = \(edit.value) WHERE sequence = \(line)")
            let agent = try Agent(queue)
            let broken = try #require(try await agent.log.verify().firstBreak)
            #expect(broken <= line + 1)
            try await agent.unlock()
            #expect(try await agent.log.verify().firstBreak.map { $0 <= broken } == true)
        }
    }

    @Test func aLogThatWasWrittenAnewIsFoundByTheSealAndStaysFound() async throws {
        var edited = origins
        edited[2] = "https://evil.example"
        let all: [(lines: [String], broken: Int64)] = [
            (edited, 6), (Array(origins.dropLast()), 6), (Array(origins.dropFirst()), 6), ([], 1),
            (Array(origins[..<2] + origins[3...]), 6), (edited + ["https://more.example"], 6),
            (Array(origins[..<3]), 4),
        ]
        for (lines, broken) in all {
            let queue = try await used()
            defer { queue.remove() }
            try await forge(queue, lines)
            let agent = try Agent(queue)
            #expect(try await agent.log.verify().firstBreak == nil, "it has a chain of its own")
            try await agent.unlock()
            #expect(agent.log.knownBreak == broken, "\(lines)")
            // More lines, each sealed, and further starts: it isn't forgotten.
            try await agent.add(8)
            #expect(try await agent.log.verify().firstBreak == broken)
            agent.database.close()
            for _ in 0..<2 {
                let next = try Agent(queue)
                try await next.unlock()
                try await next.add(1)
                #expect(next.log.knownBreak == broken)
                #expect(try await next.log.verify().firstBreak == broken)
                next.database.close()
            }
        }
    }

    /// Nobody knows how far a log can be trusted whose seal isn't the agent's.
    @Test(arguments: [
        "DELETE FROM activity_seal", "UPDATE activity_seal SET sequence = 5",
        "UPDATE activity_seal SET hash = zeroblob(32)",
        "UPDATE activity_seal SET broken = 1", "UPDATE activity_seal SET code = zeroblob(32)",
        "UPDATE activity_seal SET code = x''", "UPDATE activity_seal SET key = zeroblob(16)",
        "UPDATE activity_seal SET hash = (SELECT hash FROM activity WHERE sequence = 3), sequence = 3",
    ])
    func aSealThatWasEditedOrTakenAwayIsFound(_ edit: String) async throws {
        for hasAnchor in [true, false] {
            let queue = try await used()
            defer { queue.remove() }
            try execute(queue, edit)
            if !hasAnchor { try FileManager.default.removeItem(atPath: queue.folder.path + "/activity-anchor") }
            let agent = try Agent(queue)
            try await agent.unlock()
            #expect(agent.log.knownBreak == 6)
            #expect(try await agent.log.verify().firstBreak == 6)
        }
    }

    /// What the table holds that the agent never wrote costs nothing but the trust in it; where it is none, the database is damaged and set aside.
    @Test(arguments: [
        "DROP TABLE activity", "DROP TABLE activity; CREATE TABLE activity (sequence, hash)",
        "DROP TABLE activity; CREATE TABLE activity (sequence, hash); INSERT INTO activity VALUES ('x', 1)",
        "INSERT INTO activity VALUES (9223372036854775807, 0, 'x', 'x', 'x', 'x', 'x', 'x', x'')",
        "INSERT INTO activity VALUES (-9223372036854775808, 0, 'x', 'x', 'x', 'x', 'x', 'x', x'')",
    ])
    func aTableThatIsNoneUnlocksAllTheSame(_ edit: String) async throws {
        let queue = try await used()
        defer { queue.remove() }
        try execute(queue, edit)
        let agent = try Agent(queue)
        try await agent.unlock()
        // Behind the last number there is none for the next line.
        let isDamaged = edit.hasPrefix("DROP") || edit.contains("(9223")
        #expect(await agent.records.trust == (isDamaged ? .reset : .intact))
        #expect(try files(queue).keys.contains("wallet.sqlite.aside-1") == isDamaged)
        guard !isDamaged else { return }
        if !edit.contains("-9223") { #expect(agent.log.knownBreak != nil) }
        let found = try? await agent.log.verify()
        if let found { #expect(found.firstBreak != nil) }
    }

    private typealias Files = [String: Data]

    private func files(_ queue: Queue) throws -> Files {
        var files: Files = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: queue.folder.path) {
            files[name] = try Data(contentsOf: queue.folder.appendingPathComponent(name))
        }
        return files
    }

    /// The database and what lies beside it put back to the third line, in every combination.
    @Test func aDatabaseThatWasPutBackIsFoundUnlessTheAnchorsAreToo() async throws {
        let parts = [["wallet.sqlite", "wallet.sqlite-wal", "wallet.sqlite-shm"], ["activity-anchor"], ["anchor"]]
        for mask in 1..<8 {
            let queue = try Queue()
            defer { queue.remove() }
            queue.database.close()
            let first = try Agent(queue)
            try await first.unlock()
            try await first.add(3)
            first.database.close()
            let older = try files(queue)
            let second = try Agent(queue)
            try await second.unlock()
            try await second.add(3)
            let exported = try await second.log.entries(limit: 100)
            second.database.close()
            for name in parts.enumerated().flatMap({ mask & 1 << $0 == 0 ? [] : $1 }) {
                let path = queue.folder.appendingPathComponent(name)
                try? FileManager.default.removeItem(at: path)
                try older[name]?.write(to: path)
            }
            let agent = try Agent(queue)
            try await agent.unlock()
            let isWhole = mask & 1 == 0
            let expected: Int64? = mask & 3 == 1 ? 4 : nil
            #expect(try await agent.log.verify().firstBreak == expected, "\(mask)")
            // What was exported shows it all the same.
            let present = try await agent.log.entries(limit: 100)
            #expect(present.count == (isWhole ? 6 : 3))
            #expect(Set(present.map(\.hash)).isSuperset(of: exported.map(\.hash)) == isWhole)
        }
    }

    @Test func whatIsDoneToTheFileWhileTheAgentRunsIsFound() async throws {
        let queue = try await used()
        defer { queue.remove() }
        let agent = try Agent(queue)
        try await agent.unlock()
        try await agent.add(1)
        try await forge(queue, origins + ["https://evil.example"])
        #expect(try await agent.log.verify().firstBreak == 7)
        try await agent.add(1)
        #expect(agent.log.knownBreak == 7)
        #expect(try await agent.log.verify().firstBreak == 7)
    }

    /// What was written before an unlock is taken as it stands; that it was is all that can be said of it.
    @Test func linesBehindTheSealAreCountedAndHeldAgainstTheChain() async throws {
        let planted = try await used()
        defer { planted.remove() }
        try await forge(planted, origins + ["https://evil.example"])
        let agent = try Agent(planted)
        try await agent.unlock()
        #expect(try await agent.log.verify() == ActivityLog.Verification(entries: 7, sealed: 6, since: 1))

        let loose = try await used()
        defer { loose.remove() }
        try execute(loose, "INSERT INTO activity VALUES (7, 1, 'granted', NULL, NULL, NULL, NULL, NULL, zeroblob(32))")
        let other = try Agent(loose)
        try await other.unlock()
        #expect(other.log.knownBreak == 7)
    }

    @Test func aWalletFromBeforeThereWereSealsIsSealedAsItStands() async throws {
        let queue = try await used()
        defer { queue.remove() }
        try execute(
            queue, "DELETE FROM activity_seal; DELETE FROM protected; DELETE FROM connected_origin")
        for name in ["anchor", "activity-anchor"] {
            try FileManager.default.removeItem(atPath: queue.folder.path + "/" + name)
        }
        let agent = try Agent(queue)
        try await agent.unlock(isOlder: true)
        #expect(try await agent.log.verify() == ActivityLog.Verification(entries: 6, sealed: 6, since: 0))
        agent.database.close()
        try execute(queue, "DELETE FROM activity_seal")
        let next = try Agent(queue)
        try await next.unlock()
        #expect(next.log.knownBreak == 6)
    }

    /// A key that was drawn anew, and another wallet's: whichever is there after a loss of power finds its own seal.
    @Test func theSealGoesOverToTheNextKey() async throws {
        for (next, succession) in [
            (TestAuthenticator(key: 2), AuthenticatedStore.Succession.same),
            (TestAuthenticator(vault: [UInt8](repeating: 9, count: 16), key: 3), .other(nil)),
        ] {
            for end in ["power is lost", "withdrawn", "succeeded"] {
                for authenticator in end == "withdrawn"
                    ? [Self.present] : end == "succeeded" ? [next] : [Self.present, next]
                {
                    let queue = try await used()
                    defer { queue.remove() }
                    let agent = try Agent(queue)
                    try await agent.unlock()
                    try await agent.add(1)
                    try await agent.records.stage(next, for: succession)
                    try await agent.add(1)
                    if end == "withdrawn" { await agent.records.rollback() }
                    if end == "succeeded" { await agent.records.commit() }
                    try await agent.add(1)
                    #expect(agent.log.knownBreak == nil)
                    agent.database.close()
                    let later = try Agent(queue)
                    try await later.unlock(authenticator)
                    let found = try await later.log.verify()
                    #expect(found.entries == 9 && found.firstBreak == nil && found.sealed.map { $0 >= 8 } == true)
                    try await later.add(1)
                    #expect(try await later.log.verify().sealed == 10)
                }
            }
        }
    }
}
