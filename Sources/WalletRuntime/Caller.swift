/// The sender of a request, decided from the connection and never from the content of a frame.
public enum Caller: Sendable, Hashable {
    /// A page, named by the wallet's own extension.
    case page(PageContext)
    /// One of the wallet extension's own pages.
    case walletExtension
    /// Another extension, by the id that the browser gave the host.
    case otherExtension(String)
    case commandLine
    /// An app that asks by a link, named by the module that opened the link.
    case deeplink(PageContext)

    public var kind: CallerKind {
        switch self {
        case .page: .page
        case .walletExtension: .walletExtension
        case .otherExtension: .otherExtension
        case .commandLine: .commandLine
        case .deeplink: .deeplink
        }
    }
}

/// The classes of callers that a method's manifest can admit.
public enum CallerKind: String, Sendable, Hashable, CaseIterable {
    case page
    case walletExtension
    case otherExtension
    case commandLine
    case deeplink
}

/// An app that reaches the wallet by links, known by the X25519 key that it made for itself: 32 bytes in base58.
///
/// Nothing vouches for the holder of the key, so it is a name and not an identity: everything else that the app says of itself is a claim.
public struct AppID: Sendable, Hashable, CustomStringConvertible {
    /// The key in base58, 32 to 44 characters.
    public let description: String

    /// Takes a text of base58 letters with the length of a key's, or else gives nil. The use of the key shows whether it stands for 32 bytes.
    public init?(_ text: String) {
        let alphabet = Set("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
        guard (32...44).contains(text.utf8.count), text.utf8.allSatisfy(alphabet.contains) else { return nil }
        description = text
    }
}

/// The claims of an app that asks by links, made when it connected, and the address for its answers.
///
/// The first is the app's own word, which nobody has checked; the second is the address that the wallet uses.
public struct AppClaim: Sendable, Hashable {
    /// The address of the page that the app claims to stand for.
    public let url: String
    /// The scheme, or the origin of the page, that receives the answers.
    public let redirect: String

    public init(url: String, redirect: String) {
        self.url = url
        self.redirect = redirect
    }
}

/// Another extension, by the id under which its browser knows it.
///
/// ```
/// 32 letters from a to p        Chromium; `chrome-extension://ID/` is the same
/// name@domain, {UUID}           Firefox
/// ```
///
/// The host takes it from the arguments with which the browser started it: no extension can name another's. The two forms share no id.
public struct ExtensionID: Sendable, Hashable, CustomStringConvertible {
    /// The id alone, at most 80 bytes of ASCII.
    public let description: String

    /// Takes an id, or a caller's name as the host reports it; nil if no browser has such an extension.
    public init?(_ text: String) {
        let scheme = "chrome-extension://"
        var id = Array(text.utf8)
        if text.hasPrefix(scheme) {
            guard id.last == UInt8(ascii: "/") else { return nil }
            id = Array(id.dropFirst(scheme.utf8.count).dropLast())
            guard Self.isChromium(id) else { return nil }
        }
        guard Self.isChromium(id) || Self.isFirefox(id) else { return nil }
        description = String(decoding: id, as: UTF8.self)
    }

    private static func isChromium(_ id: [UInt8]) -> Bool {
        id.count == 32 && id.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "p")).contains($0) }
    }

    private static func isFirefox(_ id: [UInt8]) -> Bool {
        guard id.count <= 80 else { return false }
        if id.first == UInt8(ascii: "{") {
            let groups = id.dropFirst().dropLast().split(
                separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            return id.last == UInt8(ascii: "}") && groups.map(\.count) == [8, 4, 4, 4, 12]
                && groups.joined().allSatisfy(isHexadecimal)
        }
        let halves = id.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return halves.count == 2 && !halves[1].isEmpty && halves.joined().allSatisfy(isNamePart)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// One client's connection to the agent, numbered in the order of arrival. A number is never used twice in a run.
public struct ConnectionID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let number: UInt64

    public init(_ number: UInt64) {
        self.number = number
    }

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    public var description: String { "connection \(number)" }
}
