import Wording

/// Whether each browser that is there can start the host.
enum BrowserCheck {
    static func run() -> [Diagnosis] {
        var found: [Diagnosis] = []
        var native = 0
        var registered = 0
        for browser in Browser.all {
            for packaging in browser.packagings {
                guard packaging == .native else {
                    found.append(sandboxed(browser, packaging))
                    continue
                }
                native += 1
                let manifest = registration(of: browser)
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

    private static func registration(of browser: Browser) -> Diagnosis {
        let id = "browser-\(browser.id)"
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
            return .ok(id, .foundHost, ["browser": browser.name])
        } catch {
            return .failure(id, error.key, ["browser": browser.name, "path": path, "name": NativeManifest.name])
        }
    }

    private static func sandboxed(_ browser: Browser, _ packaging: Browser.Packaging) -> Diagnosis {
        let kind = packaging == .snap ? "Snap" : "Flatpak"
        return .warning(
            "\(kind.lowercased())-\(browser.id)", .foundSandboxed,
            ["browser": browser.name, "kind": kind, "source": browser.source])
    }
}
