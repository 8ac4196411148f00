#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program that asks a person in a window of its own.
///
/// It is looked for at a fixed list of paths, never in `PATH` and never where a variable or a configuration says: whoever
/// writes those would be asked for the passphrase instead of the user.
public struct PinentryProgram: Sendable, Hashable {
    /// Its absolute path, without symbolic links.
    public let path: String

    /// Where distributions put them. The last is a link or a script that picks one.
    private static let graphical = ["gnome3", "qt", "qt6", "qt5", "gtk-2", "gtk", "x11", "fltk"]
    private static let prefix = "/usr/bin/pinentry"

    /// Takes a path as it is, for tests.
    package init(unchecked path: String) {
        self.path = path
    }

    /// The programs that can ask where `display` is, the likeliest first; none where there are none to be trusted.
    ///
    /// - Parameter terminal: Whether a terminal is there to ask on.
    public static func installed(for display: DisplayEnvironment, terminal: Bool = false) -> [PinentryProgram] {
        var names = terminal ? ["-curses", "-tty"] : []
        if display.hasDisplay {
            let usesQt = ["KDE", "LXQt"].contains { display.desktop.split(separator: ":").contains(Substring($0)) }
            let first = graphical.filter { $0.hasPrefix("qt") == usesQt }
            names = (first + graphical.filter { !first.contains($0) }).map { "-" + $0 } + names
        }
        var found: [PinentryProgram] = []
        for path in (names + [""]).map({ prefix + $0 }) {
            guard let program = PinentryProgram(trusted: path), !found.contains(program) else { continue }
            if !terminal, program.path.hasSuffix("-curses") || program.path.hasSuffix("-tty") { continue }
            found.append(program)
        }
        return found
    }

    /// The program that stands at the end of a path's links, where nobody but root can have put it.
    package init?(trusted path: String) {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        let path = String(cString: resolved)
        guard Self.isRootsAlone(path), access(path, X_OK) == 0 else { return nil }
        self.path = path
    }

    /// Whether a file and every folder above it belong to root and can be written by nobody else.
    private static func isRootsAlone(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        var prefix = path
        while true {
            guard lstat(prefix, &status) == 0, status.st_uid == 0, status.st_mode & 0o022 == 0 else { return false }
            guard prefix != "/", let slash = prefix.utf8.lastIndex(of: UInt8(ascii: "/")) else { return true }
            prefix = slash == prefix.startIndex ? "/" : String(prefix[..<slash])
        }
    }
}
