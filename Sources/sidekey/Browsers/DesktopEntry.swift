import BrowserManifests

/// The entry by which a desktop hands the links of apps to this program, and the list of the user's choices (Desktop
/// Entry and MIME Applications specifications).
enum DesktopEntry {
    static let name = "app.sidekey.desktop"
    static let type = "x-scheme-handler/sidekey"

    /// Returns the text of an installation's entry.
    static func text(of installation: Installation) -> String {
        Template.desktopEntry.replacing("@SIDEKEY@", with: command(installation.program))
    }

    /// Returns the program as an `Exec` line names it. It is unquoted if possible, since xdg-open doesn't read quotes.
    static func command(_ program: String) -> String {
        let isPlain = program.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "+"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard !isPlain else { return program }
        return "\""
            + program.replacing("%", with: "%%").replacing("$", with: "\\\\$").replacing("`", with: "\\\\`") + "\""
    }

    /// The folder of the user's own entries.
    static var userFolder: String { userData + "/applications" }

    /// The folders that the desktop searches for entries, the user's first.
    static var folders: [String] { dataFolders.map { "\($0)/applications" } }

    /// The folders of the desktop's data, the user's first (XDG Base Directory Specification).
    static var dataFolders: [String] {
        let others = FileSystem.variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        return [userData] + others.split(separator: ":").map(String.init)
    }

    private static var userData: String { FileSystem.variable("XDG_DATA_HOME") ?? Browser.path(".local/share") }

    /// The list of the user's own choices.
    static var choices: String {
        (FileSystem.variable("XDG_CONFIG_HOME") ?? Browser.path(".config")) + "/mimeapps.list"
    }

    /// The entry that the user has chosen for the links, if there is one.
    static var chosen: String? {
        for list in [choices] + folders.map({ "\($0)/mimeapps.list" }) {
            guard let bytes = FileSystem.contents(list) else { continue }
            var isDefaults = false
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                if line.hasPrefix("[") { isDefaults = line == "[Default Applications]" }
                guard isDefaults, line.hasPrefix("\(type)=") else { continue }
                if let first = line.dropFirst(type.utf8.count + 1).split(separator: ";").first { return String(first) }
            }
        }
        return nil
    }

    /// Returns the program of an entry that takes the wallet's links, without quotes; nil for any other entry.
    static func program(in file: [UInt8]) -> String? {
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
        guard lines.contains(where: { $0.hasPrefix("MimeType=") && $0.contains(type) }),
            let line = lines.first(where: { $0.hasPrefix("Exec=") })?.dropFirst(5)
        else { return nil }
        if line.hasPrefix("\"") { return line.dropFirst().split(separator: "\"").first.map(String.init) }
        return line.split(separator: " ").first.map(String.init)
    }
}
