/// Another extension, by the id that its browser knows it under.
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

    /// Takes an id, or what a host says of its caller; nil where no browser has such an extension.
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
