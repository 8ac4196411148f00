import DisplayText
public import JSONRPC
public import WalletRuntime

/// The contacts: addresses that the user has named, and with which the wallet compares addresses that look alike.
///
/// The vault's code protects them (``AuthenticatedStore``). Every change requires proof outside the browser, which the caller has obtained. An added
/// contact removes a warning; so does a removed one, since no address resembles a contact that isn't there.
public struct AddressBook: Sendable {
    private let records: AuthenticatedStore
    private let wallClock: any WallClock

    public init(records: AuthenticatedStore, wallClock: any WallClock) {
        self.records = records
        self.wallClock = wallClock
    }

    /// Returns all contacts in the order of their labels.
    ///
    /// - Throws: 4101 before the first unlock.
    public func contacts() async throws(RPCError) -> [Contact] {
        try await records.contacts().values.sorted { ($0.label, $0.address) < ($1.label, $1.address) }
    }

    /// The addresses of all contacts; none before the first unlock.
    public var addresses: Set<String> {
        get async {
            guard let contacts = try? await records.contacts() else { return [] }
            return Set(contacts.keys)
        }
    }

    /// The names under which contacts were added on a cluster, by their addresses; none before the first unlock.
    public func names(on cluster: String) async -> [String: String] {
        let known = await records.names(on: cluster).compactMap { name, known in known.contact.map { ($0, name) } }
        return Dictionary(known.sorted { $0.1 < $1.1 }) { first, _ in first }
    }

    /// The names by which the user has paid on a cluster, by the addresses that they stood for; none before the first unlock.
    public func paidNames(on cluster: String) async -> [String: String] {
        let known = await records.names(on: cluster).map { ($0.value.address, $0.key) }
        return Dictionary(known.sorted { $0.1 < $1.1 }) { first, _ in first }
    }

    /// Finds the contact, or the name that the user has paid by, that a name resembles. An attacker may have chosen the name to be taken for it.
    ///
    /// - Parameters:
    ///   - name: A name in its one spelling: `alice.sns`.
    ///   - address: The address that the name leads to; what the user knows of that address is no likeness.
    /// - Returns: Nil if it resembles none.
    /// - Throws: 4101 before the first unlock, when nobody knows what it resembles.
    public func likeness(
        of name: String, at address: String, on cluster: String
    ) async throws(RPCError) -> NameLikeness? {
        let stem = Self.stem(of: name)
        for contact in try await contacts()
        where contact.address != address && LookalikeName.resembles(stem, contact.label) {
            return NameLikeness(address: contact.address, name: contact.label)
        }
        let known = await records.names(on: cluster).sorted { $0.key < $1.key }
        for (text, known) in known where LookalikeName.resembles(stem, Self.stem(of: text)) {
            let addresses = [known.contact, known.address].compactMap(\.self)
            guard let first = addresses.first, !addresses.contains(address) else { continue }
            return NameLikeness(address: first, name: text)
        }
        return nil
    }

    /// The name without its ending.
    private static func stem(of name: String) -> String {
        name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    /// Adds a contact.
    ///
    /// - Parameter name: The name by which the user gave the address, and the cluster on which it stands for it.
    /// - Throws: -32000 (`contact-exists`, `too-many-contacts`), 4101, -32603 (`storage`).
    public func add(
        _ address: String, label: String, name: KnownName.Key? = nil
    ) async throws(RPCError) -> Contact {
        let contact = Contact(address: address, label: label, added: wallClock.milliseconds)
        try await records.changeContacts(.contactAdded, address) { all throws(RPCError) in
            if let name { try all.note(contact: address, by: name, at: contact.added) }
            try Self.add(contact, to: &all.contacts)
        }
        return contact
    }

    /// Adds contacts whose addresses are new, one after the other; who is a contact already stays as it is.
    ///
    /// All are checked before the first is added. A second run after a power cut adds the rest.
    ///
    /// - Returns: The number of those that were added.
    /// - Throws: -32000 (`contact-exists`, `too-many-contacts`), 4101, -32603 (`storage`).
    public func add(_ contacts: [(address: String, label: String)]) async throws(RPCError) -> Int {
        var present = try await records.contacts()
        var added: [(address: String, label: String)] = []
        for (place, contact) in contacts.enumerated() where present[contact.address] == nil {
            guard present.count < Contact.maximumCount else { throw Self.full }
            do throws(RPCError) { try Self.checkUnique(contact.label, among: present) } catch {
                throw RPCError(error.code, error.reason, error.message, data: ["place": .number(JSONNumber(place))])
            }
            present[contact.address] = Contact(address: contact.address, label: contact.label, added: 0)
            added.append(contact)
        }
        for contact in added { _ = try await add(contact.address, label: contact.label) }
        return added.count
    }

    private static func add(_ contact: Contact, to contacts: inout [String: Contact]) throws(RPCError) {
        guard contacts[contact.address] == nil else {
            throw RPCError(.invalidInput, .contactExists, "this address is a contact already")
        }
        guard contacts.count < Contact.maximumCount else { throw full }
        try checkUnique(contact.label, among: contacts)
        contacts[contact.address] = contact
    }

    /// Gives a contact another label.
    ///
    /// - Throws: -32000 (`contact-unknown`, `contact-exists`), 4101, -32603 (`storage`).
    public func rename(_ address: String, to label: String) async throws(RPCError) -> Contact {
        try await records.changeContacts(.contactChanged, address) { all throws(RPCError) in
            guard let present = all.contacts.removeValue(forKey: address) else { throw Self.unknown }
            try Self.checkUnique(label, among: all.contacts)
            let contact = Contact(address: address, label: label, added: present.added)
            all.contacts[address] = contact
            return contact
        }
    }

    /// Removes a contact.
    ///
    /// - Throws: -32000 (`contact-unknown`), 4101, -32603 (`storage`).
    public func remove(_ address: String) async throws(RPCError) {
        try await records.changeContacts(.contactRemoved, address) { all throws(RPCError) in
            guard all.contacts.removeValue(forKey: address) != nil else { throw Self.unknown }
            all.forget(contact: address)
        }
    }

    /// Checks that no contact has this label; two contacts with one name would make the name meaningless. Capitals make no difference to a reader.
    private static func checkUnique(_ label: String, among contacts: [String: Contact]) throws(RPCError) {
        guard !contacts.values.contains(where: { $0.label.lowercased() == label.lowercased() }) else {
            throw RPCError(.invalidInput, .contactExists, "there is a contact with this label already")
        }
    }

    private static let full = RPCError(
        .invalidInput, .tooManyContacts, "an address book has 1,000 contacts at most")
    private static let unknown = RPCError(.invalidInput, .contactUnknown, "there is no such contact")
}

/// The name that another one resembles, and its address.
public struct NameLikeness: Sendable, Hashable {
    /// A base58 public key.
    public let address: String
    /// A contact's label, or a name that the user has paid by.
    public let name: String
}

extension AuthenticatedStore {
    func changeContacts<Value: Sendable>(
        _ kind: ActivityEntry.Kind, _ address: String,
        _ body: @Sendable (inout AuthenticatedContents) throws(RPCError) -> Value
    ) throws(RPCError) -> Value {
        try change(entry: ActivityEntry(kind, detail: address)) { contents throws(RPCError) in
            try body(&contents)
        }
    }
}
