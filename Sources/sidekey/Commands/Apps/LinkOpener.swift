import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Opens a link with whatever the desktop has for it: `xdg-open`, or `open` on macOS.
enum LinkOpener {
    #if os(macOS)
        private static let program = "open"
    #else
        private static let program = "xdg-open"
    #endif

    /// Waits until the opener has ended, which is before the app has.
    ///
    /// - Throws: where there is none, or where it says that it couldn't.
    static func open(_ link: String) throws(CommandError) {
        guard let path = FileSystem.program(program) else {
            throw CommandError(say(.openerMissing), hint: say(.hintOpener))
        }
        var process = pid_t()
        // The link is one argument, with no shell in between; it begins with a scheme, so no opener takes it for an option.
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), strdup(link), nil]
        defer { for argument in arguments { free(argument) } }
        guard posix_spawn(&process, path, nil, nil, &arguments, environ) == 0 else {
            throw CommandError(say(.openerMissing), hint: say(.hintOpener))
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return }
        }
        // Exited by itself with this status (wait(2)); a signal is told as the shell tells it.
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
        guard code == 0 else {
            throw CommandError(say(.openerFailed, ["status": "\(code)"]), hint: say(.hintOpener))
        }
    }
}
