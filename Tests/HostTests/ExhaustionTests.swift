import Glibc
import JSONRPC
import TestSupport
import Testing

/// More clients, frames and descriptors than there is room for: what is served goes on being served, and the rest is told.
@Suite struct ExhaustionTests {
    let home: ScratchHome

    init() throws { home = try ScratchHome() }

    @Test func `fifty agents started at once leave exactly one`() throws {
        let agents = try (0..<50).map { _ in try ChildProcess(BuiltProgram.agent.path, environment: home.environment) }
        #expect(Deadline().wait { home.agent != nil })
        let winner = try #require(home.agent)
        for agent in agents where agent.pid != winner { #expect(agent.waitForEnd() == .exited(0)) }
        #expect(agents.contains { $0.pid == winner })
        #expect(home.log.count { $0.contains("serving") } == 1)
        let status = try home.commandLine().call("agent.status").get()
        withExtendedLifetime(agents) { #expect(status["pid"]?.int == Int(winner)) }
    }

    @Test func `a hundred hosts at once are all served, by one agent that they start`() throws {
        let browsers = try (0..<100).map { index in
            try BrowserStandIn(index.isMultiple(of: 2) ? .walletInChromium : .walletInFirefox, home: home)
        }
        let ids = try browsers.map { try $0.begin("hello", BrowserStandIn.helloParameters) }
        for (browser, id) in zip(browsers, ids) {
            #expect(try browser.answer(to: id).get().object?["protocol"]?.int == 1)
        }
        let calls = try browsers.map { try $0.begin("vault.status") }
        for (browser, id) in zip(browsers, calls) { #expect(try browser.answer(to: id).get()["vault"]?.text == "none") }
        #expect(home.log.count { $0.contains("serving") } == 1)
        let command = try home.commandLine()
        // The connection that looked whether an agent is there may be counted a moment longer.
        withExtendedLifetime(browsers) { #expect(Deadline().wait { connections(by: command) == 101 }) }
        guard geteuid() == 0 else { return }
        #expect(home.agents.map(\.pid) == [home.agent])
    }

    @Test func `an agent without descriptors serves whom it has, and the others when there are some again`() throws {
        let agent = try home.startAgent(through: ["/usr/bin/prlimit", "--nofile=64:64"])
        let process = AgentProcess(pid: agent.pid)
        let keeper = try home.commandLine()
        var crowd: [FrameClient] = []
        for _ in 0..<120 { crowd.append(try #require(home.connect())) }
        let hello = RPCRequest(id: "h", method: "hello", params: ["protocol": 1, "client": "cli", "version": "0.1.0"])
        for client in crowd { try? client.writer.write(FrameClient.frame(hello.serialized())) }
        // Whoever isn't served is told by the end of the connection.
        var served = 0
        for client in crowd where (try? client.receive()) ?? nil != nil { served += 1 }
        #expect(served > 0 && served < 64)
        #expect(Deadline().wait { connections(by: keeper) == served + 1 })
        #expect(try keeper.call("settings.get").failure == nil)
        #expect(try keeper.call("settings.set", ["theme": "dark"]).failure == nil)
        let before = try #require(process.processorTime)
        usleep(200_000)
        #expect(try #require(process.processorTime) - before < 0.1, "it asks again and again")
        crowd = []
        #expect(Deadline().wait { connections(by: keeper) == 1 })
        #expect(try home.commandLine().call("settings.get").get()["settings"]?["theme"]?.text == "dark")
    }

    /// Set from outside while it runs, so that not even the connection that comes can be taken.
    @Test(.enabled(if: geteuid() == 0, "an agent isn't dumpable, so only root sees its descriptors"))
    func `an agent whose last descriptor is gone takes up where it left`() throws {
        let agent = try home.startAgent()
        let process = AgentProcess(pid: agent.pid)
        let keeper = try home.commandLine()
        try limit(agent.pid, to: lowestFree(in: process))
        let waiting = try (0..<20).map { _ in try #require(home.connect()) }
        for _ in 0..<20 { #expect(try keeper.call("vault.status").failure == nil) }
        #expect(try keeper.call("settings.set", ["theme": "dark"]).failure == nil)
        #expect(connections(by: keeper) == 1)
        let before = try #require(process.processorTime)
        usleep(300_000)
        #expect(try #require(process.processorTime) - before < 0.1, "it asks again and again")
        try limit(agent.pid, to: 1024)
        for client in waiting {
            #expect(try client.call("hello", ["protocol": 1, "client": "cli", "version": "0.1.0"]).failure == nil)
        }
        #expect(process.isRunning)
    }

    @Test func `a host with too few descriptors says so or works, and never hangs`() throws {
        try home.startAgent()
        var served = 0
        for limit in 3...12 {
            let browser = try BrowserStandIn(
                .arguments(["--nofile=\(limit):\(limit)", BuiltProgram.host.path, "/m.json", "wallet@sidekey.app"]),
                home: home, program: "/usr/bin/prlimit")
            do {
                let outcome = try browser.hello()
                if outcome.failure == nil { served += 1 } else { #expect(outcome.failure?.reason == .agentUnavailable) }
            } catch {
                // Not even the pipe for signals could be made: the browser hears the end, who looks for why reads it.
                #expect(browser.process.waitForEnd() == .exited(1), "limit \(limit)")
                let errors = String(decoding: try browser.process.errors.readToEnd(), as: UTF8.self)
                #expect(
                    errors.contains("refuses") || errors.contains("error while loading"), "limit \(limit): \(errors)")
            }
        }
        #expect(served > 0)
    }

    @Test func `a client that never reads costs a few megabytes and then its connection`() throws {
        let agent = AgentProcess(pid: try home.startAgent().pid)
        let keeper = try home.commandLine()
        let deaf = try (0..<4).map { _ in try home.commandLine() }
        let before = try #require(agent.memory)
        let request = RPCRequest(id: String(repeating: "x", count: 128), method: "no.such.method")
        let frames = [[UInt8]](repeating: FrameClient.frame(request.serialized()), count: 500).flatMap { $0 }
        for client in deaf {
            #expect(throws: TestFault.self) { for _ in 0..<400 { try client.writer.write(frames) } }
        }
        #expect(try keeper.call("vault.status", within: Deadline(seconds: 5)).failure == nil)
        #expect(try #require(agent.memory) - before < 40 << 20 || BuiltProgram.agent.isSanitized)
        #expect(Deadline().wait { connections(by: keeper) == 1 })
    }

    @Test func `a client that reads late gets everything, and nobody waits for it`() throws {
        let agent = AgentProcess(pid: try home.startAgent().pid)
        let browser = try BrowserStandIn(.walletInFirefox, home: home)
        _ = try browser.hello().get()
        let other = try home.commandLine()
        // Answers for more than the pipe, the host and the socket hold, and less than the agent lets wait.
        let ids = (0..<4000).map { "\($0)" + String(repeating: "x", count: 124) }
        for (index, id) in ids.enumerated() {
            try browser.writer.write(FrameClient.frame(RPCRequest(id: id, method: "no.such").serialized()))
            if index % 500 == 0 { #expect(try other.call("vault.status", within: Deadline(seconds: 5)).failure == nil) }
        }
        let host = AgentProcess(pid: browser.process.pid)
        #expect(try #require(host.memory) < 16 << 20 || BuiltProgram.host.isSanitized)
        for id in ids { #expect(try browser.answer(to: id).failure?.reason == .methodUnknown) }
        #expect(try browser.call("vault.status").failure == nil)
        #expect(agent.isRunning)
    }

    /// The number that a process's next descriptor has, once it opens and closes none any more.
    private func lowestFree(in process: AgentProcess) throws -> Int {
        var seen: Set<Int> = []
        var looks = 0
        #expect(
            Deadline().wait {
                let now = Set((process.descriptors ?? [:]).keys.map { Int($0) })
                looks = now == seen ? looks + 1 : 0
                seen = now
                return looks == 10
            })
        return try #require((0...).first { !seen.contains($0) })
    }

    /// Returns how many connections the agent says that it has.
    private func connections(by client: FrameClient) -> Int? {
        (try? client.call("agent.status").get())?["connections"]?.int
    }

    /// `prlimit(2)`, by its command.
    private func limit(_ pid: Int32, to descriptors: Int) throws {
        let result = try ChildProcess.run("/usr/bin/prlimit", ["--pid", "\(pid)", "--nofile=\(descriptors):4096"])
        guard result.ending == .exited(0) else { throw TestFault("prlimit: \(result.errors)") }
    }
}
