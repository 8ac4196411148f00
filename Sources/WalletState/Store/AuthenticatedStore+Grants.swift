import ApprovalQueue
import JSONRPC

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
