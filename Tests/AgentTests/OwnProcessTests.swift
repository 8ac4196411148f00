import Glibc
import TestSupport
import Testing

/// A process that the agent has started is no client, whatever it says.
@Suite(.timeLimit(.minutes(5))) struct OwnProcessTests {
    private static let support: String = {
        let file = #filePath
        return String(file[..<(file.firstRange(of: "/AgentTests/")?.lowerBound ?? file.endIndex)]) + "/Support"
    }()

    private func answer(in file: String) throws -> String {
        #expect(Deadline(seconds: 60).wait { SystemFile.read(file) != nil })
        return String(decoding: try #require(SystemFile.read(file)), as: UTF8.self)
    }

    @Test func `a child of the agent's, and a child of that, are closed before their hello`() async throws {
        let wallet = try await WalletFixture()
        let caller = "python3 \(Self.support)/socket_caller.py \(wallet.home.socket)"
        // The shell becomes the agent, and what it started before is then the agent's child.
        let script = """
            \(caller) \(wallet.home.path)/child & (\(caller) \(wallet.home.path)/grandchild; :) & exec "$0"
            """
        try wallet.home.startAgent(through: ["/bin/sh", "-c", script])
        for name in ["child", "grandchild"] {
            #expect(try answer(in: "\(wallet.home.path)/\(name)") == "closed", "\(name)")
        }
        #expect(wallet.home.log.contains { $0.contains("a connection was refused") && $0.contains("OwnProcess") })

        // The same words from anybody else are answered.
        let free = try ChildProcess(
            "/bin/sh", ["-c", "\(caller) \(wallet.home.path)/stranger"], environment: ["PATH": "/usr/bin:/bin"])
        #expect(free.waitForEnd(within: Deadline(seconds: 60)) == .exited(0))
        #expect(try answer(in: "\(wallet.home.path)/stranger").contains("sealingKey"))
    }
}
