import Glibc
import JSONRPC
import TestSupport
import Testing

/// When an agent leaves, and what its clients notice.
@Suite struct AgentLifetimeTests {
    @Test func `an agent that nobody needs leaves, and takes its socket along`() throws {
        let home = try ScratchHome(idleSeconds: 0.4)
        let browser = try BrowserStandIn(.walletInChromium, home: home)
        _ = try browser.hello().get()
        let agent = AgentProcess(pid: try #require(home.agent))
        usleep(1_000_000)
        #expect(agent.isRunning, "it left while a host was connected")
        browser.close()
        #expect(Deadline().wait { !agent.isRunning })
        #expect(!SystemFile.names(in: home.path).contains("agent.sock"))
        #expect(home.log.last?.contains("reason=idle") == true)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a signal ends the agent in order, and its hosts`(signal: Int32) throws {
        let home = try ScratchHome()
        let agent = try ChildProcess(BuiltProgram.agent.path, environment: home.environment)
        #expect(Deadline().wait { home.agent != nil })
        let browser = try BrowserStandIn(.walletInChromium, home: home)
        _ = try browser.hello().get()
        agent.send(signal: signal)
        #expect(agent.waitForEnd() == .exited(0))
        #expect(browser.process.waitForEnd() == .exited(0))
        #expect(!SystemFile.names(in: home.path).contains("agent.sock"))
        #expect(home.log.last?.contains("reason=signalled") == true)
    }

    @Test func `a newly installed agent takes over at the next connection`() throws {
        let home = try ScratchHome()
        let programs = try ScratchHome()
        for program in [BuiltProgram.host, .agent] {
            try SystemFile.copyProgram(program.path, to: programs.path + "/" + program.rawValue)
        }
        let host = programs.path + "/sidekey-host"
        let first = try BrowserStandIn(.walletInChromium, home: home, program: host)
        _ = try first.hello().get()
        let old = try #require(home.agent)
        #expect(try BrowserStandIn(.walletInChromium, home: home, program: host).hello().failure == nil)
        #expect(home.agent == old, "an agent that wasn't replaced left")

        let agent = programs.path + "/sidekey-agent"
        try SystemFile.copyProgram(agent, to: agent + ".new")
        rename(agent + ".new", agent)
        let second = try BrowserStandIn(.walletInChromium, home: home, program: host)
        #expect(try second.hello().failure == nil)
        #expect(home.agent != old)
        #expect(Deadline().wait { !ScratchHome.isRunning(old) })
        #expect(first.process.waitForEnd() == .exited(0))
        #expect(home.log.contains { $0.contains("reason=replaced") })
    }

    @Test func `a command that meets an agent which is just leaving is answered by the next one`() throws {
        let home = try ScratchHome()
        let programs = try ScratchHome()
        for program in [BuiltProgram.sidekey, .agent] {
            try SystemFile.copyProgram(program.path, to: programs.path + "/" + program.rawValue)
        }
        func status() throws -> ChildProcess.Result {
            try ChildProcess.run(programs.path + "/sidekey", ["status", "--json"], environment: home.environment)
        }
        #expect(try status().ending == .exited(0))
        let old = home.agent
        let agent = programs.path + "/sidekey-agent"
        try SystemFile.copyProgram(agent, to: agent + ".new")
        rename(agent + ".new", agent)
        let result = try status()
        #expect(result.ending == .exited(0), Comment(rawValue: result.errors))
        #expect(old != nil && home.agent != old)
    }

    @Test func `an agent whose socket was removed makes place for one that is found`() throws {
        let home = try ScratchHome(idleSeconds: 4)
        let first = try BrowserStandIn(.walletInChromium, home: home)
        _ = try first.hello().get()
        let old = try #require(home.agent)
        first.close()
        unlink(home.socket)
        let second = try BrowserStandIn(.walletInChromium, home: home)
        #expect(try second.hello().failure == nil)
        #expect(home.agent != old)
    }

    @Test func `the idle limit of a test doesn't count for a wallet in its usual place`() throws {
        let home = try ScratchHome()
        var environment = home.environment
        environment["SIDEKEY_HOME"] = nil
        environment["XDG_DATA_HOME"] = home.path
        environment["SIDEKEY_IDLE_SECONDS"] = "0.2"
        let agent = try ChildProcess(BuiltProgram.agent.path, environment: environment)
        #expect(agent.waitForEnd(within: Deadline(seconds: 1.5)) == nil)
        agent.send(signal: SIGTERM)
        #expect(agent.waitForEnd() == .exited(0))
        #expect(SystemFile.names(in: home.path + "/sidekey").contains("agent.log"))
    }
}
