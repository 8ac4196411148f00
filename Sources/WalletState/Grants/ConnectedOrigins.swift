public import ApprovalQueue
import GRDB
public import JSONRPC
import Sites
public import WalletRuntime

/// The origins that the user has connected, and the accounts that each may see.
///
/// The vault's code protects the grants, so none counts before the first unlock; until then the database only makes claims.
public struct ConnectedOrigins: Sendable {
    private let records: AuthenticatedStore
    private let database: WalletDatabase
    private let wallClock: any WallClock

    public init(records: AuthenticatedStore, database: WalletDatabase, wallClock: any WallClock) {
        self.records = records
        self.database = database
        self.wallClock = wallClock
    }

    /// True if grants count; this is unknown before the first unlock.
    public var isVerified: Bool { get async { await records.trust != .unverified } }

    /// Returns the accounts granted to an origin; nil if it isn't connected.
    public func accounts(of key: ConnectedOrigin.Key) async -> [String]? { await records.accounts(of: key) }

    /// Returns the accounts that an origin will have once the records are verified, if their claims are true.
    ///
    /// It has two uses. A request of a page that was connected may wait for the first unlock instead of being refused. Such a page also continues to
    /// see accounts that it was shown before.
    public func claimedAccounts(of key: ConnectedOrigin.Key) async throws(RPCError) -> [String]? {
        guard await records.trust == .unverified else { return await records.accounts(of: key) }
        let claimed = try await database.read { database in
            try String.fetchOne(
                database,
                sql: """
                    SELECT accounts FROM connected_origin WHERE profile = ?1 AND container = ?2 AND origin = ?3 AND \(Self.isKept)
                    """, arguments: [key.profile, key.container, key.origin]
            ).map(ConnectedOrigin.accounts)
        }
        guard let claimed, let top = key.top else { return claimed }
        return key.framed(claimed, within: try await claimedAccounts(of: top))
    }

    /// Checks that a page in a frame may ask at all: it must belong to the site of the page around it, which must be connected.
    ///
    /// - Throws: -32000 (`origin-refused`), 4100 (`not-connected`).
    public func checkFrame(_ page: PageContext, of client: Client) async throws(RPCError) {
        guard let top = page.origin.top else { return }
        guard RegistrableDomain.isSame(page.origin.page, top) else {
            throw RPCError(.invalidInput, .originRefused, "a frame of another site can't use the wallet")
        }
        guard let key = ConnectedOrigin.Key(client: client, page: page).top, try await claimedAccounts(of: key) != nil
        else { throw RPCError(.unauthorized, .notConnected, "the page around this frame is not connected") }
    }

    /// Grants accounts to an origin; its record of a signature stays as it was.
    ///
    /// - Throws: 4101 before the first unlock; -32603 (`storage`).
    public func grant(_ accounts: [String], to key: ConnectedOrigin.Key) async throws(RPCError) {
        let entry = ActivityEntry(
            .granted, origin: key.origin, account: accounts.first, detail: accounts.joined(separator: " "))
        let time = wallClock.milliseconds
        try await records.grant(accounts, to: key, time: time, entry: entry)
    }

    /// Changes the accounts that a connected origin sees.
    ///
    /// - Parameter widening: True if it may see an account that it couldn't before, which requires a decision outside the browser.
    /// - Returns: The keys of the changed grants; empty if the origin isn't connected.
    /// - Throws: 4100 (`native-only`), 4101, -32603 (`storage`).
    public func set(
        _ accounts: [String], origin: String, profile: String? = nil, container: String? = nil, widening: Bool
    ) async throws(RPCError) -> [ConnectedOrigin.Key] {
        let keys = try await keys(origin: origin, profile: profile, container: container)
        try await records.set(
            accounts, of: keys, widening: widening,
            entry: ActivityEntry(
                .granted, origin: origin, account: accounts.first, detail: accounts.joined(separator: " ")))
        return keys
    }

    /// Returns the accounts granted to an origin that asks for them now; nil if it isn't connected.
    ///
    /// The time of an origin's last use is recorded to the minute: a page may ask any number of times, and a write waits for the disk.
    public func accounts(usedBy key: ConnectedOrigin.Key) async throws(RPCError) -> [String]? {
        guard let accounts = await records.accounts(of: key) else { return nil }
        let time = wallClock.milliseconds
        if await records.isUse(of: key, at: time) {
            try await database.write { database in
                try database.execute(
                    sql: "UPDATE connected_origin SET used = ? WHERE profile = ? AND container = ? AND origin = ?",
                    arguments: [time, key.profile, key.container, key.origin])
            }
        }
        return accounts
    }

    /// Revokes grants; a nil profile or container means every one. Returns the keys of the revoked grants.
    ///
    /// Before the first unlock the revocation is recorded, and carried out at the unlock. Without the key nothing under the code can change, and no
    /// grant counts.
    @discardableResult
    public func revoke(origin: String, profile: String? = nil, container: String? = nil) async throws(RPCError)
        -> [ConnectedOrigin.Key]
    {
        let keys = try await keys(origin: origin, profile: profile, container: container, withFrames: true)
        guard !keys.isEmpty else { return [] }
        if await records.trust == .unverified {
            try await records.revokeLater(keys)
        } else {
            try await records.revoke(keys, entry: ActivityEntry(.revoked, origin: origin))
        }
        return keys
    }

    /// Returns grants of sites by origin, profile and container, after `key`; those of apps are listed with their sessions.
    public func list(after key: ConnectedOrigin.Key?, limit: Int) async throws(RPCError) -> [ConnectedOrigin] {
        try await database.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM connected_origin WHERE (origin, profile, container) > (?, ?, ?) AND \(Self.isKept)
                        AND origin NOT LIKE 'app:%'
                    ORDER BY origin, profile, container LIMIT ?
                    """, arguments: [key?.origin ?? "", key?.profile ?? "", key?.container ?? "", limit]
            ).map { row in
                ConnectedOrigin(
                    key: ConnectedOrigin.Key(
                        profile: try row.decode(forColumn: "profile"),
                        container: try row.decode(forColumn: "container"), origin: try row.decode(forColumn: "origin")),
                    accounts: ConnectedOrigin.accounts(of: try row.decode(forColumn: "accounts")),
                    granted: try row.decode(forColumn: "granted"), used: try row.decode(forColumn: "used"))
            }
        }
    }

    /// - Parameter withFrames: True to include pages in frames of the origin's pages.
    private func keys(
        origin: String, profile: String?, container: String?, withFrames: Bool = false
    ) async throws(RPCError) -> [ConnectedOrigin.Key] {
        let framed = withFrames ? " in " + origin : nil
        return try await database.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT profile, container, origin FROM connected_origin
                    WHERE (origin = ?1 OR substr(origin, -length(?4)) = ?4) AND (?2 IS NULL OR profile = ?2) AND (?3 IS NULL OR container = ?3) AND \(Self.isKept)
                    """, arguments: [origin, profile, container, framed]
            ).map { row in
                ConnectedOrigin.Key(
                    profile: try row.decode(forColumn: "profile"), container: try row.decode(forColumn: "container"),
                    origin: try row.decode(forColumn: "origin"))
            }
        }
    }

    private static let isKept = """
        NOT EXISTS (SELECT 1 FROM pending_revocation AS r WHERE r.origin = connected_origin.origin
            AND r.profile = connected_origin.profile AND r.container = connected_origin.container)
        """
}
