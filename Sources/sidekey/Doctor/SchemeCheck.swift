import Wording

/// Whether the desktop hands the wallet's links to this installation.
///
/// It looks where `xdg-mime` does: the user's choice in `mimeapps.list`, else the first `.desktop` file of the name that `register` writes.
enum SchemeCheck {
    static func run() -> [Diagnosis] {
        let chosen = DesktopEntry.chosen ?? DesktopEntry.name
        guard let file = entry(chosen), let command = DesktopEntry.program(in: file) else {
            return [.warning("scheme", .foundNoScheme)]
        }
        let own = FileSystem.resolved("/proc/self/exe")
        guard FileSystem.resolved(command) == own else {
            return [.warning("scheme", .foundOtherScheme, ["path": command])]
        }
        return [.ok("scheme", .foundScheme)]
    }

    private static func entry(_ name: String) -> [UInt8]? {
        guard !name.contains("/") else { return nil }
        return DesktopEntry.folders.lazy.compactMap { FileSystem.contents("\($0)/\(name)") }.first
    }
}
