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
        let allowed = Self.allowedExtensions(of: family)
        guard names.contains(own) else { throw Fault(key: .foundManifestClosed) }
        guard names.allSatisfy({ $0 == own || allowed.contains($0) }) else { throw Fault(key: .foundManifestOpen) }
        guard let host = json["path"]?.text, host.hasPrefix("/"), FileSystem.isExecutable(host) else {
            throw Fault(key: .foundManifestEmpty)
        }
        self.host = host
    }

    /// The other extensions that `install.sh --allow-extension` let in, one a line, in the form of the family's manifests.
    private static func allowedExtensions(of family: Browser.Family) -> Set<String> {
        guard let folder = ProgramCheck.folder,
            let bytes = FileSystem.contents("\(folder)/../lib/sidekey/allowed-extensions")
        else { return [] }
        let ids = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return switch family {
        case .chromium: Set(ids.map { "chrome-extension://\($0)/" })
        case .firefox: Set(ids)
        }
    }
}
