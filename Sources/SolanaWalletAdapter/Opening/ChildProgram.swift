internal import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Running a program of the system's to its end, on a thread that may block.
enum ChildProgram {
    /// The program couldn't be started.
    struct NotStarted: Error {
        let errno: Int32
    }

    /// Gives the program's status; for one that a signal has ended 128 and the signal's number.
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
            // Where the app ignores SIGCHLD there is no status to be had, and no failure to be seen.
            if errno != EINTR { return 0 }
        }
        // The macros WIFEXITED, WEXITSTATUS and WTERMSIG.
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
}
