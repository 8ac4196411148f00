import Glibc

/// A TPM 2.0 in software (`swtpm`), in a folder of its own; it ends with this object.
///
/// It speaks the TPM's own commands over a Unix socket, as the kernel's device does, and knows nothing of the wallet.
public final class SoftwareTPM {
    /// The socket that takes commands.
    public let path: String
    private let state: String
    private var process: ChildProcess?

    /// - Parameter path: the socket's; nil for one in a new folder.
    public init(at path: String? = nil) throws {
        state = try ScratchRoot.newFolder()
        self.path = path ?? state + "/tpm"
        try start()
    }

    /// Switches it on, as a machine that was restarted.
    public func start() throws {
        unlink(path)
        let arguments = [
            "socket", "--tpm2", "--tpmstate", "dir=\(state)", "--server", "type=unixio,path=\(path)", "--ctrl",
            "type=unixio,path=\(path).ctrl", "--flags", "not-need-init,startup-clear",
        ]
        process = try ChildProcess("/usr/bin/swtpm", arguments, environment: ["PATH": "/usr/bin:/bin"])
        let isThere = Deadline().wait {
            guard let socket = UnixSocketEnd.connect(path) else { return false }
            close(socket)
            return true
        }
        guard isThere else { throw TestFault("swtpm doesn't listen at \(path)") }
    }

    /// Ends it as a machine whose power fails.
    public func kill() {
        process = nil
        unlink(path)
        unlink(path + ".ctrl")
    }

    /// Stops it in the middle of whatever it does; it answers nothing until ``kill()``.
    public func freeze() { process?.send(signal: SIGSTOP) }

    /// Runs a program of tpm2-tools on it.
    public func run(_ program: String, _ arguments: [String] = []) throws {
        let result = try ChildProcess.run(
            "/usr/bin/\(program)", arguments,
            environment: ["PATH": "/usr/bin:/bin", "TPM2TOOLS_TCTI": "swtpm:path=\(path)"])
        guard result.ending == .exited(0) else { throw TestFault("\(program): \(result.errors)") }
    }

    /// Sets how many wrong PINs it takes, and in how many seconds it forgets one.
    public func limit(_ most: Int, interval: Int) throws {
        try run("tpm2_dictionarylockout", ["-s", "-n", "\(most)", "-t", "\(interval)", "-l", "\(interval)"])
    }

    /// Clears it, as its owner does before the machine is sold.
    public func clear() throws { try run("tpm2_clear", ["-c", "l"]) }
}
