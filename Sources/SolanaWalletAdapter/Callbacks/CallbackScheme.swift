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
/// The link is the last argument of the command. If that starts another process, the app passes the link on to the one that waits, as its
/// toolkit does for files that are opened. On Apple's systems a scheme is listed in the app's `Info.plist` (`CFBundleURLTypes`) instead.
public struct CallbackScheme: Sendable, Hashable {
    /// The scheme, in lower case.
    public let name: String
    /// The app's name on the desktop.
    public let appName: String
    /// The program's absolute path and its arguments before the link.
    public let command: [String]
    /// The folder of this user's `.desktop` files.
    public let folder: String

    /// - Parameters:
    ///   - folder: The folder for the file, such as a package's. Nil means `$XDG_DATA_HOME/applications`, else
    ///     `~/.local/share/applications`, where the user's choice of handlers changes too.
    /// - Throws: `callbackScheme` if the text isn't a scheme or means something to the system; `schemeFile` with `EINVAL` if the command
    ///   isn't an absolute path or a text has control characters, with `ENOENT` if there is no home.
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

    /// Writes the file. In the user's own folder, also makes it the scheme's handler with `update-desktop-database` and `xdg-mime`, if they
    /// are installed.
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
            // If the desktop's programs aren't installed, the file alone has to do.
            _ = try? ChildProgram.run("/usr/bin/xdg-mime", ["default", fileName, "x-scheme-handler/\(name)"])
        }
    }

    /// Removes the file; a missing file is no error.
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
    /// The text of the file.
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

    /// One argument of `Exec`, without field codes; in quotes if a character in it means something to a shell.
    ///
    /// It has quotes only if it needs them: without a desktop to open links, `xdg-open` takes quotes for a part of the program's name.
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

    /// A value with each backslash doubled, including one that quotes.
    private static func escape(_ value: String) -> String {
        value.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
    }
}
