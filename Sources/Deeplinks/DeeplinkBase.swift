/// Where a wallet's links begin: a scheme of its own, or its universal links.
public enum DeeplinkBase: Sendable, Hashable {
    /// `SCHEME://v1/METHOD`
    case scheme(String)
    /// `https://HOST/ul/v1/METHOD`
    case universal(host: String)

    /// What stands before the method.
    var methods: String {
        switch self {
        case .scheme(let scheme): "\(scheme)://v1/"
        case .universal(let host): "https://\(host)/ul/v1/"
        }
    }

    /// What stands before the address that `browse` opens.
    var browsing: String {
        switch self {
        case .scheme(let scheme): "\(scheme)://browse/"
        case .universal(let host): "https://\(host)/ul/browse/"
        }
    }

    /// Cuts a link before its method.
    ///
    /// - Throws: ``DeeplinkFault/notALink``, ``DeeplinkFault/wrongBase``.
    static func split(_ path: String) throws(DeeplinkFault) -> (base: DeeplinkBase, rest: Substring) {
        guard let end = path.utf8.firstIndex(of: UInt8(ascii: ":")), path[end...].hasPrefix("://") else {
            throw .notALink
        }
        let scheme = String(path[..<end])
        guard LinkText.isScheme(scheme) else { throw .notALink }
        let rest = path[end...].dropFirst(3)
        guard scheme == "https" else { return (.scheme(scheme), rest) }
        guard let slash = rest.firstIndex(of: "/") else { throw .notALink }
        let host = String(rest[..<slash])
        guard !host.isEmpty, RedirectLink.isHost(host), rest[slash...].hasPrefix("/ul/") else { throw .wrongBase }
        return (.universal(host: host), rest[slash...].dropFirst(4))
    }
}
