import Wording

/// A browser from a Snap or a Flatpak, which starts no program of the system by itself, and the way by which it still can.
///
/// Sources: `org.freedesktop.portal.WebExtensions` as Ubuntu's xdg-desktop-portal has it, for Firefox's Snap;
/// flatpak/xdg-native-messaging-proxy, for a Flatpak of Firefox 157 or later. No browser of the Chromium family knows either.
struct SandboxedBrowser {
    let browser: Browser
    let packaging: Browser.Packaging

    /// The way to the host, or what it lacks.
    enum Way { case portal, proxy, needsPortal, needsProxy, needsPermission, none }

    /// The product's name of the sandbox.
    var kind: String { packaging == .snap ? "Snap" : "Flatpak" }

    var way: Way {
        switch (browser.family, packaging) {
        case (.firefox, .snap) where browser.id == "firefox": Self.portalStartsHosts ? .portal : .needsPortal
        case (.firefox, .flatpak):
            if Self.service(Self.proxy) == nil { .needsProxy } else { mayUseProxy ? .proxy : .needsPermission }
        default: .none
        }
    }

    /// True if a manifest in the browser's usual folder is of use: the portal and the proxy look there.
    var readsManifests: Bool { [.portal, .proxy, .needsPermission].contains(way) }

    /// The finding about the way, which `doctor` and `register` say alike; whether a manifest is there isn't looked at.
    var finding: Diagnosis {
        let id = "\(kind.lowercased())-\(browser.id)"
        let values: KeyValuePairs = [
            "browser": browser.name, "kind": kind, "source": browser.source, "app": browser.flatpak ?? "",
        ]
        return switch way {
        case .portal: .ok(id, .foundPortal, values)
        case .proxy: .ok(id, .foundProxy, values)
        case .needsPortal: .warning(id, .foundNoPortal, values)
        case .needsProxy: .warning(id, .foundNoProxy, values)
        case .needsPermission: .warning(id, .foundNoPermission, values)
        case .none: .warning(id, .foundSandboxed, values)
        }
    }

    private static let proxy = "org.freedesktop.NativeMessagingProxy"

    /// A portal without the patch has everything else of the name; its program says which it is.
    private static var portalStartsHosts: Bool {
        guard let service = service("org.freedesktop.portal.Desktop") else { return false }
        let lines = String(decoding: service, as: UTF8.self).split(separator: "\n")
        guard let program = lines.first(where: { $0.hasPrefix("Exec=") })?.dropFirst(5).split(separator: " ").first
        else { return false }
        return FileSystem.file(String(program), contains: "org.freedesktop.portal.WebExtensions", limit: 16 << 20)
    }

    /// Returns the file by which the session bus starts a service (D-Bus specification, "Message Bus Starting Services").
    private static func service(_ name: String) -> [UInt8]? {
        DesktopEntry.dataFolders.lazy.compactMap { FileSystem.contents("\($0)/dbus-1/services/\(name).service") }.first
    }

    /// True if an override of the user's or of all users, or the application itself, lets it talk to the proxy.
    private var mayUseProxy: Bool {
        guard let app = browser.flatpak else { return false }
        return [Browser.path(".local/share/flatpak"), "/var/lib/flatpak"].contains { root in
            ["overrides/\(app)", "overrides/global", "app/\(app)/current/active/metadata"].contains { path in
                Self.policy(in: FileSystem.contents("\(root)/\(path)") ?? [])
            }
        }
    }

    /// - Parameter file: a key file, as of flatpak-metadata(5).
    private static func policy(in file: [UInt8]) -> Bool {
        var isPolicy = false
        for line in String(decoding: file, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("[") { isPolicy = line == "[Session Bus Policy]" }
            if isPolicy, line == "\(proxy)=talk" || line == "\(proxy)=own" { return true }
        }
        return false
    }
}
