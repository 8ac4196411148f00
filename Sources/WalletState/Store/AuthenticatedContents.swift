import ApprovalQueue
import Base58
import Deeplinks
import JSONRPC
import WalletRuntime

/// The records under the vault's code: the policy, the amounts that approvals in the browser have let out, the grants, and the address book.
///
/// ```
/// "sidekey protected v1" | vault identifier (16) | sequence (u64) | field: policy, JSON | number of grants (u32)
/// each grant: fields profile, container, origin, accounts | granted (i64, ms) | signed (1)
/// where there are contacts or recipients: the number of contacts (u32), then each: fields address, label | added (i64, ms)
/// where there are recipients: their number (u32), then each: field address | paid (i64, ms) | confirmed (1)
/// a field is its length (u32) and its bytes; numbers are little endian; grants stand in the order of origin, profile, container, contacts and
/// recipients in that of their addresses
/// ```
///
/// Without contacts or recipients the encoding is the same as before they existed, so older records match their code. The code is HMAC-SHA-512 over
/// this, truncated to 32 bytes. The time of an origin's last use isn't covered: it is written without a code, and decides nothing.
struct AuthenticatedContents: Sendable, Hashable {
    struct Grant: Sendable, Hashable {
        /// The base58 public keys that the origin may see and name, in the order it sees them.
        var accounts: [String]
        /// Milliseconds since 1970.
        var granted: Int64
        /// True if a signature for the origin was ever approved outside the browser.
        var hasSigned = false
    }

    var policy = ApprovalPolicy()
    /// The lamports that approvals in the browser let out within the allowance's period.
    var allowanceUse = LimitUse.Entries()
    /// The lamports that presses in Sidekey's own window let out, over the same period.
    var pressUse = LimitUse.Entries()
    /// What approvals in the browser let out of each asset at the cost of a site's budget, by origin. It outlasts the budget: one that is set anew
    /// within the period isn't whole.
    var budgetUses: [String: AssetUses] = [:]
    /// The tokens that presses in Sidekey's own window let out.
    var pressUses = AssetUses()
    /// The accounts that the browser has added, over the same period.
    var accountUse = LimitUse.Entries()
    /// True if these replaced records that something else had changed; stays true until the user sets the policy again.
    var wasReset = false
    /// True if the activity log has a seal under this key; if that seal is missing, someone removed it.
    var isActivitySealed = false
    /// The amounts counted against the policy's limits, by limit number.
    var limitUses: [Int: LimitUse] = [:]
    /// The time of the last count, and the latest date that any clock had shown.
    var limitTime = LimitTime(counted: 0, date: 0)
    var grants: [ConnectedOrigin.Key: Grant] = [:]
    /// The address book, by address.
    var contacts: [String: Contact] = [:]
    /// The recipients that the wallet's own approvals have paid, by address.
    var recipients: [String: PaidRecipient] = [:]
    /// What names stood for when the user last paid by them or made contacts of them; part of the policy's text.
    var names: [KnownName.Key: KnownName] = [:]
    /// The lists of bad sites that the user has added, by name; part of the policy's text.
    var siteLists: [String: SiteList] = [:]
    /// The addresses that the user only watches; part of the policy's text.
    var watchOnly: [WatchOnlyAccount] = []
    /// The grants of other extensions; they are part of the policy's text.
    var extensions: [ExtensionID: ExtensionGrant] = [:]
    /// The sessions of apps that ask by links; they are part of the policy's text, and their accounts are among the grants.
    var apps: [AppID: AppSession] = [:]

    func encoded(policy: [UInt8], vault: [UInt8], sequence: UInt64) -> [UInt8] {
        var bytes = Array("sidekey protected v1".utf8) + vault
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        func append(field: some Collection<UInt8>) {
            append(UInt32(truncatingIfNeeded: field.count))
            bytes.append(contentsOf: field)
        }
        append(sequence)
        append(field: policy)
        append(UInt32(truncatingIfNeeded: grants.count))
        for (key, grant) in grants.sorted(by: { Self.precedes($0.key, $1.key) }) {
            for text in [key.profile, key.container, key.origin, grant.accounts.joined(separator: " ")] {
                append(field: text.utf8)
            }
            append(grant.granted)
            bytes.append(grant.hasSigned ? 1 : 0)
        }
        guard !contacts.isEmpty || !recipients.isEmpty else { return bytes }
        append(UInt32(truncatingIfNeeded: contacts.count))
        for contact in contacts.values.sorted(by: { $0.address.utf8.lexicographicallyPrecedes($1.address.utf8) }) {
            append(field: contact.address.utf8)
            append(field: contact.label.utf8)
            append(contact.added)
        }
        guard !recipients.isEmpty else { return bytes }
        append(UInt32(truncatingIfNeeded: recipients.count))
        for (address, recipient) in recipients.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            append(field: address.utf8)
            append(recipient.paid)
            bytes.append(recipient.isConfirmed ? 1 : 0)
        }
        return bytes
    }

    /// Compares the bytes: Swift compares strings by meaning, and two spellings of one origin are two origins.
    private static func precedes(_ one: ConnectedOrigin.Key, _ other: ConnectedOrigin.Key) -> Bool {
        for (left, right) in [
            (one.origin, other.origin), (one.profile, other.profile), (one.container, other.container),
        ] where !left.utf8.elementsEqual(right.utf8) {
            return left.utf8.lexicographicallyPrecedes(right.utf8)
        }
        return false
    }
}

/// The sessions of apps, a member of the policy's text: its code covers them, and they end with the vault key that seals them.
///
/// ```
/// "apps": [{"id", "number", "url", "redirect", "cluster", "account", "granted": ms, "used": ms}, ...]     by id; absent where there are none
/// ```
extension AuthenticatedContents {
    static let appsMember = "apps"

    /// The JSON as it is written; nil if there is nothing to write, so that older records still match their code.
    var appsJSON: JSON? {
        guard !apps.isEmpty else { return nil }
        return .array(apps.values.sorted { AppSession.precedes($0, $1) }.map(\.json))
    }

    /// - Throws: An error if a member doesn't fit.
    mutating func readApps(_ parameters: inout RPCParameters) throws(RPCError) {
        guard let rows = try parameters.optionalArray(Self.appsMember) else { return }
        for row in rows {
            let session = try AppSession(stored: row)
            guard apps.updateValue(session, forKey: session.id) == nil else { throw AppSession.damaged }
        }
    }

    /// Reads the sessions that a policy's text claims, even if its code doesn't match.
    static func claimedApps(in policy: [UInt8]) -> [AppSession] {
        guard let json = try? JSON(parsing: JSONSource(policy)), let rows = json[appsMember]?.array else { return [] }
        return rows.compactMap { try? AppSession(stored: $0) }.sorted { AppSession.precedes($0, $1) }
    }

    /// Begins a session in place of the app's last one, and forgets expired sessions.
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

    /// Ends all sessions. Their accounts stay in their table until the next session begins, but grant nothing.
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

/// The protected records for the vault's next key, prepared before the vault has that key.
struct StagedContents: Sendable {
    let authenticator: any PolicyAuthenticator
    let contents: AuthenticatedContents
    let sequence: UInt64

    /// Returns the same for records that have changed meanwhile.
    func following(_ contents: AuthenticatedContents, sequence: UInt64) -> StagedContents {
        var contents = contents
        contents.endSessions()
        return StagedContents(authenticator: authenticator, contents: contents, sequence: sequence)
    }
}
