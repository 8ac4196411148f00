import Glibc
import JSONRPC
import Salt

/// The search for the files of the extension that has the browser start a host.
///
/// | browser | where its own files and its command line name them |
/// |---|---|
/// | Chromium | the folders of `--load-extension` with the extension's id; `extensions.settings.ID` in `Preferences` and `Secure Preferences` of each profile; every version in `Extensions/ID` |
/// | Firefox | `extensions.json` of the profile whose `.parentlock` it holds open: an archive, or a folder such as the system's |
///
/// All copies that are found count, since the host isn't told which profile asks. It reads only, and starts no program.
public struct ExtensionSearch: Sendable {
    /// The caller as the host names it: `chrome-extension://ID/`, or a Firefox add-on's id.
    public let caller: String
    private static let mostSettings = 32 << 20

    public init(caller: String) { self.caller = caller }

    /// Looks at the browser of a host. It blocks for as long as the disk takes, two seconds for each copy at most.
    ///
    /// - Parameters:
    ///   - host: The process at the other end of the socket.
    ///   - earlier: What the last look found; copies that nothing was written to since aren't read again.
    public func look(behind host: Int32, earlier: ExtensionFinding? = nil) -> ExtensionFinding {
        guard
            let browser = BrowserProcess(
                startedBy: host, isBrowser: { chromiumID == nil ? Self.isFirefox($0) : Self.isChromium($0) })
        else { return ExtensionFinding(browser: nil, copies: []) }
        let places = chromiumID.map { chromium($0, in: browser) } ?? firefox(in: browser)
        let copies = places.map { place in
            ExtensionCopy(
                at: place.path, shape: place.shape, earlier: earlier?.copies.first { $0.path == place.path })
        }
        return ExtensionFinding(browser: browser.program, copies: copies)
    }

    /// The path of a folder without links in it; nil if the text isn't the absolute path of one.
    public static func folder(at path: String) -> String? {
        guard let path = resolved(path), isFolder(path) else { return nil }
        return path
    }

    private struct Place: Hashable {
        let path: String
        let shape: KnownExtension.Shape
    }

    private var chromiumID: String? {
        let scheme = "chrome-extension://"
        guard caller.hasPrefix(scheme) else { return nil }
        return String(caller.dropFirst(scheme.count).prefix { $0 != "/" })
    }

    // MARK: Chromium

    /// The programs of Chromium's kin, and the folder of their profiles below the configuration folder.
    private static let folders = [
        "chromium": "chromium", "chromium-browser": "chromium", "chrome": "google-chrome",
        "brave": "BraveSoftware/Brave-Browser", "msedge": "microsoft-edge", "vivaldi-bin": "vivaldi", "opera": "opera",
    ]

    private static func isChromium(_ process: BrowserProcess) -> Bool {
        folders[process.program] != nil || !process.values(of: "user-data-dir").isEmpty
    }

    private func chromium(_ id: String, in browser: BrowserProcess) -> [Place] {
        var places: [Place] = []
        let loaded = browser.values(of: "load-extension").flatMap { $0.split(separator: ",").map(String.init) }
        for folder in loaded {
            guard let path = Self.resolved(folder), Self.id(of: path) == id else { continue }
            places.append(Place(path: path, shape: .unpacked))
        }
        for profile in Self.profiles(of: browser) {
            for file in ["Preferences", "Secure Preferences"] {
                guard let entry = Self.json(at: "\(profile)/\(file)")?["extensions"]?["settings"]?[id] else { continue }
                // 8: by the command line, now or earlier; what it names now stands above.
                guard entry["location"]?.int != 8, let path = entry["path"]?.text, path.hasPrefix("/") else { continue }
                places.append(Place(path: Self.resolved(path) ?? path, shape: .unpacked))
            }
            // An update lies here before it runs, and before the settings name it: all versions count.
            for version in Self.names(in: "\(profile)/Extensions/\(id)") {
                let path = "\(profile)/Extensions/\(id)/\(version)"
                places.append(Place(path: Self.resolved(path) ?? path, shape: .chromium))
            }
        }
        return places.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private static func profiles(of browser: BrowserProcess) -> [String] {
        var folders = browser.values(of: "user-data-dir")
        if folders.isEmpty, let name = Self.folders[browser.program] {
            let home = browser.variable("HOME") ?? ""
            folders = [(browser.variable("XDG_CONFIG_HOME") ?? "\(home)/.config") + "/" + name]
        }
        return folders.flatMap { folder in
            names(in: folder).map { "\(folder)/\($0)" }.filter { access("\($0)/Preferences", F_OK) == 0 }
        }
    }

    /// The id that Chromium gives a folder: half the hash of its manifest's key, or of its path where there is none, in letters from a to p.
    private static func id(of folder: String) -> String? {
        let key = json(at: "\(folder)/manifest.json")?["key"]?.text
        guard let bytes = key.map({ try? Base64.decode($0) }) ?? Array(folder.utf8) else { return nil }
        return String(
            decoding: Hexadecimal.encode(SaltHash.sha256(bytes)).utf8.prefix(32).map { digit in
                digit < 0x3A ? digit - 0x30 + 0x61 : digit - 0x61 + 0x6B
            }, as: UTF8.self)
    }

    // MARK: Firefox

    private static let firefoxes: Set<String> = ["firefox", "firefox-esr", "firefox-bin", "librewolf", "librewolf-bin"]

    private static func isFirefox(_ process: BrowserProcess) -> Bool { firefoxes.contains(process.program) }

    private func firefox(in browser: BrowserProcess) -> [Place] {
        let lock = "/.parentlock"
        let profiles = Set(browser.openFiles.filter { $0.hasSuffix(lock) }.map { String($0.dropLast(lock.count)) })
        return profiles.sorted().flatMap { profile -> [Place] in
            let addOns = Self.json(at: "\(profile)/extensions.json")?["addons"]?.array ?? []
            // One that another copy hides isn't loaded: a temporary add-on, which stands nowhere, hides it too.
            return addOns.filter { $0["id"]?.text == caller && $0["visible"]?.bool != false }.compactMap { addOn in
                guard let path = addOn["path"]?.text.flatMap(Self.resolved) else { return nil }
                return Place(path: path, shape: Self.isFolder(path) ? .unpacked : .firefox)
            }
        }
    }

    // MARK: Files

    private static func json(at path: String) -> JSON? {
        guard let file = try? ExtensionFiles.contents(at: path, most: mostSettings) else { return nil }
        return try? JSON(parsing: JSONSource(file.bytes), maximumDepth: 128)
    }

    private static func resolved(_ path: String) -> String? {
        guard path.hasPrefix("/"), let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(validatingCString: real)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in a folder without hidden ones; at most 256.
    private static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder), names.count < 256 {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            if let name, !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
