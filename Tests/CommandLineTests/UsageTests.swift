import TestSupport
import Testing

@Suite struct UsageTests {
    private let home: ScratchHome

    init() throws { home = try ScratchHome() }

    @Test func `the version is that of the release, alone on a line`() throws {
        let result = try SidekeyCommand.run(["--version"], in: home)
        #expect(result.ending == .exited(0))
        #expect(result.text == "0.1.0\n")
    }

    @Test func `help goes to standard output and names every command`() throws {
        let result = try SidekeyCommand.run(["--help"], in: home)
        #expect(result.ending == .exited(0))
        #expect(result.errors.isEmpty)
        for command in [
            "create", "restore", "unlock", "lock", "status", "pending", "approve", "reject", "records", "doctor",
            "stop", "passkey", "sign-offchain-message", "balance", "history", "permissions", "airdrop",
            "receive", "activity",
        ] {
            #expect(result.text.contains("\n  \(command) "))
        }
        // Too long for a line with its explanation.
        #expect(result.text.contains("\n  verify-offchain-signature\n"))
    }

    @Test(arguments: [
        ["nonsense"], ["approve", "--yes"], ["status", "--nonsense"], ["create", "--passphrase-file", "x"],
        ["create", "--phrase-file", "x"], ["create", "--approvals", "x"],
        ["create", "--seed-passphrase", "--passphrase-file", "x", "--phrase-file", "x"],
    ])
    func `a line that makes no sense ends with 64 and an error of two lines`(_ arguments: [String]) throws {
        let result = try SidekeyCommand.run(arguments, in: home)
        #expect(result.ending == .exited(64))
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("sidekey: error: "))
        #expect(result.errors.hasSuffix("\nsidekey: hint: see sidekey --help\n"))
    }

    @Test func `stop starts no agent only to end it`() throws {
        let result = try SidekeyCommand.run(["stop"], in: home)
        #expect(result.ending == .exited(7))
        #expect(result.errors == "sidekey: error: the agent is not running\n")
        #expect(home.agent == nil)
    }

    @Test(arguments: [["create"], ["unlock"]])
    func `what has to be asked is never asked without a terminal`(_ arguments: [String]) throws {
        let agent = try AgentStandIn(home.socket)
        let command = try SidekeyCommand.start(arguments, in: home)
        let conversation = try StandInConversation(agent, vault: arguments == ["create"] ? "none" : "locked")
        #expect(try conversation.hasEnded())
        #expect(command.waitForEnd() == .exited(9))
        let errors = String(decoding: try command.errors.readToEnd(), as: UTF8.self)
        #expect(errors.contains("needs a terminal"))
        #expect(errors.contains("sidekey: hint: "))
    }
}
