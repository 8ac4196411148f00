import ApprovalQueue
import JSONRPC
import WalletRuntime

/// Beginning, using and ending the sessions of apps.
extension AuthenticatedStore {
    /// What time it is for sessions: a date that is put back brings none back.
    var sessionTime: Int64 { limitTime.date }

    /// The app's session, where it has one that isn't over.
    func session(of id: AppID) -> AppSession? {
        guard let session = apps?[id], sessionTime < session.expires else { return nil }
        return session
    }

    /// Those that aren't over, by id. Before the first unlock what the database claims.
    func appSessions() throws(RPCError) -> [AppSession] {
        guard let apps else { return try claimedApps() }
        let time = sessionTime
        return apps.values.filter { time < $0.expires }.sorted {
            $0.id.description.utf8.lexicographicallyPrecedes($1.id.description.utf8)
        }
    }

    func begin(_ session: AppSession, entry: ActivityEntry) throws(RPCError) {
        let time = sessionTime
        try change(entry: entry) { contents throws(RPCError) in try contents.begin(session, at: time) }
    }

    /// Notes that a request of the app was taken; not more often than once a minute, since a write waits for the disk.
    func use(_ id: AppID) throws(RPCError) {
        let time = sessionTime
        guard let session = session(of: id), time - session.used >= 60_000 else { return }
        try change { contents throws(RPCError) in contents.apps[id]?.used = time }
    }

    /// Whether a grant may count: an app's counts no longer than its session.
    func isSessionAlive(of key: ConnectedOrigin.Key) -> Bool {
        guard let id = AppID(grantKey: key) else { return true }
        return session(of: id) != nil
    }
}
