public import JSONRPC
import WalletNetwork
import WalletRuntime

/// The contents of a backup beside the vault: everything else that is the user's own and not a browser's.
///
/// ```json
/// {"contacts": [{"address", "label", "added"}], "limits": [{...}], "policy": {...}, "names": [{...}], "siteLists": [{...}],
///  "watchOnly": [{"address", "label", "hidden"}], "hidden": [{"mint", "mark"}], "blocked": ["dapp.example"], "settings": {"language": "el"},
///  "outstanding": [{...}], "activity": {...}}
/// ```
///
/// The first two are in every backup; each other member is absent where there is nothing, and where there was no room for it (``omitted``). A newer
/// version may add members.
///
/// Connected sites, apps and extensions aren't included: their grants are for browsers and programs that may be gone or belong to someone else by
/// then.
public struct BackupContents: Sendable, Hashable {
    /// The parts that a backup does without if it has no room for them.
    public enum Part: String, Sendable, CaseIterable {
        case names
        case hidden
        case blocked
        case outstanding
        /// A restore brings none back, so that they go first.
        case budgets
    }

    public let contacts: [Contact]
    public let limits: [PolicyLimit]
    /// The rules without the limits; nil in a backup from before they were included, and for rules that this version can't read.
    var policy: ApprovalPolicy?
    /// What names stood for when the user last paid by them.
    var names: [KnownName.Key: KnownName] = [:]
    /// The lists of bad sites. Their files aren't included: a wallet reads one that it doesn't have from its source.
    var siteLists: [String: SiteList] = [:]
    /// The addresses that the user only watches.
    var watchOnly: [WatchOnlyAccount] = []
    var hidden: [String: HiddenTokens.Mark] = [:]
    var blocked: [String] = []
    /// Language, appearance and the like, by name.
    var settings: [String: String] = [:]
    /// Signed transactions with a nonce: those without one expire within minutes.
    var outstanding: [OutstandingSignature] = []
    var activity: ActivityExcerpt?
    /// How many the wallet has of what the backup has no room for.
    public private(set) var omitted: [Part: Int] = [:]

    public init(contacts: [Contact], limits: [PolicyLimit]) {
        self.contacts = contacts
        self.limits = limits
    }

    /// The number of lines of the activity, and of those that the log had when the backup was made.
    public var activityLines: (held: Int, total: Int64) { (activity?.lines.count ?? 0, activity?.total ?? 0) }

    /// The number of entries of each kind. `budgets` are in the backup and aren't restored.
    public var counts: [(name: String, count: Int)] {
        [
            ("contacts", contacts.count), ("limits", limits.count), ("names", names.count),
            ("watchOnly", watchOnly.count), ("siteLists", siteLists.count), ("hidden", hidden.count),
            ("blocked", blocked.count), ("settings", settings.count),
            ("nodes", policy?.network.own.values.map(\.count).reduce(0, +) ?? 0),
            ("outstanding", outstanding.count), ("activity", activityLines.held),
            ("budgets", policy?.budgets.ordered.count ?? 0),
        ]
    }

    /// Leaves parts out until the JSON has at most so many bytes.
    mutating func fit(into room: Int) {
        for part in Part.allCases.reversed() where json.serialized().count > room {
            guard let count = counts.first(where: { $0.name == part.rawValue })?.count, count > 0 else { continue }
            switch part {
            case .names: names = [:]
            case .hidden: hidden = [:]
            case .blocked: blocked = []
            case .outstanding: outstanding = []
            case .budgets: policy?.budgets = SiteBudgets()
            }
            omitted[part] = count
        }
    }

    /// The JSON form in which the contents are kept.
    public var json: JSON {
        var object: JSONObject = [
            "contacts": .array(
                contacts.map { contact in
                    [
                        "address": .string(JSONString(contact.address)), "label": .string(JSONString(contact.label)),
                        "added": .number(JSONNumber(contact.added)),
                    ]
                }),
            "limits": .array(limits.map { .object($0.json) }),
        ]
        if var rules = policy {
            rules.limits = PolicyLimits()
            object["policy"] = .object(rules.json)
        }
        // As the protected records write them.
        var kept = AuthenticatedContents()
        (kept.names, kept.siteLists, kept.watchOnly) = (names, siteLists, watchOnly)
        object[AuthenticatedContents.namesMember] = kept.namesJSON
        object[AuthenticatedContents.siteListsMember] = kept.siteListsJSON
        object[AuthenticatedContents.watchOnlyMember] = kept.watchOnlyJSON
        let marks = hidden.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        object["hidden"] = Self.member(marks.map { ["mint": .string($0.key), "mark": .string($0.value.rawValue)] })
        object["blocked"] = Self.member(blocked.map { .string($0) })
        var values = JSONObject()
        for (name, value) in settings.sorted(by: { $0.key < $1.key }) { values[name] = .string(value) }
        if !values.isEmpty { object["settings"] = .object(values) }
        object["outstanding"] = Self.member(outstanding.map(\.json))
        object["activity"] = activity?.json
        return .object(object)
    }

    private static func member(_ rows: [JSON]) -> JSON? { rows.isEmpty ? nil : .array(rows) }

    /// Reads the kept contents; a newer version may have added members.
    ///
    /// - Throws: -32602, -32603 (`storage`) for a contact or a limit: a wallet sealed the contents, but they are still read like any input from
    ///   outside. Anything else that doesn't fit is left out.
    public init(_ json: JSON) throws(RPCError) {
        var contacts: [Contact] = []
        for row in json["contacts"]?.array ?? [] {
            guard let address = row["address"]?.text, let label = row["label"]?.text, let added = row["added"]?.int,
                Contact.isAddress(address), Contact.isLabel(label), contacts.count < Contact.maximumCount
            else { throw RPCError(.internalError, .storage, "a contact of the backup is damaged") }
            contacts.append(Contact(address: address, label: label, added: Int64(added)))
        }
        var limits: [PolicyLimit] = []
        for row in json["limits"]?.array ?? [] {
            guard let object = row.object, limits.count < PolicyLimits.maximumCount else {
                throw RPCError(.internalError, .storage, "a limit of the backup is damaged")
            }
            var members = RPCParameters(object)
            limits.append(try PolicyLimit(reading: &members))
        }
        self.init(contacts: contacts, limits: limits)
        if let rules = json["policy"]?.object {
            var members = RPCParameters(rules)
            policy = try? ApprovalPolicy(reading: &members)
        }
        var kept = AuthenticatedContents()
        var members = RPCParameters(json.object ?? [:])
        if (try? kept.readNames(&members)) != nil { names = kept.names }
        if (try? kept.readSiteLists(&members)) != nil { siteLists = kept.siteLists.filter { SiteList.isName($0.key) } }
        if (try? kept.readWatchOnly(&members)) != nil {
            watchOnly = kept.watchOnly.filter { Contact.isAddress($0.address) && Contact.isLabel($0.label) }
        }
        for row in (json["hidden"]?.array ?? []).prefix(HiddenTokens.maximumCount) {
            guard let mint = row["mint"]?.text, Contact.isAddress(mint) else { continue }
            hidden[mint] = row["mark"]?.text.flatMap { HiddenTokens.Mark(rawValue: $0) } ?? .hidden
        }
        blocked = (json["blocked"]?.array ?? []).prefix(BlockedSites.maximumCount).compactMap(\.text)
        for member in json["settings"]?.object?.members ?? [] {
            settings[member.name.string] = member.value.text
        }
        outstanding = (json["outstanding"]?.array ?? []).compactMap { try? OutstandingSignature($0) }
        activity = json["activity"].flatMap { try? ActivityExcerpt($0) }
    }
}

extension AuthenticatedStore {
    /// The vault's key under which a backup's contents would stand; nil before the first unlock and while the key is about to change.
    public var backupAuthenticator: (any PolicyAuthenticator)? {
        contents == nil || isSuccessorStaged ? nil : authenticator
    }

    /// Returns the contents that a backup holds beside the vault, and the vault's key; nil before the first unlock and while the key is about to
    /// change.
    ///
    /// - Parameter room: The most bytes of their JSON. The activity gets what the rest leaves: its newest lines.
    /// - Throws: -32603 (`storage`).
    public func backupContents(
        room: Int
    ) throws(RPCError) -> (contents: BackupContents, authenticator: any PolicyAuthenticator)? {
        guard let contents, let authenticator = backupAuthenticator else { return nil }
        var backup = BackupContents(
            contacts: contents.contacts.values.sorted {
                $0.address.utf8.lexicographicallyPrecedes($1.address.utf8)
            },
            limits: contents.policy.limits.ordered.map(\.limit))
        backup.policy = contents.policy
        (backup.names, backup.siteLists, backup.watchOnly) = (contents.names, contents.siteLists, contents.watchOnly)
        let time = wallClock.milliseconds
        try database.readNow { database in try backup.take(from: database, under: authenticator, at: time, room: room) }
        return (backup, authenticator)
    }

    /// Adds what a backup holds outside the protected records; what is here stays as it is.
    ///
    /// - Parameter authenticator: The key of the backup's vault, under which its outstanding signatures stand from then on.
    /// - Throws: -32603 (`storage`).
    public func take(_ backup: BackupContents, under authenticator: any PolicyAuthenticator) throws(RPCError) {
        let time = wallClock.milliseconds
        try database.writeNow { try backup.add(to: $0, under: authenticator, at: time) }
    }
}

extension AuthenticatedContents {
    /// Adds the limits of a backup that don't exist yet. Existing limits stay: a backup loosens nothing.
    ///
    /// - Throws: -32000 (`change-refused`) if there is no room for all of them: none may be lost silently.
    mutating func take(limits: [PolicyLimit]) throws(RPCError) {
        for limit in limits where !policy.limits.byNumber.values.contains(limit) {
            guard policy.limits.add(limit) != nil else {
                throw RPCError(
                    .invalidInput, .changeRefused,
                    "the limits here and those of the backup are more than \(PolicyLimits.maximumCount); remove some here first"
                )
            }
        }
    }

    /// Adds the contacts of a backup whose addresses are new. Existing contacts stay: a backup renames none.
    mutating func take(contacts added: [Contact]) {
        for contact in added where contacts[contact.address] == nil {
            guard contacts.count < Contact.maximumCount, let label = freeLabel(contact.label) else { continue }
            contacts[contact.address] = Contact(address: contact.address, label: label, added: contact.added)
        }
    }

    /// Adds the names of a backup that aren't known here: what a name stands for here is newer.
    mutating func take(names added: [KnownName.Key: KnownName]) {
        for (key, known) in added where names[key] == nil && names.count < Self.mostNames { names[key] = known }
    }

    /// Adds the lists of a backup whose names are new. One that is here may have been read since, and a backup sets none back.
    mutating func take(siteLists added: [String: SiteList]) {
        for list in added.values.sorted(by: { $0.name < $1.name }) {
            guard siteLists.count < SiteList.maximumCount,
                !siteLists.keys.contains(where: { $0.lowercased() == list.name.lowercased() })
            else { continue }
            siteLists[list.name] = list
        }
    }

    /// Adds the watch-only accounts of a backup whose addresses are new.
    mutating func take(watchOnly added: [WatchOnlyAccount]) {
        for account in added where !watchOnly.contains(where: { $0.address == account.address }) {
            guard watchOnly.count < WatchOnlyAccount.maximumCount, let label = freeLabel(account.label) else {
                continue
            }
            watchOnly.append(WatchOnlyAccount(address: account.address, label: label, isHidden: account.isHidden))
        }
    }

    /// Returns the label, with a number appended if a contact or a watch-only account has it; nil if that doesn't fit.
    private func freeLabel(_ label: String) -> String? {
        let taken = Set((contacts.values.map(\.label) + watchOnly.map(\.label)).map { $0.lowercased() })
        return ([label] + (2...9).map { "\(label) \($0)" }).first {
            !taken.contains($0.lowercased()) && Contact.labelBounds.contains($0.utf8.count)
        }
    }
}

extension ApprovalPolicy {
    /// Takes what is stricter in the rules of a backup, and the word and the nodes where none were chosen here.
    ///
    /// Budgets, amounts for presses and sites without guards let more through: an old backup would bring back what the user took away.
    mutating func take(_ backup: ApprovalPolicy) {
        if backup.setting.strictness > setting.strictness { setting = backup.setting }
        allowance = min(allowance, backup.allowance)
        pressAllowance = min(pressAllowance, backup.pressAllowance)
        session = min(session, backup.session)
        perRequest = perRequest || backup.perRequest
        guards.tolerance = min(guards.tolerance, backup.guards.tolerance)
        recognition = recognition ?? backup.recognition
        if network == ApprovalPolicy().network { network = backup.network }
    }
}
