import Glibc
import JSONRPC
import TestSupport
import Testing

/// Something else where a folder, lock, socket, log, database or vault should be: each is refused by name, nothing waits for
/// it, and nothing is written through it.
@Suite struct PlantedFileTests {
    enum Kind: CaseIterable {
        case symbolicLink, danglingLink, fifo, folder, open

        var complaint: String {
            switch self {
            case .symbolicLink, .danglingLink: "is a symbolic link"
            case .fifo, .folder: "is not a regular file"
            case .open: "is open to other users (mode 644)"
            }
        }

        func plant(at path: String, content: [UInt8], elsewhere: String) throws {
            switch self {
            case .symbolicLink:
                try SystemFile.write(elsewhere, content)
                symlink(elsewhere, path)
            case .danglingLink: symlink(elsewhere + ".missing", path)
            case .fifo: mkfifo(path, 0o600)
            case .folder: mkdir(path, 0o700)
            case .open: try SystemFile.write(path, content, mode: 0o644)
            }
        }
    }

    @Test(arguments: ["agent.lock", "agent.log", "wallet.sqlite", "wallet.sqlite-wal", "wallet.sqlite-shm"])
    func `what isn't the file that belongs there is refused by name`(file: String) throws {
        for kind in Kind.allCases {
            let (home, other) = (try ScratchHome(), try ScratchHome())
            let path = home.path + "/" + file
            try kind.plant(at: path, content: [1, 2, 3], elsewhere: other.path + "/target")
            let error = try BrowserStandIn(.walletInFirefox, home: home).hello().failure
            #expect(error?.code == .internalError)
            #expect(error?.reason == .agentUnavailable)
            #expect(error?.message == "\(path) \(kind.complaint)")
            #expect(SystemFile.read(other.path + "/target") ?? [1, 2, 3] == [1, 2, 3])
            #expect(SystemFile.read(other.path + "/target.missing") == nil)
            // The agent itself says the same, whoever starts it.
            let agent = try ChildProcess.run(BuiltProgram.agent.path, environment: home.environment)
            #expect(agent.ending == .exited(1))
            #expect(agent.errors == "sidekey-agent: error: \(path) \(kind.complaint)\n")
        }
    }

    @Test(arguments: [Kind.danglingLink, .fifo, .folder, .open])
    func `what is no socket in the socket's place is refused and left there`(kind: Kind) throws {
        let home = try ScratchHome()
        try kind.plant(at: home.socket, content: [1], elsewhere: home.path + "/elsewhere")
        let error = try BrowserStandIn(.walletInFirefox, home: home).hello().failure
        #expect(error?.message == "\(home.socket) is not a socket")
        #expect(SystemFile.names(in: home.path).contains("agent.sock"))
    }

    @Test(arguments: Kind.allCases)
    func `what isn't the vault counts as a damaged one, and is neither opened nor overwritten`(kind: Kind) throws {
        let home = try ScratchHome()
        try kind.plant(at: home.path + "/vault", content: [1, 2, 3], elsewhere: home.path + "/elsewhere")
        let browser = try BrowserStandIn(.walletInFirefox, home: home)
        #expect(try browser.hello().get()["vault"]?.text == "damaged")
        let sealed = try browser.sealed("x", for: "vault.unlock")
        #expect(try browser.call("vault.unlock", ["passphrase": sealed]).failure?.reason == .vaultDamaged)
        let client = try home.commandLine()
        let create = try client.call("vault.create", client.newWallet(passphrase: "long enough"))
        #expect(create.failure?.reason == .vaultDamaged)
        #expect(try browser.call("vault.status").get()["vault"]?.text == "damaged")
    }

    @Test func `a server that doesn't hold the lock isn't spoken to`() throws {
        let home = try ScratchHome()
        let stranger = try AgentStandIn(home.socket, holdingLock: false)
        let browser = try BrowserStandIn(.walletInFirefox, home: home)
        let error = try browser.hello().failure
        #expect(error?.reason == .agentUnavailable)
        #expect(error?.message.contains("is served by a program that doesn't hold this wallet's lock") == true)
        // It saw two connections and not a byte.
        for _ in 0..<2 { #expect(try stranger.accept().receive() == nil) }
        let command = try ChildProcess.run(BuiltProgram.sidekey.path, ["status"], environment: home.environment)
        #expect(command.ending == .exited(7))
        #expect(command.errors.contains("doesn't hold this wallet's lock"))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func `another user's server in the socket's place isn't spoken to`() throws {
        let home = try ScratchHome()
        chown(home.path, 47_110, 47_110)
        let script = """
            import os, socket, sys
            s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); print("up", flush=True)
            c, _ = s.accept(); print(len(c.recv(100)), flush=True)
            """
        let server = try ChildProcess(
            "/usr/bin/setpriv",
            ["--reuid", "47110", "--regid", "47110", "--clear-groups", "/usr/bin/python3", "-c", script, home.socket],
            environment: home.environment)
        #expect(try server.output.read(3) == Array("up\n".utf8))
        chown(home.path, 0, 0)
        let error = try BrowserStandIn(.walletInFirefox, home: home).hello().failure
        #expect(error?.reason == .agentUnavailable)
        #expect(error?.message == "the agent's socket is served by user 47110")
        #expect(try server.output.read(2) == Array("0\n".utf8))
    }

    /// As an agent that was stopped, or hangs. Waited for without holding a thread of the tests'.
    @Test func `an agent that takes connections and says nothing is given up after ten seconds`() async throws {
        let home = try ScratchHome()
        let silent = try AgentStandIn(home.socket)
        let browser = try BrowserStandIn(.walletInFirefox, home: home)
        let id = try browser.begin("hello", BrowserStandIn.helloParameters)
        for _ in 0..<600 where try browser.reader.isQuiet(for: 0) { try await Task.sleep(for: .milliseconds(50)) }
        let error = try browser.answer(to: id).failure
        #expect(error?.code == .internalError)
        #expect(error?.reason == .agentUnavailable)
        #expect(error?.message.hasPrefix("the agent gave no answer within 10") == true)
        #expect(browser.process.waitForEnd() == .exited(1))
        withExtendedLifetime(silent) {}
    }
}
