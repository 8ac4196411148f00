import Base58
import DisplayText
public import WalletRuntime

/// Somebody to whom the user sends: an address under a name of the user's own.
public struct Contact: Sendable, Hashable {
    /// A base58 public key.
    public let address: String
    public let label: String
    /// Milliseconds since 1970.
    public let added: Int64

    /// How many bytes of UTF-8 a label may have.
    public static let labelBounds = 1...64
    /// How many contacts an address book may have.
    public static let maximumCount = 1000

    /// Returns true for a 32-byte public key in base58.
    public static func isAddress(_ text: String) -> Bool { (try? Base58.decode(text, count: 32)) != nil }

    /// Returns true for a text that can be a label: it hides nothing, and nobody takes it for an address.
    public static func isLabel(_ text: String) -> Bool {
        labelBounds.contains(text.utf8.count) && !text.contains("\n") && text.first != " " && text.last != " "
            && VisibleText.escaping(text) == text && !isAddress(text)
    }

    /// Makes a contact; nothing is checked here.
    ///
    /// - Parameters:
    ///   - address: In its one spelling.
    ///   - label: One for which ``isLabel(_:)`` holds.
    public init(address: String, label: String, added: Int64) {
        self.address = address
        self.label = label
        self.added = added
    }

    /// By their bytes: two spellings of a label are two values to be written, whatever Swift's strings say.
    public static func == (one: Contact, other: Contact) -> Bool {
        one.address == other.address && one.label.utf8.elementsEqual(other.label.utf8) && one.added == other.added
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(address)
        hasher.combine(added)
    }
}

/// What the user let one other extension do.
public struct ExtensionGrant: Sendable, Hashable {
    /// How many extensions can hold a grant.
    public static let maximumCount = 100
    /// How many methods one can be granted.
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
