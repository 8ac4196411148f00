import Foundation
import JSONRPC
import TestSupport
import Testing
import WalletNetwork
import WalletRuntime
import WalletState

/// What a backup holds beside contacts and limits, and how it comes back.
@Suite struct BackupContentsTests {
    private static let mints = ["11111111111111111111111111111112", "11111111111111111111111111111113"]
    private static let room = 262_000

    private func hidden(_ queue: Queue) -> HiddenTokens {
        HiddenTokens(database: queue.database, wallClock: FixedWallClock())
    }

    private func blocked(_ queue: Queue) -> BlockedSites {
        BlockedSites(database: queue.database, wallClock: FixedWallClock())
    }

    private func settings(_ queue: Queue) -> DatabaseStorage {
        DatabaseStorage(database: queue.database, module: "settings")
    }

    private func log(_ queue: Queue) -> ActivityLog {
        ActivityLog(database: queue.database, wallClock: FixedWallClock())
    }

    private func archive(_ queue: Queue) async throws -> [String] {
        try await ActivityArchive(database: queue.database).lines(limit: 1000).map {
            "\($0.line.sequence) \($0.line.kind)"
        }
    }

    private static func outstanding(_ signature: String, nonce: String?) -> OutstandingSignature {
        let detail = JSON.string(String(repeating: "x", count: 5_000))
        return OutstandingSignature(
            signature: signature, transaction: nil, account: "a", cluster: "mainnet", request: "r",
            origin: "https://dapp.example", method: "signTransaction", time: 1, blockhash: "b", nonce: nonce,
            review: ["kind": "transfer", "complete": true, "state": "read", "instructions": [detail]])
    }

    /// A wallet in use.
    private func used() async throws -> Queue {
        let queue = try Queue()
        try await hidden(queue).hide(Self.mints[0], as: .spam)
        try await blocked(queue).add("bad.example")
        try await settings(queue).set("el", for: "language")
        try await settings(queue).set("dark", for: "theme")
        for kind in [ActivityEntry.Kind.unlocked, .locked, .unlocked] {
            try await log(queue).append(ActivityEntry(kind, origin: "https://dapp.example"))
        }
        try await queue.records.note(outstanding: [
            Self.outstanding("durable", nonce: "n"), Self.outstanding("short", nonce: nil),
        ])
        return queue
    }

    /// As a backup's reader finds it.
    private func backup(_ queue: Queue, room: Int = room) async throws -> BackupContents {
        let contents = try #require(try await queue.records.backupContents(room: room)).contents
        let bytes = contents.json.serialized()
        #expect(bytes.count <= room)
        return try BackupContents(JSON(parsing: JSONSource(bytes)))
    }

    private func counts(_ backup: BackupContents) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: backup.counts.filter { $0.count > 0 }.map { ($0.name, $0.count) })
    }

    @Test func `everything comes back in another wallet's place, and what is there stays as it is`() async throws {
        let (old, new) = (try await used(), try Queue())
        defer {
            old.remove()
            new.remove()
        }
        let backup = try await backup(old)
        #expect(
            counts(backup) == ["hidden": 1, "blocked": 1, "settings": 2, "outstanding": 1, "activity": 3])
        #expect(backup.activityLines == (3, 3))

        try await hidden(new).hide(Self.mints[1], as: .hidden)
        try await settings(new).set("light", for: "theme")
        for _ in 1...2 {
            try await new.records.take(backup, under: TestAuthenticator())
            #expect(try await hidden(new).marks() == [Self.mints[0]: .spam, Self.mints[1]: .hidden])
            #expect(try await blocked(new).list().map(\.site) == ["bad.example"])
            #expect(try await settings(new).value(for: "language") == "el")
            #expect(try await settings(new).value(for: "theme") == "light")
            #expect(try await new.records.outstanding().entries.map(\.signature) == ["durable"])
            #expect(try await archive(new) == ["3 unlocked", "2 locked", "1 unlocked"])
        }
    }

    @Test func `the log goes on by itself, and has no line of the backup twice`() async throws {
        let queue = try await used()
        defer { queue.remove() }
        let backup = try await backup(queue)
        try await log(queue).append(ActivityEntry(.locked))
        try await queue.records.take(backup, under: TestAuthenticator())
        #expect(try await archive(queue).isEmpty)
        let found = try await log(queue).verify()
        #expect(found.entries == 4 && found.firstBreak == nil)
    }

    @Test func `of a long log the newest lines are in it, and each has its hash again`() async throws {
        let queue = try await used()
        defer { queue.remove() }
        for number in 0..<400 {
            try await log(queue).append(
                ActivityEntry(.contactAdded, account: "account \(number)", detail: "né \(number)"))
        }
        let small = try await backup(queue, room: 8_000)
        #expect(small.activityLines.total == 403 && (10..<100).contains(small.activityLines.held))
        let other = try Queue()
        defer { other.remove() }
        try await other.records.take(small, under: TestAuthenticator())
        let held = try await ActivityArchive(database: other.database).lines(limit: 1000).map(\.line)
        #expect(try await log(queue).entries(limit: small.activityLines.held) == held)
    }

    @Test func `what doesn't fit is left out and named`() async throws {
        let queue = try await used()
        defer { queue.remove() }
        let whole = try #require(try await queue.records.backupContents(room: Self.room)).contents
        #expect(whole.omitted.isEmpty)
        let tight = try #require(try await queue.records.backupContents(room: 500)).contents
        #expect(tight.omitted[.outstanding] == 1)
        #expect(tight.activityLines.held == 0)
    }

    @Test func `members of a newer version are passed over, and rows that this one can't read`() async throws {
        let json: JSON = [
            "contacts": [], "limits": [], "future": [1], "policy": ["approvals": "telepathy"],
            "names": [["name": 1]], "watchOnly": [["address": "x", "label": "y", "hidden": false]],
            "siteLists": [["name": "z"]], "hidden": [["mint": "x"], ["mint": .string(Self.mints[0]), "mark": "new"]],
            "blocked": [1, "bad.example"], "settings": ["theme": 1, "language": "tr"], "outstanding": [1],
            "activity": ["total": 1, "after": "", "lines": []],
        ]
        #expect(counts(try BackupContents(json)) == ["hidden": 1, "blocked": 1, "settings": 1])
    }

    /// Of each rule the stricter one, whichever wallet it comes from.
    @Test(arguments: [false, true]) func `a backup's rules loosen nothing`(_ isBackupLoose: Bool) async throws {
        var (loose, strict) = (
            ApprovalPolicy(setting: .popup, allowance: 9, pressAllowance: 9, session: 900_000),
            ApprovalPolicy(setting: .native, allowance: 1, pressAllowance: 1, session: 60_000)
        )
        strict.perRequest = true
        loose.network = try NetworkSettings(["cluster": "devnet", "off": false, "endpoints": [:]])
        loose.recognition = "heron"
        let (there, here) = isBackupLoose ? (loose, strict) : (strict, loose)
        let old = try Queue(policy: there)
        let new = try Queue(policy: here)
        defer {
            old.remove()
            new.remove()
        }
        let next = TestAuthenticator(vault: [UInt8](repeating: 9, count: 16), key: 2)
        try await new.records.stage(next, for: .other(nil, backup: backup(old)))
        await new.records.commit()
        _ = try await new.records.verify(next, isOlder: false)
        let policy = await new.records.policy
        #expect(policy.setting == .native && policy.allowance == 1 && policy.pressAllowance == 1)
        #expect(policy.session == 60_000 && policy.perRequest)
        // Chosen in one of them only: that choice.
        #expect(policy.network.json["cluster"] == "devnet" && policy.recognition == "heron")
        #expect(here.isTightened(to: policy) || isBackupLoose)
    }

    @Test func `budgets are in the file and don't come back`() async throws {
        var policy = ApprovalPolicy()
        var spend = AssetAmounts()
        spend[.sol] = 5
        try policy.budgets.set(spend, of: "https://dapp.example")
        let old = try Queue(policy: policy)
        let new = try Queue(policy: ApprovalPolicy())
        defer {
            old.remove()
            new.remove()
        }
        let backup = try await backup(old)
        #expect(counts(backup)["budgets"] == 1)
        let next = TestAuthenticator(vault: [UInt8](repeating: 9, count: 16), key: 2)
        try await new.records.stage(next, for: .other(nil, backup: backup))
        await new.records.commit()
        _ = try await new.records.verify(next, isOlder: false)
        #expect(await new.records.policy.budgets.isEmpty)
    }

    @Test func `watch-only accounts and lists come back, and no label stands for two`() async throws {
        let (old, new) = (try Queue(), try Queue())
        defer {
            old.remove()
            new.remove()
        }
        func list(_ name: String, signed: UInt64) -> SiteList {
            SiteList(
                name: name, source: "https://lists.example/a", key: "k", digest: [UInt8](repeating: 7, count: 32),
                sites: 3, skipped: 0, signed: signed, read: 1)
        }
        for (name, signed) in [("Mine", 5), ("Theirs", 6)] as [(String, UInt64)] {
            try await old.records.add(list(name, signed: signed))
        }
        try await new.records.add(list("mine", signed: 9))
        try await old.records.watch(Self.mints[0], label: "Cold", besides: [])
        try await old.records.watch(Self.mints[1], label: "Bank", besides: [])
        try await old.records.changeWatchOnly(Self.mints[0], label: nil, isHidden: true, besides: [])
        try await new.records.watch(Self.mints[1], label: "Cold", besides: [])
        let backup = try await backup(old)
        #expect(counts(backup)["watchOnly"] == 2 && counts(backup)["siteLists"] == 2)
        let next = TestAuthenticator(vault: [UInt8](repeating: 9, count: 16), key: 2)
        try await new.records.stage(next, for: .other(nil, backup: backup))
        await new.records.commit()
        _ = try await new.records.verify(next, isOlder: false)
        #expect(await new.records.siteLists.map { "\($0.name) \($0.signed)" } == ["Theirs 6", "mine 9"])
        #expect(
            await new.records.watchOnly.map { "\($0.address.suffix(1)) \($0.label) \($0.isHidden)" } == [
                "3 Cold false", "2 Cold 2 true",
            ])
    }

    @Test func `names come back with what they stood for, and none changes its address`() async throws {
        let (old, new) = (try Queue(), try Queue())
        defer {
            old.remove()
            new.remove()
        }
        func note(_ name: String, _ address: String, _ queue: Queue) async throws {
            _ = try await AddressBook(records: queue.records, wallClock: FixedWallClock()).add(
                address, label: "label of \(address)", name: KnownName.Key(name, on: "mainnet"))
        }
        try await note("alice.sol", Self.mints[0], old)
        try await note("bob.sol", Self.mints[1], old)
        try await note("bob.sol", Self.mints[0], new)
        let next = TestAuthenticator(vault: [UInt8](repeating: 9, count: 16), key: 2)
        try await new.records.stage(next, for: .other(nil, backup: backup(old)))
        await new.records.commit()
        _ = try await new.records.verify(next, isOlder: false)
        let names = await new.records.names(on: "mainnet").mapValues(\.address)
        #expect(names == ["alice.sol": Self.mints[0], "bob.sol": Self.mints[0]])
    }
}
