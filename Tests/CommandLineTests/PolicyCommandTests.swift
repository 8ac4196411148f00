import JSONRPC
import TestSupport
import Testing

@Suite struct PolicyCommandTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    private static let policy: JSON = [
        "approvals": "risky", "allowance": "100000000", "session": 120_000, "perRequest": false,
        "left": "40000000", "trust": "intact", "recognition": "heron",
    ]
    private static let text = """
        approvals:    risky: risky requests need Sidekey's window or a terminal
        allowance:    0.1 SOL in 24 hours, 0.04 SOL left
        session:      120 s
        each request: needs an open session
        word:         heron

        """

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    @Test func `the policy is shown in words`() throws {
        let command = try SidekeyCommand.start(["policy"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("policy.get")
        try conversation.answer(Self.policy)
        #expect(command.waitForEnd() == .exited(0))
        #expect(String(decoding: try command.output.readToEnd(), as: UTF8.self) == Self.text)
    }

    @Test(arguments: [false, true]) func `the allowance is shown, and refilled with the passphrase alone`(reset: Bool)
        throws
    {
        let file = try home.file("passphrase", "correct horse battery\n")
        let words = ["policy", "allowance"] + (reset ? ["--reset", "--passphrase-file", file] : [])
        let command = try SidekeyCommand.start(words, in: home)
        let conversation = try StandInConversation(agent)
        if reset {
            let params = try conversation.request("policy.set")
            #expect(params.names.sorted() == ["passphrase", "resetAllowance"])
            #expect(params["resetAllowance"] == true)
            #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        } else {
            _ = try conversation.request("policy.get")
        }
        guard var policy = Self.policy.object else { return }
        policy["leftReturns"] = reset ? nil : .number(11_460_001)
        try conversation.answer(.object(policy))
        #expect(command.waitForEnd() == .exited(0))
        let shown = reset ? "" : "              more within 3 h 12 min\n"
        #expect(
            String(decoding: try command.output.readToEnd(), as: UTF8.self)
                == "allowance:    0.1 SOL in 24 hours, 0.04 SOL left\n" + shown)
    }

    @Test(
        arguments: [
            (["--approvals", "native"], "approvals", "native"), (["--allowance", "0.1"], "allowance", "100000000"),
            (["--allowance", "0"], "allowance", "0"), (["--allowance", "0.000000001"], "allowance", "1"),
            (["--allowance", "18446744073.709551615"], "allowance", "18446744073709551615"),
            (["--session", "60"], "session", 60_000), (["--per-request"], "perRequest", true),
            (["--no-per-request"], "perRequest", false),
        ] as [([String], String, JSON)])
    func `what is set goes to the agent with the passphrase`(_ words: [String], _ name: String, _ value: JSON) throws {
        let file = try home.file("passphrase", "correct horse battery\n")
        let command = try SidekeyCommand.start(["policy", "set", "--passphrase-file", file] + words, in: home)
        let conversation = try StandInConversation(agent)
        let params = try conversation.request("policy.set")
        #expect(params.names.sorted() == [name, "passphrase"].sorted())
        #expect(params[name] == value)
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        try conversation.answer(Self.policy)
        #expect(command.waitForEnd() == .exited(0))
    }

    @Test(arguments: [
        [], ["--approvals", "none"], ["--allowance", "-1"], ["--allowance", "1e3"], ["--allowance", ".1"],
        ["--allowance", "1."], ["--allowance", "0.0000000001"], ["--allowance", "18446744073.709551616"],
        ["--allowance", "1.5.5"], ["--session", "9"], ["--session", "28801"], ["--session", "x"],
    ])
    func `what makes no sense is refused before anything is asked`(_ words: [String]) throws {
        #expect(try SidekeyCommand.run(["policy", "set"] + words, in: home).ending == .exited(64))
    }
}
