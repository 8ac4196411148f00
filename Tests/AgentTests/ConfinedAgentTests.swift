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
        #expect(Set(children(of: agent.pid).map { $0.status("Name") }) == ["sidekey-helper", "sidekey-reader"])
        for companion in children(of: agent.pid) {
            // Not the lock, nor a file of the wallet's, nor a terminal.
            let held = try #require(companion.descriptors).values.filter { $0 != "/dev/null" }
            #expect(held.count == 1 && held.allSatisfy { $0.hasPrefix("socket:") }, "\(held)")
        }
        let reader = try child("sidekey-reader", of: agent.pid)
        #expect(reader.status("Seccomp") == "2" && reader.status("NoNewPrivs") == "1")
    }

    private func child(_ name: String, of pid: Int32) throws -> AgentProcess {
        try #require(children(of: pid).first { $0.status("Name") == name })
    }

    @Test(arguments: ["sidekey-helper", "sidekey-reader"])
    func `helper and reader end with their agent, however that ends, and leave the lock free`(name: String) async throws
    {
        let wallet = try await WalletFixture()
        _ = try wallet.home.commandLine()
        let agent = try #require(wallet.home.agent)
        let companion = try child(name, of: agent)
        kill(agent, SIGKILL)
        #expect(Deadline(seconds: 10).wait { !companion.isRunning && !ScratchHome.isRunning(agent) })
        _ = try wallet.home.commandLine().call("vault.status").get()
    }

    @Test(arguments: ["sidekey-helper", "sidekey-reader"])
    func `an agent without its helper or reader makes place for one that has both`(name: String) async throws {
        let wallet = try await WalletFixture()
        _ = try wallet.home.commandLine()
        let agent = try #require(wallet.home.agent)
        kill(try child(name, of: agent).pid, SIGKILL)
        #expect(Deadline(seconds: 20).wait { !ScratchHome.isRunning(agent) })
        _ = try wallet.home.commandLine().call("vault.status").get()
    }

    @Test func `an agent whose reader hangs answers without it, and says so`() async throws {
        let wallet = try await WalletFixture()
        let terminal = try wallet.home.commandLine()
        let reader = try child("sidekey-reader", of: try #require(wallet.home.agent))
        #expect(try terminal.call("agent.status").get()["reader"] == true)
        kill(reader.pid, SIGSTOP)
        let slow = ContinuousClock.now
        _ = try terminal.call("extensions.untrustFolder", ["folder": "/nowhere"])
        #expect(ContinuousClock.now - slow < .seconds(30))
        #expect(try terminal.call("agent.status").get()["reader"] == false)
        // Nobody waits for it a second time.
        let fast = ContinuousClock.now
        _ = try terminal.call("extensions.untrustFolder", ["folder": "/nowhere"])
        #expect(ContinuousClock.now - fast < .seconds(5))
        kill(reader.pid, SIGCONT)
        #expect(
            Deadline(seconds: 20).wait {
                _ = try? terminal.call("extensions.untrustFolder", ["folder": "/nowhere"])
                return (try? terminal.call("agent.status").get()["reader"]) == true
            })
        #expect(SystemFile.read("\(wallet.home.path)/agent.log")?.firstRange(of: Array("reason=slow".utf8)) != nil)
    }
}
