/// The address of a node: `https`, or `http` if it never leaves the machine.
///
/// ```
/// https://api.devnet.solana.com
/// https://rpc.example:8899/key/0123?x=1
/// http://127.0.0.1:8899        http://[::1]:8899        http://localhost:8899
/// ```
///
/// A path or query may hold a secret access key: ``description`` leaves them out.
public struct RPCEndpoint: Sendable, Hashable, CustomStringConvertible {
    /// The reason a text isn't an endpoint.
    public enum Fault: String, Error, Sendable, CaseIterable {
        /// Neither `https` nor `http`.
        case scheme
        /// `http` to another machine.
        case insecure
        /// No host, or characters that no host has.
        case host
        /// Not 1 to 65,535.
        case port
        /// A user name or a password, which others would show and log.
        case credentials
        /// Blanks, control characters or others that no address has; a fragment.
        case characters

        /// The fault in words, as the end of a sentence, without any part of the address.
        public var words: String {
            switch self {
            case .scheme: "the address is neither https nor http"
            case .insecure: "http is for this machine only; another is reached by https"
            case .host: "the address has no host that could be one"
            case .port: "the port is not from 1 to 65535"
            case .credentials: "an address holds no user name or password"
            case .characters: "the address holds characters that none has"
            }
        }
    }

    public let isSecure: Bool
    /// The host in lower case; an IPv6 address without its brackets.
    public let host: String
    public let port: Int
    /// Path and query, beginning with a slash.
    public let path: String

    /// The whole address.
    public var url: String { "\(origin)\(path)" }

    /// The address, without any part that may be secret.
    public var description: String { path == "/" ? origin : "\(origin)/…" }

    /// True if it is this machine's own address.
    public var isLoopback: Bool {
        host == "localhost" || host == "::1" || Self.octets(host).map { $0[0] == 127 } ?? false
    }

    private var origin: String {
        let name = host.contains(":") ? "[\(host)]" : host
        let isUsual = port == (isSecure ? 443 : 80)
        return "\(isSecure ? "https" : "http")://\(name)\(isUsual ? "" : ":\(port)")"
    }

    /// Reads an address.
    ///
    /// - Throws: The fault in the text.
    public init(_ text: String) throws(Fault) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !Self.refused.contains($0) }) else {
            throw .characters
        }
        let lower = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { throw .scheme }
        isSecure = scheme == "https://"
        let rest = text.dropFirst(scheme.count)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let authority = rest[..<end].lowercased()
        guard !authority.contains("@") else { throw .credentials }
        let (host, port) = try Self.parts(of: authority)
        self.host = host
        self.port = port ?? (isSecure ? 443 : 80)
        let path = String(rest[end...])
        self.path = path.hasPrefix("/") ? path : "/\(path)"
        guard isSecure || isLoopback else { throw .insecure }
    }

    private static let refused = Set("\"<>\\^`{|}#".utf8)

    private static func parts(of authority: String) throws(Fault) -> (host: String, port: Int?) {
        var host = authority
        var port: String?
        if authority.hasPrefix("[") {
            guard let close = authority.firstIndex(of: "]") else { throw .host }
            host = String(authority[authority.index(after: authority.startIndex)..<close])
            let rest = authority[authority.index(after: close)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw .host }
            port = rest.isEmpty ? nil : String(rest.dropFirst())
            guard host.contains(":"), host.utf8.allSatisfy({ "0123456789abcdef:.".utf8.contains($0) }) else {
                throw .host
            }
        } else {
            if let colon = authority.lastIndex(of: ":") {
                host = String(authority[..<colon])
                port = String(authority[authority.index(after: colon)...])
            }
            guard isName(host) else { throw .host }
        }
        guard let port else { return (host, nil) }
        guard let number = UInt16(port), number > 0, String(number) == port else { throw .port }
        return (host, Int(number))
    }

    /// Returns true for labels of letters, digits, hyphens (RFC 1123, 2.1) and underscores, 253 characters in all. A name that ends in a number must be an IPv4
    /// address of four of them.
    private static func isName(_ host: String) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, !labels.isEmpty else { return false }
        let isWritten = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.utf8.allSatisfy {
                    (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x5f
                }
        }
        // `0x7f.1` and `2130706433` are addresses to some and names to others.
        let endsInNumber = labels.last?.utf8.first.map { (0x30...0x39).contains($0) } ?? false
        return isWritten && (!endsInNumber || octets(host) != nil)
    }

    private static func octets(_ host: String) -> [UInt8]? {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let octets = parts.compactMap { part in UInt8(part).flatMap { String($0) == part ? $0 : nil } }
        return parts.count == 4 && octets.count == 4 ? octets : nil
    }
}
