import BrowserManifests
import JSONRPC
import Wording

/// A native-messaging manifest: the file that lets one extension start one program.
struct NativeManifest {
    /// The host's name, as the extension asks for it.
    static let name = "app.sidekey.host"
    static let chromiumID = "paccphjjcpbgedjijpjlbemoongimeok"
    static let firefoxID = "wallet@sidekey.app"

    /// The reason why a browser will refuse a manifest.
    struct Fault: Error { let key: TextKey }

    /// The program that the manifest names.
    let host: String

    /// Reads a manifest as strictly as the browsers do.
    ///
    /// - Throws: the fault of the manifest.
    init(at path: String, for family: Browser.Family) throws(Fault) {
        guard let bytes = FileSystem.contents(path), let json = try? JSON(parsing: JSONSource(bytes)) else {
            throw Fault(key: .foundManifestUnread)
        }
        guard json["name"]?.text == Self.name, json["type"]?.text == "stdio" else {
            throw Fault(key: .foundManifestOfOther)
        }
        let callers =
            switch family {
            case .chromium: json["allowed_origins"]
            case .firefox: json["allowed_extensions"]
            }
        let own =
            switch family {
            case .chromium: "chrome-extension://\(Self.chromiumID)/"
            case .firefox: Self.firefoxID
            }
        let names = callers?.array?.compactMap(\.text) ?? []
        let allowed = Installation.current.map { AllowedExtensions(of: $0.prefix).names(for: family) } ?? []
        guard names.contains(own) else { throw Fault(key: .foundManifestClosed) }
        guard names.allSatisfy({ $0 == own || allowed.contains($0) }) else { throw Fault(key: .foundManifestOpen) }
        guard let host = json["path"]?.text, host.hasPrefix("/"), FileSystem.isExecutable(host) else {
            throw Fault(key: .foundManifestEmpty)
        }
        self.host = host
    }

    /// Returns the text of this installation's manifest.
    ///
    /// - Parameters:
    ///   - host: The absolute path of the host.
    ///   - others: The callers in the list besides the wallet's own extension.
    static func text(for family: Browser.Family, host: String, others: [String]) -> String {
        let template =
            switch family {
            case .chromium: Template.chromium
            case .firefox: Template.firefox
            }
        // The list's end, before a path comes in that could hold one.
        return template.replacing("]", with: others.map { ", \(quoted($0))" }.joined() + "]")
            .replacing("@CHROMIUM_ID@", with: chromiumID).replacing("\"@HOST@\"", with: quoted(host))
    }

    private static func quoted(_ text: String) -> String {
        String(decoding: JSON.string(JSONString(text)).serialized(), as: UTF8.self)
    }
}

/// The other extensions that browsers let start the host: one id a line, in a file of the installation.
///
/// The user decides what such an extension may ask of the wallet. This list only opens the browsers' door.
struct AllowedExtensions {
    /// The ids in the form of ``id(of:)``, sorted.
    private(set) var ids: [String]

    /// - Parameter prefix: The installation's folder.
    init(of prefix: String) {
        let text = FileSystem.contents(Self.path(of: prefix)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        ids = Set(text.split(separator: "\n").map(String.init)).filter { Self.id(of: $0) == $0 }.sorted()
    }

    static func path(of prefix: String) -> String { "\(prefix)/lib/sidekey/allowed-extensions" }

    mutating func allow(_ more: [String], forbid: [String]) {
        ids = Set(ids).union(more).subtracting(forbid).sorted()
    }

    var text: String { ids.map { "\($0)\n" }.joined() }

    /// Returns the names of a family's extensions, as its manifests write them.
    func names(for family: Browser.Family) -> [String] {
        switch family {
        case .chromium: ids.filter(Self.isChromium).map { "chrome-extension://\($0)/" }
        case .firefox: ids.filter(Self.isFirefox)
        }
    }

    /// Returns an id as browsers write it, also from the form of an origin; nil if no extension can have it. It goes into JSON unchanged.
    static func id(of text: String) -> String? {
        var id = text
        let scheme = "chrome-extension://"
        if id.hasPrefix(scheme) {
            id = String(id.dropFirst(scheme.count))
            if id.hasSuffix("/") { id.removeLast() }
        }
        return isChromium(id) || isFirefox(id) ? id : nil
    }

    /// Returns true for 32 letters from `a` to `p`.
    private static func isChromium(_ id: String) -> Bool {
        id.utf8.count == 32 && id.utf8.allSatisfy { (0x61...0x70).contains($0) }
    }

    /// Returns true for at most 80 characters in one of the two forms that Firefox knows: `name@place`, or a UUID in braces.
    private static func isFirefox(_ id: String) -> Bool {
        guard id.utf8.count <= 80 else { return false }
        if id.hasPrefix("{"), id.hasSuffix("}") {
            let parts = id.dropFirst().dropLast().split(separator: "-", omittingEmptySubsequences: false)
            return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy(\.isHexDigit)
                && id.utf8.count == 38
        }
        let parts = id.split(separator: "@", omittingEmptySubsequences: false)
        let isPlain = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "@"):
                true
            default: false
            }
        }
        return isPlain && parts.count == 2 && !parts[1].isEmpty
    }
}
