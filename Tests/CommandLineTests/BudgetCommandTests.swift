import JSONRPC
import TestSupport
import Testing

/// `sidekey policy limit --site` and `sidekey policy press`.
@Suite struct BudgetCommandTests {
    private static let dollar = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
    private static let unlisted = "vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg"

    private static let policy: JSON = [
        "approvals": "risky", "allowance": "100000000", "left": "100000000", "pressAllowance": "1000000000",
        "pressLeft": "500000000", "limits": [],
        "pressAmounts": [
            [
                "asset": .string(JSONString(dollar)), "amount": "500000000", "left": "20000000", "symbol": "USDC",
                "decimals": 6,
            ]
        ],
        "budgets": [
            [
                "origin": "https://jup.ag", "since": 1_700_000_000_000,
                "spend": [
                    ["asset": "SOL", "amount": "2000000000", "left": "1500000000", "symbol": "SOL", "decimals": 9],
                    [
                        "asset": .string(JSONString(dollar)), "amount": "500000000", "left": "500000000",
                        "symbol": "USDC", "decimals": 6,
                    ],
                ],
            ]
        ],
    ]
    private static let text = """
        budget of https://jup.ag, set 2023-11-14 22:13:20 UTC
          spending:    2 SOL in 24 hours, 1.5 SOL left
                       500 USDC in 24 hours, 500 USDC left

        """

    private let home: ScratchHome
    private let agent: AgentStandIn

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    private static func amount(_ asset: String, _ amount: String) -> JSON {
        ["asset": .string(JSONString(asset)), "amount": .string(JSONString(amount))]
    }

    @Test func `the policy shows budgets and amounts for clicks with what is left of them`() throws {
        let command = try SidekeyCommand.start(["policy"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("policy.get")
        try conversation.answer(Self.policy)
        #expect(command.waitForEnd() == .exited(0))
        let shown = String(decoding: try command.output.readToEnd(), as: UTF8.self)
        #expect(shown.hasSuffix(Self.text))
        #expect(shown.contains("500 USDC in 24 hours, 20 USDC left\n"))
    }

    @Test func `a larger budget takes the passphrase, and symbols become mints`() throws {
        let file = try home.file("passphrase", "correct horse battery\n")
        let command = try SidekeyCommand.start(
            [
                "policy", "limit", "--site", "jup.ag", "--spend", "2.5 SOL/24h", "--spend", "500 usdc/1d", "--spend",
                "7 \(Self.unlisted)", "--passphrase-file", file,
            ], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("policy.get")
        try conversation.answer(Self.policy)
        let params = try conversation.request("policy.set")
        let spend: JSON = [
            Self.amount("SOL", "2500000000"), Self.amount(Self.dollar, "500000000"), Self.amount(Self.unlisted, "7"),
        ]
        #expect(params["budgets"] == [["origin": "https://jup.ag", "spend": spend]])
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        try conversation.answer(Self.policy)
        #expect(command.waitForEnd() == .exited(0))
        #expect(String(decoding: try command.output.readToEnd(), as: UTF8.self) == Self.text)
    }

    @Test(
        arguments: [
            (["--spend", "1 SOL/24h"], [amount("SOL", "1000000000")]), (["--remove"], []),
            (["--spend", "0 SOL", "--spend", "3 USDC"], [amount(dollar, "3000000")]),
        ] as [([String], JSON)])
    func `a smaller one takes none`(_ words: [String], _ spend: JSON) throws {
        let command = try SidekeyCommand.start(["policy", "limit", "--site", "https://jup.ag"] + words, in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("policy.get")
        try conversation.answer(Self.policy)
        let params = try conversation.request("policy.tighten")
        #expect(params == ["budgets": [["origin": "https://jup.ag", "spend": spend]]])
        try conversation.answer(["budgets": []])
        #expect(command.waitForEnd() == .exited(0))
        #expect(String(decoding: try command.output.readToEnd(), as: UTF8.self) == "no site has a budget\n")
    }

    @Test func `clicks get their amounts, SOL among them`() throws {
        let file = try home.file("passphrase", "correct horse battery\n")
        let command = try SidekeyCommand.start(
            ["policy", "press", "--spend", "2", "--spend", "0 USDC/24h", "--json", "--passphrase-file", file], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("policy.get")
        try conversation.answer(Self.policy)
        let params = try conversation.request("policy.set")
        #expect(params["pressAllowance"] == "2000000000")
        #expect(params["pressAmounts"] == [Self.amount(Self.dollar, "0")])
        try conversation.answer(Self.policy)
        #expect(command.waitForEnd() == .exited(0))
    }

    @Test func `a limit for each asset is added at once`() throws {
        let command = try SidekeyCommand.start(
            [
                "policy", "limit", "--origin", "https://jup.ag", "--ceiling", "1", "--spend", "2/24h", "--spend",
                "9 USDC/7d",
            ],
            in: home)
        let conversation = try StandInConversation(agent)
        let params = try conversation.request("policy.tighten")
        #expect(
            params["limits"] == [
                [
                    "action": "refuse", "origin": "https://jup.ag", "ceiling": "1000000000",
                    "spending": ["lamports": "2000000000", "period": 86_400_000],
                ],
                [
                    "action": "refuse", "origin": "https://jup.ag",
                    "spending": [
                        "asset": .string(JSONString(Self.dollar)), "amount": "9000000", "period": 604_800_000,
                    ],
                ],
            ])
        try conversation.answer(["limits": []])
        #expect(command.waitForEnd() == .exited(0))
    }

    @Test(arguments: [
        ["--site", "jup.ag"], ["--site", "jup.ag", "--spend", "1 SOL", "--remove"], ["--remove"],
        ["--site", "jup.ag", "--spend", "1 SOL/1h"], ["--site", "jup.ag", "--spend", "1 SOL", "--ceiling", "1"],
        ["--site", "jup.ag", "--spend", "1 SOL", "--spend", "2 SOL"], ["--site", "jup.ag", "--spend", "1 NOSUCHCOIN"],
        ["--site", "jup.ag", "--spend", "1.0000001 USDC"], ["--site", "jup.ag", "--spend", "-1 SOL"],
        ["--site", "jup.ag", "--spend", "1 2 SOL"], ["--spend", "9 USDC"],
    ])
    func `what makes no sense is refused before anything is asked`(_ words: [String]) throws {
        #expect(try SidekeyCommand.run(["policy", "limit"] + words, in: home).ending == .exited(64))
    }
}
