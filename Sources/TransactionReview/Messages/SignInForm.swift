import DisplayText
public import SolanaTransactions

/// A place in a text that has the form of a sign-in's opening, regardless of its author and spelling.
///
/// A page that may not ask for another site's sign-in may ask for a text that only looks different. It may change case, spaces or line breaks, or use
/// letters of other alphabets, invisible characters or dashes. The search ignores all these differences, but reads the domain from the text as it is.
struct SignInForm: Hashable, Sendable {
    /// The word right before the opening, up to the space before it.
    let domain: String

    /// The kind of account that signs in, folded: `solana`, `ethereum`.
    let kind: String

    /// Finds every opening in the text.
    static func all(in text: String) -> [SignInForm] {
        let folded = Lookalike.folded(text)
        // Every memo is searched, and next to none signs in.
        guard folded.firstRange(of: opening) != nil else { return [] }
        let scalars = Array(text.unicodeScalars)
        let places = scalars.indices.filter { Lookalike.folded(scalars[$0]) != nil }
        var forms: [SignInForm] = []
        var start = 0
        while let found = folded.firstRange(of: opening, from: start) {
            start = found + 1
            let behind = folded[(found + opening.count)...].prefix(longestKind + account.count)
            guard let end = behind.firstRange(of: account) else { continue }
            let kind = String(decoding: behind[behind.startIndex..<end], as: UTF8.self)
            forms.append(SignInForm(domain: word(before: places[found], in: scalars), kind: kind))
        }
        return forms
    }

    private static let opening = Lookalike.folded("wants you to sign in with your")
    private static let account = Lookalike.folded("account")
    private static let longestKind = 24

    private static func word(before end: Int, in scalars: [Unicode.Scalar]) -> String {
        func isSpace(_ place: Int) -> Bool { scalars[place].properties.isWhitespace }
        var last = end
        while last > 0, isSpace(last - 1) { last -= 1 }
        var first = last
        while first > 0, !isSpace(first - 1) { first -= 1 }
        var word = ""
        word.unicodeScalars.append(contentsOf: scalars[first..<last])
        return word
    }
}

extension Collection<UInt8> where Index == Int {
    /// Returns the first index at which the pattern begins.
    fileprivate func firstRange(of pattern: [UInt8], from start: Int? = nil) -> Int? {
        guard let first = pattern.first else { return start ?? startIndex }
        var place = start ?? startIndex
        while place + pattern.count <= endIndex {
            if self[place] == first, self[place..<(place + pattern.count)].elementsEqual(pattern) { return place }
            place += 1
        }
        return nil
    }
}

/// The site, account, chain and time that a sign-in is checked against.
public struct SignInContext: Hashable, Sendable {
    /// The page's origin as the browser writes it: `https://example.org`, `http://localhost:3000`.
    public let origin: String

    /// The account that signs.
    public let account: PublicKey

    /// The chain that the request is for, if it names one: `solana:devnet`.
    public let chain: String?

    /// Milliseconds since 1970.
    public let now: Int64

    public init(origin: String, account: PublicKey, chain: String? = nil, now: Int64) {
        self.origin = origin
        self.account = account
        self.chain = chain
        self.now = now
    }

    /// The origin's host, with the port if it isn't the scheme's own: the domain that a sign-in must name.
    public var domain: String {
        String(parts.authority)
    }

    private var parts: (scheme: Substring, authority: Substring) {
        guard let colon = origin.firstIndex(of: ":"), origin[colon...].hasPrefix("://") else { return ("", "") }
        return (origin[..<colon], origin[origin.index(colon, offsetBy: 3)...])
    }

    /// Returns true if a domain, and the scheme before it, are the origin's own.
    ///
    /// Only letter case may differ. The domain may include the scheme's own port; for an origin on this computer it may omit the port.
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

    /// Returns true if a URI is the origin's or lies under it.
    func isOwn(uri: String) -> Bool {
        guard let colon = uri.firstIndex(of: ":"), uri[colon...].hasPrefix("://") else { return false }
        let rest = uri[uri.index(colon, offsetBy: 3)...]
        let authority = rest.prefix { !"/?#\\".contains($0) }
        return isOwn(domain: String(authority), scheme: String(uri[..<colon]))
    }
}
