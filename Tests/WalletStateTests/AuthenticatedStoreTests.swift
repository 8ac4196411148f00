import ApprovalQueue
import Foundation
import GRDB
import JSONRPC
import TestSupport
import Testing
import WalletRuntime
import WalletState

@Suite struct AuthenticatedStoreTests {
    private let key = ConnectedOrigin.Key(profile: "p", container: "c", origin: "https://dapp.example")

    /// The same folder after a restart of the agent.
    private func restarted(_ queue: Queue) -> AuthenticatedStore {
        AuthenticatedStore(
            database: queue.database, anchor: queue.folder.appendingPathComponent("anchor").path,
            wallClock: FixedWallClock())
    }

    private func prepared() async throws -> Queue {
        let queue = try Queue(policy: ApprovalPolicy(setting: .risky, allowance: 5_000_000))
        try await queue.origins().grant(["a", "b"], to: key)
        return queue
    }

    private func execute(_ queue: Queue, _ sql: String) async throws {
        try await queue.database.pool.write { try $0.execute(sql: sql) }
    }

    @Test func nothingCountsBeforeTheFirstUnlockAndEverythingAfterIt() async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        let records = restarted(queue)
        #expect(await records.trust == .unverified)
        #expect(await records.accounts(of: key) == nil)
        #expect(await records.policy == .strictest)
        let origins = ConnectedOrigins(records: records, database: queue.database, wallClock: FixedWallClock())
        #expect(try await origins.claimedAccounts(of: key) == ["a", "b"])
        await #expect(throws: RPCError.self) { try await origins.grant(["x"], to: key) }
        #expect(try await records.verify(TestAuthenticator(), isOlder: false) == [key: ["a", "b"]])
        #expect(await records.trust == .intact)
        #expect(await records.policy == ApprovalPolicy(setting: .risky, allowance: 5_000_000))
        #expect(await records.accounts(of: key) == ["a", "b"])
        #expect(try await records.verify(TestAuthenticator(), isOlder: false) == nil)
    }

    static let edits = [
        "UPDATE connected_origin SET accounts = 'a b c'", "UPDATE connected_origin SET origin = 'https://evil.example'",
        "UPDATE connected_origin SET profile = 'q'", "UPDATE connected_origin SET container = 'd'",
        "UPDATE connected_origin SET granted = 1", "UPDATE connected_origin SET signed = 1",
        "DELETE FROM connected_origin",
        "INSERT INTO connected_origin VALUES ('p', 'c', 'https://evil.example', 'a', 1, 1, 1)",
        "DELETE FROM protected", "UPDATE protected SET sequence = sequence + 1",
        "UPDATE protected SET sequence = -1",
        "UPDATE protected SET policy = CAST(replace(CAST(policy AS TEXT), 'risky', 'popup') AS BLOB)",
        "UPDATE protected SET policy = CAST(replace(CAST(policy AS TEXT), '5000000', '9000000') AS BLOB)",
        "UPDATE protected SET policy = x'00'", "UPDATE protected SET code = x'00'",
        "UPDATE protected SET code = zeroblob(32)",
    ]

    @Test(arguments: edits)
    func whatSomebodyElseWroteIsFoundAndTheStrictestHolds(_ edit: String) async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        try await execute(queue, edit)
        let records = restarted(queue)
        // Whoever claimed a grant hears that it has none.
        let told = try #require(try await records.verify(TestAuthenticator(), isOlder: false))
        #expect(told.values.allSatisfy(\.isEmpty) && told.isEmpty == edit.hasPrefix("DELETE FROM connected"))
        #expect(await records.trust == .reset)
        #expect(await records.policy == .strictest)
        #expect(await records.accounts(of: key) == nil)
        #expect(try await queue.origins().list(after: nil, limit: 10).isEmpty)
        // It is said until a policy is settled, through restarts too.
        let again = restarted(queue)
        #expect(try await again.verify(TestAuthenticator(), isOlder: false) == [:])
        #expect(await again.trust == .reset)
        await #expect(throws: RPCError.self) { try await again.settle(loosening: false) { $0.setting = .popup } }
        _ = try await again.settle(loosening: true) { $0 = ApprovalPolicy() }
        #expect(await again.trust == .intact)
    }

    @Test func anotherVaultsKeyFitsNothing() async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        for authenticator in [
            TestAuthenticator(key: 2), TestAuthenticator(vault: [UInt8](repeating: 8, count: 16)),
        ] {
            let records = restarted(queue)
            _ = try await records.verify(authenticator, isOlder: false)
            #expect(await records.trust == .reset)
        }
    }

    @Test func aDatabasePutBackByItselfIsFound() async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        try await execute(
            queue,
            """
            CREATE TABLE kept AS SELECT * FROM protected;
            CREATE TABLE kept_origin AS SELECT * FROM connected_origin;
            """)
        try await queue.origins().revoke(origin: key.origin)
        try await execute(
            queue,
            """
            DELETE FROM protected; INSERT INTO protected SELECT * FROM kept;
            DELETE FROM connected_origin; INSERT INTO connected_origin SELECT * FROM kept_origin;
            """)
        let records = restarted(queue)
        _ = try await records.verify(TestAuthenticator(), isOlder: false)
        #expect(await records.trust == .reset)
        #expect(await records.accounts(of: key) == nil)
    }

    @Test func anAnchorThatIsBehindIsNoFault() async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        let anchor = queue.folder.appendingPathComponent("anchor")
        let before = try Data(contentsOf: anchor)
        try await queue.origins().grant(["b"], to: key)
        for contents in [before, Data(), nil] {
            if let contents { try contents.write(to: anchor) } else { try FileManager.default.removeItem(at: anchor) }
            let records = restarted(queue)
            _ = try await records.verify(TestAuthenticator(), isOlder: false)
            #expect(await records.trust == .intact)
            #expect(await records.accounts(of: key) == ["b"])
        }
    }

    @Test func aGrantRevokedBeforeTheFirstUnlockIsGoneAfterIt() async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        let records = restarted(queue)
        let origins = ConnectedOrigins(records: records, database: queue.database, wallClock: FixedWallClock())
        #expect(try await origins.revoke(origin: key.origin) == [key])
        #expect(try await origins.list(after: nil, limit: 10).isEmpty)
        #expect(try await origins.claimedAccounts(of: key) == nil)
        let later = restarted(queue)
        _ = try await later.verify(TestAuthenticator(), isOlder: false)
        #expect(await later.trust == .intact)
        #expect(await later.accounts(of: key) == nil)
    }

    @Test func aVaultFromBeforeBeginsWithTheDefaultsAndNoGrant() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        try await execute(queue, "DELETE FROM protected")
        try FileManager.default.removeItem(at: queue.folder.appendingPathComponent("anchor"))
        let records = restarted(queue)
        #expect(try await records.verify(TestAuthenticator(), isOlder: true) == [:])
        #expect(await records.policy == ApprovalPolicy())
        #expect(await records.trust == .intact)
    }

    @Test func aNewWalletHasNoGrantAndKeepsThePolicy() async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        let other = TestAuthenticator(vault: [UInt8](repeating: 9, count: 16))
        try await queue.records.stage(other, for: .other(nil))
        #expect(await queue.records.accounts(of: key) == ["a", "b"])
        await queue.records.commit()
        #expect(await queue.records.trust == .unverified)
        #expect(try await queue.records.verify(other, isOlder: false) == [:])
        #expect(await queue.records.trust == .intact)
        #expect(await queue.records.policy.allowance == 5_000_000)
    }

    @Test func protectionsAreTightenedFromAnywhereAndLoosenedByThePassphraseOnly() async throws {
        let queue = try Queue(policy: ApprovalPolicy(setting: .risky))
        defer { queue.remove() }
        let records = queue.records
        _ = try await records.settle(loosening: false) { policy in
            policy.allowance = 1
            policy.session = 60_000
            policy.perRequest = true
        }
        #expect(await records.policy.allowance == 1)
        let loosenings: [@Sendable (inout ApprovalPolicy) -> Void] = [
            { $0.allowance = 2 }, { $0.setting = .popup }, { $0.session = 60_001 }, { $0.perRequest = false },
            { $0.recognition = "word" },
            {
                $0.setting = .native
                $0.allowance = 2
            },
        ]
        for loosening in loosenings {
            await #expect(throws: RPCError.self) {
                try await records.settle(loosening: false) { policy throws(RPCError) in loosening(&policy) }
            }
            _ = try await records.settle(loosening: true) { policy throws(RPCError) in loosening(&policy) }
            _ = try await records.settle(loosening: true) { policy throws(RPCError) in
                policy = ApprovalPolicy(setting: .risky, allowance: 1, session: 60_000)
                policy.perRequest = true
            }
        }
    }
}
