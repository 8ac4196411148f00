#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A scheme that the desktop opens with this app: a `.desktop` file with `x-scheme-handler/SCHEME` (freedesktop.org, Desktop Entry 1.5).
///
/// ```swift
/// let scheme = try CallbackScheme("myapp", appName: "My App", command: ["/usr/bin/myapp", "--open"])
/// try await scheme.register()                       // ~/.local/share/applications/myapp-wallet-callback.desktop
/// try SolanaWalletAdapter.registerCallbackScheme("myapp")
/// ```
///
/// The link is the last argument of the command. Where that starts another process, the app passes it on to the one that waits, as its
/// toolkit does for files that are opened. On Apple's systems a scheme stands in the app's `Info.plist` (`CFBundleURLTypes`) instead.
public struct CallbackScheme: Sendable, Hashable {
    /// The scheme, in lower case.
    public let name: String
    /// What the desktop calls the app.
    public let appName: String
    /// The program's absolute path and its arguments before the link.
    public let command: [String]
    /// Where `.desktop` files of this user stand.
    public let folder: String

    /// - Parameters:
    ///   - folder: Where the file goes, as that of a package; nil for `$XDG_DATA_HOME/applications`, else `~/.local/share/applications`,
    ///     where the user's choice of handlers is changed too.
    /// - Throws: `callbackScheme` where the text isn't a scheme or means something to the system, `schemeFile` with `EINVAL` where
    ///   the command isn't an absolute path or a text has control characters, with `ENOENT` where there is no home.
    public init(
        _ name: String, appName: String, command: [String], folder: String? = nil
    ) throws(WalletAdapterError) {
        let name = try CallbackRegistry.checked(name)
        let texts = command + [appName]
        guard command.first?.hasPrefix("/") == true,
            !texts.contains(where: { $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } })
        else { throw .schemeFile(errno: EINVAL) }
        guard let folder = folder ?? Self.usualFolder, folder.hasPrefix("/") else { throw .schemeFile(errno: ENOENT) }
        self.name = name
        self.appName = appName
        self.command = command
        self.folder = folder
    }

    /// The file's path.
    public var path: String { "\(folder)/\(fileName)" }

    private var fileName: String { "\(name)-wallet-callback.desktop" }

    /// Writes the file and, in the user's own folder, makes it the scheme's handler, by `update-desktop-database` and `xdg-mime` where they are installed.
    ///
    /// - Throws: `schemeFile`.
    public func register() async throws(WalletAdapterError) {
        try await OwnThread.run { () throws(WalletAdapterError) in
            do throws(SecureStorageError) {
                try AtomicFile.makeFolders(folder)
                try AtomicFile(path: path, mode: 0o644).write(Array(entry.utf8))
            } catch {
                throw .schemeFile(errno: error.errno)
            }
            tellDesktop()
            // Another folder's file may be no choice of this user's.
            guard folder == Self.usualFolder else { return }
            // Where the desktop's programs aren't installed, the file alone has to do.
            _ = try? ChildProgram.run("/usr/bin/xdg-mime", ["default", fileName, "x-scheme-handler/\(name)"])
        }
    }

    /// Removes the file; none is no fault.
    ///
    /// - Throws: `schemeFile`.
    public func unregister() async throws(WalletAdapterError) {
        try await OwnThread.run { () throws(WalletAdapterError) in
            guard unlink(path) == 0 || errno == ENOENT else { throw .schemeFile(errno: errno) }
            tellDesktop()
        }
    }

    private func tellDesktop() {
        _ = try? ChildProgram.run("/usr/bin/update-desktop-database", ["-q", folder])
    }

    private static var usualFolder: String? {
        if let data = getenv("XDG_DATA_HOME").map({ String(cString: $0) }), data.hasPrefix("/") {
            return data + "/applications"
        }
        guard let home = getenv("HOME").map({ String(cString: $0) }), home.hasPrefix("/") else { return nil }
        return home + "/.local/share/applications"
    }
}

extension CallbackScheme {
    /// What stands in the file.
    var entry: String {
        """
        [Desktop Entry]
        Type=Application
        Name=\(Self.escape(appName))
        Exec=\(Self.escape((command.map(Self.quote) + ["%u"]).joined(separator: " ")))
        MimeType=x-scheme-handler/\(name);
        NoDisplay=true
        Terminal=false

        """
    }

    /// One argument of `Exec`, with no field code in it; in quotes where a shell's characters would mean something.
    ///
    /// Not in quotes where none are needed: `xdg-open` takes them for a part of the program's name where no desktop opens links for it.
    private static func quote(_ argument: String) -> String {
        let needsNone = argument.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "-_./+:,@=".utf8.contains(byte)
            }
        }
        guard argument.isEmpty || !needsNone else { return argument }
        var quoted = "\""
        for character in argument.unicodeScalars {
            switch character {
            case "\"", "`", "$", "\\": quoted += "\\" + String(character)
            case "%": quoted += "%%"
            default: quoted.unicodeScalars.append(character)
            }
        }
        return quoted + "\""
    }

    /// A value: a backslash is two, also one that quotes.
    private static func escape(_ value: String) -> String {
        value.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
    }
}
