internal import Base58
public import Salt
public import SolanaTransactions

/// An app's request to a wallet by a link: composed by the app, read by the wallet.
///
/// ```
/// SCHEME://v1/connect?app_url=…&dapp_encryption_public_key=…&redirect_link=…[&cluster=…]
/// SCHEME://v1/METHOD?dapp_encryption_public_key=…&nonce=…&redirect_link=…&payload=…
/// SCHEME://browse/URL?ref=URL
/// https://HOST/ul/v1/METHOD?…          https://HOST/ul/browse/URL?ref=URL
/// ```
public struct DeeplinkRequest: Sendable, Hashable {
    /// The longest accepted link, in bytes: its answer must still fit one argument of a program, which Linux limits to 128 KiB.
    public static let maximumBytes = 65_536
    /// The longest `app_url`, `ref` and address to browse, in bytes.
    public static let maximumAddressBytes = 2048

    /// The method with its content.
    public enum Content: Sendable, Hashable {
        case connect(Connect)
        case sealed(Sealed)
        case browse(url: String, ref: String)
    }

    /// The content of `connect`, unencrypted.
    public struct Connect: Sendable, Hashable {
        /// The app's claim of its own identity, unchecked.
        public let appURL: String
        /// The app's X25519 key.
        public let appKey: DeeplinkKey
        public let redirect: RedirectLink
        /// The cluster; mainnet if the link names none.
        public let cluster: Cluster

        /// - Throws: ``DeeplinkFault/value(_:)`` if `appURL` isn't the address of a page.
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

    /// The content of every method after `connect`.
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

    /// The place that the answer goes to; `browse` has none.
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

    /// True if a text is the address of a page, at most ``maximumAddressBytes`` long.
    static func isAddress(_ text: String) -> Bool {
        guard text.utf8.count <= maximumAddressBytes, LinkText.isVisible(text) else { return false }
        for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
            let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
            return RedirectLink.host(of: authority.lowercased()) != nil
        }
        return false
    }
}

extension DeeplinkRequest {
    /// Reads a link.
    ///
    /// Every parameter occurs once, none is foreign to the method, and base58 has its one spelling.
    ///
    /// - Throws: The fault, with the parameter's name.
    public init(parsing text: String) throws(DeeplinkFault) {
        guard text.utf8.count <= Self.maximumBytes else {
            throw .tooLong(limit: Self.maximumBytes, found: text.utf8.count)
        }
        let link = try LinkText(text)
        let (base, rest) = try DeeplinkBase.split(link.path)
        self.init(base: base, content: try Self.content(rest, link.parameters))
    }

    private static func content(
        _ rest: Substring, _ parameters: [(name: String, value: String)]
    ) throws(DeeplinkFault) -> Content {
        if rest.hasPrefix("browse/") { return try browse(rest.dropFirst(7), parameters) }
        guard rest.hasPrefix("v1/") else { throw .wrongBase }
        guard let method = DeeplinkMethod(rawValue: String(rest.dropFirst(3))), method != .browse else {
            throw .methodUnknown
        }
        return try method == .connect ? connect(parameters) : sealed(method, parameters)
    }

    private static func connect(_ parameters: [(name: String, value: String)]) throws(DeeplinkFault) -> Content {
        let parameters = try LinkParameters(
            parameters, known: [Name.appURL, Name.appKey, Name.redirect, Name.cluster])
        var cluster = Cluster.mainnet
        if parameters.has(Name.cluster) {
            guard let named = Cluster(deeplinkName: try parameters.text(Name.cluster)) else {
                throw .value(Name.cluster)
            }
            cluster = named
        }
        return .connect(
            try Connect(
                appURL: parameters.text(Name.appURL), appKey: key(in: parameters),
                redirect: RedirectLink(parameters.text(Name.redirect)), cluster: cluster))
    }

    private static func sealed(
        _ method: DeeplinkMethod, _ parameters: [(name: String, value: String)]
    ) throws(DeeplinkFault) -> Content {
        let parameters = try LinkParameters(
            parameters, known: [Name.appKey, Name.nonce, Name.redirect, Name.payload])
        let bytes = try parameters.bytes(Name.nonce, count: Nonce.count)
        guard let nonce = try? Nonce(bytes: bytes) else { throw .value(Name.nonce) }
        return .sealed(
            Sealed(
                method, appKey: try key(in: parameters), nonce: nonce,
                redirect: try RedirectLink(parameters.text(Name.redirect)),
                payload: try parameters.bytes(Name.payload, maximum: maximumBytes)))
    }

    private static func key(in parameters: LinkParameters) throws(DeeplinkFault) -> DeeplinkKey {
        let bytes = try parameters.bytes(Name.appKey, count: SaltBox.keyCount)
        guard let key = try? DeeplinkKey(bytes: bytes) else { throw .value(Name.appKey) }
        return key
    }

    private static func browse(
        _ path: Substring, _ parameters: [(name: String, value: String)]
    ) throws(DeeplinkFault) -> Content {
        let parameters = try LinkParameters(parameters, known: [Name.ref])
        let url = try LinkText.unescape(path, form: false)
        let ref = try parameters.text(Name.ref)
        guard isAddress(url) else { throw .value("url") }
        guard isAddress(ref) else { throw .value(Name.ref) }
        return .browse(url: url, ref: ref)
    }

    /// The link.
    public var link: String {
        switch content {
        case .connect(let connect):
            var parameters = [
                (Name.appURL, connect.appURL), (Name.appKey, connect.appKey.description),
                (Name.redirect, connect.redirect.description),
            ]
            // As most apps write it: a wallet that knows no clusters accepts the link too.
            if connect.cluster != .mainnet { parameters.append((Name.cluster, connect.cluster.deeplinkName)) }
            return compose(DeeplinkMethod.connect, parameters)
        case .sealed(let sealed):
            return compose(
                sealed.method,
                [
                    (Name.appKey, sealed.appKey.description), (Name.nonce, Base58.encode(sealed.nonce.bytes)),
                    (Name.redirect, sealed.redirect.description), (Name.payload, Base58.encode(sealed.payload)),
                ])
        case .browse(let url, let ref):
            return "\(base.browsing)\(LinkText.escape(url))?\(Name.ref)=\(LinkText.escape(ref))"
        }
    }

    private func compose(_ method: DeeplinkMethod, _ parameters: [(String, String)]) -> String {
        let query = parameters.map { "\($0)=\(LinkText.escape($1))" }.joined(separator: "&")
        return "\(base.methods)\(method.rawValue)?\(query)"
    }
}

extension DeeplinkRequest {
    /// The app and the place for its answer that a link claims, read even if everything else in the link is wrong.
    public struct ReturnAddress: Sendable, Hashable {
        public let base: DeeplinkBase
        public let redirect: RedirectLink
        /// The app's key; nil if the link names none.
        public let appKey: DeeplinkKey?

        public init(base: DeeplinkBase, redirect: RedirectLink, appKey: DeeplinkKey?) {
            self.base = base
            self.redirect = redirect
            self.appKey = appKey
        }
    }

    /// Reads as much of a link as an error needs to find its way back; nil if the link names no place that answers may go to.
    public static func returnAddress(of text: String) -> ReturnAddress? {
        guard text.utf8.count <= maximumBytes, let link = try? LinkText(text),
            let base = try? DeeplinkBase.split(link.path).base
        else { return nil }
        let names = [Name.redirect, Name.appKey]
        guard let parameters = try? LinkParameters(link.parameters, known: names, others: true),
            let text = try? parameters.text(Name.redirect), let redirect = try? RedirectLink(text)
        else { return nil }
        return ReturnAddress(
            base: base, redirect: redirect, appKey: (try? parameters.text(Name.appKey)).flatMap { DeeplinkKey($0) })
    }
}
