import ApprovalQueue
import JSONRPC
package import Sites
import WalletRuntime

/// Grants, changes and revokes the accounts that an origin sees.
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

/// The user's own sites, with whose names another site's is compared.
extension AuthenticatedStore {
    /// Returns the site that a page's name imitates, among those that are connected, in whatever profile.
    ///
    /// - Returns: nil before the first unlock, for a site that a signature was ever approved for outside the browser, and for one that resembles none.
    package func resemblance(of host: String) -> SiteResemblance? {
        guard let contents, let name = SiteName(host: host) else { return nil }
        var others: [SiteName] = []
        for (key, grant) in contents.grants {
            guard let origin = try? Origin(Origin.parts(of: key.origin).page), let site = SiteName(host: origin.host)
            else { continue }
            if site.domain != name.domain {
                others.append(site)
            } else if grant.hasSigned {
                return nil
            }
        }
        return SiteResemblance.of(name, among: others)
    }
}

/// Begins, uses and ends the sessions of apps.
extension AuthenticatedStore {
    /// The time by which sessions expire; setting the date back revives none.
    var sessionTime: Int64 { limitTime.date }

    /// Returns the app's session; nil if it has none or it has expired.
    func session(of id: AppID) -> AppSession? {
        guard let session = apps?[id], sessionTime < session.expires else { return nil }
        return session
    }

    /// Returns the sessions that haven't expired, by id; before the first unlock, those that the database claims.
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

    /// Records that a request of the app was accepted, at most once a minute because a write waits for the disk.
    func use(_ id: AppID) throws(RPCError) {
        let time = sessionTime
        guard let session = session(of: id), time - session.used >= 60_000 else { return }
        try change { contents throws(RPCError) in contents.apps[id]?.used = time }
    }

    /// Returns true if a grant may count; an app's grant counts no longer than its session.
    func isSessionAlive(of key: ConnectedOrigin.Key) -> Bool {
        guard let id = AppID(grantKey: key) else { return true }
        return session(of: id) != nil
    }
}

/// Grants and revokes the permissions of other extensions.
extension AuthenticatedStore {
    /// Returns an extension's grant; nil if it has none or nothing is verified yet.
    func grant(of id: ExtensionID) -> ExtensionGrant? { extensions?[id] }

    /// Returns all grants, by id; before the first unlock, those that the database claims.
    func extensionGrants() throws(RPCError) -> [ExtensionGrant] {
        guard let extensions else { return try claimedExtensions() }
        return extensions.values.sorted {
            $0.id.description.utf8.lexicographicallyPrecedes($1.id.description.utf8)
        }
    }

    /// Stores an extension's grant beside the grants of other extensions.
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
