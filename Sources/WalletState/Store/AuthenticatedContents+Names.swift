import ApprovalQueue
import JSONRPC
import WalletRuntime

/// What a name stood for when the user last paid by it, or made a contact of it.
public struct KnownName: Sendable, Hashable {
    /// A name and the cluster on which it stands for something.
    public struct Key: Sendable, Hashable {
        /// In its one spelling: `alice.sol`.
        public let name: String
        public let cluster: String

        public init(_ name: String, on cluster: String) {
            self.name = name
            self.cluster = cluster
        }
    }

    /// A base58 public key.
    public internal(set) var address: String
    /// The contact that was added by this name: a base58 public key; nil if there is none.
    public internal(set) var contact: String?
    /// The time of the last approval, in milliseconds since 1970.
    var paid: Int64
    /// True once an approval outside the browser has used it.
    var isConfirmed: Bool

    /// The names by which a request pays, with their addresses.
    static func paid(_ request: ApprovalRequest) -> [Key: String] {
        guard let cluster = request.content.cluster else { return [:] }
        let names = request.review.paidNames.map { (Key($0.value, on: cluster), $0.key) }
        return Dictionary(names) { first, _ in first }
    }
}

/// Names are a member of the policy's text: its code covers them, and they move with it from one vault key to the next.
///
/// ```
/// "names": [{"name", "cluster", "address", "contact"?, "paid": ms, "confirmed"}, ...]     by name and cluster; absent where there are none
/// ```
extension AuthenticatedContents {
    static let namesMember = "names"

    /// The maximum number of names; each approval computes the code over all of them again.
    static let mostNames = 512

    /// Records what the names stand for by which an approval is about to pay.
    mutating func note(_ paid: [KnownName.Key: String], at date: Int64, isConfirmed: Bool) {
        for (key, address) in paid {
            let before = names[key]
            names[key] = KnownName(
                address: address, contact: before?.contact, paid: max(date, before?.paid ?? date),
                isConfirmed: isConfirmed || before?.isConfirmed == true)
        }
        dropNames()
    }

    /// Records the name by which a contact was added.
    ///
    /// - Throws: -32000 (`too-many-contacts`).
    mutating func note(contact address: String, by key: KnownName.Key, at date: Int64) throws(RPCError) {
        guard names[key]?.contact != nil || names.values.count(where: { $0.contact != nil }) < Self.mostNames else {
            throw RPCError(.invalidInput, .tooManyContacts, "an address book has 512 names at most")
        }
        names[key] = KnownName(address: address, contact: address, paid: date, isConfirmed: true)
        dropNames()
    }

    /// Keeps what a contact's name stood for, as one that was only paid by.
    mutating func forget(contact address: String) {
        for (key, known) in names where known.contact == address { names[key]?.contact = nil }
    }

    /// Drops what is over the limit: no contact's, and first those that only the browser approved. Whoever takes the extension over pushes out none
    /// that the user confirmed outside it.
    private mutating func dropNames() {
        let surplus = names.count - Self.mostNames
        guard surplus > 0 else { return }
        let oldest = names.filter { $0.value.contact == nil }.sorted {
            let (one, other) = ($0.value, $1.value)
            guard one.isConfirmed == other.isConfirmed else { return other.isConfirmed }
            return (one.paid, $0.key.name, $0.key.cluster) < (other.paid, $1.key.name, $1.key.cluster)
        }
        for (key, _) in oldest.prefix(surplus) { names[key] = nil }
    }

    /// The JSON as it is written; nil if there is nothing to write, so that older records still match their code.
    var namesJSON: JSON? {
        guard !names.isEmpty else { return nil }
        let sorted = names.sorted { ($0.key.name, $0.key.cluster) < ($1.key.name, $1.key.cluster) }
        return .array(
            sorted.map { key, known in
                var row: JSONObject = [
                    "name": .string(JSONString(key.name)), "cluster": .string(JSONString(key.cluster)),
                    "address": .string(JSONString(known.address)), "paid": .number(known.paid),
                    "confirmed": .bool(known.isConfirmed),
                ]
                row["contact"] = known.contact.map { .string(JSONString($0)) }
                return .object(row)
            })
    }

    /// - Throws: An error if a member doesn't fit.
    mutating func readNames(_ parameters: inout RPCParameters) throws(RPCError) {
        let damaged = RPCError(.internalError, .storage, "a stored value is damaged")
        for row in try parameters.optionalArray(Self.namesMember) ?? [] {
            guard let object = row.object else { throw damaged }
            var members = RPCParameters(object)
            let key = KnownName.Key(try members.string("name"), on: try members.string("cluster"))
            let address = try members.string("address")
            let contact = try members.optionalString("contact")
            let paid = Int64(try members.int("paid"))
            let isConfirmed = try members.bool("confirmed")
            try members.finish()
            let known = KnownName(address: address, contact: contact, paid: paid, isConfirmed: isConfirmed)
            guard names.updateValue(known, forKey: key) == nil else { throw damaged }
        }
    }
}
