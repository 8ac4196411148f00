public import JSONRPC

/// A web origin that may ask the wallet: `https`, or `http` on this machine, as a browser serialises it.
///
/// ```
/// https://host[:port]   http://localhost[:port]   http://127.0.0.1[:port]
/// ```
///
/// There is one spelling for an origin (RFC 6454, section 6.2): lower-case ASCII host, no default port, no path, no
/// trailing slash. Anything else didn't come from `sender.origin`.
///
/// A page in a frame of another one is a third party to both. It is named by the two, in a form that no browser writes as an origin:
///
/// ```
/// https://pay.example.com in https://example.com
/// ```
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    public let serialized: String
    /// The host without port; an IPv6 address keeps its brackets.
    public let host: String

    /// The wallet itself, when it asks for a signature of its own accord. No page's origin is spelled like this.
    public static let wallet = Origin(serialized: "sidekey", host: "sidekey")

    /// A request in a file from another machine, which the user gave to the command line. No page's origin is spelled like this.
    public static let offlineFile = Origin(serialized: "offline-file", host: "offline-file")

    /// True if the user asks with Sidekey's own means, and no site or app.
    public var isOwn: Bool { self == .wallet || self == .offlineFile }

    /// Makes the origin of another extension, in a name space of its own: `extension:ID`, which is neither a page's origin nor a host.
    public init(_ extension: ExtensionID) {
        self.init(
            serialized: Self.extensionPrefix + `extension`.description,
            host: Self.extensionPrefix + `extension`.description)
    }

    /// The extension that asks; nil if it isn't one.
    public var extensionID: ExtensionID? {
        guard serialized.hasPrefix(Self.extensionPrefix) else { return nil }
        return ExtensionID(String(serialized.dropFirst(Self.extensionPrefix.count)))
    }

    private static let extensionPrefix = "extension:"

    /// Makes the origin of an app that asks by links, in a name space of its own: `app:KEY`, which is neither a page's origin nor a host.
    public init(_ app: AppID) {
        self.init(serialized: Self.appPrefix + app.description, host: Self.appPrefix + app.description)
    }

    /// The opener of a link that names no key. Nothing is ever granted to it.
    public static let unknownApp = Origin(serialized: appPrefix + "unknown", host: appPrefix + "unknown")

    /// True if an app asks, by a link.
    public var isApp: Bool { serialized.hasPrefix(Self.appPrefix) }

    /// The app that asks; nil if it isn't one with a key.
    public var appID: AppID? { isApp ? AppID(String(serialized.dropFirst(Self.appPrefix.count))) : nil }

    private static let appPrefix = "app:"

    /// Makes the origin of a page in a frame of another page. If both have the same origin, it is the page itself.
    public init(_ page: Origin, in top: Origin) {
        self.init(
            serialized: page == top ? page.serialized : page.serialized + Self.within + top.serialized, host: page.host)
    }

    /// The page itself, regardless of the page that it is in.
    public var page: Origin { Origin(serialized: Self.parts(of: serialized).page, host: host) }

    /// The page around it, if it is in a frame.
    public var top: Origin? { Self.parts(of: serialized).top.flatMap { try? Origin($0) } }

    /// Returns the page, and the page around it, of an origin in its written form.
    public static func parts(of serialized: String) -> (page: String, top: String?) {
        guard let place = serialized.firstRange(of: within) else { return (serialized, nil) }
        return (String(serialized[..<place.lowerBound]), String(serialized[place.upperBound...]))
    }

    private static let within = " in "

    private init(serialized: String, host: String) {
        self.serialized = serialized
        self.host = host
    }

    /// Reads an origin in the one spelling that browsers have for it.
    ///
    /// - Throws: -32000 (`origin-refused`).
    public init(_ text: String) throws(RPCError) {
        guard let host = Self.host(of: Array(text.utf8)) else {
            throw RPCError(.invalidInput, .originRefused, "this origin can't use the wallet")
        }
        self.serialized = text
        self.host = host
    }

    /// True if its scheme is https.
    public var isHTTPS: Bool { serialized.hasPrefix("https://") }

    /// The host with its port unless that is the scheme's own: the part after `://`.
    public var authority: String {
        let page = Self.parts(of: serialized).page
        return page.firstIndex(of: "/").map { String(page[$0...].drop { $0 == "/" }) } ?? page
    }

    public var description: String { serialized }

    private static func host(of text: [UInt8]) -> String? {
        let https = Array("https://".utf8)
        let http = Array("http://".utf8)
        let rest: ArraySlice<UInt8>
        if text.starts(with: https) {
            rest = text.dropFirst(https.count)
        } else if text.starts(with: http) {
            rest = text.dropFirst(http.count)
        } else {
            return nil
        }
        let bracket = rest.first == UInt8(ascii: "[") ? rest.firstIndex(of: UInt8(ascii: "]")) : nil
        let colon = rest[(bracket ?? rest.startIndex)...].firstIndex(of: UInt8(ascii: ":"))
        let host = rest[..<(colon ?? rest.endIndex)]
        guard isHost(host), text.count <= 300 else { return nil }
        if let colon {
            guard let port = port(rest[(colon + 1)...]) else { return nil }
            if port == (text.starts(with: https) ? 443 : 80) { return nil }
        }
        let name = String(decoding: host, as: UTF8.self)
        if text.starts(with: http), name != "localhost", name != "127.0.0.1" { return nil }
        return name
    }

    private static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
        guard !host.isEmpty else { return false }
        if host.first == UInt8(ascii: "[") {
            return host.count > 3 && host.last == UInt8(ascii: "]")
                && host.dropFirst().dropLast().allSatisfy { isHexadecimal($0) || $0 == UInt8(ascii: ":") }
        }
        return host.count <= 253 && host.first != UInt8(ascii: ".")
            && host.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || isDigit(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
            }
    }

    private static func port(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...5).contains(digits.count), digits.first != UInt8(ascii: "0"), digits.allSatisfy(isDigit) else {
            return nil
        }
        let port = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return port <= 65535 ? port : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
