import Base58
import DisplayText
public import WalletRuntime

/// A contact to whom the user sends: an address under a name that the user chose.
public struct Contact: Sendable, Hashable {
    /// A base58 public key.
    public let address: String
    public let label: String
    /// Milliseconds since 1970.
    public let added: Int64

    /// The length of a label in bytes of UTF-8.
    public static let labelBounds = 1...64
    /// The maximum number of contacts in an address book.
    public static let maximumCount = 1000

    /// Returns true for a 32-byte public key in base58.
    public static func isAddress(_ text: String) -> Bool { (try? Base58.decode(text, count: 32)) != nil }

    /// Returns true for a text that can be a label: it hides nothing and can't be mistaken for an address.
    public static func isLabel(_ text: String) -> Bool {
        labelBounds.contains(text.utf8.count) && !text.contains("\n") && text.first != " " && text.last != " "
            && VisibleText.escaping(text) == text && !isAddress(text)
    }

    /// Creates a contact without checking anything.
    ///
    /// - Parameters:
    ///   - address: The address in its one spelling.
    ///   - label: A label for which ``isLabel(_:)`` is true.
    public init(address: String, label: String, added: Int64) {
        self.address = address
        self.label = label
        self.added = added
    }

    /// Compares the bytes: two spellings of a label are two values to write, even if Swift's strings are equal.
    public static func == (one: Contact, other: Contact) -> Bool {
        one.address == other.address && one.label.utf8.elementsEqual(other.label.utf8) && one.added == other.added
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(address)
        hasher.combine(added)
    }
}

/// The permission that the user gave one other extension.
public struct ExtensionGrant: Sendable, Hashable {
    /// The maximum number of extensions with a grant.
    public static let maximumCount = 100
    /// The maximum number of methods in one grant.
    public static let maximumMethods = 64

    public let id: ExtensionID
    /// The methods it may call; nothing else exists for it.
    public var methods: Set<String>
    /// The base58 public keys that it may see and name, in the order it sees them.
    public var accounts: [String]
    /// Milliseconds since 1970.
    public var granted: Int64

    public init(id: ExtensionID, methods: Set<String>, accounts: [String], granted: Int64) {
        self.id = id
        self.methods = methods
        self.accounts = accounts
        self.granted = granted
    }
}
