import Glibc
import JSONRPC
import TestSupport
import Testing

@Suite struct SecretFileTests {
    private let home: ScratchHome

    init() throws { home = try ScratchHome() }

    @Test(arguments: [0o640, 0o604, 0o660, 0o644, 0o620, 0o666, 0o700] as [UInt32])
    func `a passphrase file that isn't the user's alone is refused`(_ mode: UInt32) throws {
        let file = try home.file("passphrase", "correct horse battery\n", mode: mode)
        let result = try SidekeyCommand.run(
            ["create", "--passphrase-file", file, "--phrase-file", "\(home.path)/phrase"], in: home)
        #expect(result.ending == .exited(1))
        #expect(result.errors.contains("\(file) is open to other users"))
        #expect(!SystemFile.names(in: home.path).contains("phrase"))
        #expect(home.agent == nil)
    }

    @Test(arguments: ["", "\n", "two\nlines\n", String(repeating: "x", count: 1025)])
    func `a file that holds no passphrase is refused`(_ text: String) throws {
        let file = try home.file("passphrase", text)
        let result = try SidekeyCommand.run(
            ["create", "--passphrase-file", file, "--phrase-file", "\(home.path)/phrase"], in: home)
        #expect(result.ending == .exited(1))
        #expect(result.errors.hasPrefix("sidekey: error: \(file) "))
    }

    @Test func `a link or a folder in the passphrase file's place is refused`() throws {
        let file = try home.file("passphrase", "correct horse battery\n")
        let link = "\(home.path)/link"
        #expect(symlink(file, link) == 0)
        for path in [link, home.path, "\(home.path)/absent"] {
            let result = try SidekeyCommand.run(
                ["create", "--passphrase-file", path, "--phrase-file", "\(home.path)/phrase"], in: home)
            #expect(result.ending == .exited(1))
        }
    }

    @Test(arguments: ["correct horse battery", "correct horse battery\n", "correct horse battery\r\n"])
    func `one line's end after the passphrase isn't part of it`(_ text: String) throws {
        let file = try home.file("passphrase", text)
        let agent = try AgentStandIn(home.socket)
        let command = try SidekeyCommand.start(["unlock", "--passphrase-file", file], in: home)
        let conversation = try StandInConversation(agent)
        let params = try conversation.request("vault.unlock")
        #expect(params.names == ["environment", "passphrase"])
        // Of the variables, those alone that name a display or a language.
        #expect(params["environment"] == ["LANG": "C.UTF-8"])
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        try conversation.answer(["vault": "unlocked", "session": ["remaining": 119_001]])
        #expect(command.waitForEnd() == .exited(0))
        #expect(String(decoding: try command.output.readToEnd(), as: UTF8.self) == "unlocked for 120 s\n")
    }

    @Test func `the phrase is written before the wallet is made, and taken back where it isn't`() throws {
        let passphrase = try home.file("passphrase", "correct horse battery\n")
        let out = "\(home.path)/phrase"
        let agent = try AgentStandIn(home.socket)
        let command = try SidekeyCommand.start(
            ["create", "--passphrase-file", passphrase, "--phrase-file", out], in: home)
        let conversation = try StandInConversation(agent, vault: "none")
        let params = try conversation.request("vault.create")
        let phrase = try conversation.secret(params["phrase"], "phrase")
        #expect(SystemFile.read(out) == Array("\(phrase)\n".utf8))
        var status = stat()
        #expect(stat(out, &status) == 0 && status.st_mode & 0o7777 == 0o600)
        #expect(params["unattended"]?.bool == true)
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        #expect(phrase.split(separator: " ").count == 24)
        try conversation.refuse(RPCError(.internalError, .storage, "the disk is full"))
        #expect(command.waitForEnd() == .exited(1))
        #expect(SystemFile.read(out) == nil)
        #expect(!String(decoding: try command.errors.readToEnd(), as: UTF8.self).contains(phrase))
    }

    @Test func `a phrase file that holds something or is open to others is refused and left as it is`() throws {
        let passphrase = try home.file("passphrase", "correct horse battery\n")
        let full = try home.file("full", "mine\n")
        let open = try home.file("open", "", mode: 0o644)
        let agent = try AgentStandIn(home.socket)
        for path in [full, open] {
            let command = try SidekeyCommand.start(
                ["create", "--passphrase-file", passphrase, "--phrase-file", path], in: home)
            let conversation = try StandInConversation(agent, vault: "none")
            #expect(try conversation.hasEnded())
            #expect(command.waitForEnd() == .exited(1))
        }
        #expect(SystemFile.read(full) == Array("mine\n".utf8))
        #expect(SystemFile.read(open) == [])
    }

    @Test func `a wallet that is there is never touched`() throws {
        let passphrase = try home.file("passphrase", "correct horse battery\n")
        let agent = try AgentStandIn(home.socket)
        let command = try SidekeyCommand.start(
            ["create", "--passphrase-file", passphrase, "--phrase-file", "\(home.path)/phrase"], in: home)
        #expect(try StandInConversation(agent, vault: "locked").hasEnded())
        #expect(command.waitForEnd() == .exited(1))
        #expect(SystemFile.read("\(home.path)/phrase") == nil)
    }
}
