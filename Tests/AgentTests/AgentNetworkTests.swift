import Glibc
import JSONRPC
import Salt
import TestSupport
import Testing

/// `sidekey-rpc` reaches the network and the agent doesn't, shown on the running processes.
@Suite(.serialized, .enabled(if: geteuid() == 0, "an agent isn't dumpable, so only root can look into it"))
struct AgentNetworkTests {
    private static let asked: JSONObject = ["cluster": "solana:localnet"]

    /// The one child of the agent's that has this name.
    private func helper(of agent: Int32) throws -> AgentProcess {
        let found = SystemFile.processes.map(AgentProcess.init).filter {
            $0.status("PPid") == "\(agent)" && $0.status("Name") == "sidekey-rpc" && $0.isRunning
        }
        #expect(found.count == 1)
        return try #require(found.first)
    }

    /// The internet sockets that a process holds, by their inodes.
    private func internetSockets(of process: AgentProcess) throws -> Set<String> {
        var internet: Set<String> = []
        for table in ["tcp", "tcp6", "udp", "udp6", "raw", "raw6"] {
            let text = String(decoding: SystemFile.read("/proc/\(process.pid)/net/\(table)") ?? [], as: UTF8.self)
            for line in text.split(separator: "\n").dropFirst() {
                let fields = line.split(separator: " ", omittingEmptySubsequences: true)
                if fields.count > 9 { internet.insert("socket:[\(fields[9])]") }
            }
        }
        #expect(!internet.isEmpty)
        return internet.intersection(try #require(process.descriptors).values)
    }

    @Test func `while a node is asked, the agent has no internet socket, and sidekey-rpc has one and no secret`()
        async throws
    {
        let node = try LocalNode()
        let passphrase = ProcessMemory.strangeText(count: 30)
        let wallet = try await WalletFixture(reaching: node, passphrase: passphrase)
        let client = try wallet.home.commandLine()
        #expect(try client.call("network.status", Self.asked).get()["nodes"]?[0]?["state"] == "reached")
        try node.control(["fault": "slow", "method": "getGenesisHash", "ms": 3000, "count": 1])
        let id = try client.begin("network.status", Self.asked)
        #expect(try Deadline().wait { try node.control([:])["faults"]?.array?.isEmpty == true })

        let agent = AgentProcess(pid: try #require(wallet.home.agent))
        let helper = try helper(of: agent.pid)
        #expect(try internetSockets(of: agent).isEmpty)
        #expect(try internetSockets(of: helper).count == 1)
        #expect(helper.status("Seccomp") == "2" && helper.status("NoNewPrivs") == "1")
        let own = try #require(helper.descriptors).values.filter { $0.hasPrefix("/") }
        #expect(own.allSatisfy { $0 == "/dev/null" }, "\(own)")

        let seed = PBKDF2.deriveSHA512(
            password: SecretBytes(copying: Array((String(repeating: "abandon ", count: 23) + "art").utf8)),
            salt: SecretBytes(copying: Array("mnemonic".utf8)), rounds: 2048
        ).disclosed()
        // The control: the open session's agent has it.
        #expect(try ProcessMemory.windows(of: [seed], pid: agent.pid) > 0)
        #expect(
            try ProcessMemory.windows(
                of: [seed] + ProcessMemory.spellings(of: passphrase), pid: helper.pid) == 0)
        #expect(try client.answer(to: id).get()["nodes"]?[0]?["state"] == "reached")
    }

    @Test func `one that is killed is started again, and goes when the agent goes`() async throws {
        let node = try LocalNode()
        let wallet = try await WalletFixture(reaching: node)
        let client = try wallet.home.commandLine()
        _ = try client.call("network.status", Self.asked).get()
        let agent = try #require(wallet.home.agent)
        let first = try helper(of: agent)
        kill(first.pid, SIGKILL)
        #expect(Deadline().wait { !first.isRunning })
        #expect(try client.call("network.status", Self.asked).get()["nodes"]?[0]?["state"] == "reached")
        let second = try helper(of: agent)
        #expect(second.pid != first.pid)
        #expect(wallet.home.log.contains { $0.contains("the process for the network has ended") })
        // However the agent ends.
        kill(agent, SIGKILL)
        #expect(Deadline().wait { !second.isRunning })
    }
}
