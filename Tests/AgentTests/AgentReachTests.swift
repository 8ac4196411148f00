import Glibc
import JSONRPC
import TestSupport
import Testing

/// Reaching the agent where something stands in the way.
@Suite struct AgentReachTests {
    @Test func `three hundred connections are served, the last like the first`() async throws {
        let wallet = try await WalletFixture()
        try wallet.home.startAgent()
        var clients: [FrameClient] = []
        for _ in 0..<300 { clients.append(try wallet.home.commandLine()) }
        for client in [clients[0], clients[249], clients[250], clients[299]] {
            #expect(try client.call("vault.status").get()["vault"] == "locked")
        }
        #expect(try wallet.sidekey("status").contains("locked"))
    }

    @Test func `a socket that was deleted is made anew while the wallet stays unlocked`() async throws {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        let agent = try #require(wallet.home.agent)
        unlink(wallet.home.socket)
        #expect(try wallet.sidekey("status").contains("unlocked"))
        #expect(wallet.home.agent == agent)
        var status = stat()
        #expect(lstat(wallet.home.socket, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `what stands in the place of a deleted socket is left alone`() async throws {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        unlink(wallet.home.socket)
        try SystemFile.write(wallet.home.socket, [1])
        try await Task.sleep(for: .seconds(5))
        #expect(SystemFile.read(wallet.home.socket) == [1])
        for agent in wallet.home.agents { kill(agent.pid, SIGTERM) }
    }

    @Test func `a copied folder is a wallet of its own beside the original`() async throws {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        let copy = try ScratchHome()
        let copied = try ChildProcess.run(
            "/bin/cp", ["-a", wallet.home.path + "/.", copy.path], environment: ["PATH": "/usr/bin:/bin"])
        #expect(copied.ending == .exited(0), "\(copied.errors)")
        let status = try ChildProcess.run(
            BuiltProgram.sidekey.path, ["status", "--json"], environment: copy.environment)
        #expect(status.ending == .exited(0), "\(status.errors)")
        #expect(try JSON(parsing: JSONSource(status.output))["vault"] == "locked")
        #expect(try wallet.home.commandLine().call("vault.status").get()["vault"] == "unlocked")
        #expect(copy.agent != nil && copy.agent != wallet.home.agent)
    }

    @Test(.enabled(if: Extent.isWhole, "it takes a minute"))
    func `a hung agent is reported after the time that is said`() async throws {
        let wallet = try await WalletFixture()
        try wallet.home.startAgent()
        let agent = try #require(wallet.home.agent)
        kill(agent, SIGSTOP)
        defer { kill(agent, SIGCONT) }
        let began = ContinuousClock.now
        let result = try ChildProcess.run(
            BuiltProgram.sidekey.path, ["status"], environment: wallet.home.environment,
            within: Deadline(seconds: 150))
        let took = ContinuousClock.now - began
        #expect(result.ending == .exited(7))
        #expect(result.errors.contains("didn't answer within 60 s"), "\(result.errors)")
        #expect(took > .seconds(58) && took < .seconds(70), "\(took)")
    }
}
