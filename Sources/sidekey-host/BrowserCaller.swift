/// The extension for which a browser started this host, as far as its arguments tell.
///
/// | browser | arguments |
/// |---|---|
/// | Chromium | `chrome-extension://ID/`, then options such as `--parent-window=0` |
/// | Firefox | the manifest's absolute path, then the add-on's id |
///
/// The browser writes them, not the extension, and so the agent takes the caller's class from them. What doesn't look
/// like a browser's call is refused: the host is for browsers alone.
struct BrowserCaller: Equatable {
    enum Browser: String {
        case chromium
        case firefox
    }

    let browser: Browser
    /// `chrome-extension://ID/` or the Firefox add-on's id.
    let name: String
    /// Every argument, as it came.
    let arguments: [String]

    /// - Parameter arguments: without the program's own name.
    /// - Returns: nil where no browser calls like this.
    init?(arguments: [String]) {
        let isBounded = arguments.count <= 8 && arguments.allSatisfy { $0.utf8.count <= 4096 }
        guard isBounded, let first = arguments.first else { return nil }
        self.arguments = arguments
        let options: ArraySlice<String>
        if Self.isExtensionOrigin(first) {
            (browser, name) = (.chromium, first)
            options = arguments[1...]
        } else {
            guard first.utf8.first == UInt8(ascii: "/"), arguments.count >= 2, Self.isAddOnID(arguments[1]) else {
                return nil
            }
            (browser, name) = (.firefox, arguments[1])
            options = arguments[2...]
        }
        guard options.allSatisfy({ $0.utf8.starts(with: "--".utf8) }) else { return nil }
    }

    /// `chrome-extension://`, 32 letters from a to p, and a slash.
    private static func isExtensionOrigin(_ text: String) -> Bool {
        let scheme = "chrome-extension://".utf8
        guard text.utf8.starts(with: scheme), text.utf8.count == scheme.count + 33 else { return false }
        let id = text.utf8.dropFirst(scheme.count)
        return id.last == UInt8(ascii: "/") && id.dropLast().allSatisfy { (0x61...0x70).contains($0) }
    }

    /// A UUID in braces, or `name@domain` of letters, digits and `-._`: the two forms that Firefox installs.
    private static func isAddOnID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= 80 else { return false }
        if bytes.first == UInt8(ascii: "{") {
            let groups = bytes.dropFirst().dropLast().split(
                separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            return bytes.last == UInt8(ascii: "}") && groups.map(\.count) == [8, 4, 4, 4, 12]
                && groups.joined().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        }
        let halves = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return halves.count == 2 && !halves[1].isEmpty
            && halves.joined().allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
