public import JSONRPC
public import WalletRuntime

/// The grants of other extensions: made only outside the browser, revoked from anywhere, and each in the activity log.
///
/// The vault's code protects the grants, so none counts before the first unlock; until then the database only makes claims.
public struct ExtensionGrants: Sendable {
    private let records: AuthenticatedStore
    private let wallClock: any WallClock

    public init(records: AuthenticatedStore, wallClock: any WallClock) {
        self.records = records
        self.wallClock = wallClock
    }

    /// Returns an extension's grant; nil if it has none or nothing is verified yet.
    public func grant(of id: ExtensionID) async -> ExtensionGrant? { await records.grant(of: id) }

    /// Returns true if an extension will be allowed a method once the records are verified, if their claims are true.
    ///
    /// It has one use: the question that the user is asked before the first unlock.
    public func claims(_ method: String, by id: ExtensionID) async throws(RPCError) -> Bool {
        guard await records.trust == .unverified else { return false }
        return try await list().contains { $0.id == id && $0.methods.contains(method) }
    }

    /// Returns all grants, by id.
    ///
    /// - Throws: -32603 (`storage`).
    public func list() async throws(RPCError) -> [ExtensionGrant] { try await records.extensionGrants() }

    /// Lets an extension call methods and see accounts, in addition to its present permissions.
    ///
    /// - Parameter accounts: The accounts that replace those it saw; empty to keep them.
    /// - Throws: 4101 before the first unlock; -32002 (`too-many-pending`); -32603 (`storage`).
    @discardableResult
    public func grant(
        _ methods: Set<String>, accounts: [String], to id: ExtensionID
    ) async throws(RPCError) -> ExtensionGrant {
        let present = await records.grant(of: id)
        return try await set(
            ExtensionGrant(
                id: id, methods: methods.union(present?.methods ?? []),
                accounts: accounts.isEmpty ? present?.accounts ?? [] : accounts, granted: wallClock.milliseconds))
    }

    /// Replaces the extension's permissions with a grant.
    ///
    /// - Throws: The same errors as ``grant(_:accounts:to:)``.
    @discardableResult
    public func replace(
        _ methods: Set<String>, accounts: [String], of id: ExtensionID
    ) async throws(RPCError) -> ExtensionGrant {
        try await set(
            ExtensionGrant(id: id, methods: methods, accounts: accounts, granted: wallClock.milliseconds))
    }

    /// Revokes everything. Returns true if there was a grant.
    ///
    /// Before the first unlock the revocation is recorded, and carried out at the unlock.
    public func revoke(_ id: ExtensionID) async throws(RPCError) -> Bool {
        guard try await list().contains(where: { $0.id == id }) else { return false }
        if await records.trust == .unverified {
            try await records.revokeLater([id.revocation])
        } else {
            try await records.revoke(id, entry: ActivityEntry(.revoked, origin: Origin(id).serialized))
        }
        return true
    }

    private func set(_ grant: ExtensionGrant) async throws(RPCError) -> ExtensionGrant {
        try await records.grant(
            grant,
            entry: ActivityEntry(
                .granted, origin: Origin(grant.id).serialized, account: grant.accounts.first,
                detail: (grant.methods.sorted() + grant.accounts).joined(separator: " ")))
        return grant
    }
}
