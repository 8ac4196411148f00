import Wording

/// Whether the desktop hands the wallet's links to this installation.
///
/// It looks where `xdg-mime` does: the user's choice in `mimeapps.list`, else the first `.desktop` file of the name that the installer writes
/// (Desktop Entry and MIME Applications specifications).
enum SchemeCheck {
    static let desktopFile = "app.sidekey.desktop"
    private static let type = "x-scheme-handler/sidekey"

    static func run() -> [Diagnosis] {
        let chosen = chosen() ?? desktopFile
        guard let file = entry(chosen), let command = command(in: file) else {
            return [.warning("scheme", .foundNoScheme)]
        }
        let own = FileSystem.resolved("/proc/self/exe")
        guard FileSystem.resolved(command) == own else {
            return [.warning("scheme", .foundOtherScheme, ["path": command])]
        }
        return [.ok("scheme", .foundScheme)]
    }

    /// The program that the user has settled on, where there is one.
    private static func chosen() -> String? {
        let config = FileSystem.variable("XDG_CONFIG_HOME") ?? Browser.path(".config")
        for folder in [config] + applications() {
            guard let bytes = FileSystem.contents("\(folder)/mimeapps.list") else { continue }
            var isDefaults = false
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                if line.hasPrefix("[") { isDefaults = line == "[Default Applications]" }
                guard isDefaults, line.hasPrefix("\(type)=") else { continue }
                if let first = line.dropFirst(type.utf8.count + 1).split(separator: ";").first { return String(first) }
            }
        }
        return nil
    }

    private static func entry(_ name: String) -> [UInt8]? {
        guard !name.contains("/") else { return nil }
        return applications().lazy.compactMap { FileSystem.contents("\($0)/\(name)") }.first
    }

    private static func applications() -> [String] {
        let home = FileSystem.variable("XDG_DATA_HOME") ?? Browser.path(".local/share")
        let others = FileSystem.variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        return ([home] + others.split(separator: ":").map(String.init)).map { "\($0)/applications" }
    }

    /// The program of an entry that takes the wallet's links, without quotes.
    private static func command(in file: [UInt8]) -> String? {
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
        guard lines.contains(where: { $0.hasPrefix("MimeType=") && $0.contains(type) }),
            let line = lines.first(where: { $0.hasPrefix("Exec=") })?.dropFirst(5)
        else { return nil }
        if line.hasPrefix("\"") { return line.dropFirst().split(separator: "\"").first.map(String.init) }
        return line.split(separator: " ").first.map(String.init)
    }
}
