public import JSONRPC
import WalletRuntime

/// The contents of a backup beside the vault: the address book and the limits of the policy.
///
/// Connected sites, apps and extensions aren't included: their grants are for browsers and programs that may be gone or belong to someone else by
/// then.
public struct BackupContents: Sendable, Hashable {
    public let contacts: [Contact]
    public let limits: [PolicyLimit]

    public init(contacts: [Contact], limits: [PolicyLimit]) {
        self.contacts = contacts
        self.limits = limits
    }

    /// The JSON form in which the contents are kept.
    public var json: JSON {
        [
            "contacts": .array(
                contacts.map { contact in
                    [
                        "address": .string(JSONString(contact.address)), "label": .string(JSONString(contact.label)),
                        "added": .number(JSONNumber(contact.added)),
                    ]
                }),
            "limits": .array(limits.map { .object($0.json) }),
        ]
    }

    /// Reads the kept contents; a newer version may have added members.
    ///
    /// - Throws: -32602, -32603 (`storage`): a wallet sealed the contents, but they are still read like any input from outside.
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
    }
}

extension AuthenticatedStore {
    /// Returns the contents that a backup holds beside the vault, and the vault's key; nil before the first unlock and while the key is about to
    /// change.
    public func backupContents() -> (contents: BackupContents, authenticator: any PolicyAuthenticator)? {
        guard let contents, let authenticator, !isSuccessorStaged else { return nil }
        return (
            BackupContents(
                contacts: contents.contacts.values.sorted {
                    $0.address.utf8.lexicographicallyPrecedes($1.address.utf8)
                },
                limits: contents.policy.limits.ordered.map(\.limit)), authenticator
        )
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

    /// Returns the label, with a number appended if another contact has it; nil if that doesn't fit.
    private func freeLabel(_ label: String) -> String? {
        let taken = Set(contacts.values.map { $0.label.lowercased() })
        return ([label] + (2...9).map { "\(label) \($0)" }).first {
            !taken.contains($0.lowercased()) && Contact.labelBounds.contains($0.utf8.count)
        }
    }
}
