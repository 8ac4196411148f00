import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The agent's program: its path and its start.
public struct AgentProgram: Sendable, Hashable {
    /// Its absolute path.
    public let path: String

    public init(path: String) { self.path = path }

    /// The `sidekey-agent` in the folder of the running program.
    ///
    /// The running file decides, never `argv[0]` or `PATH`: those are the choice of the program's starter.
    ///
    /// - Throws: `system`.
    public static func besideThisProgram() throws(AgentSocketError) -> AgentProgram {
        AgentProgram(path: try RunningProgram.sibling("sidekey-agent"))
    }

    /// The variables for the agent; `PATH` is set for it, and all others are left out. A browser's environment holds
    /// `LD_PRELOAD`, session bus addresses and other variables from its own starter.
    public static let variables =
        WalletFolder.variables + [
            "USER", "LOGNAME", "LANG", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES", "LC_MONETARY", "LC_NUMERIC",
            "LC_TIME", "SIDEKEY_LOG",
        ] + networkVariables

    /// The variables for the process that reaches the network: proxies, and the authorities that vouch for a node.
    ///
    /// `HTTP_PROXY` isn't among them: it can be a header of a request that a web server passes on.
    public static let networkVariables = [
        "https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY", "SSL_CERT_FILE",
        "SSL_CERT_DIR",
    ]

    /// The variables that count only in a test, with `SIDEKEY_HOME` set.
    ///
    /// `SIDEKEY_NETWORK` is `off`, or `loopback` for nodes on this machine only: a test must not depend on foreign nodes.
    /// `SIDEKEY_DESKTOP` is `off`, or the address of a bus on which a test plays logind and the user's systemd.
    public static let testVariables = ["SIDEKEY_IDLE_SECONDS", "SIDEKEY_NETWORK", "SIDEKEY_DESKTOP"]

    /// Starts the agent detached, with `environment` reduced to the agent's variables, and doesn't wait for it.
    ///
    /// - Throws: `programMissing`, `system`.
    func start(environment: ProcessEnvironment) throws(AgentSocketError) -> StartedAgent {
        guard access(path, X_OK) == 0 else { throw .programMissing(path: path) }
        var variables = ["PATH=/usr/bin:/bin"]
        let names = Self.variables + (environment["SIDEKEY_HOME"] == nil ? [] : Self.testVariables)
        for (name, value) in environment.selecting(names) { variables.append("\(name)=\(value)") }
        var process: Int32 = -1
        let failed = CStringArray([path]).withPointer { arguments in
            CStringArray(variables).withPointer { variables in
                platform_spawn_detached(path, arguments, variables, &process)
            }
        }
        guard failed == 0 else { throw .system(.spawn, path: path, errno: failed) }
        return StartedAgent(process: process)
    }
}

/// A started and detached agent.
struct StartedAgent: ~Copyable {
    private let process: Int32

    /// - Parameter process: a descriptor that becomes readable when the process has ended, closed with this value; or -1.
    init(process: Int32) { self.process = process }

    deinit { if process >= 0 { close(process) } }

    /// True if the process has ended or if the system can't tell.
    var mayHaveEnded: Bool {
        guard process >= 0 else { return true }
        var state = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) != 0
    }
}

/// The version of the installed programs, and of the protocol they speak.
public enum Release {
    /// The version of the programs, which are installed together.
    public static let version = "0.1.0"
    /// The number of the protocol they speak (`docs/protocol.md`).
    public static let protocolNumber = 1
}

/// The file from which this process was started, and a check if another one has taken its place.
public struct RunningProgram: Sendable {
    private let path: String
    private let running: FileStatus

    /// Records the running file; call it as the process starts.
    ///
    /// - Throws: `system`.
    public init() throws(AgentSocketError) {
        path = try Self.path()
        #if os(Linux)
            running = try FileStatus(followingLinksAt: "/proc/self/exe")
        #else
            running = try FileStatus(followingLinksAt: path)
        #endif
    }

    /// True if an installation has replaced the file from which this process was started. A missing file doesn't count: an
    /// installation may be between its two steps.
    public var isReplaced: Bool {
        guard let installed = try? FileStatus(followingLinksAt: path) else { return false }
        return !installed.isSameFile(as: running)
    }

    /// The absolute path of a program in the running program's folder. The running file decides, never `argv[0]` or `PATH`.
    ///
    /// - Throws: `system`.
    package static func sibling(_ name: String) throws(AgentSocketError) -> String {
        let own = try path()
        return "\(own.utf8.lastIndex(of: UInt8(ascii: "/")).map { own[..<$0] } ?? "")/\(name)"
    }

    /// The absolute path from which this process was started, even if that file has been replaced since.
    static func path() throws(AgentSocketError) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let failed = platform_executable_path(&bytes, bytes.count)
        guard failed == 0 else { throw .system(.executablePath, path: "the running program", errno: failed) }
        let path = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let replaced = " (deleted)"
        return path.hasSuffix(replaced) ? String(path.dropLast(replaced.count)) : path
    }
}
