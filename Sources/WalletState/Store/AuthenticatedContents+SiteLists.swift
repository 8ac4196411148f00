public import JSONRPC

/// The lists of bad sites are a member of the policy's text: its code covers them, so that nothing but the agent adds, changes or removes one.
///
/// ```
/// "siteLists": [{"name", "source", "key", "digest": base64, "sites", "skipped", "signed": s, "read": ms}, ...]     by name; absent where there are none
/// ```
extension AuthenticatedContents {
    static let siteListsMember = "siteLists"

    /// The JSON as it is written; nil if there is nothing to write, so that older records still match their code.
    var siteListsJSON: JSON? {
        guard !siteLists.isEmpty else { return nil }
        return .array(
            siteLists.values.sorted { $0.name < $1.name }.map { list in
                [
                    "name": .string(JSONString(list.name)), "source": .string(JSONString(list.source)),
                    "key": .string(JSONString(list.key)), "digest": .string(Base64.encode(list.digest)),
                    "sites": .number(JSONNumber(list.sites)), "skipped": .number(JSONNumber(list.skipped)),
                    "signed": .string("\(list.signed)"), "read": .number(list.read),
                ]
            })
    }

    /// - Throws: An error if a member doesn't fit.
    mutating func readSiteLists(_ parameters: inout RPCParameters) throws(RPCError) {
        let damaged = RPCError(.internalError, .storage, "a stored value is damaged")
        for row in try parameters.optionalArray(Self.siteListsMember) ?? [] {
            guard let object = row.object else { throw damaged }
            var members = RPCParameters(object)
            let name = try members.string("name")
            let source = try members.string("source")
            let key = try members.string("key")
            let digest = try? Base64.decode(try members.string("digest"))
            let sites = try members.int("sites")
            let skipped = try members.int("skipped")
            let signed = UInt64(try members.string("signed"))
            let read = Int64(try members.int("read"))
            try members.finish()
            guard let digest, digest.count == 32, let signed else { throw damaged }
            let list = SiteList(
                name: name, source: source, key: key, digest: digest, sites: sites, skipped: skipped, signed: signed,
                read: read)
            guard siteLists.updateValue(list, forKey: name) == nil else { throw damaged }
        }
    }
}

/// Adds, renews and removes lists of bad sites. The caller has the user's permission, and has verified the signature.
extension AuthenticatedStore {
    /// The lists by name; none before the first unlock, when they are only a claim.
    public var siteLists: [SiteList] { (contents?.siteLists ?? [:]).values.sorted { $0.name < $1.name } }

    /// Adds a list of bad sites.
    ///
    /// - Throws: -32000 (`list-exists`, `too-many-lists`), 4101, -32603 (`storage`).
    public func add(_ list: SiteList) throws(RPCError) {
        try change(entry: ActivityEntry(.listAdded, detail: list.name)) { contents throws(RPCError) in
            guard !contents.siteLists.keys.contains(where: { $0.lowercased() == list.name.lowercased() }) else {
                throw RPCError(.invalidInput, .listExists, "there is a list with this name already")
            }
            guard contents.siteLists.count < SiteList.maximumCount else {
                throw RPCError(.invalidInput, .tooManyLists, "there can be \(SiteList.maximumCount) lists at most")
            }
            contents.siteLists[list.name] = list
        }
    }

    /// Takes a newer reading of a list in the place of the last one.
    ///
    /// - Throws: -32000 (`list-unknown`) if the list was removed or added anew meanwhile, (`list-older`); 4101, -32603 (`storage`).
    public func renew(_ list: SiteList) throws(RPCError) {
        try change { contents throws(RPCError) in
            guard let present = contents.siteLists[list.name], present.source == list.source, present.key == list.key
            else { throw Self.unknownList }
            guard list.signed >= present.signed else { throw SiteList.older }
            contents.siteLists[list.name] = list
        }
    }

    /// Removes a list of bad sites.
    ///
    /// - Throws: -32000 (`list-unknown`), 4101, -32603 (`storage`).
    public func removeSiteList(_ name: String) throws(RPCError) {
        try change(entry: ActivityEntry(.listRemoved, detail: name)) { contents throws(RPCError) in
            guard contents.siteLists.removeValue(forKey: name) != nil else { throw Self.unknownList }
        }
    }

    /// The error for a name that no list has.
    public static let unknownList = RPCError(.invalidInput, .listUnknown, "there is no such list")
}

extension SiteList {
    /// The error for a list that was signed before the one that is here. Whoever serves it could hide what was added since.
    public static let older = RPCError(.invalidInput, .listOlder, "the list is older than the one that is here")
}
