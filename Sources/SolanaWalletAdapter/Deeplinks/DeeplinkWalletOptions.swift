internal import Deeplinks

/// What one wallet's deeplinks have of their own; the rest is the same for all (``DeeplinkWallet``).
public struct DeeplinkWalletOptions: Sendable, Hashable {
    /// The wallet's name in what is stored; it never changes.
    public let identifier: String
    /// The wallet's name for people.
    public let name: String
    /// What the wallet calls its X25519 key in the answer to `connect`.
    public let keyParameter: String

    let base: DeeplinkBase

    /// A wallet with universal links: `https://HOST/ul/v1/METHOD`.
    public init(identifier: String, name: String, host: String, keyParameter: String) {
        self.identifier = identifier
        self.name = name
        self.keyParameter = keyParameter
        base = .universal(host: host)
    }

    /// A wallet with a scheme: `SCHEME://v1/METHOD`.
    public init(identifier: String, name: String, scheme: String, keyParameter: String) {
        self.identifier = identifier
        self.name = name
        self.keyParameter = keyParameter
        base = .scheme(scheme)
    }
}
