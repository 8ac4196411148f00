public import WalletRuntime

/// The grant of one origin, in one browser profile and container.
public struct ConnectedOrigin: Sendable, Hashable {
    /// The holder of a grant: the same site in another profile or container is a different holder.
    public struct Key: Sendable, Hashable {
        public let profile: String
        public let container: String
        public let origin: String

        public init(profile: String, container: String, origin: String) {
            self.profile = profile
            self.container = container
            self.origin = origin
        }

        /// Creates the key of a page's grant. A grant made in a private window counts only there.
        public init(client: Client, page: PageContext) {
            self.init(
                profile: client.profile, container: page.isPrivate ? "private:\(page.container)" : page.container,
                origin: page.origin.serialized)
        }

        /// The key whose grant bounds this one: that of the page around a page in a frame.
        package var top: Key? {
            Origin.parts(of: origin).top.map { Key(profile: profile, container: container, origin: $0) }
        }

        /// Returns the accounts that a page in a frame sees; nil if the page around it isn't connected or has none of them.
        package func framed(_ accounts: [String], within top: [String]?) -> [String]? {
            guard let top else { return nil }
            let both = accounts.filter(top.contains)
            return both.isEmpty ? nil : both
        }
    }

    public let key: Key
    /// The base58 public keys that the origin may see and name, in the order it sees them.
    public let accounts: [String]
    /// Milliseconds since 1970.
    public let granted: Int64
    public let used: Int64

    package init(key: Key, accounts: [String], granted: Int64, used: Int64) {
        self.key = key
        self.accounts = accounts
        self.granted = granted
        self.used = used
    }
}
