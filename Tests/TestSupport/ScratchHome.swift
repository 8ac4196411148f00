import CPlatform
import Glibc
import JSONRPC

/// A wallet folder of a test's own (`SIDEKEY_HOME`), with the agent that may have been started in it.
///
/// The agent is stopped and the folder removed when this object goes.
public final class ScratchHome {
    /// The folder's path: short, since a Unix socket's path has little room.
    public let path: String

    public var socket: String { path + "/agent.sock" }

    /// The time that an idle agent stays.
    public let idleSeconds: Double

    /// What its agent reaches: nothing (`off`), or the nodes of this machine (`loopback`).
    public let network: String

    /// The command line; beside it, the agent that it starts.
    public var sidekey: String { programs?.sidekey ?? BuiltProgram.sidekey.path }

    private let programs: ProgramFolder?
    private var started: [ChildProcess] = []

    /// - Parameter quick: Whether the agent that commands start makes wallets whose passphrase is quick to try.
    public init(
        idleSeconds: Double = 30, network: String = "off", checksExtensions: Bool = false, quick: Bool = false
    ) throws {
        self.network = network
        programs = quick ? try ProgramFolder(withDevices: false) : nil
        path = try ScratchRoot.newFolder()
        self.idleSeconds = idleSeconds
        // No browser stands behind a stand-in of one, so there are no files to know it by.
        if !checksExtensions { try SystemFile.write(path + "/extensions-unchecked", []) }
    }

    deinit {
        stopAgent()
        SystemFile.remove(path)
    }

    /// The environment of a program that works on this folder.
    public var environment: [String: String] {
        [
            "SIDEKEY_HOME": path, "SIDEKEY_IDLE_SECONDS": String(idleSeconds), "HOME": path, "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8", "SIDEKEY_NETWORK": network,
            // Whatever desktop the tester sits before, the user of this folder doesn't.
            "SIDEKEY_DESKTOP": "off",
        ]
    }

    /// The process that serves the folder's socket, or nil where nobody does.
    public var agent: Int32? { Self.agent(serving: socket) }

    /// The process that serves a socket anywhere, or nil where nobody does.
    public static func agent(serving socket: String) -> Int32? {
        guard let socket = UnixSocketEnd.connect(socket) else { return nil }
        defer { close(socket) }
        var peer = platform_peer()
        return platform_peer_of(socket, &peer) == 0 ? peer.pid : nil
    }

    /// The lines of `agent.log`.
    public var log: [Substring] {
        String(decoding: SystemFile.read(path + "/agent.log") ?? [], as: UTF8.self).split(separator: "\n")
    }

    /// The agents that run with this folder, found by their environment; needs root.
    public var agents: [AgentProcess] {
        SystemFile.processes.map(AgentProcess.init).filter { process in
            process.environment?.contains("SIDEKEY_HOME=" + path) == true
                && process.status("Name") == "sidekey-agent" && process.isRunning
        }
    }

    /// Starts an agent as a child of this process and waits until it listens.
    ///
    /// - Parameters:
    ///   - environment: added to the home's.
    ///   - wrapper: a program that starts the agent, with its arguments, such as `prlimit`.
    @discardableResult
    public func startAgent(environment: [String: String] = [:], through wrapper: [String] = []) throws -> ChildProcess {
        let words = wrapper + [BuiltProgram.agent.path]
        let process = try ChildProcess(
            words[0], Array(words.dropFirst()), environment: self.environment.merging(environment) { $1 })
        started.append(process)
        guard Deadline().wait(until: { agent != nil || process.waitForEnd(within: Deadline(seconds: 0)) != nil }),
            agent != nil
        else { throw TestFault("the agent doesn't listen: \(String(decoding: process.errors.take(), as: UTF8.self))") }
        // The last that it does at its start.
        guard
            Deadline().wait(until: { log.contains { $0.contains(" serving ") && $0.contains("pid=\(process.pid) ") } })
        else { throw TestFault("the agent never said that it serves") }
        return process
    }

    /// A connection of the command line's after its `hello`; the agent is started where there is none.
    public func commandLine() throws -> FrameClient {
        if agent == nil { try startAgent() }
        guard let client = connect() else { throw TestFault("nobody listens") }
        _ = try client.call("hello", ["protocol": 1, "client": "cli", "version": "0.1.0"]).get()
        return client
    }

    /// A connection to the agent with no host before it, as the command line makes one; nil where nobody listens.
    public func connect() -> FrameClient? { UnixSocketEnd.connect(socket).map(UnixSocketEnd.client) }

    /// Ends the agent by SIGTERM, or by SIGKILL where that is of no use, and waits until it is gone.
    public func stopAgent() {
        // A test that stands in for the agent is its own agent.
        guard let agent, agent != getpid() else { return }
        kill(agent, SIGTERM)
        if !Deadline(seconds: 5).wait(until: { !Self.isRunning(agent) }) { kill(agent, SIGKILL) }
    }

    /// Returns whether a process runs; one that has ended and isn't waited for yet (a zombie) doesn't.
    ///
    /// The first thread of one that was killed is a zombie while others still end, and these keep its socket and its lock.
    public static func isRunning(_ pid: Int32) -> Bool {
        guard let status = SystemFile.read("/proc/\(pid)/stat") else { return false }
        guard let end = status.lastIndex(of: UInt8(ascii: ")")), end + 2 < status.count else { return false }
        return status[end + 2] != UInt8(ascii: "Z") || SystemFile.names(in: "/proc/\(pid)/task").count > 1
    }
}
