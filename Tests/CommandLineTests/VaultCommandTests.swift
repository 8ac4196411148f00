import Glibc
import JSONRPC
import TestSupport
import Testing

@Suite struct VaultCommandTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    @Test func `the passphrase is changed after the old one and twice the new one`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["vault", "change-passphrase"], in: home)
        let conversation = try StandInConversation(agent)
        for (prompt, answer) in [
            ("Current passphrase: ", "correct horse battery"), ("New passphrase: ", "short"),
            ("New passphrase: ", "12345678"),
            ("New passphrase: ", "battery staple horse"),
            ("Type it again: ", "battery stable"), ("New passphrase: ", "battery staple horse"),
            ("Type it again: ", "battery staple horse"),
        ] {
            try terminal.wait(for: prompt)
            #expect(!terminal.echoes)
            terminal.type(answer)
        }
        let params = try conversation.request("vault.changePassphrase")
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        #expect(try conversation.secret(params["newPassphrase"], "newPassphrase") == "battery staple horse")
        try conversation.answer(["vault": "locked"])
        #expect(try terminal.waitForEnd() == 0)
        #expect(!terminal.shown.contains("horse") && !terminal.shown.contains("staple"))
    }

    @Test(arguments: ["Current passphrase: ", "New passphrase: ", "Type it again: "])
    func `Ctrl-C at any of the questions gives the terminal its echo back`(_ last: String) throws {
        let terminal = try SidekeyCommand.startAtTerminal(["vault", "change-passphrase"], in: home)
        let conversation = try StandInConversation(agent)
        for prompt in ["Current passphrase: ", "New passphrase: ", "Type it again: "] {
            try terminal.wait(for: prompt)
            #expect(!terminal.echoes)
            if prompt == last { break }
            terminal.type("correct horse battery")
        }
        terminal.send("\u{03}")
        #expect(try terminal.waitForEnd() == 130)
        #expect(terminal.echoes)
        #expect(try conversation.hasEnded())
    }

    @Test func `a script gives both passphrases in files`() throws {
        let files = [
            "--passphrase-file", try home.file("old", "correct horse battery\n"), "--new-passphrase-file",
            try home.file("new", "battery staple horse\n"),
        ]
        let command = try SidekeyCommand.start(["vault", "change-passphrase"] + files, in: home)
        let conversation = try StandInConversation(agent)
        let params = try conversation.request("vault.changePassphrase")
        #expect(try conversation.secret(params["newPassphrase"], "newPassphrase") == "battery staple horse")
        try conversation.answer(["vault": "locked"])
        #expect(command.waitForEnd() == .exited(0))
        for half in [files.prefix(2), files.suffix(2)] {
            #expect(try SidekeyCommand.run(["vault", "change-passphrase"] + half, in: home).ending == .exited(64))
        }
    }

    @Test func `the vault key is rotated with the passphrase`() throws {
        let command = try SidekeyCommand.start(
            ["vault", "rotate", "--passphrase-file", try home.file("passphrase", "correct horse battery\n")], in: home)
        let conversation = try StandInConversation(agent)
        let params = try conversation.request("vault.rotate")
        #expect(params.names == ["passphrase"])
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        try conversation.answer(["vault": "locked"])
        #expect(command.waitForEnd() == .exited(0))
    }

    @Test func `without a wallet there is nothing to copy`() throws {
        let command = try SidekeyCommand.start(["vault", "backup", "\(home.path)/copy"], in: home)
        _ = try StandInConversation(agent, vault: "none")
        #expect(command.waitForEnd() == .exited(2))
        #expect(SystemFile.read("\(home.path)/copy") == nil)
    }

    @Test(arguments: ["", "sidekey vault\n", "nonsense"])
    func `a file that is no backup is refused before anything is asked`(_ text: String) throws {
        let file = try home.file("backup", text)
        let result = try SidekeyCommand.run(["vault", "restore", file], in: home)
        #expect(result.ending == .exited(1))
        #expect(result.errors.contains("is not a readable backup"))
    }
}
