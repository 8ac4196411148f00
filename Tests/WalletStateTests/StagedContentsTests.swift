import ApprovalQueue
import Foundation
import GRDB
import JSONRPC
import TestSupport
import Testing
import WalletState

/// The moment in which a vault takes another's place: both keys have their records in the database, and each finds its own.
@Suite struct StagedContentsTests {
    private let key = ConnectedOrigin.Key(profile: "p", container: "c", origin: "https://dapp.example")
    private let policy = ApprovalPolicy(setting: .risky, allowance: 5_000_000)
    private let present = TestAuthenticator()
    /// Of the same wallet after its key was drawn anew.
    private let next = TestAuthenticator(key: 2)
    private let other = TestAuthenticator(vault: [UInt8](repeating: 9, count: 16), key: 3)

    private func prepared() async throws -> Queue {
        let queue = try Queue(policy: policy)
        try await queue.origins().grant(["a", "b"], to: key)
        return queue
    }

    private struct Found: Equatable {
        var trust: AuthenticatedStore.Trust
        var policy: ApprovalPolicy
        var accounts: [String]?

        static let strictest = Found(trust: .reset, policy: .strictest, accounts: nil)
    }

    /// What an agent finds that is started then, under one vault's key.
    private func found(in queue: Queue, by authenticator: TestAuthenticator) async throws -> Found {
        let records = AuthenticatedStore(
            database: queue.database, anchor: queue.folder.appendingPathComponent("anchor").path,
            wallClock: FixedWallClock())
        _ = try await records.verify(authenticator, isOlder: false)
        return Found(
            trust: await records.trust, policy: await records.policy, accounts: await records.accounts(of: key))
    }

    @Test func whicheverKeyIsThereAfterwardsFindsPolicyAndGrants() async throws {
        for authenticator in [present, next] {
            let queue = try await prepared()
            defer { queue.remove() }
            try await queue.records.stage(next, for: .same)
            // Twice: what is found the first time is written as the only one.
            for _ in 0..<2 {
                let found = try await found(in: queue, by: authenticator)
                #expect(found == Found(trust: .intact, policy: policy, accounts: ["a", "b"]))
            }
            let others = authenticator.key == present.key ? next : present
            #expect(try await self.found(in: queue, by: others).trust == (others.key == 2 ? .intact : .reset))
        }
    }

    @Test func anotherWalletBeginsWithoutTheGrantsAndTheOldOneKeepsThem() async throws {
        for authenticator in [present, other] {
            let queue = try await prepared()
            defer { queue.remove() }
            try await queue.records.stage(other, for: .other(.popup))
            var expected = policy
            if authenticator.key == other.key { expected.setting = .popup }
            for _ in 0..<2 {
                let found = try await found(in: queue, by: authenticator)
                let accounts = authenticator.key == other.key ? nil : ["a", "b"]
                #expect(found == Found(trust: .intact, policy: expected, accounts: accounts))
            }
        }
    }

    @Test func whatChangesMeanwhileIsAnnouncedToo() async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        try await queue.records.stage(next, for: .same)
        try await queue.origins().grant(["b"], to: key)
        _ = try await queue.records.settle(loosening: false) { $0.session = 60_000 }
        let found = try await found(in: queue, by: next)
        #expect(found.trust == .intact && found.policy.session == 60_000 && found.accounts == ["b"])
    }

    @Test func onceTheVaultStandsOnlyItsKeyCounts() async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        try await queue.records.stage(next, for: .same)
        await queue.records.commit()
        #expect(await queue.records.accounts(of: key) == ["a", "b"])
        try await queue.origins().grant(["b"], to: key)
        #expect(try await found(in: queue, by: next) == Found(trust: .intact, policy: policy, accounts: ["b"]))
        #expect(try await found(in: queue, by: present).trust == .reset)
    }

    @Test func whatCameToNothingIsTakenAwayByTheNextChange() async throws {
        for wallet: AuthenticatedStore.Succession in [.same, .other(nil)] {
            let queue = try await prepared()
            defer { queue.remove() }
            let successor = if case .same = wallet { next } else { other }
            try await queue.records.stage(successor, for: wallet)
            await queue.records.rollback()
            try await queue.origins().grant(["b"], to: key)
            #expect(try await found(in: queue, by: present) == Found(trust: .intact, policy: policy, accounts: ["b"]))
            #expect(try await found(in: queue, by: successor).trust == .reset)
        }
    }

    @Test func aRevocationBeforeTheFirstUnlockCountsForBoth() async throws {
        for authenticator in [present, next] {
            let queue = try await prepared()
            defer { queue.remove() }
            try await queue.records.stage(next, for: .same)
            let records = AuthenticatedStore(
                database: queue.database, anchor: queue.folder.appendingPathComponent("anchor").path,
                wallClock: FixedWallClock())
            let origins = ConnectedOrigins(records: records, database: queue.database, wallClock: FixedWallClock())
            try await origins.revoke(origin: key.origin)
            let found = try await found(in: queue, by: authenticator)
            #expect(found == Found(trust: .intact, policy: policy, accounts: nil))
        }
    }

    @Test(arguments: [
        "UPDATE protected_next SET sequence = sequence + 1", "UPDATE protected_next SET policy = x'7b7d'",
        "UPDATE protected_next SET code = zeroblob(32)", "UPDATE protected_next SET code = x'00'",
        "DELETE FROM protected_next", "UPDATE connected_origin SET accounts = 'a b c'",
        "INSERT INTO connected_origin VALUES ('p', 'd', 'https://evil.example', 'a', 1, 1, 1)",
    ])
    func anEditIsFoundByTheNextKey(_ edit: String) async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        try await queue.records.stage(next, for: .same)
        try await queue.database.pool.write { try $0.execute(sql: edit) }
        #expect(try await found(in: queue, by: next) == .strictest)
    }

    @Test func anOlderAnnouncementPutBackIsFound() async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        try await queue.records.stage(other, for: .other(.popup))
        try await queue.database.pool.write {
            try $0.execute(sql: "CREATE TABLE kept AS SELECT * FROM protected_next")
        }
        await queue.records.commit()
        _ = try await queue.records.verify(other, isOlder: false)
        _ = try await queue.records.settle(loosening: false) { $0.setting = .native }
        try await queue.database.pool.write {
            try $0.execute(sql: "DELETE FROM protected; INSERT INTO protected_next SELECT * FROM kept")
        }
        #expect(try await found(in: queue, by: other) == .strictest)
    }
}
