import Wording

/// A check that each installed browser can start the host.
enum BrowserCheck {
    static func run() -> [Diagnosis] {
        var found: [Diagnosis] = []
        var native = 0
        var registered = 0
        for browser in Browser.all {
            for packaging in browser.packagings {
                guard packaging == .native else {
                    found.append(sandboxed(SandboxedBrowser(browser: browser, packaging: packaging)))
                    continue
                }
                native += 1
                let id = "browser-\(browser.id)"
                let manifest = registration(
                    of: browser, as: id, whole: .ok(id, .foundHost, ["browser": browser.name]))
                if manifest.status != .warning { registered += 1 }
                found.append(manifest)
                if manifest.status == .ok { found.append(ExtensionCheck.run(for: browser)) }
            }
        }
        if native == 0 {
            found.append(.warning("browsers", .foundNoBrowser))
        } else if registered == 0 {
            found.append(.failure("browsers", .foundNoHost))
        }
        return found
    }

    /// - Parameter whole: The finding where nothing is amiss.
    private static func registration(of browser: Browser, as id: String, whole: Diagnosis) -> Diagnosis {
        let folders = [Browser.path(browser.userManifests)] + (browser.systemManifests.map { [$0] } ?? [])
        guard let path = folders.map({ "\($0)/\(NativeManifest.name).json" }).first(where: FileSystem.isFile) else {
            return .warning(id, .foundUnregistered, ["browser": browser.name])
        }
        do throws(NativeManifest.Fault) {
            let manifest = try NativeManifest(at: path, for: browser.family)
            let own = Installation.current.flatMap { FileSystem.resolved($0.host) }
            guard FileSystem.resolved(manifest.host) == own else {
                return .warning(id, .foundOtherHost, ["browser": browser.name, "path": manifest.host])
            }
            return whole
        } catch {
            return .failure(id, error.key, ["browser": browser.name, "path": path, "name": NativeManifest.name])
        }
    }

    /// Returns the finding about a browser from a Snap or a Flatpak.
    private static func sandboxed(_ sandboxed: SandboxedBrowser) -> Diagnosis {
        let finding = sandboxed.finding
        guard finding.status == .ok else { return finding }
        return registration(of: sandboxed.browser, as: finding.id, whole: finding)
    }
}

/// A check that a browser has the extension, or will have it after a restart.
enum ExtensionCheck {
    static func run(for browser: Browser) -> Diagnosis {
        let id = "extension-\(browser.id)"
        let system =
            switch browser.id {
            case "chromium": SystemExtension.chromium
            case "firefox": SystemExtension.firefox
            default: ""
            }
        if FileSystem.isFile("\(system)/manifest.json") {
            return .ok(id, .foundExtensionForAll, ["browser": browser.name])
        }
        if isInProfile(browser) { return .ok(id, .foundExtension, ["browser": browser.name]) }
        return .warning(id, .foundNoExtension, ["browser": browser.name])
    }

    /// Returns true if a profile's own list names the extension. A temporary add-on is in no list.
    private static func isInProfile(_ browser: Browser) -> Bool {
        let (lists, id) =
            switch browser.family {
            case .chromium: (["Preferences", "Secure Preferences"], NativeManifest.chromiumID)
            case .firefox: (["extensions.json"], NativeManifest.firefoxID)
            }
        for root in browser.folders.map(Browser.path) {
            let profiles =
                switch browser.family {
                case .chromium: root
                case .firefox: browser.id == "firefox" ? "\(root)/firefox" : root
                }
            for profile in FileSystem.names(in: profiles) {
                for list in lists {
                    // A browser's preferences seldom have more than a few hundred KiB.
                    let path = "\(profiles)/\(profile)/\(list)"
                    if FileSystem.file(path, contains: "\"\(id)\"", limit: 16 << 20) { return true }
                }
            }
        }
        return false
    }
}

/// A check that the desktop hands the wallet's links to this installation.
///
/// It looks in the same places as `xdg-mime`: the user's choice in `mimeapps.list`, or else the first `.desktop` file
/// of the name that `register` writes.
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
