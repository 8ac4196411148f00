public import SolanaTransactions

/// Who asks for a sign-in, for whom, and when: what a sign-in is held against.
public struct SignInContext: Hashable, Sendable {
    /// The page's origin as the browser writes it: `https://example.org`, `http://localhost:3000`.
    public let origin: String

    /// The account that signs.
    public let account: PublicKey

    /// The chain that the request is for, where it names one: `solana:devnet`.
    public let chain: String?

    /// Milliseconds since 1970.
    public let now: Int64

    public init(origin: String, account: PublicKey, chain: String? = nil, now: Int64) {
        self.origin = origin
        self.account = account
        self.chain = chain
        self.now = now
    }

    /// The origin's host, with the port where it isn't the scheme's own: what a sign-in names as its domain.
    public var domain: String {
        String(parts.authority)
    }

    private var parts: (scheme: Substring, authority: Substring) {
        guard let colon = origin.firstIndex(of: ":"), origin[colon...].hasPrefix("://") else { return ("", "") }
        return (origin[..<colon], origin[origin.index(colon, offsetBy: 3)...])
    }

    /// Whether a domain, and the scheme before it, are the origin's own.
    ///
    /// Only letter case may differ, and the scheme's own port may stand there; on this computer the port may be left out.
    func isOwn(domain: String, scheme: String?) -> Bool {
        let (own, authority) = parts
        if let scheme, scheme.lowercased() != own { return false }
        // Nothing beyond ASCII is in an origin, and what lowers to ASCII from beyond it would pass for it.
        guard !authority.isEmpty, domain.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        let domain = domain.lowercased()
        if domain == authority || domain == "\(authority):\(own == "https" ? 443 : 80)" { return true }
        guard let colon = authority.lastIndex(of: ":") else { return false }
        let host = authority[..<colon]
        return ["localhost", "127.0.0.1"].contains(host) && domain == host
    }

    /// Whether a URI is the origin's or lies under it.
    func isOwn(uri: String) -> Bool {
        guard let colon = uri.firstIndex(of: ":"), uri[colon...].hasPrefix("://") else { return false }
        let rest = uri[uri.index(colon, offsetBy: 3)...]
        let authority = rest.prefix { !"/?#\\".contains($0) }
        return isOwn(domain: String(authority), scheme: String(uri[..<colon]))
    }
}
