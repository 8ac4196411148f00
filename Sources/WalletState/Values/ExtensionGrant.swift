public import WalletRuntime

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
