import ApprovalQueue
import Foundation
import GRDB
import JSONRPC
import TestSupport
import Testing
import WalletRuntime
import WalletState

/// Every table of the database edited and rolled back by hand: what it may change of policy, allowance and grants.
///
/// The tables and columns are those that the database has, so that a new one without its part here fails these tests.
@Suite(.serialized, .timeLimit(.minutes(5))) struct EditedDatabaseTests {
    /// The role of a table for policy and grants.
    enum Role: Sendable {
        /// Stands under the vault's code: an edit is found, the strictest policy holds, and no grant counts.
        case authenticated
        /// Can only take a grant away.
        case takesAway
        /// Evidence and looks: decides nothing.
        case none
    }

    static let roles: [String: Role] = [
        "protected": .authenticated, "connected_origin": .authenticated, "contact": .authenticated,
        "paid_recipient": .authenticated,
        "pending_revocation": .takesAway,
        // Of no vault that there is, but for the moment in which one takes another's place (`StagedContentsTests`).
        "protected_next": .none,
        "request": .none, "record": .none, "activity": .none, "module_value": .none, "grdb_migrations": .none,
        // A site that may not ask: taken away, it asks again, as every site may; put in, it is refused, as by taking its grant away.
        "blocked_site": .none,
        // Tokens that lists leave out: taken away, they are shown again; put in, a list folds them, and says how many.
        "hidden_token": .none,
        // What was signed and may still be executed, to be shown: each row is under a code of its own (`OutstandingTests`), and decides nothing.
        "outstanding": .none,
        // The activity of a wallet whose backup was restored, to be shown: outside the chain of the log, and it decides nothing.
        "archived_activity": .none,
        // What is said to be lost: the strictest rules hold by the record's code, whatever stands here.
        "lost_database": .none,
        // What nodes said, to be shown.
        "portfolio_balance": .none, "activity_seal": .none, "portfolio_token": .none, "portfolio_mint": .none,
        "history_entry": .none,
        "history_movement": .none, "history_address": .none, "history_gap": .none, "history_refresh": .none,
    ]

    /// Not under the code: when an origin was last used decides nothing, and the number of the only row says nothing.
    static let free: Set = ["connected_origin.used", "protected.id"]

    private static let key = ConnectedOrigin.Key(profile: "p", container: "c", origin: "https://dapp.example")
    private static let other = ConnectedOrigin.Key(profile: "p", container: "default", origin: "https://other.example")
    private static var neighbour: ExtensionID {
        get throws { try #require(ExtensionID("rogue@sidekey.test")) }
    }
    private static let third = ConnectedOrigin.Key(profile: "p", container: "", origin: "https://third.example")

    /// All that the records decide by.
    struct State: Equatable {
        var trust: AuthenticatedStore.Trust
        var policy: ApprovalPolicy
        var allowanceLeft: UInt64
        var grants: [ConnectedOrigin.Key: [String]]
        var contacts: [Contact]
        var recipients: Set<String> = []
        var extensions: [ExtensionGrant] = []

        static let strictest = State(trust: .reset, policy: .strictest, allowanceLeft: 0, grants: [:], contacts: [])
    }

    @Test func everyTableHasItsRole() async throws {
        let queue = try await Self.prepared()
        defer { queue.remove() }
        #expect(try await Set(Self.columns(queue).map(\.table)) == Set(Self.roles.keys))
    }

    @Test func anEditOfAnyColumnIsFoundOrDecidesNothing() async throws {
        let model = try await Self.prepared()
        defer { model.remove() }
        let columns = try await Self.columns(model)
        #expect(columns.count > 20)
        let before = try await Self.state(model)
        for column in columns {
            let queue = try await Self.prepared()
            defer { queue.remove() }
            try await Self.execute(queue, Self.unlocked + "UPDATE \(column.table) SET \(column.name) = \(column.edit)")
            let role = Self.free.contains(column.fullName) ? Role.none : Self.roles[column.table]
            let after = try await Self.state(queue)
            #expect(after == (role == .authenticated ? .strictest : before), "\(column.fullName)")
        }
    }

    @Test func rowsTakenAwayOrAddedAreFoundOrDecideNothing() async throws {
        for (table, role) in Self.roles {
            let queue = try await Self.prepared()
            defer { queue.remove() }
            let before = try await Self.state(queue)
            try await Self.execute(queue, Self.unlocked + "DELETE FROM \(table)")
            #expect(try await Self.state(queue) == (role == .authenticated ? .strictest : before), "\(table)")
        }
        let planted: [(String, isFound: Bool)] = [
            ("INSERT INTO connected_origin VALUES ('p', 'd', 'https://evil.example', 'a', 1, 1, 1)", true),
            ("INSERT INTO contact VALUES ('evil', 'Bob', 1)", true),
            ("INSERT INTO paid_recipient VALUES ('evil', 1, 1)", true),
            ("INSERT INTO pending_revocation VALUES ('p', 'd', 'https://evil.example')", false),
            ("INSERT INTO request VALUES ('x', 'approved', 1)", false),
            ("INSERT INTO record VALUES ('policy', x'7b7d')", false),
            ("INSERT INTO module_value VALUES ('policy', 'approvals', x'22706f70757022')", false),
        ]
        for (sql, isFound) in planted {
            let queue = try await Self.prepared()
            defer { queue.remove() }
            let before = try await Self.state(queue)
            try await Self.execute(queue, sql)
            #expect(try await Self.state(queue) == (isFound ? .strictest : before), "\(sql)")
        }
    }

    /// Every member of the policy as it is written, what counts against the allowance among them.
    @Test func anEditOfAnyMemberOfThePolicyIsFound() async throws {
        let model = try await Self.prepared()
        defer { model.remove() }
        let policy = try await Self.policy(model)
        let names = policy.members.map(\.name.string)
        #expect(
            Set(names).isSuperset(of: [
                "approvals", "allowance", "session", "perRequest", "recognition", "allowanceUse", "limitTime",
                "extensions",
            ]))
        for name in names {
            for value: JSON? in [Self.other(than: policy[name]), nil] {
                let queue = try await Self.prepared()
                defer { queue.remove() }
                var edited = policy
                edited[name] = value
                let bytes = Data(JSON.object(edited).serialized())
                try await queue.database.pool.write {
                    try $0.execute(sql: "UPDATE protected SET policy = ?", arguments: [bytes])
                }
                #expect(try await Self.state(queue) == .strictest, "\(name)")
            }
        }
    }

    /// Alone, together, and with the anchor beside the database: all parts that an older state can be put together of.
    ///
    /// The records and the anchor put back as one pass: nothing in the folder can tell. Everything else is found out.
    @Test func rolledBackByHandInAnyCombinationTheRecordsAreFoundUnlessTheAnchorIsToo() async throws {
        let tables = ["protected", "connected_origin", "pending_revocation", "contact"]
        for mask in 0..<64 {
            let queue = try await Self.prepared()
            defer { queue.remove() }
            let anchor = queue.folder.appendingPathComponent("anchor")
            let (older, olderAnchor) = (try await Self.state(queue), try Data(contentsOf: anchor))
            let all = Self.roles.keys.sorted()
            try await Self.execute(
                queue, all.map { "CREATE TABLE kept_\($0) AS SELECT * FROM \($0)" }.joined(separator: ";"))
            try await Self.moveOn(queue)
            let newer = try await Self.state(queue)
            try #require(newer != older && newer.grants != older.grants && newer.contacts != older.contacts)

            let others = all.filter { !tables.contains($0) }
            let parts =
                tables.indices.filter { mask & 1 << $0 != 0 }.map { tables[$0] } + (mask & 16 != 0 ? others : [])
            for table in parts {
                try await Self.execute(
                    queue, Self.unlocked + "DELETE FROM \(table); INSERT INTO \(table) SELECT * FROM kept_\(table)")
            }
            if mask & 32 != 0 { try olderAnchor.write(to: anchor) }
            let coded = ["protected", "connected_origin", "contact"].map(parts.contains)
            let expected: State =
                switch (Set(coded), mask & 32 != 0) {
                case ([false], _): newer
                case ([true], true): older
                default: .strictest
                }
            #expect(try await Self.state(queue) == expected, "\(parts), anchor \(mask & 32 != 0)")
        }
    }

    /// The key isn't there yet when a grant is revoked before the first unlock, so that this one note stands under no code.
    @Test func aRevocationBeforeTheFirstUnlockIsANoteThatCanOnlyBeTakenAway() async throws {
        for (edit, remaining) in [
            ("SELECT 1", [Self.other]), ("DELETE FROM pending_revocation", [Self.key, Self.other]),
            ("UPDATE pending_revocation SET origin = 'https://other.example', container = 'default'", [Self.key]),
            ("INSERT INTO pending_revocation VALUES ('p', 'default', 'https://other.example')", []),
        ] {
            let queue = try await Self.prepared()
            defer { queue.remove() }
            let before = try await Self.state(queue)
            let origins = ConnectedOrigins(
                records: Self.restarted(queue), database: queue.database, wallClock: FixedWallClock())
            try await origins.revoke(origin: Self.key.origin)
            try await Self.execute(queue, edit)
            let after = try await Self.state(queue)
            #expect(Set(after.grants.keys) == Set(remaining), "\(edit)")
            #expect(after.trust == .intact && after.policy == before.policy)
            #expect(after.grants.allSatisfy { before.grants[$0] == $1 })
        }
    }

    /// A wallet that was used: two grants, a contact, a policy with every member, something spent, and a row in every table.
    private static func prepared() async throws -> Queue {
        var policy = ApprovalPolicy(setting: .risky, allowance: 5_000_000)
        policy.recognition = "owl"
        let queue = try Queue(policy: policy)
        try await queue.origins().grant(["a", "b"], to: key)
        try await queue.origins().grant(["b"], to: other)
        _ = try await AddressBook(records: queue.records, wallClock: FixedWallClock()).add("bob", label: "Bob")
        _ = try await extensions(queue.records).grant(
            ["NATIVE_GET_ACCOUNTS_METHOD"], accounts: ["a"], to: try neighbour)
        try await queue.records.admit(request(lamports: 0, to: ["carol"]), on: .commandLine)
        try await queue.records.admit(request(lamports: 1_000), on: .browser)
        try await DatabaseStorage(database: queue.database, module: "settings").set([:], for: "settings")
        try await execute(
            queue,
            """
            INSERT INTO request VALUES ('id', 'answered', 1);
            INSERT INTO record VALUES ('pending_request_id', x'7b7d');
            INSERT INTO protected_next VALUES (1, 900, x'7b7d', zeroblob(32));
            INSERT INTO blocked_site VALUES ('dapp.example', 1);
            INSERT INTO hidden_token VALUES ('m', 'spam', 1);
            INSERT INTO outstanding VALUES (1, 's', 't', 0, 1, x'07', x'7b7d', x'00');
            INSERT INTO portfolio_balance VALUES ('c', 'a', 1, 0, 1, 'node', 1);
            INSERT INTO portfolio_token VALUES ('c', 'a', 't', 'p', 'm', 1, 0, 'd', 1, 'e');
            INSERT INTO portfolio_mint VALUES ('c', 'm', 6, 'n', 's');
            INSERT INTO history_entry VALUES ('c', 'a', 1, 0, 's', 1, 'f', 5, 0, 0);
            INSERT INTO history_movement VALUES ('c', 'a', 's', 0, 'm', 1, 1, 9, 'b', 1, 1, 0);
            INSERT INTO history_address VALUES ('c', 'a', 't', 's');
            INSERT INTO history_gap VALUES ('c', 'a', 't', 's', 1, 'u');
            INSERT INTO history_refresh VALUES ('c', 'a', 1, 'node');
            """)
        return queue
    }

    /// Changes everything that stands under the code.
    private static func moveOn(_ queue: Queue) async throws {
        try await queue.records.admit(request(lamports: 2_000), on: .browser)
        try await queue.origins().grant(["b"], to: key)
        try await queue.origins().revoke(origin: other.origin)
        try await queue.origins().grant(["a"], to: third)
        _ = try await AddressBook(records: queue.records, wallClock: FixedWallClock()).rename("bob", to: "Robert")
        _ = try await extensions(queue.records).revoke(try neighbour)
        _ = try await queue.records.settle(loosening: false) { $0.session = 60_000 }
    }

    private static func extensions(_ records: AuthenticatedStore) -> ExtensionGrants {
        ExtensionGrants(records: records, wallClock: FixedWallClock())
    }

    private static func request(lamports: UInt64, to recipients: Set<String> = []) throws -> ApprovalRequest {
        ApprovalRequest(
            id: "id", rpc: RPCRequest(id: "1", method: "signTransaction", params: [:]),
            content: try Queue.content(origin: other.origin, client: Queue.client(profile: "p")),
            review: RequestReview(
                kind: .transactions, items: [], isComplete: true,
                risk: RequestRisk(lamports: lamports, recipients: recipients))
        ) { _, _ in [:] }
    }

    /// The same folder after a restart of the agent.
    private static func restarted(_ queue: Queue) -> AuthenticatedStore {
        AuthenticatedStore(
            database: queue.database, anchor: queue.folder.appendingPathComponent("anchor").path,
            wallClock: FixedWallClock())
    }

    private static func state(_ queue: Queue) async throws -> State {
        let records = restarted(queue)
        _ = try await records.verify(TestAuthenticator(), isOlder: false)
        var grants: [ConnectedOrigin.Key: [String]] = [:]
        for key in [key, other, third] { grants[key] = await records.accounts(of: key) }
        return State(
            trust: await records.trust, policy: await records.policy, allowanceLeft: await records.allowanceLeft,
            grants: grants,
            contacts: try await AddressBook(records: records, wallClock: FixedWallClock()).contacts(),
            recipients: await records.paidRecipients,
            extensions: try await extensions(records).list())
    }

    private static func policy(_ queue: Queue) async throws -> JSONObject {
        let bytes = try await queue.database.pool.read { try Data.fetchOne($0, sql: "SELECT policy FROM protected") }
        let written = try #require(bytes)
        let json = try JSON(parsing: JSONSource(Array(written)))
        return try #require(json.object)
    }

    private static func other(than value: JSON?) -> JSON {
        switch value {
        case .bool(let value): .bool(!value)
        case .number: .number(JSONNumber(3_600_000))
        default: value == "popup" ? "native" : value?.text == "risky" ? "popup" : "7"
        }
    }

    private static func execute(_ queue: Queue, _ sql: String) async throws {
        try await queue.database.pool.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    /// What keeps an honest program from a mistake keeps nobody else.
    private static let unlocked = """
        PRAGMA ignore_check_constraints = ON; DROP TRIGGER IF EXISTS activity_is_append_only_update;
        DROP TRIGGER IF EXISTS activity_is_append_only_delete;\n
        """

    private struct Column: Sendable {
        let table: String
        let name: String
        let type: String

        var fullName: String { "\(table).\(name)" }

        /// Another value of its type; still one for each row.
        var edit: String {
            switch type {
            case "INTEGER": "\(name) + 1000000"
            case "TEXT": "\(name) || 'x'"
            default: "CAST(\(name) || x'00' AS BLOB)"
            }
        }
    }

    private static func columns(_ queue: Queue) async throws -> [Column] {
        try await queue.database.pool.read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT m.name AS "table", p.name AS name, p.type AS type
                    FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS p WHERE m.type = 'table'
                    """)
            return rows.map { Column(table: $0["table"], name: $0["name"], type: $0["type"]) }
        }
    }
}
