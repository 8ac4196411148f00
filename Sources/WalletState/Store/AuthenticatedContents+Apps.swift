import ApprovalQueue
import Base58
import Deeplinks
import JSONRPC
import WalletRuntime

/// The sessions of apps, a member of the policy's text: under its code, and gone with the vault key that they are sealed under.
///
/// ```
/// "apps": [{"id", "number", "url", "redirect", "cluster", "account", "granted": ms, "used": ms}, ...]     by id; absent where there are none
/// ```
extension AuthenticatedContents {
    static let appsMember = "apps"

    /// As it is written; nil where there is nothing to write, so that older records fit their code.
    var appsJSON: JSON? {
        guard !apps.isEmpty else { return nil }
        return .array(apps.values.sorted { AppSession.precedes($0, $1) }.map(\.json))
    }

    /// - Throws: where a member doesn't fit.
    mutating func readApps(_ parameters: inout RPCParameters) throws(RPCError) {
        guard let rows = try parameters.optionalArray(Self.appsMember) else { return }
        for row in rows {
            let session = try AppSession(stored: row)
            guard apps.updateValue(session, forKey: session.id) == nil else { throw AppSession.damaged }
        }
    }

    /// Reads what a policy's text claims, whether its code fits or not.
    static func claimedApps(in policy: [UInt8]) -> [AppSession] {
        guard let json = try? JSON(parsing: JSONSource(policy)), let rows = json[appsMember]?.array else { return [] }
        return rows.compactMap { try? AppSession(stored: $0) }.sorted { AppSession.precedes($0, $1) }
    }

    /// Begins a session in the place of the app's last one, and forgets those that are over.
    ///
    /// - Throws: -32002 (`too-many-pending`) beyond ``AppSession/maximumCount``.
    mutating func begin(_ session: AppSession, at time: Int64) throws(RPCError) {
        for other in apps.values where time >= other.expires { apps[other.id] = nil }
        // Accounts without a session are what a new vault key has left.
        for key in grants.keys {
            if let id = AppID(grantKey: key), id != session.id, apps[id] == nil { grants[key] = nil }
        }
        guard apps[session.id] != nil || apps.count < AppSession.maximumCount else {
            throw RPCError(.tooManyPending, .tooManyPending, "100 apps can be connected at most")
        }
        apps[session.id] = session
        let key = session.id.grantKey
        grants[key] = Grant(
            accounts: [session.account], granted: session.granted, hasSigned: grants[key]?.hasSigned ?? false)
    }

    mutating func endSession(of key: ConnectedOrigin.Key) {
        if let id = AppID(grantKey: key) { apps[id] = nil }
    }

    /// Ends all of them. Their accounts stay in their table until the next session begins, and count for nothing.
    mutating func endSessions() { apps = [:] }
}

extension AppSession {
    fileprivate static func precedes(_ one: AppSession, _ other: AppSession) -> Bool {
        one.id.description.utf8.lexicographicallyPrecedes(other.id.description.utf8)
    }

    fileprivate var json: JSON {
        [
            "id": .string(id.description), "number": .string(Base58.encode(number)), "url": .string(appURL),
            "redirect": .string(redirect.description), "cluster": .string(cluster), "account": .string(account),
            "granted": .number(granted), "used": .number(used),
        ]
    }

    fileprivate init(stored json: JSON) throws(RPCError) {
        guard let object = json.object else { throw Self.damaged }
        var parameters = RPCParameters(object)
        guard let id = AppID(try parameters.string("id")),
            let number = try? Base58.decode(try parameters.string("number"), count: 16)
        else { throw Self.damaged }
        let url = try parameters.string("url")
        guard let redirect = try? RedirectLink(try parameters.string("redirect")) else { throw Self.damaged }
        let cluster = try parameters.string("cluster")
        let account = try parameters.string("account")
        let granted = Int64(try parameters.int("granted"))
        let used = Int64(try parameters.int("used"))
        try parameters.finish()
        self.init(
            id: id, number: number, appURL: url, redirect: redirect, cluster: cluster, account: account,
            granted: granted)
        self.used = used
    }

    fileprivate static let damaged = RPCError(.internalError, .storage, "a stored value is damaged")
}
