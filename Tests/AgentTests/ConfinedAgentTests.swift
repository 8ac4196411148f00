import Glibc
import JSONRPC
import TestSupport
import Testing

/// The kernel's word about a running agent, and what its helper is for.
@Suite(.timeLimit(.minutes(5))) struct ConfinedAgentTests {
    private func children(of pid: Int32) -> [AgentProcess] {
        SystemFile.processes.map(AgentProcess.init).filter { $0.status("PPid") == "\(pid)" }
    }

    @Test func `an agent is confined in every thread before it listens, and says by what`() async throws {
        let wallet = try await WalletFixture()
        let status = try wallet.home.commandLine().call("agent.status").get()
        let agent = AgentProcess(pid: try #require(wallet.home.agent))
        #expect(status["filter"] == true)
        #expect((status["landlock"]?.int ?? 0) > 0)
        let threads = SystemFile.names(in: "/proc/\(agent.pid)/task")
        #expect(threads.count > 1)
        for thread in threads {
            let text = String(
                decoding: SystemFile.read("/proc/\(agent.pid)/task/\(thread)/status") ?? [], as: UTF8.self)
            #expect(text.contains("Seccomp:\t2") && text.contains("NoNewPrivs:\t1"), "\(thread)")
        }
        let helpers = children(of: agent.pid)
        #expect(helpers.map { $0.status("Name") } == ["sidekey-helper"])
        // Not the lock, nor a file of the wallet's.
        let held = try #require(
            helpers.first?.descriptors?.values.filter { !$0.hasPrefix("/dev/null") && !$0.hasPrefix("pipe:") })
        #expect(held.count == 1 && held.allSatisfy { $0.hasPrefix("socket:") })
    }

    @Test func `a helper ends with its agent, however that ends, and leaves the lock free`() async throws {
        let wallet = try await WalletFixture()
        _ = try wallet.home.commandLine()
        let agent = try #require(wallet.home.agent)
        let helper = try #require(children(of: agent).first)
        kill(agent, SIGKILL)
        #expect(Deadline(seconds: 10).wait { !helper.isRunning && !ScratchHome.isRunning(agent) })
        _ = try wallet.home.commandLine().call("vault.status").get()
    }

    @Test func `an agent without its helper makes place for one that has one`() async throws {
        let wallet = try await WalletFixture()
        _ = try wallet.home.commandLine()
        let agent = try #require(wallet.home.agent)
        kill(try #require(children(of: agent).first).pid, SIGKILL)
        #expect(Deadline(seconds: 20).wait { !ScratchHome.isRunning(agent) })
        _ = try wallet.home.commandLine().call("vault.status").get()
    }
}
