internal import Base58
internal import Salt
import SolanaTransactions

extension DeeplinkRequest {
    /// Reads a link.
    ///
    /// Every parameter stands there once, none that the method doesn't have, base58 in its one spelling.
    ///
    /// - Throws: What is wrong, with the parameter's name.
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
            // As most apps write it: a wallet that knows no clusters takes the link too.
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
