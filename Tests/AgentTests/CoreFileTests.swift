import Glibc
import JSONRPC
import TestSupport
import Testing

/// An agent that a fault ends while the wallet is open.
@Suite struct CoreFileTests {
    @Test(.enabled(if: CoreDump.isPossible, "nothing leaves a core file here"))
    func `an agent that is killed by SIGABRT leaves no core file`() throws {
        let folder = try ScratchHome()
        let agent = try folder.startAgent(through: ["/usr/bin/prlimit", "--core=unlimited:unlimited"])
        #expect(AgentProcess(pid: agent.pid).limit("Max core file size") == "0 0 bytes")
        let client = try folder.commandLine()
        _ = try client.call("vault.create", client.newWallet(passphrase: WalletFixture.passphrase)).get()
        _ = try client.call(
            "vault.unlock", ["passphrase": client.sealed(WalletFixture.passphrase, for: "vault.unlock")]
        ).get()
        agent.send(signal: SIGABRT)
        #expect(agent.waitForEnd() == .killed(signal: SIGABRT))
        #expect(!agent.hasDumped)
        #expect(!SystemFile.names(in: folder.path).contains { $0.hasPrefix("core") })
    }
}

/// True if the kernel leaves a core file of a program that is killed by SIGABRT, where nothing forbids it.
enum CoreDump {
    static let isPossible: Bool = {
        guard let folder = try? ScratchHome(),
            let process = try? ChildProcess(
                "/usr/bin/prlimit",
                ["--core=unlimited:unlimited", "/bin/sh", "-c", "cd \(folder.path) && echo ready && exec sleep 60"]),
            (try? process.output.read(6, within: Deadline())) != nil
        else { return false }
        // Between `echo` and `exec` it is the shell, which dumps as well.
        process.send(signal: SIGABRT)
        return process.waitForEnd() == .killed(signal: SIGABRT) && process.hasDumped
    }()
}
