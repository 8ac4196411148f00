import BrowserManifests
import JSONRPC
import Wording

/// A native-messaging manifest: the file that lets one extension start one program.
struct NativeManifest {
    /// The host's name, as the extension asks for it.
    static let name = "app.sidekey.host"
    static let chromiumID = "paccphjjcpbgedjijpjlbemoongimeok"
    static let firefoxID = "wallet@sidekey.app"

    /// Why a browser will refuse a manifest.
    struct Fault: Error { let key: TextKey }

    /// The program that the manifest names.
    let host: String

    /// Reads a manifest as strictly as the browsers do.
    ///
    /// - Throws: what is wrong with it.
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

    /// What stands in a manifest of this installation's.
    ///
    /// - Parameters:
    ///   - host: The absolute path of the host.
    ///   - others: What the list of callers has besides the wallet's own extension.
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
