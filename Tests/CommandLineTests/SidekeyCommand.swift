import TestSupport

/// The command line as tests run it.
enum SidekeyCommand {
    /// Runs a command to its end in a session of its own, so that it has no terminal even where the tests have one.
    static func run(_ arguments: [String], in home: ScratchHome, adding variables: [String: String] = [:]) throws
        -> ChildProcess.Result
    {
        try ChildProcess.run(
            "/usr/bin/setsid", ["--wait", home.sidekey] + arguments,
            environment: home.environment.merging(variables) { $1 })
    }

    /// Starts a command without a terminal.
    static func start(
        _ arguments: [String], in home: ScratchHome, adding variables: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess(
            "/usr/bin/setsid", ["--wait", home.sidekey] + arguments,
            environment: home.environment.merging(variables) { $1 })
    }

    /// Starts a command at a terminal.
    static func startAtTerminal(
        _ arguments: [String], in home: ScratchHome, adding variables: [String: String] = [:]
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            home.sidekey, arguments, environment: home.environment.merging(variables) { $1 })
    }
}

extension ScratchHome {
    /// Writes a file into the folder and returns its path.
    func file(_ name: String, _ text: String, mode: UInt32 = 0o600) throws -> String {
        let path = "\(self.path)/\(name)"
        try SystemFile.write(path, Array(text.utf8), mode: mode)
        return path
    }
}
