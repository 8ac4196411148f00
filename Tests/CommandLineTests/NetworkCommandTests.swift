import JSONRPC
import TestSupport
import Testing

@Suite struct NetworkCommandTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    private static let policy: JSON = [
        "trust": "intact",
        "network": [
            "cluster": "devnet", "off": false,
            "endpoints": ["devnet": ["https://one.example/key", "https://two.example/"], "testnet": []],
        ],
    ]
    private static let text = """
        network:      on
        network:      devnet
        mainnet:      the public node
        devnet:       https://one.example/key
                      https://two.example/
        testnet:      none
        localnet:     the public node

        """

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    @Test(arguments: [false, true])
    func `it shows clusters and endpoints, in words and as JSON`(asJSON: Bool) throws {
        let command = try SidekeyCommand.start(["network"] + (asJSON ? ["show", "--json"] : []), in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("policy.get")
        try conversation.answer(Self.policy)
        #expect(command.waitForEnd() == .exited(0))
        let output = try command.output.readToEnd()
        guard asJSON else { return #expect(String(decoding: output, as: UTF8.self) == Self.text) }
        #expect(try JSON(parsing: JSONSource(output)) == Self.policy["network"])
    }

    @Test func `before the first unlock nothing is known of it`() throws {
        let command = try SidekeyCommand.start(["network"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("policy.get")
        try conversation.answer(["trust": "unverified", "network": ["cluster": "mainnet", "off": true]])
        #expect(command.waitForEnd() == .exited(0))
        let text = String(decoding: try command.output.readToEnd(), as: UTF8.self)
        #expect(text == "network:      off until you unlock the wallet once\n")
    }

    @Test(
        arguments: [
            (["use", "devnet"], ["cluster": "devnet"]), (["off"], ["off": true]), (["on"], ["off": false]),
            (
                ["endpoints", "devnet", "https://one.example", "https://two.example"],
                ["endpoints": ["devnet": ["https://one.example", "https://two.example"]]]
            ),
            (["endpoints", "testnet", "--none"], ["endpoints": ["testnet": []]]),
            (["endpoints", "mainnet", "--public"], ["endpoints": ["mainnet": nil]]),
        ] as [([String], JSON)])
    func `a change goes to the agent with the passphrase`(_ words: [String], _ change: JSON) throws {
        let file = try home.file("passphrase", "correct horse battery\n")
        let command = try SidekeyCommand.start(["network"] + words + ["--passphrase-file", file], in: home)
        let conversation = try StandInConversation(agent)
        let params = try conversation.request("policy.set")
        #expect(params.names.sorted() == ["network", "passphrase"])
        #expect(params["network"] == change)
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        try conversation.answer(Self.policy)
        #expect(command.waitForEnd() == .exited(0))
        #expect(String(decoding: try command.output.readToEnd(), as: UTF8.self) == Self.text)
    }

    @Test(arguments: [
        ["use"], ["use", "mainnet-beta"], ["endpoints", "devnet"], ["endpoints", "devnet", "--none", "--public"],
        ["endpoints", "devnet", "https://a.example", "--none"], ["endpoints", "solana:devnet", "--none"],
    ])
    func `what makes no sense is refused before anything is asked`(_ words: [String]) throws {
        #expect(try SidekeyCommand.run(["network"] + words, in: home).ending == .exited(64))
    }
}
