import Glibc
import JSONRPC
import TestSupport
import Testing

/// An agent that a service manager starts with a socket of its own, as systemd does with `sidekey-agent.socket`.
@Suite(.timeLimit(.minutes(5))) struct ServiceManagerTests {
    private static let manager: String = {
        let file = #filePath
        return String(file[..<(file.firstRange(of: "/AgentTests/")?.lowerBound ?? file.endIndex)])
            + "/Support/service_manager.py"
    }()

    private func manager(of home: ScratchHome) throws -> ChildProcess {
        let manager = try ChildProcess(
            "/usr/bin/env", ["python3", Self.manager, home.socket, BuiltProgram.agent.path],
            environment: home.environment)
        #expect(Deadline(seconds: 20).wait { access(home.socket, F_OK) == 0 })
        return manager
    }

    private func agent(asking home: ScratchHome) throws -> Int {
        let answer = try ChildProcess.run(
            BuiltProgram.sidekey.path, ["status", "--json"], environment: home.environment)
        #expect(answer.ending == .exited(0), "\(answer.errors)")
        return Int(try #require(home.agents.first).pid)
    }

    @Test func `the first connection starts it, and the socket outlives it`() async throws {
        let wallet = try await WalletFixture()
        let manager = try manager(of: wallet.home)
        defer { manager.send(signal: SIGKILL) }
        #expect(wallet.home.agents.isEmpty)
        let first = try agent(asking: wallet.home)
        #expect(AgentProcess(pid: Int32(first)).status("PPid") == "\(manager.pid)")
        // A client that comes finds the one that runs.
        #expect(try agent(asking: wallet.home) == first)
        kill(Int32(first), SIGTERM)
        #expect(Deadline(seconds: 20).wait { !ScratchHome.isRunning(Int32(first)) })
        #expect(access(wallet.home.socket, F_OK) == 0)
        #expect(try agent(asking: wallet.home) != first)
        wallet.home.stopAgent()
    }

    @Test func `variables for another process are none for it`() async throws {
        let wallet = try await WalletFixture()
        try wallet.home.startAgent(environment: ["LISTEN_PID": "1", "LISTEN_FDS": "1"])
        _ = try wallet.home.commandLine().call("vault.status").get()
    }

    @Test func `a descriptor that isn't the wallet's socket is refused`() async throws {
        let wallet = try await WalletFixture()
        let script = "LISTEN_PID=$$ LISTEN_FDS=1 exec \(BuiltProgram.agent.path) 3</dev/null"
        let run = try ChildProcess.run("/bin/sh", ["-c", script], environment: wallet.home.environment)
        #expect(run.ending == .exited(1))
    }
}
