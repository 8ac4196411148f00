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
            found.append(.warning("browsers", "no browser was found", hint: "run ./install.sh again when there is one"))
        } else if registered == 0 {
            found.append(.failure("browsers", "no browser can start Sidekey's host", hint: "run ./install.sh"))
        }
        return found
    }

    private static func registration(of browser: Browser) -> Diagnosis {
        let id = "browser-\(browser.id)"
        let folders = [Browser.path(browser.userManifests)] + (browser.systemManifests.map { [$0] } ?? [])
        guard let path = folders.map({ "\($0)/\(NativeManifest.name).json" }).first(where: FileSystem.isFile) else {
            return .warning(id, "\(browser.name) doesn't know Sidekey's host", hint: "run ./install.sh")
        }
        do throws(NativeManifest.Fault) {
            let manifest = try NativeManifest(at: path, for: browser.family)
            let own = ProgramCheck.folder.flatMap { FileSystem.resolved("\($0)/sidekey-host") }
            guard FileSystem.resolved(manifest.host) == own else {
                return .warning(
                    id, "\(browser.name) starts the host of another installation: \(manifest.host)",
                    hint: "run ./install.sh where you want it from")
            }
            return .ok(id, "\(browser.name) can start the host")
        } catch {
            return .failure(id, "\(browser.name): \(path) \(error.text)", hint: "run ./install.sh again")
        }
    }

    private static func sandboxed(_ browser: Browser, _ packaging: Browser.Packaging) -> Diagnosis {
        let kind = packaging == .snap ? "Snap" : "Flatpak"
        return .warning(
            "\(kind.lowercased())-\(browser.id)",
            "\(browser.name) is there as a \(kind), which can't start programs of the system: Sidekey won't work in it",
            hint: "use \(browser.name) from the distribution's packages or from its maker")
    }
}
