#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A browser that Sidekey can be registered with: how to see that it is there, and where its native manifests stand.
///
/// The table is that of `manifests/browsers.tsv`, which the installer reads; a test holds the two together.
struct Browser {
    enum Family { case chromium, firefox }

    let id: String
    let name: String
    let family: Family
    /// Folders that show it has been used, below HOME or XDG_CONFIG_HOME.
    let folders: [String]
    let programs: [String]
    /// The folder of a user's native manifests.
    let userManifests: String
    let systemManifests: String?
    let flatpak: String?

    static let all = [
        Browser(
            id: "firefox", name: "Firefox", family: .firefox, folders: [".mozilla", ".config/mozilla"],
            programs: ["firefox-esr", "firefox"], userManifests: ".mozilla/native-messaging-hosts",
            systemManifests: "/usr/lib/mozilla/native-messaging-hosts", flatpak: "org.mozilla.firefox"),
        Browser(
            id: "librewolf", name: "LibreWolf", family: .firefox, folders: [".librewolf"], programs: ["librewolf"],
            userManifests: ".librewolf/native-messaging-hosts",
            systemManifests: "/usr/lib/librewolf/native-messaging-hosts", flatpak: "io.gitlab.librewolf-community"),
        chromium(
            "chromium", "Chromium", "chromium", ["chromium", "chromium-browser"], "/etc/chromium",
            "org.chromium.Chromium"),
        chromium(
            "chrome", "Google Chrome", "google-chrome", ["google-chrome", "google-chrome-stable"], "/etc/opt/chrome",
            "com.google.Chrome"),
        chromium(
            "chrome-beta", "Google Chrome Beta", "google-chrome-beta", ["google-chrome-beta"], "/etc/opt/chrome", nil),
        chromium(
            "chrome-unstable", "Google Chrome Unstable", "google-chrome-unstable", ["google-chrome-unstable"],
            "/etc/opt/chrome", "com.google.ChromeDev"),
        chromium(
            "brave", "Brave", "BraveSoftware/Brave-Browser", ["brave-browser", "brave"], "/etc/opt/chrome",
            "com.brave.Browser"),
        chromium(
            "edge", "Microsoft Edge", "microsoft-edge", ["microsoft-edge", "microsoft-edge-stable"], "/etc/opt/edge",
            "com.microsoft.Edge"),
        chromium("vivaldi", "Vivaldi", "vivaldi", ["vivaldi", "vivaldi-stable"], nil, "com.vivaldi.Vivaldi"),
        Browser(
            id: "opera", name: "Opera (not tested)", family: .chromium, folders: [".config/opera"],
            programs: ["opera"], userManifests: ".config/google-chrome/NativeMessagingHosts", systemManifests: nil,
            flatpak: "com.opera.Opera"),
    ]

    private static func chromium(
        _ id: String, _ name: String, _ folder: String, _ programs: [String], _ system: String?, _ flatpak: String?
    ) -> Browser {
        Browser(
            id: id, name: name, family: .chromium, folders: [".config/\(folder)"], programs: programs,
            userManifests: ".config/\(folder)/NativeMessagingHosts",
            systemManifests: system.map { "\($0)/native-messaging-hosts" }, flatpak: flatpak)
    }
}

extension Browser {
    /// How a browser is installed.
    enum Packaging { case native, snap, flatpak }

    /// What of this browser is there.
    var packagings: [Packaging] {
        var found: [Packaging] = []
        let present = programs.compactMap(FileSystem.program)
        let snaps = present.filter(Self.isSnap)
        if snaps.count < present.count || (snaps.isEmpty && folders.contains { FileSystem.isFolder(Self.path($0)) }) {
            found.append(.native)
        }
        if !snaps.isEmpty { found.append(.snap) }
        if let flatpak {
            let roots = [Self.path(".local/share/flatpak/app"), "/var/lib/flatpak/app"]
            if roots.contains(where: { FileSystem.isFolder("\($0)/\(flatpak)") }) { found.append(.flatpak) }
        }
        return found
    }

    /// The absolute path of a table entry.
    static func path(_ entry: String) -> String {
        let home = FileSystem.variable("HOME") ?? "/"
        let config = ".config/"
        if entry.hasPrefix("/") { return entry }
        if entry.hasPrefix(config), let root = FileSystem.variable("XDG_CONFIG_HOME") {
            return "\(root)/\(entry.dropFirst(config.count))"
        }
        return "\(home)/\(entry)"
    }

    /// A Snap is a link into /snap, or the script that Ubuntu puts in its place.
    private static func isSnap(_ program: String) -> Bool {
        let real = FileSystem.resolved(program) ?? program
        if program.contains("/snap/") || real.contains("/snap/") { return true }
        return FileSystem.file(real, contains: "/snap/bin/", limit: 4096)
    }
}
