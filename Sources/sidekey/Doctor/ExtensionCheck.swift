import Wording

/// Whether a browser has the extension, and whether it will have it after a restart.
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

    /// Whether a profile's own list names the extension; a temporary add-on stands in none.
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
