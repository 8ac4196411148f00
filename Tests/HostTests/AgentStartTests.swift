import AgentSocket
import Glibc
import JSONRPC
import TestSupport
import Testing

/// A host and the agent it starts.
@Suite struct AgentStartTests {
    let home: ScratchHome

    init() throws { home = try ScratchHome(checksExtensions: true) }

    @Test func `the first hello starts the agent and is answered by it`() throws {
        let browser = try BrowserStandIn(.walletInChromium, home: home)
        let answer = try browser.hello().get()
        #expect(answer.object?["protocol"]?.int == 1)
        #expect(home.agent != nil)
        #expect(mode(home.socket) == 0o600)
        #expect(mode(home.path + "/agent.lock") == 0o600)
        #expect(mode(home.path + "/agent.log") == 0o600)
    }

    @Test func `an agent that was killed is replaced, and its dead socket with it`() throws {
        let first = try BrowserStandIn(.walletInChromium, home: home)
        _ = try first.hello().get()
        let killed = try #require(home.agent)
        kill(killed, SIGKILL)
        #expect(first.process.waitForEnd() == .exited(0))
        #expect(SystemFile.names(in: home.path).contains("agent.sock"))
        let second = try BrowserStandIn(.walletInChromium, home: home)
        _ = try second.hello().get()
        #expect(home.agent != killed)
    }

    @Test func `an agent started where one runs ends at once and takes nothing from it`() throws {
        let browser = try BrowserStandIn(.walletInChromium, home: home)
        _ = try browser.hello().get()
        let agent = home.agent
        let second = try ChildProcess(BuiltProgram.agent.path, environment: home.environment)
        #expect(second.waitForEnd() == .exited(0))
        #expect(home.agent == agent)
    }

    @Test func `an agent leaves a socket alone that answers`() throws {
        let stranger = try AgentStandIn(home.socket, holdingLock: false)
        let agent = try ChildProcess(BuiltProgram.agent.path, environment: home.environment)
        #expect(agent.waitForEnd() == .exited(1))
        #expect(try String(decoding: agent.errors.readToEnd(), as: UTF8.self).contains("agent.sock is served by"))
        #expect(stranger.isAlone(for: 0) == false)
    }

    @Test(arguments: ["--help", "", "x"])
    func `an agent takes no arguments`(argument: String) throws {
        let result = try ChildProcess.run(BuiltProgram.agent.path, [argument], environment: home.environment)
        #expect(result.ending == .exited(64))
        #expect(SystemFile.names(in: home.path) == [])
    }

    @Test(.enabled(if: geteuid() == 0, "an agent isn't dumpable, so only root can look into it"))
    func `nothing of the browser's environment or descriptors reaches the agent`() throws {
        let leak = open(home.path + "/leak", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        defer { close(leak) }
        let browser = try BrowserStandIn(
            .walletInFirefox, home: home,
            environment: [
                "LD_PRELOAD": "/evil.so", "LD_LIBRARY_PATH": "/evil", "PATH": "/evil", "SECRET": "x",
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=/evil", "DISPLAY": ":7", "GLIBC_TUNABLES": "a=b",
            ], inheriting: [leak])
        _ = try browser.hello().get()
        let agent = AgentProcess(pid: try #require(home.agent))
        #expect(
            agent.environment == [
                "PATH=/usr/bin:/bin", "HOME=" + home.path, "SIDEKEY_HOME=" + home.path, "LANG=C.UTF-8",
                "SIDEKEY_IDLE_SECONDS=\(home.idleSeconds)", "SIDEKEY_NETWORK=off",
                "SIDEKEY_DESKTOP=off",
            ])
        let descriptors = try #require(agent.descriptors)
        for standard in 0...2 { #expect(descriptors[standard] == "/dev/null") }
        #expect(!descriptors.values.contains { $0.hasSuffix("/leak") })
        #expect(agent.workingFolder == "/")
        // Of a session of its own, and the host's no child.
        #expect(getsid(agent.pid) == agent.pid)
        #expect(agent.status("PPid") != "\(browser.process.pid)")
    }

    @Test func `the agent writes no core file and gains no privileges`() throws {
        let browser = try BrowserStandIn(.walletInChromium, home: home)
        _ = try browser.hello().get()
        let agent = AgentProcess(pid: try #require(home.agent))
        #expect(agent.status("NoNewPrivs") == "1")
        #expect(agent.limit("Max core file size")?.hasPrefix("0 0") == true)
        #expect(agent.status("Umask") == "0077")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func `agents of two users keep apart`() throws {
        let user = try OtherUser(home: home)
        let agent = try user.start(BuiltProgram.agent)
        #expect(Deadline().wait { home.agent != nil })
        // Not dumpable: what belongs to the process is root's and not the user's who started it.
        #expect(try owner("/proc/\(agent.pid)/environ") == 0)
        let stranger = try #require(home.connect())
        #expect(try stranger.receive() == nil)
        #expect(throws: AgentSocketError.self) {
            _ = try AgentConnection.open(
                WalletFolder(environment: ["SIDEKEY_HOME": .init(home.path)]), starting: nil, environment: [:])
        }
        #expect(home.log.contains { $0.contains("refused") && $0.contains("uid: 0") })
        agent.send(signal: SIGTERM)
        #expect(agent.waitForEnd() == .exited(0))
    }

    private func mode(_ path: String) -> UInt32? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    private func owner(_ path: String) throws -> UInt32 {
        var status = stat()
        guard stat(path, &status) == 0 else { throw TestFault("nothing stands at \(path)") }
        return status.st_uid
    }
}

/// Programs run as a user who isn't the test's, in a wallet folder that is theirs.
private struct OtherUser {
    static let id: UInt32 = 47_110

    let home: ScratchHome

    init(home: ScratchHome) throws {
        self.home = home
        chown(home.path, Self.id, Self.id)
    }

    func start(_ program: BuiltProgram) throws -> ChildProcess {
        // From a place that this user can reach.
        let copy = home.path + "/" + program.rawValue
        try SystemFile.copyProgram(program.path, to: copy, mode: 0o755)
        return try ChildProcess(
            "/usr/bin/setpriv", ["--reuid", "\(Self.id)", "--regid", "\(Self.id)", "--clear-groups", copy],
            environment: home.environment)
    }
}
