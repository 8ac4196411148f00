import JSONRPC
import Wording

/// The registration of an installation: its host with browsers, its links with the desktop, its manual and completions with man and the shells.
///
/// Removal finds files by their place and by the installation that they name, never by a list that could be stale.
struct Registration {
    let installation: Installation
    /// True if it is for every user of this machine, which takes root.
    let isForEveryUser: Bool
    /// True if the extension is installed for every user too.
    let isWithExtension: Bool
    /// True if it only prints what it would do.
    let isDry: Bool

    /// The steps that were done, in words.
    private(set) var lines: [String] = []
    private var written: [String] = []
    private var removed: [String] = []
    private var browsers: [JSON] = []

    init(_ installation: Installation, isForEveryUser: Bool, isWithExtension: Bool, isDry: Bool) {
        self.installation = installation
        self.isForEveryUser = isForEveryUser
        self.isWithExtension = isWithExtension
        self.isDry = isDry
    }

    /// The steps that were done, for scripts.
    var json: JSON {
        [
            "written": .array(written.map { .string(JSONString($0)) }),
            "removed": .array(removed.map { .string(JSONString($0)) }), "browsers": .array(browsers),
        ]
    }

    /// Registers everything that this user may register.
    ///
    /// - Parameters:
    ///   - allow: Ids of other extensions that browsers let start the host from now on.
    ///   - forbid: Ids of extensions that may no longer start it.
    mutating func register(allow: [String], forbid: [String]) throws(CommandError) {
        let extensions = try settle(allow: allow, forbid: forbid)
        if isForEveryUser, isWithExtension { try installExtension() }
        if isForEveryUser, !FileSystem.isOpenToOthers(installation.programs) {
            lines.append(say(.registerUnreachable, ["folder": installation.programs.visible]))
        } else {
            try registerBrowsers(extensions)
        }
        try registerLinks()
        try writeWords()
    }

    /// Removes everything that this installation registered.
    mutating func unregister() throws(CommandError) {
        for browser in Browser.all {
            guard let folder = manifests(of: browser) else { continue }
            let path = "\(folder)/\(NativeManifest.name).json"
            let json = FileSystem.contents(path).flatMap { try? JSON(parsing: JSONSource($0)) }
            if json?["path"]?.text == installation.host { try remove(path) }
            // Made for a browser that was never started, or by the browser, which makes it again.
            if !isDry { FileSystem.removeEmptyFolders(folder, below: FileSystem.parent(of: folder)) }
        }
        try unregisterLinks()
        if isForEveryUser, SystemExtension.isOf(installation) {
            for folder in SystemExtension.all where FileSystem.isFolder(folder) {
                removed.append(folder)
                lines.append(say(isDry ? .registerWouldRemove : .registerRemoved, ["path": folder]))
                if !isDry { try FileSystem.removeFolder(folder) }
            }
            if !isDry { try FileSystem.remove(SystemExtension.mark(of: installation)) }
        }
        for path in Manuals.all.map(\.path) + CompletionScripts.all.map(\.path) {
            let path = "\(installation.prefix)/share/\(path)"
            guard FileSystem.isFile(path), isWritable(path) else { continue }
            try remove(path)
            if !isDry { FileSystem.removeEmptyFolders(FileSystem.parent(of: path), below: installation.prefix) }
        }
    }

    // MARK: Browsers

    private mutating func settle(allow: [String], forbid: [String]) throws(CommandError) -> AllowedExtensions {
        var extensions = AllowedExtensions(of: installation.prefix)
        guard !allow.isEmpty || !forbid.isEmpty else { return extensions }
        extensions.allow(allow, forbid: forbid)
        try write(extensions.text, to: AllowedExtensions.path(of: installation.prefix))
        for id in allow { lines.append(say(.registerAllowed, ["id": id])) }
        for id in forbid { lines.append(say(.registerForbidden, ["id": id])) }
        return extensions
    }

    /// Returns the folder in which a browser looks for the manifests of this user, or of all users; nil if it has none.
    private func manifests(of browser: Browser) -> String? {
        isForEveryUser ? browser.systemManifests : Browser.path(browser.userManifests)
    }

    private mutating func registerBrowsers(_ extensions: AllowedExtensions) throws(CommandError) {
        var absent: [String] = []
        var families: Set<Browser.Family> = []
        for browser in Browser.all {
            let packagings = browser.packagings
            if packagings.isEmpty { absent.append(browser.name) }
            for packaging in packagings {
                let sandboxed = SandboxedBrowser(browser: browser, packaging: packaging)
                let found = packaging == .native ? nil : sandboxed.finding
                if let found, let hint = found.hint { lines += [found.message, "  \(say(.markHint)): \(hint)"] }
                guard packaging == .native || sandboxed.readsManifests else {
                    note(browser, "sandboxed")
                    continue
                }
                guard let folder = manifests(of: browser), !written.contains("\(folder)/\(NativeManifest.name).json")
                else { continue }
                let text = NativeManifest.text(
                    for: browser.family, host: installation.host, others: extensions.names(for: browser.family))
                try write(text, to: "\(folder)/\(NativeManifest.name).json")
                if !isDry { lines.append(say(.registerBrowser, ["browser": browser.name, "folder": folder.visible])) }
                families.insert(browser.family)
                note(browser, "registered")
            }
        }
        for browser in Browser.all where absent.contains(browser.name) { note(browser, "absent") }
        if !absent.isEmpty { lines.append(say(.registerAbsent, ["browsers": absent.joined(separator: ", ")])) }
        guard !isForEveryUser, isDry || FileSystem.isFile("\(installation.extension)/manifest.json") else { return }
        let folder = installation.extension.visible
        if families.contains(.chromium) { lines.append(say(.registerLoadChromium, ["folder": folder])) }
        if families.contains(.firefox) { lines.append(say(.registerLoadFirefox, ["folder": folder])) }
        if families.isEmpty { lines.append(say(.registerNoBrowser)) }
    }

    private mutating func note(_ browser: Browser, _ state: String) {
        browsers.append(["id": .string(JSONString(browser.id)), "state": .string(JSONString(state))])
    }

    private mutating func installExtension() throws(CommandError) {
        for folder in SystemExtension.all {
            written.append(folder)
            guard !isDry else {
                lines.append(say(.registerWouldWrite, ["path": folder]))
                continue
            }
            try FileSystem.copyFolder(installation.extension, to: folder)
            lines.append(say(.registerExtension, ["folder": folder]))
        }
        try write("", to: SystemExtension.mark(of: installation))
    }

    // MARK: Links

    private var applications: String {
        installation.isForEveryUser ? "\(installation.prefix)/share/applications" : DesktopEntry.userFolder
    }

    private mutating func registerLinks() throws(CommandError) {
        let path = "\(applications)/\(DesktopEntry.name)"
        guard isForEveryUser == installation.isForEveryUser || isWritable(path) && !isForEveryUser else { return }
        guard mayWrite(path) else { return }
        try write(DesktopEntry.text(of: installation), to: path)
        guard !isDry else { return }
        lines.append(say(.registerLinks, ["path": path.visible]))
        updateApplications()
        guard !isForEveryUser, let program = FileSystem.program("xdg-mime") else { return }
        // The program that the user chose for these links keeps them.
        let chosen = DesktopEntry.chosen ?? answer(of: program, ["query", "default", DesktopEntry.type])
        guard let chosen else {
            _ = ChildProgram(
                path: program, arguments: ["default", DesktopEntry.name, DesktopEntry.type], isQuiet: true
            )
            .run()
            return
        }
        if chosen != DesktopEntry.name { lines.append(say(.registerLinksKept, ["file": chosen.visible])) }
    }

    private mutating func unregisterLinks() throws(CommandError) {
        let path = "\(applications)/\(DesktopEntry.name)"
        let own = "Exec=\(DesktopEntry.command(installation.program)) open-url"
        guard FileSystem.file(path, contains: own, limit: 1 << 16), isWritable(path) else { return }
        try remove(path)
        guard !isDry else { return }
        try forgetChoice()
        updateApplications()
        // The list that was made of an empty folder, and the folder.
        if FileSystem.names(in: applications) == ["mimeinfo.cache"] {
            try FileSystem.remove("\(applications)/mimeinfo.cache")
        }
        FileSystem.removeEmptyFolders(applications, below: FileSystem.parent(of: applications))
    }

    /// Takes this entry out of the user's choices; a list that xdg-mime made for it alone goes with it.
    private func forgetChoice() throws(CommandError) {
        guard let bytes = FileSystem.contents(DesktopEntry.choices) else { return }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let kept = lines.filter { !$0.hasPrefix("\(DesktopEntry.type)=\(DesktopEntry.name)") }
        guard kept.count < lines.count else { return }
        guard kept.contains(where: { $0.contains("=") }) else { return try FileSystem.remove(DesktopEntry.choices) }
        try FileSystem.write(Array(kept.joined(separator: "\n").utf8), to: DesktopEntry.choices)
    }

    /// Tells the desktop to read its folder again, if it keeps a list of the entries there.
    private func updateApplications() {
        guard let program = FileSystem.program("update-desktop-database"), FileSystem.isFolder(applications) else {
            return
        }
        _ = ChildProgram(path: program, arguments: ["-q", applications], isQuiet: true).run()
    }

    /// Returns the first line that a program prints; nil if it prints none.
    private func answer(of program: String, _ arguments: [String]) -> String? {
        let file = "\(applications)/\(DesktopEntry.name).query"
        defer { try? FileSystem.remove(file) }
        try? FileSystem.remove(file)
        _ = ChildProgram(path: program, arguments: arguments, output: file, isQuiet: true).run()
        let text = FileSystem.contents(file).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").first.map(String.init)
    }

    // MARK: Manual and shells

    /// A file of words: the command that prints it, and the path below `share` where man or a shell looks for it.
    private struct Words {
        let path: String
        let arguments: [String]
        /// The locale in which it is printed; nil for the user's own.
        let locale: String?
    }

    private enum Manuals {
        static let all = Language.allCases.map { language in
            Words(
                path: language == .english ? "man/man1/sidekey.1" : "man/\(language.rawValue)/man1/sidekey.1",
                arguments: ["man"], locale: language == .english ? "C.UTF-8" : "\(language.rawValue).UTF-8")
        }
    }

    private enum CompletionScripts {
        static let all = [
            ("bash-completion/completions/sidekey", "bash"), ("zsh/site-functions/_sidekey", "zsh"),
            ("fish/vendor_completions.d/sidekey.fish", "fish"),
        ].map { Words(path: $0.0, arguments: ["completions", $0.1], locale: nil) }
    }

    /// Runs the installed program to print its manual in each language and its completions, because a command's language is fixed at its start.
    private mutating func writeWords() throws(CommandError) {
        let share = "\(installation.prefix)/share"
        // As root in somebody else's folder, what is written there would be root's.
        if isForEveryUser, let owner = FileSystem.ownership(installation.prefix)?.owner, owner != 0 { return }
        guard mayWrite("\(share)/man") else { return }
        for words in Manuals.all + CompletionScripts.all {
            let path = "\(share)/\(words.path)"
            written.append(path)
            guard !isDry else {
                lines.append(say(.registerWouldWrite, ["path": path.visible]))
                continue
            }
            try FileSystem.makeFolder(FileSystem.parent(of: path))
            try FileSystem.remove("\(path).new")
            let variables = words.locale.map { ["LC_ALL": $0] } ?? [:]
            let ended = ChildProgram(
                path: installation.program, arguments: words.arguments, variables: variables, output: "\(path).new"
            ).run()
            guard ended == 0 else {
                try FileSystem.remove("\(path).new")
                written.removeLast()
                lines.append(say(.registerUnwritten, ["path": path.visible, "error": "sidekey \(words.arguments[0])"]))
                continue
            }
            try FileSystem.move("\(path).new", to: path)
        }
        guard !isDry else { return }
        lines.append(say(.registerManual))
        if FileSystem.program("zsh") != nil {
            lines.append(say(.registerZsh, ["folder": "\(share)/zsh/site-functions".visible]))
        }
    }

    // MARK: Files

    private func isWritable(_ path: String) -> Bool { FileSystem.isWritable(path) }

    /// Returns true if this user may write to a path. If not, adds a line that says what to do.
    private mutating func mayWrite(_ path: String) -> Bool {
        guard !isDry, !isWritable(path) else { return true }
        lines.append(say(.registerRoot, ["path": path.visible, "program": installation.program.visible]))
        return false
    }

    private mutating func write(_ text: String, to path: String) throws(CommandError) {
        written.append(path)
        guard !isDry else { return lines.append(say(.registerWouldWrite, ["path": path.visible])) }
        try FileSystem.write(Array(text.utf8), to: path)
    }

    private mutating func remove(_ path: String) throws(CommandError) {
        removed.append(path)
        guard !isDry else { return lines.append(say(.registerWouldRemove, ["path": path.visible])) }
        try FileSystem.remove(path)
        lines.append(say(.registerRemoved, ["path": path.visible]))
    }
}
