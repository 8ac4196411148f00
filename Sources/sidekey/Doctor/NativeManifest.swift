import JSONRPC

/// A native-messaging manifest: the file that lets one extension start one program.
struct NativeManifest {
    /// The host's name, as the extension asks for it.
    static let name = "app.sidekey.host"
    static let chromiumID = "paccphjjcpbgedjijpjlbemoongimeok"
    static let firefoxID = "wallet@sidekey.app"

    /// Why a browser will refuse a manifest.
    struct Fault: Error { let text: String }

    /// The program that the manifest names.
    let host: String

    /// Reads a manifest as strictly as the browsers do.
    ///
    /// - Throws: what is wrong with it.
    init(at path: String, for family: Browser.Family) throws(Fault) {
        guard let bytes = FileSystem.contents(path), let json = try? JSON(parsing: JSONSource(bytes)) else {
            throw Fault(text: "can't be read as JSON")
        }
        guard json["name"]?.text == Self.name, json["type"]?.text == "stdio" else {
            throw Fault(text: "is not for \(Self.name)")
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
        guard names.contains(own) else { throw Fault(text: "doesn't let Sidekey's extension in") }
        guard names.count == 1 else { throw Fault(text: "lets other extensions in too") }
        guard let host = json["path"]?.text, host.hasPrefix("/"), FileSystem.isExecutable(host) else {
            throw Fault(text: "names a program that isn't there")
        }
        self.host = host
    }
}
