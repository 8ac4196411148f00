internal import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Opens links with the desktop's own program: `xdg-open` on Linux, `open` on macOS.
///
/// The link is one argument of that program; no shell sees it. Every program of the user can see arguments, so their contents are sealed.
public struct SystemLinkOpener: LinkOpening {
    /// The program's absolute path.
    public let program: String

    #if canImport(Darwin)
        /// `/usr/bin/open`
        public static let usualProgram = "/usr/bin/open"
    #else
        /// `/usr/bin/xdg-open`
        public static let usualProgram = "/usr/bin/xdg-open"
    #endif

    /// The status of an `xdg-open` that finds no program for a link.
    static let noHandler: Int32 = 3

    /// - Parameter program: the absolute path of a program that takes a link as its only argument.
    public init(program: String = usualProgram) {
        self.program = program
    }

    public func open(_ link: String) async throws(WalletAdapterError) {
        // A text that begins with a scheme can't be one of the program's options.
        guard let first = link.utf8.first, (0x61...0x7A).contains(first) || (0x41...0x5A).contains(first),
            link.utf8.contains(UInt8(ascii: ":")), link.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .notALink }
        let pending = Pending<Int32>()
        OwnThread.start { [program] in
            do throws(ChildProgram.NotStarted) {
                pending.end(.success(try ChildProgram.run(program, [link])))
            } catch {
                pending.end(.failure(.noOpener(errno: error.errno)))
            }
        }
        let outcome = await withTaskCancellationHandler {
            await pending.outcome()
        } onCancel: {
            // The program goes on, which may be a browser, and its thread waits for it.
            pending.end(.success(0))
        }
        let status = try outcome.get()
        guard status == 0 else { throw .openerFailed(status: status) }
    }
}

/// A way to open a link with the program that the system has for it.
public protocol LinkOpening: Sendable {
    /// Opens a link. Returns once that is done or in other hands, or at once if the caller is cancelled.
    ///
    /// - Throws: `noOpener`, `openerFailed`, `notALink`.
    func open(_ link: String) async throws(WalletAdapterError)
}

/// Runs one of the system's programs to its end, on a thread that may block.
enum ChildProgram {
    /// The program couldn't be started.
    struct NotStarted: Error {
        let errno: Int32
    }

    /// Returns the program's status, or 128 plus the signal's number if a signal ended it.
    static func run(_ program: String, _ arguments: [String]) throws(NotStarted) -> Int32 {
        let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let failed = words.withUnsafeBufferPointer { words in
            words.baseAddress.map { platform_spawn_child(program, $0, environ, &process) } ?? EINVAL
        }
        guard failed == 0 else { throw NotStarted(errno: failed) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            // If the app ignores SIGCHLD, there is no status to read and no failure to see.
            if errno != EINTR { return 0 }
        }
        // The macros WIFEXITED, WEXITSTATUS and WTERMSIG.
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
}
