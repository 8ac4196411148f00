#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Another program that a command runs, without a shell in between.
struct ChildProgram {
    let path: String
    let arguments: [String]
    /// Variables that it gets in addition to this program's, or in place of them.
    var variables: [String: String] = [:]
    /// The new file that receives its standard output; nil to share this program's.
    var output: String?
    /// True if its messages are discarded.
    var isQuiet = false

    /// Runs the program and waits for its end.
    ///
    /// - Returns: Its exit status, or 128 plus the signal's number as a shell reports it; nil if it couldn't be started.
    func run() -> Int32? {
        var actions = posix_spawn_file_actions_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let output {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_EXCL, 0o644)
        } else if isQuiet {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        if isQuiet { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
        var given = ([path] + arguments).map { strdup($0) } + [nil]
        var environment = self.environment.map { strdup($0) } + [nil]
        defer { for text in given + environment { free(text) } }
        var process = pid_t()
        guard posix_spawn(&process, path, &actions, nil, &given, &environment) == 0 else { return nil }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        // Exited by itself with this status (wait(2)).
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
    }

    private var environment: [String] {
        var found: [String] = []
        var entry = environ
        while let text = entry.pointee {
            let variable = String(cString: text)
            if !variables.keys.contains(where: { variable.hasPrefix("\($0)=") }) { found.append(variable) }
            entry += 1
        }
        return found + variables.map { "\($0.key)=\($0.value)" }
    }
}
