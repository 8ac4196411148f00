import Foundation
import GRDB
import Glibc
import JSONRPC
import TestSupport
import Testing

/// Records written into the database behind the agent's back: evidence at most, and never a reason to sign.
@Suite struct PlantedRecordTests {
    private static let planted = "11111111-2222-4333-8444-555555555555"

    @Test func `a database from before the answer signs nothing again`() async throws {
        let wallet = try await InterposedWallet()
        let browser = try wallet.unlockedBrowser()
        _ = try browser.begin("signMessage", WalletFixture.page(["message": "aGVsbG8="], request: "2"))
        let id = try browser.waiting().id
        // As a backup would have it: queued, with its record.
        wallet.agent.send(signal: SIGKILL)
        #expect(wallet.agent.waitForEnd() == .killed(signal: SIGKILL))
        let backup = try database(wallet.wallet.home)
        try wallet.restart()
        #expect(try wallet.unlockedBrowser().sign().signature != nil)
        wallet.agent.send(signal: SIGTERM)
        #expect(wallet.agent.waitForEnd() == .exited(0))
        try restore(backup, to: wallet.wallet.home)

        try wallet.restart()
        wallet.interposer.arm()
        let later = try wallet.unlockedBrowser()
        #expect(try later.call("approvals.list").get()["requests"]?.array?.isEmpty == true)
        let approve: JSONObject = [
            "id": .string(id), "digest": .string(String(repeating: "0", count: 64)),
            "review": .string(String(repeating: "0", count: 64)),
        ]
        expect(try later.call("approvals.approve", approve), .invalidInput, .notPending)
        let record = try wallet.wallet.home.commandLine().call("records.get", ["id": .string(id)]).get()
        #expect(record["state"]?.text == "interrupted")
        #expect(!wallet.interposer.trace.contains("S"))
    }

    @Test func `requests and approvals written into the database by hand are interrupted and never signed`()
        async throws
    {
        let wallet = try await InterposedWallet()
        let page = WalletFixture.page(["message": "aGVsbG8="], request: "2")
        let pending = RPCRequest(id: "1", method: "signMessage", params: page).serialized()
        try change(wallet) { database in
            for (index, state) in ["queued", "presented", "approved", "signed", "answered", "nonsense"].enumerated() {
                let id = String(Self.planted.dropLast()) + "\(index)"
                try database.execute(
                    sql: "INSERT INTO request (id, state, created) VALUES (?, ?, ?)",
                    arguments: [id, state, Int64.max / 2])
                try database.execute(
                    sql: "INSERT INTO record (key, value) VALUES (?, ?)",
                    arguments: ["pending_request_" + id, Data(pending)])
            }
        }
        wallet.interposer.arm()
        let browser = try wallet.unlockedBrowser()
        #expect(try browser.call("approvals.list").get()["requests"]?.array?.isEmpty == true)
        let cli = try wallet.wallet.home.commandLine()
        for index in 0..<6 {
            let id = JSON.string(String(Self.planted.dropLast()) + "\(index)")
            let state = try cli.call("records.get", ["id": id]).get()["state"]?.text
            #expect(state == (index < 4 ? "interrupted" : index == 4 ? "answered" : "nonsense"))
            let zeros = JSON.string(String(repeating: "0", count: 64))
            expect(
                try browser.call("approvals.approve", ["id": id, "digest": zeros, "review": zeros]), .invalidInput,
                .notPending)
        }
        // The very request that the record holds is a new one, and asks.
        #expect(!wallet.interposer.trace.contains("S"))
        #expect(try browser.sign().signature != nil)
        #expect(wallet.interposer.trace.count { $0 == "S" } == 1)
        // The log doesn't begin where these do: what it has of them is that they were interrupted.
        #expect(try cli.call("agent.status").get()["activityBreak"] == nil)
    }

    @Test func `a grant written into the database by hand connects nobody, and takes the others with it`() async throws
    {
        let wallet = try await InterposedWallet()
        let account = try #require(
            try wallet.wallet.home.commandLine().call("vault.status").get()["accounts"]?[0]?["publicKey"]?.text)
        try change(wallet) { database in
            try database.execute(
                sql: "INSERT INTO connected_origin VALUES (?, 'default', 'https://evil.example', ?, 0, 0, 1)",
                arguments: [WalletFixture.profile, account + " " + account])
        }
        wallet.interposer.arm()
        let browser = try wallet.unlockedBrowser()
        let page = WalletFixture.page(["message": "aGVsbG8="], origin: "https://evil.example")
        #expect(try browser.call("policy.get").get()["trust"] == "reset")
        expect(try browser.call("signMessage", page), .unauthorized, .notConnected)
        let silent = WalletFixture.page(["silent": true], origin: "https://evil.example")
        #expect(try browser.call("connect", silent).get()["accounts"]?.array?.isEmpty == true)
        #expect(!wallet.interposer.trace.contains("S"))
    }

    @Test func `an activity log that was changed behind the agent's back says from where on`() async throws {
        let wallet = try await InterposedWallet()
        try change(wallet) { database in
            try database.execute(sql: "DROP TRIGGER activity_is_append_only_update")
            try database.execute(sql: "UPDATE activity SET origin = 'https://other.example' WHERE sequence = 2")
        }
        #expect(try wallet.wallet.home.commandLine().call("agent.status").get()["activityBreak"]?.int == 2)
    }

    @Test func `a planted note of a lost database excuses no log that was taken away`() async throws {
        let wallet = try await InterposedWallet()
        _ = try wallet.unlockedBrowser()
        try change(wallet) { database in
            try database.execute(sql: "DROP TRIGGER activity_is_append_only_delete")
            try database.execute(
                sql: """
                    DELETE FROM activity; DELETE FROM activity_seal;
                    INSERT INTO lost_database (file, cause, time) VALUES ('wallet.sqlite.aside-1', 'damaged', 1)
                    """)
        }
        let browser = try wallet.unlockedBrowser()
        #expect(try browser.call("policy.get").get()["trust"] == "intact")
        #expect(try wallet.wallet.home.commandLine().call("agent.status").get()["activityBreak"]?.int == 1)
    }

    static let damages = [
        "DROP TABLE request", "DROP TABLE record", "DROP TABLE activity", "DROP TABLE connected_origin",
        "DROP TABLE outstanding", "DROP TABLE module_value", "UPDATE connected_origin SET accounts = 'not json'",
        "UPDATE connected_origin SET accounts = '[\"unknown\", 1, null]'", "UPDATE connected_origin SET origin = ''",
        "UPDATE connected_origin SET used = -9223372036854775808, granted = 9223372036854775807",
        "INSERT INTO activity VALUES (9223372036854775807, 0, 'x', 'x', 'x', 'x', 'x', 'x', x'')",
        "INSERT INTO activity VALUES (-5, -1, '', '', '', '', '', '', zeroblob(2000000))",
        "INSERT OR REPLACE INTO module_value VALUES ('settings', 'theme', x'ff')",
        "INSERT OR REPLACE INTO module_value VALUES ('settings', 'settings', x'7b')",
        "INSERT INTO request VALUES ('x', 'queued', -9223372036854775808); INSERT INTO record VALUES ('pending_request_x', x'ff')",
        "INSERT INTO request VALUES ('y', 'answered', 9223372036854775807); INSERT INTO record VALUES ('pending_request_y', zeroblob(3000000))",
        """
        DROP TABLE activity; CREATE TABLE activity (sequence, time, kind, request, origin, method, account, detail, hash);
        INSERT INTO activity VALUES ('x', NULL, NULL, 1.5, x'ff', 1, NULL, x'00', NULL)
        """,
        """
        DROP TABLE activity; CREATE TABLE activity (sequence, time, kind, request, origin, method, account, detail, hash);
        INSERT INTO activity VALUES (1, 1, CAST(x'ff00fe' AS TEXT), 1, 1, 1, 1, 1, 1e400), (2.5, 0, 0, 0, 0, 0, 0, 0, 'hash')
        """,
        """
        DROP TABLE connected_origin;
        CREATE TABLE connected_origin (profile, container, origin, accounts, granted, used);
        INSERT INTO connected_origin VALUES (NULL, 1, 'https://dapp.example', NULL, 'x', NULL)
        """,
        """
        DROP TABLE request; CREATE TABLE request (id, state, created);
        INSERT INTO request VALUES (NULL, 'queued', 'x'), (1, 'queued', NULL), ('x', NULL, 1)
        """,
        """
        DROP TABLE record; CREATE TABLE record (key, value); INSERT INTO request VALUES ('x', 'queued', 1);
        INSERT INTO record VALUES ('pending_request_x', NULL), ('response_x', 1.5)
        """,
        "DROP TABLE module_value; CREATE TABLE module_value (module, key, value); INSERT INTO module_value VALUES ('settings', 'settings', NULL)",
        "DELETE FROM grdb_migrations", "INSERT INTO grdb_migrations VALUES ('99')",
        "DROP TABLE grdb_migrations; CREATE TABLE grdb_migrations (identifier); INSERT INTO grdb_migrations VALUES ('1'), (NULL)",
        "PRAGMA user_version = 77",
        "PRAGMA application_id = 1; PRAGMA auto_vacuum = 1; VACUUM", "PRAGMA journal_mode = DELETE",
    ]

    @Test
    func `whatever was done to the database, the agent serves, and answers with a result or a code`()
        async throws
    {
        let wallet = try await InterposedWallet()
        _ = try wallet.unlockedBrowser().sign()
        let backup = try stopped(wallet)
        for damage in Self.damages {
            try restore(backup, to: wallet.wallet.home)
            do {
                let database = try DatabaseQueue(path: wallet.wallet.home.path + "/wallet.sqlite")
                try await database.writeWithoutTransaction { try $0.execute(sql: damage) }
                try database.close()
            }
            try survives(wallet, Comment(rawValue: damage))
        }
    }

    @Test func `an index that lost its entries is made anew, and nothing is lost`() async throws {
        let wallet = try await InterposedWallet()
        _ = try wallet.unlockedBrowser().sign()
        _ = try stopped(wallet)
        let path = wallet.wallet.home.path + "/wallet.sqlite"
        func onFile<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
            let database = try DatabaseQueue(path: path)
            defer { try? database.close() }
            return try database.writeWithoutTransaction(body)
        }
        func check(_ name: String) throws -> String? {
            try onFile { try String.fetchOne($0, sql: "PRAGMA \(name)(1)") }
        }
        // One index is taken out of the schema while a row changes, and put back: it knows nothing of the row.
        let index = try onFile {
            try Row.fetchOne($0, sql: "SELECT * FROM sqlite_master WHERE name = 'request_created'")
                .map { Array($0.databaseValues) } ?? []
        }
        #expect(index.count == 5)
        let writable = "PRAGMA writable_schema = ON;"
        try onFile { try $0.execute(sql: "\(writable) DELETE FROM sqlite_master WHERE name = 'request_created'") }
        try onFile { try $0.execute(sql: "UPDATE request SET created = created + 1") }
        try onFile {
            try $0.execute(sql: writable);
            try $0.execute(
                sql: "INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", arguments: StatementArguments(index))
        }
        let quick = try check("quick_check")
        let full = try check("integrity_check")
        #expect(quick == "ok" && full != "ok")

        try wallet.restart()
        let browser = try wallet.unlockedBrowser()
        #expect(try browser.call("vault.status").get()["lost"] == nil)
        #expect(try browser.call("policy.get").get()["trust"] == "intact")
        #expect(try browser.sign(request: "next").signature != nil)
        _ = try stopped(wallet)
        let mended = try check("integrity_check")
        #expect(mended == "ok")
    }

    @Test func `a database with bytes changed anywhere never brings the agent down`() async throws {
        let wallet = try await InterposedWallet()
        for number in 0..<3 { _ = try wallet.unlockedBrowser().sign(request: "\(number)") }
        let backup = try stopped(wallet)
        let whole = try #require(backup["wallet.sqlite"])
        var random = SeededGenerator()
        var files: [[UInt8]] = [[], [0], Array(whole.prefix(100)), Array(whole.prefix(whole.count / 2)), whole + whole]
        files.append([UInt8](repeating: 0, count: whole.count))
        files.append(Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0xFF, count: 4080))
        for _ in 0..<18 {
            var file = whole
            let page = Int(random.next(upperBound: UInt(whole.count / 4096))) * 4096
            for _ in 0..<40 { file[page + Int(random.next(upperBound: 4096 as UInt))] = random.next() }
            files.append(file)
        }
        for (number, file) in files.enumerated() {
            try restore(["wallet.sqlite": file], to: wallet.wallet.home)
            try survives(wallet, "file \(number) of seed \(random.seed)")
        }
    }

    /// Starts the agent and asks it everything that reads the database.
    private func survives(_ wallet: InterposedWallet, _ name: Comment) throws {
        let home = wallet.wallet.home
        let agent = try ChildProcess(BuiltProgram.agent.path, environment: home.environment)
        #expect(
            Deadline().wait(until: { home.agent != nil || agent.waitForEnd(within: Deadline(seconds: 0)) != nil }), name
        )
        do {
            try useAll(of: wallet, name)
        } catch {
            Issue.record(
                "\(name): \(error); the agent: \(String(describing: agent.waitForEnd(within: Deadline(seconds: 1))))")
        }
        agent.send(signal: SIGTERM)
        #expect(agent.waitForEnd() == .exited(0), name)
    }

    /// Asks everything that reads the database, and has a message signed.
    private func useAll(of wallet: InterposedWallet, _ name: Comment) throws {
        let client = try wallet.wallet.home.commandLine()
        for (method, params) in [
            ("agent.status", [:]), ("activity.list", ["limit": 100]), ("activity.list", ["limit": 1, "cursor": "1"]),
            ("origins.list", [:]), ("settings.get", [:]), ("settings.set", ["theme": "dark"]),
            ("records.get", ["id": "x"]), ("records.get", ["id": "y"]), ("vault.status", [:]),
        ] as [(String, JSONObject)] { _ = try client.call(method, params) }
        let browser = try wallet.unlockedBrowser()
        _ = try browser.call("connect", WalletFixture.page(["silent": true], request: "c"))
        let course = try browser.sign(request: "s")
        #expect(!course.isCut, name)
        if case .failure(let error) = course.page {
            #expect([.storage, .notConnected, .accountNotGranted].contains(error.reason), name)
        }
    }

    private func stopped(_ wallet: InterposedWallet) throws -> [String: [UInt8]] {
        wallet.agent.send(signal: SIGTERM)
        #expect(wallet.agent.waitForEnd() == .exited(0))
        return try database(wallet.wallet.home)
    }

    private func change(_ wallet: InterposedWallet, _ body: @escaping @Sendable (Database) throws -> Void) throws {
        _ = try stopped(wallet)
        let database = try DatabaseQueue(path: wallet.wallet.home.path + "/wallet.sqlite")
        try database.write(body)
        try database.close()
        try wallet.restart()
    }

    private func database(_ home: ScratchHome) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in SystemFile.names(in: home.path) where name.hasPrefix("wallet.sqlite") {
            files[name] = SystemFile.read(home.path + "/" + name)
        }
        return files
    }

    private func restore(_ files: [String: [UInt8]], to home: ScratchHome) throws {
        for name in SystemFile.names(in: home.path) where name.hasPrefix("wallet.sqlite") {
            unlink(home.path + "/" + name)
        }
        for (name, content) in files { try SystemFile.write(home.path + "/" + name, content) }
    }
}
