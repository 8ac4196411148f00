import AgentSocket

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program that asks a person in a window of its own.
///
/// It is searched for at a fixed list of paths, never in `PATH` and never at a path from a variable or a configuration. Anyone
/// who writes those could have a program of their own ask for the passphrase.
public struct PinentryProgram: Sendable, Hashable {
    /// Its absolute path, without symbolic links.
    public let path: String

    /// The names under which distributions install pinentries. The bare name is a link or a script that picks one.
    private static let graphical = ["gnome3", "qt", "qt6", "qt5", "gtk-2", "gtk", "x11", "fltk"]
    private static let prefix = "/usr/bin/pinentry"

    /// Takes a path unchecked, for tests.
    package init(unchecked path: String) {
        self.path = path
    }

    /// Sidekey's own window beside the running program; nil if it isn't installed.
    public static var ownWindow: PinentryProgram? {
        guard let path = try? RunningProgram.sibling("sidekey-window"), access(path, X_OK) == 0 else { return nil }
        return PinentryProgram(unchecked: path)
    }

    /// The programs that can ask on `display`, the likeliest first; empty if none can be trusted.
    ///
    /// - Parameter terminal: True if there is a terminal to ask on.
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

    /// The program at the end of a path's links; nil unless only root can have put it there.
    package init?(trusted path: String) {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        let path = String(cString: resolved)
        guard Self.isRootsAlone(path), access(path, X_OK) == 0 else { return nil }
        self.path = path
    }

    /// True if a file and every folder above it belong to root and only root can write them.
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

/// The reason a person couldn't be asked; cases are only ever added. Each of them means no.
public enum PinentryError: Error, Sendable, Hashable {
    /// There is no pinentry at any of the known paths, or none that only root can change.
    case programMissing
    /// There is no place for a prompt: neither a display nor a terminal.
    case noDisplay
    /// The program can't be started.
    case notStarted(errno: Int32)
    /// The program ended, was killed or closed its end before it had answered.
    case ended
    /// The time for the whole conversation is over; the program is killed.
    case timedOut
    /// The task was cancelled; the program is killed.
    case cancelled
    /// The program's output breaks the protocol.
    case fault(AssuanFault)
    /// The program refused a command, with this number from libgpg-error.
    case refused(code: UInt16)
    /// There is no window of Sidekey's own, and a pinentry has no room for what is asked.
    case noWindow
}

/// The reason a line isn't Assuan or not an expected answer; cases are only ever added.
public enum AssuanFault: Error, Sendable, Hashable {
    /// A line of more than 1,000 bytes.
    case lineTooLong
    /// A line that is none of the protocol's.
    case unknownLine
    /// A percent sign without two hex digits, or a control character.
    case malformedLine
    /// An answer of more lines or bytes than any answer has.
    case answerTooLong
    /// Data that no command asked for.
    case unexpectedData
    /// A secret from a cache, which no person typed.
    case cachedSecret
}

extension PinentryError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .programMissing: "no pinentry program is installed"
        case .noDisplay: "there is no display to show a prompt on"
        case .notStarted(let errno): "pinentry cannot be started: errno \(errno)"
        case .ended: "pinentry ended without an answer"
        case .timedOut: "nobody answered the prompt in time"
        case .cancelled: "the prompt was cancelled"
        case .fault(let fault): "pinentry broke its protocol: \(fault)"
        case .refused(let code): "pinentry refused: error \(code)"
        case .noWindow: "this needs Sidekey's own window, which isn't installed"
        }
    }
}

extension AssuanFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .lineTooLong: "a line is longer than 1000 bytes"
        case .unknownLine: "a line is not one of the protocol's"
        case .malformedLine: "a line is malformed"
        case .answerTooLong: "an answer has no end"
        case .unexpectedData: "data that nobody asked for"
        case .cachedSecret: "a secret that nobody typed"
        }
    }
}
