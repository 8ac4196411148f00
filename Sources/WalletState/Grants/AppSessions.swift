import ApprovalQueue
public import Deeplinks
public import JSONRPC
import Salt
public import WalletRuntime

/// The sessions of apps that ask by links: begun by an approval, ended from anywhere, by time, and by a new vault key.
///
/// They stand under the vault's code and are sealed under a key of the vault's, so nothing of them can be read or counts before the first unlock.
public struct AppSessions: Sendable {
    private let records: AuthenticatedStore
    private let connected: ConnectedOrigins

    public init(records: AuthenticatedStore, connected: ConnectedOrigins) {
        self.records = records
        self.connected = connected
    }

    /// The app's session, where it has one that isn't over and nothing keeps from being believed.
    public func session(of id: AppID) async -> AppSession? { await records.session(of: id) }

    /// Those that aren't over, by id; before the first unlock what the database claims.
    ///
    /// - Throws: -32603 (`storage`).
    public func list() async throws(RPCError) -> [AppSession] { try await records.appSessions() }

    /// Whether nobody has unlocked since the agent started, so that no box can be opened.
    public var isUnverified: Bool {
        get async { await records.trust == .unverified }
    }

    /// The wallet's key for an app and the box that both share; nil before the first unlock.
    ///
    /// - Throws: -32000 for a key of small order, with which anybody could read along.
    public func conversation(
        with app: DeeplinkKey
    ) async throws(RPCError) -> (walletKey: DeeplinkKey, box: DeeplinkBox)? {
        guard let keys = await records.appKeys else { return nil }
        do throws(SaltError) {
            return try keys.conversation(with: app)
        } catch {
            throw RPCError(
                .invalidParams, .paramValue, "the app's key is weak", data: ["name": "dapp_encryption_public_key"])
        }
    }

    /// Begins a session in the place of the app's last one, and returns what the app is to name it by.
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

    /// The session's number in a token that the wallet wrote for this app with answers at this place, over or not.
    public func number(in token: String, from app: DeeplinkKey, at redirect: RedirectLink) async -> [UInt8]? {
        guard let keys = await records.appKeys else { return nil }
        return AppToken.read(token, from: app, at: redirect, keys)
    }

    /// Notes that a request of the app was taken.
    ///
    /// - Throws: -32603 (`storage`).
    public func use(_ id: AppID) async throws(RPCError) { try await records.use(id) }

    /// Ends the app's session. Returns whether there was one.
    ///
    /// Before the first unlock it is noted, and done then.
    public func end(_ id: AppID) async throws(RPCError) -> Bool {
        let key = id.grantKey
        return try await !connected.revoke(origin: key.origin, profile: key.profile, container: key.container).isEmpty
    }
}
