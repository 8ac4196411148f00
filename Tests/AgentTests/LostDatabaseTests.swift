import GRDB
import Glibc
import JSONRPC
import TestSupport
import Testing

/// A database that no agent can use: the wallet opens all the same, and says what was lost.
@Suite struct LostDatabaseTests {
    private static let damages = [
        "emptied", "cut in half", "overwritten", "no database", "a table taken out", "no migrations known",
        "a line with the last number",
    ]

    /// A used wallet whose agent has left.
    private func usedWallet() async throws -> WalletFixture {
        let wallet = try await WalletFixture()
        let browser = try wallet.browser()
        _ = try browser.unlock().get()
        _ = try browser.connectPage()
        #expect(try browser.sign().signature != nil)
        wallet.home.stopAgent()
        return wallet
    }

    private func damage(_ wallet: WalletFixture, _ kind: String) async throws {
        let path = wallet.home.path + "/wallet.sqlite"
        func change(_ sql: String) async throws {
            let database = try DatabaseQueue(path: path)
            try await database.writeWithoutTransaction { try $0.execute(sql: sql) }
            try database.close()
        }
        // What stands beside it is played back first.
        try await change("PRAGMA wal_checkpoint(TRUNCATE)")
        let whole = try #require(SystemFile.read(path))
        switch kind {
        case "emptied": try SystemFile.write(path, [])
        case "cut in half": try SystemFile.write(path, Array(whole.prefix(whole.count / 2)))
        case "overwritten":
            try SystemFile.write(path, Array(whole.prefix(4096)) + [UInt8](repeating: 0xA5, count: whole.count - 4096))
        case "no database": try SystemFile.write(path, Array("not a database, but a text of some length\n".utf8))
        case "a table taken out": try await change("DROP TABLE request")
        case "no migrations known": try await change("DELETE FROM grdb_migrations")
        case "a line with the last number":
            try await change("INSERT INTO activity VALUES (9223372036854775807, 0, '', '', '', '', '', '', x'00')")
        default: try await change("INSERT INTO grdb_migrations VALUES ('of a later version')")
        }
    }

    @Test(arguments: damages + ["newer"])
    func
        `the agent starts, keeps the file by name, says what was lost, and holds the strictest rules until they are confirmed`(
            _ kind: String
        ) async throws
    {
        let wallet = try await usedWallet()
        try await damage(wallet, kind)
        let damaged = SystemFile.read(wallet.home.path + "/wallet.sqlite")
        let cause = kind == "newer" ? "newer" : "damaged"

        // Two starts, since the first may end before anybody unlocks.
        for _ in 0..<2 {
            let status = try wallet.home.commandLine().call("vault.status").get()
            #expect(status["vault"] == "locked")
            #expect(status["lost"]?["cause"]?.text == cause)
            #expect(status["lost"]?["file"] == "wallet.sqlite.aside-1")
            wallet.home.stopAgent()
        }
        #expect(SystemFile.read(wallet.home.path + "/wallet.sqlite.aside-1") == damaged)

        let browser = try wallet.browser()
        _ = try browser.unlock().get()
        let policy = try browser.call("policy.get").get()
        #expect(policy["trust"] == "reset" && policy["approvals"] == "native")
        expect(
            try browser.call("signMessage", WalletFixture.page(["message": "aGVsbG8="], request: "2")), .unauthorized,
            .notConnected)
        let client = try wallet.home.commandLine()
        let lines = try client.call("activity.list", ["limit": 100]).get()["entries"]?.array ?? []
        #expect(lines.last?["kind"] == "database-lost" && lines.last?["sequence"] == 1)
        #expect(try client.call("agent.status").get()["activityBreak"] == nil)
        #expect(try client.call("activity.verify").get()["since"] == 0)

        let shown = try wallet.sidekey("status")
        #expect(shown.contains("wallet.sqlite.aside-1") && shown.contains("sidekey policy"))
        let doctor = try ChildProcess.run(
            BuiltProgram.sidekey.path, ["doctor", "--json"], environment: wallet.home.environment)
        let checks = try JSON(parsing: JSONSource(doctor.output))["checks"]?.array ?? []
        let check = try #require(checks.first { $0["id"] == "database" })
        #expect(check["status"] == "failure" && check["hint"]?.text?.isEmpty == false)
        #expect(check["message"]?.text?.contains("wallet.sqlite.aside-1") == true)
        #expect(check["message"]?.text?.contains("activity") == true)
        if kind == "newer" {
            for name in ["wallet.sqlite", "anchor", "activity-anchor"] {
                #expect(check["hint"]?.text?.contains("\(name).aside-1") == true, "\(name)")
            }
        }

        // The user's word ends it, for this agent and the next.
        try wallet.sidekey(
            "policy", "set", "--approvals", "popup", "--passphrase-file", wallet.home.path + "/passphrase")
        #expect(try client.call("vault.status").get()["lost"] == nil)
        wallet.home.stopAgent()
        let next = try wallet.browser()
        _ = try next.unlock().get()
        #expect(try next.call("vault.status").get()["lost"] == nil)
        #expect(try next.call("policy.get").get()["trust"] == "intact")
        // The rules are still the strictest but for what was set: this takes the passphrase.
        let connect = try next.begin("connect", WalletFixture.page(request: "connect"))
        _ = try next.approveWaiting(["unlock": try next.unlocking()]).get()
        #expect(try next.answer(to: connect).failure == nil)
        #expect(try wallet.home.commandLine().call("agent.status").get()["activityBreak"] == nil)
    }

    /// What a user would miss.
    private func kept(_ wallet: WalletFixture) throws -> [JSON] {
        let client = try wallet.home.commandLine()
        let policy = try client.call("policy.get").get()
        let origins = try client.call("origins.list").get()["origins"]?.array ?? []
        let contacts = try client.call("contacts.list").get()["contacts"]?.array ?? []
        let rules = ["approvals", "allowance", "trust"].map { (name: String) -> JSON in policy[name] ?? .null }
        let sites = origins.map { (site: JSON) -> JSON in .array([site["origin"] ?? .null, site["accounts"] ?? .null]) }
        return rules + sites + contacts
    }

    @Test
    func `a newer database that is put back with its anchors brings back connections, contacts, rules and activity`()
        async throws
    {
        let wallet = try await usedWallet()
        let proof = ["--passphrase-file", wallet.home.path + "/passphrase"]
        try wallet.unlock()
        try wallet.sidekey(["contacts", "add", "vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg", "Alice"] + proof)
        try wallet.sidekey(["policy", "set", "--allowance", "0.25"] + proof)
        let before = try kept(wallet)
        #expect(before.count == 5 && before[1] == "250000000" && before[2] == "intact")
        wallet.home.stopAgent()
        try await damage(wallet, "newer")

        // The older agent is used, and both of its anchors come past where they were.
        let browser = try wallet.browser()
        let lost = try #require(try browser.call("vault.status").get()["lost"])
        #expect(lost["anchors"] == ["anchor.aside-1", "activity-anchor.aside-1"])
        for _ in 0..<20 {
            _ = try browser.unlock().get()
            _ = try browser.call("vault.lock").get()
        }
        #expect(try browser.call("policy.get").get()["trust"] == "reset")
        try wallet.sidekey(["policy", "set", "--allowance", "0.5"] + proof)
        // As doctor says: a browser that is open would start the agent anew.
        browser.process.send(signal: 9)
        try wallet.sidekey("stop")
        let log = wallet.home.path + "/wallet.sqlite-wal"
        let isEmptied = Deadline(seconds: 5).wait(until: { SystemFile.read(log)?.isEmpty != false })
        #expect(isEmptied, "it would be played into the file that is put back")

        // The newer one finds its tables as it left them.
        for name in ["wallet.sqlite", "anchor", "activity-anchor"] {
            #expect(rename("\(wallet.home.path)/\(name).aside-1", "\(wallet.home.path)/\(name)") == 0, "\(name)")
        }
        let database = try DatabaseQueue(path: wallet.home.path + "/wallet.sqlite")
        try await database.write {
            try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'of a later version'")
        }
        try database.close()
        try wallet.unlock()
        let after = try kept(wallet)
        #expect(after == before, "\(after) was \(before)")
        let status = try wallet.home.commandLine().call("vault.status").get()
        #expect(status["lost"] == nil && status["activityBreak"] == nil)
    }

    @Test func `a restore over rules that were reset says that contacts and limits go, and how to keep them`()
        async throws
    {
        let wallet = try await usedWallet()
        try await damage(wallet, "newer")
        try wallet.unlock()
        let copy = wallet.home.path + "/copy"
        try wallet.sidekey("vault", "backup", copy)
        let restored = try ChildProcess.run(
            BuiltProgram.sidekey.path,
            ["vault", "restore", copy, "--yes", "--passphrase-file", wallet.home.path + "/passphrase"],
            environment: wallet.home.environment)
        #expect(restored.ending == .exited(0))
        #expect(restored.errors.contains("limits. To keep them, run sidekey policy set first"), "\(restored.errors)")
    }

    @Test func `an older database that is put back by itself after a loss is found out`() async throws {
        let wallet = try await usedWallet()
        let older = try #require(SystemFile.read(wallet.home.path + "/wallet.sqlite"))
        try wallet.unlock()
        try wallet.sidekey(
            "policy", "set", "--allowance", "0.25", "--passphrase-file", wallet.home.path + "/passphrase")
        wallet.home.stopAgent()
        try await damage(wallet, "newer")
        try wallet.unlock()
        wallet.home.stopAgent()
        try SystemFile.write(wallet.home.path + "/wallet.sqlite", older)
        try wallet.unlock()
        #expect(try wallet.home.commandLine().call("policy.get").get()["trust"] == "reset")
    }

    @Test
    func `killed at any step of setting the file aside, the next start loses neither the file nor the word of it`()
        async throws
    {
        let wallet = try await usedWallet()
        try await damage(wallet, "overwritten")
        let damaged = try #require(SystemFile.read(wallet.home.path + "/wallet.sqlite"))
        let interposer = try Interposer(in: wallet.home.path)
        let environment = try wallet.home.environment.merging(interposer.environment) { $1 }
        var step = 0
        while step < 200 {
            step += 1
            for name in SystemFile.names(in: wallet.home.path) where name.hasPrefix("wallet.sqlite") {
                unlink(wallet.home.path + "/" + name)
            }
            try SystemFile.write(wallet.home.path + "/wallet.sqlite", damaged)
            interposer.arm(.kill(at: step))
            let agent = try ChildProcess(BuiltProgram.agent.path, environment: environment)
            let serves = Deadline().wait {
                wallet.home.agent == agent.pid || agent.waitForEnd(within: Deadline(seconds: 0)) != nil
            }
            #expect(serves)
            let isOver = agent.waitForEnd(within: Deadline(seconds: 0.1)) == nil && interposer.steps < step
            agent.send(signal: SIGKILL)
            _ = agent.waitForEnd()
            interposer.disarm()
            let name = Comment(rawValue: "step \(step) of \(interposer.trace)")
            let status = try wallet.home.commandLine().call("vault.status").get()
            let file = try #require(status["lost"]?["file"]?.text, name)
            #expect(SystemFile.read(wallet.home.path + "/" + file) == damaged, name)
            wallet.home.stopAgent()
            if isOver { break }
        }
        #expect(step > 5 && step < 200)
    }
}
