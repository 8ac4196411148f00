import ApprovalQueue
import JSONRPC
import WalletRuntime

/// What other extensions were granted, a member of the policy's text: under its code, and with it from one vault key to the next.
///
/// ```
/// "extensions": [{"id", "methods": [...], "accounts": [...], "granted": ms}, ...]      by id; absent where there are none
/// ```
extension AuthenticatedContents {
    static let extensionsMember = "extensions"

    /// As it is written; nil where there is nothing to write, so that older records fit their code.
    var extensionsJSON: JSON? {
        guard !extensions.isEmpty else { return nil }
        return .array(extensions.values.sorted { Self.precedes($0.id, $1.id) }.map(\.json))
    }

    /// - Throws: where a member doesn't fit.
    mutating func readExtensions(_ parameters: inout RPCParameters) throws(RPCError) {
        guard let rows = try parameters.optionalArray(Self.extensionsMember) else { return }
        for row in rows {
            let grant = try ExtensionGrant(stored: row)
            guard extensions.updateValue(grant, forKey: grant.id) == nil else { throw ExtensionGrant.damaged }
        }
    }

    /// Takes back what was granted under a key: a page's grant, or an extension's.
    mutating func takeBack(_ key: ConnectedOrigin.Key) {
        grants[key] = nil
        if let id = ExtensionID(revocation: key) { extensions[id] = nil }
        endSession(of: key)
    }

    /// Reads what a policy's text claims to be granted, whether its code fits or not.
    static func claimedExtensions(in policy: [UInt8]) -> [ExtensionGrant] {
        guard let json = try? JSON(parsing: JSONSource(policy)), let rows = json[extensionsMember]?.array else {
            return []
        }
        return rows.compactMap { try? ExtensionGrant(stored: $0) }.sorted { precedes($0.id, $1.id) }
    }

    private static func precedes(_ one: ExtensionID, _ other: ExtensionID) -> Bool {
        one.description.utf8.lexicographicallyPrecedes(other.description.utf8)
    }
}

extension ExtensionID {
    /// Under what a revocation is noted that has to wait for the first unlock: no page's grant has such an origin.
    var revocation: ConnectedOrigin.Key {
        ConnectedOrigin.Key(profile: "", container: "", origin: Origin(self).serialized)
    }

    init?(revocation key: ConnectedOrigin.Key) {
        let prefix = "extension:"
        guard key.profile.isEmpty, key.container.isEmpty, key.origin.hasPrefix(prefix) else { return nil }
        self.init(String(key.origin.dropFirst(prefix.count)))
    }
}

extension ExtensionGrant {
    fileprivate var json: JSON {
        [
            "id": .string(id.description), "methods": .array(methods.sorted().map { .string($0) }),
            "accounts": .array(accounts.map { .string($0) }), "granted": .number(granted),
        ]
    }

    fileprivate init(stored json: JSON) throws(RPCError) {
        guard let object = json.object else { throw Self.damaged }
        var parameters = RPCParameters(object)
        guard let id = ExtensionID(try parameters.string("id")) else { throw Self.damaged }
        let methods = try parameters.strings("methods")
        let accounts = try parameters.strings("accounts")
        let granted = Int64(try parameters.int("granted"))
        try parameters.finish()
        self.init(id: id, methods: Set(methods), accounts: accounts, granted: granted)
    }

    fileprivate static let damaged = RPCError(.internalError, .storage, "a stored value is damaged")
}
