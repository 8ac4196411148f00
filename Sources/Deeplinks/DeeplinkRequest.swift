public import Salt
public import SolanaTransactions

/// What an app asks a wallet for by a link: composed by the app, read by the wallet.
///
/// ```
/// SCHEME://v1/connect?app_url=…&dapp_encryption_public_key=…&redirect_link=…[&cluster=…]
/// SCHEME://v1/METHOD?dapp_encryption_public_key=…&nonce=…&redirect_link=…&payload=…
/// SCHEME://browse/URL?ref=URL
/// https://HOST/ul/v1/METHOD?…          https://HOST/ul/browse/URL?ref=URL
/// ```
public struct DeeplinkRequest: Sendable, Hashable {
    /// The longest link that is taken, in bytes: its answer must still fit one argument of a program, which Linux bounds at 128 KiB.
    public static let maximumBytes = 65_536
    /// The longest `app_url`, `ref` and address to browse, in bytes.
    public static let maximumAddressBytes = 2048

    /// The method with what it carries.
    public enum Content: Sendable, Hashable {
        case connect(Connect)
        case sealed(Sealed)
        case browse(url: String, ref: String)
    }

    /// What `connect` carries, unencrypted.
    public struct Connect: Sendable, Hashable {
        /// Who the app says it is; nobody has checked it.
        public let appURL: String
        /// The app's X25519 key.
        public let appKey: DeeplinkKey
        public let redirect: RedirectLink
        /// Mainnet where the link names none.
        public let cluster: Cluster

        /// - Throws: ``DeeplinkFault/value(_:)`` where `appURL` isn't the address of a page.
        public init(
            appURL: String, appKey: DeeplinkKey, redirect: RedirectLink, cluster: Cluster = .mainnet
        ) throws(DeeplinkFault) {
            guard DeeplinkRequest.isAddress(appURL) else { throw .value(Name.appURL) }
            self.appURL = appURL
            self.appKey = appKey
            self.redirect = redirect
            self.cluster = cluster
        }
    }

    /// What every method after `connect` carries.
    public struct Sealed: Sendable, Hashable {
        public let method: DeeplinkMethod
        public let appKey: DeeplinkKey
        public let nonce: Nonce
        public let redirect: RedirectLink
        /// A ``DeeplinkCall`` as ``DeeplinkBox`` seals it.
        public let payload: [UInt8]

        public init(
            _ method: DeeplinkMethod, appKey: DeeplinkKey, nonce: Nonce, redirect: RedirectLink, payload: [UInt8]
        ) {
            self.method = method
            self.appKey = appKey
            self.nonce = nonce
            self.redirect = redirect
            self.payload = payload
        }
    }

    public let base: DeeplinkBase
    public let content: Content

    public init(base: DeeplinkBase, content: Content) {
        self.base = base
        self.content = content
    }

    public var method: DeeplinkMethod {
        switch content {
        case .connect: .connect
        case .sealed(let sealed): sealed.method
        case .browse: .browse
        }
    }

    /// Where the answer goes; `browse` has none.
    public var redirect: RedirectLink? {
        switch content {
        case .connect(let connect): connect.redirect
        case .sealed(let sealed): sealed.redirect
        case .browse: nil
        }
    }

    /// The names of the parameters.
    enum Name {
        static let appURL = "app_url"
        static let appKey = "dapp_encryption_public_key"
        static let redirect = "redirect_link"
        static let cluster = "cluster"
        static let nonce = "nonce"
        static let payload = "payload"
        static let ref = "ref"
    }

    /// Whether a text is the address of a page, at most ``maximumAddressBytes`` long.
    static func isAddress(_ text: String) -> Bool {
        guard text.utf8.count <= maximumAddressBytes, LinkText.isVisible(text) else { return false }
        for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
            let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
            return RedirectLink.host(of: authority.lowercased()) != nil
        }
        return false
    }
}
