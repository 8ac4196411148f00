public import JSONRPC
public import WalletRuntime

/// What the user has let other extensions do: granted outside the browser alone, taken back from anywhere, each in the activity log.
///
/// Grants stand under the vault's code, so none counts before the first unlock; what the database says until then is a claim.
public struct ExtensionGrants: Sendable {
    private let records: AuthenticatedStore
    private let wallClock: any WallClock

    public init(records: AuthenticatedStore, wallClock: any WallClock) {
        self.records = records
        self.wallClock = wallClock
    }

    /// What an extension was granted; nil where it is nothing, or nothing is verified yet.
    public func grant(of id: ExtensionID) async -> ExtensionGrant? { await records.grant(of: id) }

    /// Whether an extension will be allowed a method once the records are verified, if they are what they say.
    ///
    /// Good for one thing: what the user is asked before the first unlock.
    public func claims(_ method: String, by id: ExtensionID) async throws(RPCError) -> Bool {
        guard await records.trust == .unverified else { return false }
        return try await list().contains { $0.id == id && $0.methods.contains(method) }
    }

    /// Everything that was granted, by id.
    ///
    /// - Throws: -32603 (`storage`).
    public func list() async throws(RPCError) -> [ExtensionGrant] { try await records.extensionGrants() }

    /// Lets an extension call methods and see accounts, beside what it may already.
    ///
    /// - Parameter accounts: In the place of those it saw; empty where they stay.
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

    /// Puts a grant in the place of what the extension may.
    ///
    /// - Throws: As ``grant(_:accounts:to:)``.
    @discardableResult
    public func replace(
        _ methods: Set<String>, accounts: [String], of id: ExtensionID
    ) async throws(RPCError) -> ExtensionGrant {
        try await set(
            ExtensionGrant(id: id, methods: methods, accounts: accounts, granted: wallClock.milliseconds))
    }

    /// Takes everything back. Returns whether there was something.
    ///
    /// Before the first unlock it is noted, and done then.
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
