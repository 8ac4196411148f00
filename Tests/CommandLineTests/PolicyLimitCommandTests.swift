import JSONRPC
import TestSupport
import Testing

/// `sidekey policy limit`, `limits` and `unlimit`.
@Suite struct PolicyLimitCommandTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    private static let address = "3hDSc9TBh7J9o5ZVGr4pQc9F9qXKWUNjKQ8vDXL3b3oB"
    private static let limits: JSON = [
        [
            "id": 1, "action": "refuse", "account": .string(address), "ceiling": "100000000", "expired": true,
            "spending": ["lamports": "500000000", "period": 86_400_000, "left": "200000000"],
            "expiry": 1_700_000_000_000,
        ],
        [
            "id": 4, "action": "raise", "origin": "https://dapp.example", "expired": false,
            "signatures": ["count": "20", "period": 5_400_000, "left": "3"],
            "programs": ["11111111111111111111111111111111", .string(address)],
        ],
    ]
    private static let text = """
        limit 1: refuses
          account:     3hDSc9TBh7J9o5ZVGr4pQc9F9qXKWUNjKQ8vDXL3b3oB
          for site:    any
          per request: 0.1 SOL
          spending:    0.5 SOL in 1d, 0.2 SOL left
          expires:     2023-11-14 22:13:20 UTC, expired
        limit 4: asks in Sidekey's window
          account:     any
          for site:    https://dapp.example
          signatures:  20 in 90m, 3 left
          programs:    11111111111111111111111111111111
                       3hDSc9TBh7J9o5ZVGr4pQc9F9qXKWUNjKQ8vDXL3b3oB

        """

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    @Test func `limits are shown in words, with what is left of them`() throws {
        for (answer, text) in [(Self.limits, Self.text), ([], "there are no limits\n")] as [(JSON, String)] {
            let command = try SidekeyCommand.start(["policy", "limits"], in: home)
            let conversation = try StandInConversation(agent)
            _ = try conversation.request("policy.get")
            try conversation.answer(["limits": answer])
            #expect(command.waitForEnd() == .exited(0))
            #expect(String(decoding: try command.output.readToEnd(), as: UTF8.self) == text)
        }
    }

    @Test(
        arguments: [
            (["--ceiling", "0.1"], ["action": "refuse", "ceiling": "100000000"]),
            (
                ["--raise", "--spend", "0.5/24h", "--account", address],
                [
                    "action": "raise", "account": .string(address),
                    "spending": ["lamports": "500000000", "period": 86_400_000],
                ]
            ),
            (
                ["--origin", "https://dapp.example", "--signatures", "20/30m", "--replace", "3"],
                [
                    "action": "refuse", "id": 3, "origin": "https://dapp.example",
                    "signatures": ["count": "20", "period": 1_800_000],
                ]
            ),
            (
                ["--program", "11111111111111111111111111111111", "--program", address],
                ["action": "refuse", "programs": ["11111111111111111111111111111111", .string(address)]]
            ),
        ] as [([String], JSON)])
    func `a limit is added without the passphrase`(_ words: [String], _ limit: JSON) throws {
        let command = try SidekeyCommand.start(["policy", "limit"] + words, in: home)
        let conversation = try StandInConversation(agent)
        let params = try conversation.request("policy.tighten")
        #expect(params == ["limits": [limit]])
        try conversation.answer(["limits": Self.limits])
        #expect(command.waitForEnd() == .exited(0))
        #expect(String(decoding: try command.output.readToEnd(), as: UTF8.self) == Self.text)
    }

    @Test func `limits are taken away with the passphrase`() throws {
        let file = try home.file("passphrase", "correct horse battery\n")
        let words = ["policy", "unlimit", "1", "4", "--json", "--passphrase-file", file]
        let command = try SidekeyCommand.start(words, in: home)
        let conversation = try StandInConversation(agent)
        let params = try conversation.request("policy.set")
        #expect(params["removeLimits"] == [1, 4])
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        try conversation.answer(["limits": []])
        #expect(command.waitForEnd() == .exited(0))
        #expect(String(decoding: try command.output.readToEnd(), as: UTF8.self) == "{\"limits\":[]}\n")
    }

    @Test(arguments: [
        [], ["--raise"], ["--account", address], ["--ceiling", "-1"], ["--spend", "1"], ["--spend", "1/24"],
        ["--spend", "1/24h/2"], ["--spend", "1/0h"], ["--spend", "1/367d"], ["--spend", "1/24x"],
        ["--signatures", "1.5/1h"], ["--signatures", "-1/1h"], ["--signatures", "1/99999999999999999999d"],
        ["--expires", "30"], ["--expires", "0m"],
    ])
    func `what makes no sense is refused before anything is asked`(_ words: [String]) throws {
        #expect(try SidekeyCommand.run(["policy", "limit"] + words, in: home).ending == .exited(64))
    }
}
