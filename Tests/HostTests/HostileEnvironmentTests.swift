import Glibc
import JSONRPC
import TestSupport
import Testing

/// The surroundings that a program can give a host that it starts: variables, arguments, a folder to stand in.
@Suite struct HostileEnvironmentTests {
    let home: ScratchHome

    init() throws { home = try ScratchHome() }

    @Test func `a SIDEKEY_HOME that can't be trusted is refused with its reason`() throws {
        mkdir(home.path + "/real", 0o700)
        symlink(home.path + "/real", home.path + "/link")
        mkdir(home.path + "/open", 0o700)
        chmod(home.path + "/open", 0o777)
        mkdir(home.path + "/foreign", 0o700)
        try SystemFile.write(home.path + "/file", [])
        var cases = [
            ("demo", "SIDEKEY_HOME must be an absolute path"), ("./x", "SIDEKEY_HOME must be an absolute path"),
            ("~/x", "SIDEKEY_HOME must be an absolute path"), (home.path + "/link", "/link is a symbolic link"),
            (home.path + "/link/", "/link is a symbolic link"),
            (home.path + "/open", "/open is open to other users (mode 777)"),
            (home.path + "/open/in", "/open/in stands in a folder that everybody may change"),
            (home.path + "/file", "/file is not a folder"), (home.path + "/file/in", "mkdir failed for"),
            ("/proc/sidekey", "mkdir failed for /proc/sidekey"),
            ("/" + String(repeating: "x", count: 4095), "the socket's path has 4107 bytes"),
            (home.path + "/" + String(repeating: "é/", count: 2000), "the socket's path has"),
        ]
        if geteuid() == 0 {
            chown(home.path + "/foreign", 47_110, 47_110)
            cases += [
                (home.path + "/foreign", "/foreign belongs to user 47110"),
                (home.path + "/foreign/in", "/foreign/in stands in a folder of user 47110"),
            ]
        }
        for (value, complaint) in cases {
            let name = Comment(rawValue: String(value.suffix(20)))
            let error = try hello(["SIDEKEY_HOME": value]).failure
            #expect(error?.code == .internalError, name)
            #expect(error?.reason == .agentUnavailable, name)
            #expect(error?.message.contains(complaint) == true, "\(value.suffix(20)): \(error?.message ?? "no error")")
        }
    }

    @Test func `a name with a line break in it is a name as any other`() throws {
        let path = home.path + "/a\nb c\"\\"
        #expect(try hello(["SIDEKEY_HOME": path]).get()["home"]?.text == path)
        let agent = AgentProcess(pid: try #require(ScratchHome.agent(serving: path + "/agent.sock")))
        #expect(SystemFile.names(in: path).contains("agent.log"))
        kill(agent.pid, SIGTERM)
        #expect(Deadline().wait { !agent.isRunning })
    }

    @Test func `without SIDEKEY_HOME, HOME and XDG values that name no folder of the user's aren't used`() throws {
        for (home, data, complaint) in [
            ("relative", "relative", "HOME is not set to an absolute path"), ("", "", "HOME is not set"),
            ("/proc", "", "mkdir failed for /proc/.local"), ("/", "/dev/null", "mkdir failed for /dev/null/sidekey"),
        ] {
            let error = try hello(["SIDEKEY_HOME": "", "HOME": home, "XDG_DATA_HOME": data]).failure
            #expect(error?.reason == .agentUnavailable)
            #expect(error?.message.contains(complaint) == true, Comment(rawValue: error?.message ?? "no error"))
        }
    }

    @Test func `PATH, argv[0] and the working folder don't choose the agent`() throws {
        let marker = home.path + "/marker"
        mkdir(home.path + "/evil", 0o700)
        try SystemFile.write(
            home.path + "/evil/sidekey-agent", Array("#!/bin/sh\necho x > \(marker)\n".utf8), mode: 0o755)
        let command = "cd \(home.path)/evil && exec -a \(home.path)/evil/sidekey-host \(BuiltProgram.host.path) \"$@\""
        let browser = try BrowserStandIn(
            .arguments(["-c", command, "bash", "/m.json", "wallet@sidekey.app"]), home: home,
            environment: ["PATH": home.path + "/evil"], program: "/bin/bash")
        // Not a browser's child but a shell's: the host doesn't ask, and gives nobody more than the extension may.
        #expect(try browser.hello().failure == nil)
        #expect(SystemFile.read(marker) == nil)
        let agent = try #require(home.agent)
        if geteuid() == 0 { #expect(SystemFile.linkTarget("/proc/\(agent)/exe") == BuiltProgram.agent.path.resolved) }
    }

    @Test func `a library put before the host is loaded neither by it nor by its agent`() throws {
        let interposer = try Interposer(in: home.path)
        let environment = try interposer.environment
        let browser = try BrowserStandIn(.walletInFirefox, home: home, environment: environment)
        #expect(try browser.hello().failure == nil)
        #expect(interposer.loads == 0)
        // It is one that loads: into an agent that is started with it by hand.
        home.stopAgent()
        try home.startAgent(environment: environment)
        #expect(interposer.loads == 1)
    }

    @Test func `two wallets that share a runtime folder aren't taken for each other`() throws {
        for name in ["one", "two", "run"] { mkdir(home.path + "/" + name, 0o700) }
        func variables(_ name: String) -> [String: String] {
            [
                "SIDEKEY_HOME": "", "HOME": home.path, "XDG_DATA_HOME": home.path + "/" + name,
                "XDG_RUNTIME_DIR": home.path + "/run",
            ]
        }
        let first = try BrowserStandIn(.walletInFirefox, home: home, environment: variables("one"))
        #expect(try first.hello().failure == nil)
        let error = try hello(variables("two")).failure
        #expect(error?.reason == .agentUnavailable)
        #expect(
            error?.message.contains("/run/sidekey/agent.sock is served by a program that doesn't hold this") == true)
        // The first is as it was, and the second has its turn when that one has gone.
        #expect(try first.call("vault.status").failure == nil)
        let socket = home.path + "/run/sidekey/agent.sock"
        let pid = try #require(ScratchHome.agent(serving: socket))
        kill(pid, SIGTERM)
        #expect(first.process.waitForEnd() == .exited(0))
        let second = try BrowserStandIn(.walletInFirefox, home: home, environment: variables("two"))
        #expect(try second.hello().failure == nil)
        if let pid = ScratchHome.agent(serving: socket) { kill(pid, SIGTERM) }
    }

    private func hello(_ variables: [String: String]) throws -> Result<JSON, RPCError> {
        try BrowserStandIn(.walletInFirefox, home: home, environment: variables).hello()
    }
}

extension String {
    /// The path without symbolic links.
    fileprivate var resolved: String? {
        guard let path = realpath(self, nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
