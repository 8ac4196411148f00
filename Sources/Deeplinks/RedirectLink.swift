/// The place for an app's answers: a link with the app's own scheme, an `https` page, or an `http` listener on this machine.
///
/// The wallet opens it with the answer in its query. A link that acts on its own or means something to the system is refused: `file:`,
/// `javascript:`, `data:` and everything else that ``refusedSchemes`` names.
public struct RedirectLink: Sendable, Hashable, CustomStringConvertible {
    /// The longest accepted link, in bytes.
    public static let maximumBytes = 2048

    /// The scheme, in lower case.
    public let scheme: String
    /// The host of `https` and `http`, with the port if the link names one; empty otherwise.
    public let authority: String
    /// Scheme, authority and path.
    let place: String
    /// The link's own query without `?`; nil if it has none.
    let query: String?
    /// The fragment with its `#`; empty if there is none.
    let fragment: String

    /// Reads a link.
    ///
    /// - Throws: ``DeeplinkFault/tooLong(limit:found:)``, ``DeeplinkFault/notALink``, ``DeeplinkFault/redirectRefused``.
    public init(_ text: String) throws(DeeplinkFault) {
        guard text.utf8.count <= Self.maximumBytes else {
            throw .tooLong(limit: Self.maximumBytes, found: text.utf8.count)
        }
        guard LinkText.isVisible(text), !text.utf8.contains(where: Self.unsafe.contains),
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { throw .notALink }
        let scheme = text[..<colon].lowercased()
        guard LinkText.isScheme(scheme) else { throw .notALink }
        let hash = text.firstIndex(of: "#") ?? text.endIndex
        let mark = text[..<hash].firstIndex(of: "?")
        var place = scheme + text[colon..<(mark ?? hash)]
        fragment = String(text[hash...])
        query = mark.map { String(text[text.index(after: $0)..<hash]) }
        switch scheme {
        case "https", "http":
            let rest = place.dropFirst(scheme.utf8.count)
            guard rest.hasPrefix("://") else { throw .notALink }
            let end = rest.dropFirst(3).firstIndex(of: "/")
            authority = rest.dropFirst(3)[..<(end ?? rest.endIndex)].lowercased()
            // No user name: `https://bank.example@attacker.example/` leads to the second.
            guard let host = Self.host(of: authority) else { throw .notALink }
            guard scheme == "https" || Self.isLoopback(host) else { throw .redirectRefused }
            place = "\(scheme)://\(authority)\(end.map { String(rest[$0...]) } ?? "/")"
        default:
            guard !Self.refusedSchemes.contains(scheme), !Self.refusedPrefixes.contains(where: scheme.hasPrefix) else {
                throw .redirectRefused
            }
            guard place.utf8.count > scheme.utf8.count + 1 else { throw .notALink }
            authority = ""
        }
        self.scheme = scheme
        self.place = place
    }

    /// The link itself, without an answer.
    public var description: String { place + (query.map { "?" + $0 } ?? "") + fragment }

    /// The part that a user sees: `scheme:` of an app, the origin of a page or a listener.
    public var shown: String { authority.isEmpty ? "\(scheme):" : "\(scheme)://\(authority)" }

    /// True if a session whose answers go to `other` may have one here.
    ///
    /// The scheme must be the same and, for `https`, the origin. A listener on this machine may have another port (RFC 8252, section 7.3):
    /// it gets a new one whenever its program starts.
    public func mayTakeTheAnswers(of other: RedirectLink) -> Bool {
        guard scheme == other.scheme else { return false }
        if scheme == "http" { return Self.host(of: authority) == Self.host(of: other.authority) }
        return authority == other.authority
    }

    /// The link with parameters behind its own.
    func appending(_ parameters: [(name: String, value: String)]) -> String {
        let added = parameters.map { "\($0.name)=\(LinkText.escape($0.value))" }.joined(separator: "&")
        let all = [query, added].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "&")
        return place + (all.isEmpty ? "" : "?" + all) + fragment
    }

    /// The part that was added to this link's own query.
    ///
    /// - Throws: ``DeeplinkFault/wrongPlace``, ``DeeplinkFault/notALink``.
    func added(in text: String) throws(DeeplinkFault) -> Substring {
        guard LinkText.isVisible(text) else { throw .notALink }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { throw .notALink }
        let hash = text.firstIndex(of: "#") ?? text.endIndex
        let mark = text[..<hash].firstIndex(of: "?") ?? hash
        var found = text[..<colon].lowercased() + text[colon..<mark]
        if !authority.isEmpty, found.utf8.elementsEqual("\(scheme)://\(authority)".utf8) { found += "/" }
        guard found.utf8.elementsEqual(place.utf8) else { throw .wrongPlace }
        let whole = mark == hash ? Substring() : text[text.index(after: mark)..<hash]
        guard let query, !query.isEmpty else { return whole }
        guard whole.hasPrefix(query) else { throw .wrongPlace }
        let rest = whole.dropFirst(query.count)
        guard rest.isEmpty || rest.hasPrefix("&") else { throw .wrongPlace }
        return rest.dropFirst()
    }
}

extension RedirectLink {
    /// The common place of all links of one app's session: a scheme, or the origin of a page; a listener on this machine loses its port.
    ///
    /// Two links may take each other's answers if this is the same (``mayTakeTheAnswers(of:)``).
    public var home: String {
        guard scheme == "http", let host = Self.host(of: authority) else { return shown }
        return "http://\(host)"
    }

    /// True if the link leads to a page, which every program can have opened as well; otherwise it starts an app.
    public var isPage: Bool { scheme == "https" || scheme == "http" }
}

extension RedirectLink {
    /// The schemes that lead to no app of a third party: they run or show their own content, or name files, devices or other programs'
    /// actions.
    ///
    /// A page in a browser can open a wallet's link. Without this list it could make the wallet open what the browser refuses to open for
    /// it.
    public static let refusedSchemes: Set<String> = [
        // These run or show their own content.
        "about", "blob", "data", "filesystem", "javascript", "jar", "mhtml", "srcdoc", "vbscript", "view-source",
        // Files and other machines' files.
        "admin", "afc", "afp", "burn", "cdda", "computer", "dav", "davs", "file", "ftp", "ftps", "gphoto2", "mtp",
        "network", "nfs", "obex", "recent", "sftp", "smb", "smbs", "trash", "webdav",
        // The browser's and the desktop's own.
        "chrome", "chrome-extension", "chrome-search", "chrome-untrusted", "devtools", "edge", "brave", "help",
        "ghelp", "info", "man", "moz-extension", "moz-icon", "opera", "resource", "settings", "vivaldi",
        "safari-web-extension", "x-apple.systempreferences",
        // Programs that are started, installed or reached with what the link says.
        "apt", "appstream", "apturl", "flatpak", "flatpak+https", "itms-services", "ldap", "ldaps", "magnet",
        "mailto", "rdp", "rlogin", "snap", "spice", "ssh", "steam", "tel", "telnet", "tn3270", "sip", "sips", "sms",
        "vnc", "ws", "wss", "xmpp", "ymp", "intent", "android-app", "git", "svn", "git+ssh", "svn+ssh",
        // Wallets: an answer is no request.
        "backpack", "phantom", "sidekey", "solana", "solana-wallet", "solflare",
    ]

    /// The prefixes of schemes that mean the same.
    static let refusedPrefixes = ["chrome-", "moz-", "ms-", "search-ms", "web+solana"]

    /// The visible characters that no link holds unescaped: a shell or a `.desktop` file would quote them or cut the link there.
    static let unsafe: Set<UInt8> = Set("\"<>\\^`{|}".utf8)

    /// True if a host is this machine.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "127.0.0.1" || host == "[::1]"
    }

    /// True if a text is a host's name or number in lower-case ASCII, and nothing else.
    static func isHost(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= 253, !text.hasPrefix("."), !text.hasPrefix("-") else { return false }
        if text.hasPrefix("[") {
            return text.hasSuffix("]") && text.utf8.count > 3
                && text.utf8.dropFirst().dropLast().allSatisfy { byte in
                    (0x30...0x3A).contains(byte) || (0x61...0x66).contains(byte) || byte == UInt8(ascii: ".")
                }
        }
        return text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        }
    }

    /// The host of `HOST[:PORT]`; nil if the text isn't that.
    static func host(of authority: String) -> String? {
        let bracket = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
        if authority.hasPrefix("["), bracket == nil { return nil }
        let colon = authority[(bracket ?? authority.startIndex)...].firstIndex(of: ":")
        let host = String(authority[..<(colon ?? authority.endIndex)])
        guard isHost(host) else { return nil }
        guard let colon else { return host }
        let port = authority[colon...].dropFirst()
        guard (1...5).contains(port.utf8.count), !port.hasPrefix("0"),
            port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port), number <= 65535
        else { return nil }
        return host
    }
}
