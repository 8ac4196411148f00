import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The agent's program: where it stands and how it is started.
public struct AgentProgram: Sendable, Hashable {
    /// Its absolute path.
    public let path: String

    public init(path: String) { self.path = path }

    /// The `sidekey-agent` in the folder of the running program.
    ///
    /// By the running file and never by `argv[0]` or `PATH`, which whoever starts a program chooses.
    ///
    /// - Throws: `system`.
    public static func besideThisProgram() throws(AgentSocketError) -> AgentProgram {
        let own = try RunningProgram.path()
        let folder = own.utf8.lastIndex(of: UInt8(ascii: "/")).map { own[..<$0] } ?? ""
        return AgentProgram(path: folder + "/sidekey-agent")
    }

    /// The variables handed to the agent; `PATH` is set for it, everything else is left behind. A browser's environment
    /// holds `LD_PRELOAD`, session bus addresses and whatever else its own starter put there.
    public static let variables =
        WalletFolder.variables + [
            "USER", "LOGNAME", "LANG", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES", "LC_MONETARY", "LC_NUMERIC",
            "LC_TIME",
        ]

    /// The variables that count in a test alone, where `SIDEKEY_HOME` is set.
    public static let testVariables = ["SIDEKEY_IDLE_SECONDS"]

    /// Starts the agent as nobody's child, with `environment` cut down to what it may see, and doesn't wait for it.
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

/// A zero-terminated array of C strings, as `exec` takes it.
private struct CStringArray: ~Copyable {
    private let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }

    func withPointer<Result>(_ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result) -> Result {
        // The array holds at least the nil that ends it, so it has an address.
        pointers.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return withUnsafePointer(to: nil, body) }
            return body(base)
        }
    }
}
