public import WalletRuntime

/// What one origin was granted, in one browser profile and container.
public struct ConnectedOrigin: Sendable, Hashable {
    /// Who holds a grant: the same site in another profile or container is somebody else.
    public struct Key: Sendable, Hashable {
        public let profile: String
        public let container: String
        public let origin: String

        public init(profile: String, container: String, origin: String) {
            self.profile = profile
            self.container = container
            self.origin = origin
        }

        /// The key of a page's grant. What is granted in a private window counts only there.
        public init(client: Client, page: PageContext) {
            self.init(
                profile: client.profile, container: page.isPrivate ? "private:\(page.container)" : page.container,
                origin: page.origin.serialized)
        }
    }

    public let key: Key
    /// The base58 public keys that the origin may see and name, in the order it sees them.
    public let accounts: [String]
    /// Milliseconds since 1970.
    public let granted: Int64
    public let used: Int64
}
