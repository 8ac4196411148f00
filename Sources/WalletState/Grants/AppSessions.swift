import ApprovalQueue
public import Deeplinks
public import JSONRPC
import Salt
public import WalletRuntime

/// The sessions of apps that ask by links: an approval begins one; the user, its expiry or a new vault key ends it.
///
/// The vault's code protects them and a key of the vault's seals them, so none can be read or counts before the first unlock.
public struct AppSessions: Sendable {
    private let records: AuthenticatedStore
    private let connected: ConnectedOrigins

    public init(records: AuthenticatedStore, connected: ConnectedOrigins) {
        self.records = records
        self.connected = connected
    }

    /// Returns the app's session; nil if it has none, it has expired, or nothing is verified yet.
    public func session(of id: AppID) async -> AppSession? { await records.session(of: id) }

    /// Returns the sessions that haven't expired, by id; before the first unlock, those that the database claims.
    ///
    /// - Throws: -32603 (`storage`).
    public func list() async throws(RPCError) -> [AppSession] { try await records.appSessions() }

    /// True if the wallet hasn't been unlocked since the agent started, so that no box can be opened.
    public var isUnverified: Bool {
        get async { await records.trust == .unverified }
    }

    /// Returns the wallet's key for an app and the box that both share; nil before the first unlock.
    ///
    /// - Throws: -32602 (`param-value`) for a key of small order, with which anyone could read along.
    public func conversation(
        with app: DeeplinkKey
    ) async throws(RPCError) -> (walletKey: DeeplinkKey, box: DeeplinkBox)? {
        guard let keys = await records.appKeys else { return nil }
        do throws(SaltError) {
            return try keys.conversation(with: app)
        } catch {
            throw .parameter("dapp_encryption_public_key", "the app's key is weak")
        }
    }

    /// Begins a session in place of the app's last one, and returns the token by which the app names it.
    ///
    /// - Throws: 4101 before the first unlock; -32002 (`too-many-pending`); -32603 (`storage`).
    public func begin(
        _ id: AppID, key: DeeplinkKey, appURL: String, redirect: RedirectLink, cluster: String, account: String
    ) async throws(RPCError) -> String {
        guard let keys = await records.appKeys else { throw RPCError(.locked, .locked, "the session is locked") }
        let session = AppSession(
            id: id, number: Salt.randomBytes(count: 16), appURL: appURL, redirect: redirect, cluster: cluster,
            account: account, granted: await records.sessionTime)
        try await records.begin(
            session,
            entry: ActivityEntry(
                .granted, origin: Origin(id).serialized, account: account,
                detail: [account, cluster, redirect.home, appURL].joined(separator: " ")))
        return AppToken.write(number: session.number, for: key, at: redirect, keys)
    }

    /// Returns the session's number in a token that the wallet wrote for this app with answers at this place, even if the session has expired.
    public func number(in token: String, from app: DeeplinkKey, at redirect: RedirectLink) async -> [UInt8]? {
        guard let keys = await records.appKeys else { return nil }
        return AppToken.read(token, from: app, at: redirect, keys)
    }

    /// Records that a request of the app was accepted.
    ///
    /// - Throws: -32603 (`storage`).
    public func use(_ id: AppID) async throws(RPCError) { try await records.use(id) }

    /// Ends the app's session. Returns true if there was one.
    ///
    /// Before the first unlock the end is recorded, and carried out at the unlock.
    public func end(_ id: AppID) async throws(RPCError) -> Bool {
        let key = id.grantKey
        return try await !connected.revoke(origin: key.origin, profile: key.profile, container: key.container).isEmpty
    }
}
