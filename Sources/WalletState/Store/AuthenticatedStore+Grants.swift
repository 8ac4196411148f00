import ApprovalQueue
import JSONRPC
import WalletRuntime

/// Granting, changing and revoking what an origin sees.
extension AuthenticatedStore {
    func hasSigned(_ key: ConnectedOrigin.Key) -> Bool { grantOf(key)?.hasSigned ?? false }

    func grant(
        _ accounts: [String], to key: ConnectedOrigin.Key, time: Int64, entry: ActivityEntry
    ) throws(RPCError) {
        try change(entry: entry) { contents throws(RPCError) in
            let hasSigned = contents.grants[key]?.hasSigned ?? false
            contents.grants[key] = AuthenticatedContents.Grant(accounts: accounts, granted: time, hasSigned: hasSigned)
        }
    }

    func set(
        _ accounts: [String], of keys: [ConnectedOrigin.Key], widening: Bool, entry: ActivityEntry
    ) throws(RPCError) {
        try change(entry: entry) { contents throws(RPCError) in
            for key in keys {
                guard let present = contents.grants[key] else { continue }
                guard widening || Set(accounts).isSubset(of: present.accounts) else {
                    throw RPCError(.unauthorized, .nativeOnly, "a site is shown more accounts outside the browser only")
                }
                contents.grants[key]?.accounts = accounts
            }
        }
    }

    func revoke(_ keys: [ConnectedOrigin.Key], entry: ActivityEntry) throws(RPCError) {
        try change(entry: entry) { contents throws(RPCError) in
            for key in keys { contents.takeBack(key) }
        }
    }
}

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

/// Granting and taking back what other extensions may do.
extension AuthenticatedStore {
    /// What an extension was granted; nil where it is nothing, or nothing is verified yet.
    func grant(of id: ExtensionID) -> ExtensionGrant? { extensions?[id] }

    /// Everything that was granted, by id. Before the first unlock what the database claims.
    func extensionGrants() throws(RPCError) -> [ExtensionGrant] {
        guard let extensions else { return try claimedExtensions() }
        return extensions.values.sorted {
            $0.id.description.utf8.lexicographicallyPrecedes($1.id.description.utf8)
        }
    }

    /// Grants, beside what was granted before.
    ///
    /// - Throws: 4101 before the first unlock; -32002 (`too-many-pending`) beyond ``ExtensionGrant/maximumCount``; -32603 (`storage`).
    func grant(_ next: ExtensionGrant, entry: ActivityEntry) throws(RPCError) {
        try change(entry: entry) { contents throws(RPCError) in
            guard contents.extensions[next.id] != nil || contents.extensions.count < ExtensionGrant.maximumCount else {
                throw RPCError(.tooManyPending, .tooManyPending, "100 extensions can be allowed at most")
            }
            contents.extensions[next.id] = next
        }
    }

    func revoke(_ id: ExtensionID, entry: ActivityEntry) throws(RPCError) {
        try change(entry: entry) { contents throws(RPCError) in contents.extensions[id] = nil }
    }
}
