#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A browser that Sidekey can be registered with: how to detect it, and the folders of its native manifests.
///
/// Folders without a leading `/` are below HOME. Those that begin with `.config/` are below XDG_CONFIG_HOME if that is set.
/// Firefox has kept its profiles in `~/.config/mozilla` since it follows XDG, and goes on reading native manifests from `~/.mozilla`.
/// Opera reads Chrome's folder, according to other projects.
struct Browser {
    enum Family { case chromium, firefox }

    let id: String
    let name: String
    let family: Family
    /// Folders that show that the browser has been used, below HOME or XDG_CONFIG_HOME.
    let folders: [String]
    let programs: [String]
    /// The folder of a user's native manifests.
    let userManifests: String
    let systemManifests: String?
    let flatpak: String?
    /// The place where the system's own package of it is available.
    let source: String

    static let all = [
        Browser(
            id: "firefox", name: "Firefox", family: .firefox, folders: [".mozilla", ".config/mozilla"],
            programs: ["firefox-esr", "firefox"], userManifests: ".mozilla/native-messaging-hosts",
            systemManifests: "/usr/lib/mozilla/native-messaging-hosts", flatpak: "org.mozilla.firefox",
            source: "https://support.mozilla.org/kb/install-firefox-linux"),
        Browser(
            id: "librewolf", name: "LibreWolf", family: .firefox, folders: [".librewolf"], programs: ["librewolf"],
            userManifests: ".librewolf/native-messaging-hosts",
            systemManifests: "/usr/lib/librewolf/native-messaging-hosts", flatpak: "io.gitlab.librewolf-community",
            source: "https://librewolf.net/installation"),
        chromium(
            "chromium", "Chromium", "chromium", ["chromium", "chromium-browser"], "/etc/chromium",
            "org.chromium.Chromium", "https://packages.debian.org/chromium"),
        chromium(
            "chrome", "Google Chrome", "google-chrome", ["google-chrome", "google-chrome-stable"], "/etc/opt/chrome",
            "com.google.Chrome", "https://www.google.com/chrome"),
        chromium(
            "chrome-beta", "Google Chrome Beta", "google-chrome-beta", ["google-chrome-beta"], "/etc/opt/chrome", nil,
            "https://www.google.com/chrome/beta"),
        chromium(
            "chrome-unstable", "Google Chrome Unstable", "google-chrome-unstable", ["google-chrome-unstable"],
            "/etc/opt/chrome", "com.google.ChromeDev", "https://www.google.com/chrome/dev"),
        chromium(
            "brave", "Brave", "BraveSoftware/Brave-Browser", ["brave-browser", "brave"], "/etc/opt/chrome",
            "com.brave.Browser", "https://brave.com/linux"),
        chromium(
            "edge", "Microsoft Edge", "microsoft-edge", ["microsoft-edge", "microsoft-edge-stable"], "/etc/opt/edge",
            "com.microsoft.Edge", "https://www.microsoft.com/edge"),
        chromium(
            "vivaldi", "Vivaldi", "vivaldi", ["vivaldi", "vivaldi-stable"], nil, "com.vivaldi.Vivaldi",
            "https://vivaldi.com/download"),
        Browser(
            id: "opera", name: "Opera (not tested)", family: .chromium, folders: [".config/opera"],
            programs: ["opera"], userManifests: ".config/google-chrome/NativeMessagingHosts", systemManifests: nil,
            flatpak: "com.opera.Opera", source: "https://www.opera.com/download"),
    ]

    private static func chromium(
        _ id: String, _ name: String, _ folder: String, _ programs: [String], _ system: String?, _ flatpak: String?,
        _ source: String
    ) -> Browser {
        Browser(
            id: id, name: name, family: .chromium, folders: [".config/\(folder)"], programs: programs,
            userManifests: ".config/\(folder)/NativeMessagingHosts",
            systemManifests: system.map { "\($0)/native-messaging-hosts" }, flatpak: flatpak, source: source)
    }
}

extension Browser {
    /// The way in which a browser is installed.
    enum Packaging { case native, snap, flatpak }

    /// The packagings of this browser that are installed, found by following each of its programs to its real file.
    var packagings: [Packaging] {
        var found = Set(programs.compactMap(FileSystem.program).map { Self.packaging(of: $0) })
        if found.isEmpty, folders.contains(where: { FileSystem.isFolder(Self.path($0)) }) {
            // Used before, from a folder that isn't in the PATH; a Snap keeps its profile elsewhere.
            if !isSnapThere { found.insert(.native) }
        }
        if isSnapThere { found.insert(.snap) }
        if isFlatpakThere { found.insert(.flatpak) }
        return [.native, .snap, .flatpak].filter(found.contains)
    }

    /// True if the Snap is installed, even if /snap/bin isn't in the PATH, as in a terminal of another desktop.
    private var isSnapThere: Bool { programs.contains { FileSystem.isExecutable("/snap/bin/\($0)") } }

    private var isFlatpakThere: Bool {
        guard let flatpak else { return false }
        return [Self.path(".local/share/flatpak"), "/var/lib/flatpak"].contains { root in
            FileSystem.isFolder("\(root)/app/\(flatpak)") || FileSystem.isExecutable("\(root)/exports/bin/\(flatpak)")
        }
    }

    /// Returns the absolute path of a table entry.
    static func path(_ entry: String) -> String {
        let home = FileSystem.variable("HOME") ?? "/"
        let config = ".config/"
        if entry.hasPrefix("/") { return entry }
        if entry.hasPrefix(config), let root = FileSystem.variable("XDG_CONFIG_HOME") {
            return "\(root)/\(entry.dropFirst(config.count))"
        }
        return "\(home)/\(entry)"
    }

    /// Returns the packaging of a program. A Snap is a link into /snap, or the script that Ubuntu puts in its place; a
    /// Flatpak is a script that runs flatpak.
    private static func packaging(of program: String) -> Packaging {
        let real = FileSystem.resolved(program) ?? program
        if program.contains("/snap/") || real.contains("/snap/") { return .snap }
        if real.contains("/flatpak/") { return .flatpak }
        if FileSystem.file(real, contains: "/snap/bin/", limit: 4096) { return .snap }
        return FileSystem.file(real, contains: "flatpak run ", limit: 4096) ? .flatpak : .native
    }
}
