import JSONRPC
import TestSupport
import Testing

@Suite struct PortfolioCommandTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private let source: JSONObject = [
        "cluster": "solana:devnet", "account": "First111", "slot": "77", "node": "https://node.example",
        "time": 1_800_000_000_000, "age": 0,
    ]

    private func answer(_ more: JSONObject) -> JSON {
        var answer = source
        for member in more.members { answer[member.name.string] = member.value }
        return .object(answer)
    }

    @Test func `a balance is written with every digit, and what tokens call themselves as a claim`() throws {
        let command = try SidekeyCommand.start(["balance"], in: home)
        let conversation = try StandInConversation(agent)
        #expect(try conversation.request("portfolio.balance") == [:])
        try conversation.answer(answer(["lamports": "18446744073709551615", "unreadable": 2]))
        #expect(try conversation.request("portfolio.tokens") == ["limit": 100])
        try conversation.answer(
            answer([
                "tokens": [
                    [
                        "mint": "Mint1111", "amount": "1", "decimals": 6, "frozen": true, "delegate": "x",
                        "claims": ["name": "Pretend\u{1B}[2J", "symbol": "P"],
                    ],
                    ["mint": "Mint2222", "amount": "1500", "frozen": false],
                    ["mint": "Mint3333", "amount": "100", "decimals": 0, "frozen": false],
                ]
            ]))
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            text(try command.output.readToEnd()) == """
                account:  First111
                network:  devnet
                as of:    https://node.example, slot 77
                18446744073.709551615  SOL
                             0.000001  Mint1111 (calls itself "P", "Pretend\\u{1b}[2J"), frozen, shared: sidekey permissions
                                 1500  Mint2222, in its smallest unit
                                  100  Mint3333
                and 2 token accounts that can't be read

                """)
        #expect(try command.errors.readToEnd().isEmpty)
    }

    @Test func `what was saved says how old it is and why, also as JSON`() throws {
        for options in [[], ["--json"]] {
            let command = try SidekeyCommand.start(["balance", "--account", "First111"] + options, in: home)
            let conversation = try StandInConversation(agent)
            // It is no address, so it may be a label.
            _ = try conversation.request("accounts.list")
            try conversation.answer(["accounts": [["publicKey": "Other111", "label": "Savings"]]])
            #expect(try conversation.request("portfolio.balance") == ["account": "First111"])
            let old: JSONObject = ["lamports": "1500000000", "age": 7_200_000, "cause": "node-unreachable"]
            try conversation.answer(answer(old))
            // Nobody waits for the same node twice.
            #expect(try conversation.request("portfolio.tokens")["saved"] == true)
            try conversation.answer(answer(["tokens": [], "age": 7_200_000, "cause": "node-unreachable"]))
            #expect(command.waitForEnd() == .exited(0))
            let output = try command.output.readToEnd()
            let errors = text(try command.errors.readToEnd())
            if options.isEmpty {
                #expect(text(output).hasSuffix("as of:    2 h ago, https://node.example, slot 77\n1.5  SOL\n"))
                #expect(
                    errors == "sidekey: warning: no node answers (node-unreachable); this was saved earlier\n")
            } else {
                let json = try JSON(parsing: JSONSource(output.dropLast()))
                #expect(json["lamports"] == "1500000000" && json["cause"] == "node-unreachable")
                #expect(json["tokens"] == [] && json["age"] == 7_200_000)
            }
        }
    }

    @Test func `an account's number and a cluster's name are what the agent calls them`() throws {
        let command = try SidekeyCommand.start(
            ["permissions", "--account", "2", "--cluster", "testnet", "--json"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("accounts.list")
        try conversation.answer(["accounts": [["publicKey": "First111"], ["publicKey": "Second11"]]])
        #expect(
            try conversation.request("portfolio.permissions")
                == ["account": "Second11", "cluster": "solana:testnet", "limit": 100])
        try conversation.answer(answer(["permissions": []]))
        #expect(command.waitForEnd() == .exited(0))
        #expect(text(try command.output.readToEnd()) == "[]\n")
    }

    @Test func `who else may take tokens is listed with how many`() throws {
        let command = try SidekeyCommand.start(["permissions"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("portfolio.permissions")
        try conversation.answer(
            answer([
                "permissions": [
                    [
                        "tokenAccount": "Token111", "mint": "Mint1111", "amount": "50000000", "decimals": 6,
                        "delegate": "Carol111", "delegated": "5000000", "closeAuthority": "Carol111",
                    ]
                ]
            ]))
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            text(try command.output.readToEnd()).hasSuffix(
                """
                slot 77
                50  Mint1111
                    in Token111
                    Carol111 may take up to 5
                    Carol111 may close it

                """))
    }

    @Test func `a history is read page by page, as many as were asked for`() throws {
        let command = try SidekeyCommand.start(["history", "--limit", "3"], in: home)
        let conversation = try StandInConversation(agent)
        #expect(try conversation.request("portfolio.history") == ["limit": 3])
        try conversation.answer(
            answer([
                "entries": [
                    [
                        "signature": "Sig1", "slot": "9", "status": "succeeded", "time": 1_700_000_000_000,
                        "fee": "5000", "paysFee": true, "marks": [],
                        "movements": [
                            [
                                "direction": "out", "amount": "1500000000", "decimals": 9, "currency": "SOL",
                                "to": "Bob1",
                            ],
                            [
                                "direction": "in", "amount": "7", "decimals": 0, "currency": "Mint1", "others": 3,
                                "claims": ["symbol": "P"],
                            ],
                        ],
                    ],
                    [
                        "signature": "Sig2", "slot": "8", "status": "failed", "failure": "InsufficientFunds",
                        "fee": "5000", "paysFee": true, "marks": [], "movements": [],
                    ],
                ], "cursor": "next", "whole": true,
            ]))
        #expect(try conversation.request("portfolio.history") == ["limit": 1, "cursor": "next"])
        try conversation.answer(
            answer([
                "entries": [
                    [
                        "signature": "Sig3", "slot": "7", "status": "succeeded", "time": 0, "fee": "1",
                        "paysFee": false, "omitted": 4, "marks": ["dust", "many-recipients"],
                        "movements": [
                            ["direction": "in", "amount": "1", "decimals": 9, "currency": "SOL", "from": "Carol1"]
                        ],
                    ]
                ], "cursor": "more", "whole": true,
            ]))
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            text(try command.output.readToEnd()).hasSuffix(
                """
                slot 77
                2023-11-14 22:13:20 UTC  fee 0.000005 SOL
                    -1.5 SOL  to Bob1
                    +7 Mint1 (calls itself "P")  from 3 accounts
                    Sig1
                date unknown  failed (InsufficientFunds)  fee 0.000005 SOL
                    Sig2
                1970-01-01 00:00:00 UTC  [dust, many-recipients]
                    +0.000000001 SOL  from Carol1
                    and 4 more
                    Sig3

                """))
    }

    @Test func `an old history with holes says both`() throws {
        let command = try SidekeyCommand.start(["history", "--json"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("portfolio.history")
        try conversation.answer(answer(["entries": [], "whole": false, "cause": "no-network"]))
        #expect(command.waitForEnd() == .exited(0))
        let json = try JSON(parsing: JSONSource(try command.output.readToEnd().dropLast()))
        #expect(json["whole"] == false && json["cause"] == "no-network" && json["entries"] == [])
    }

    @Test func `an airdrop is asked for in lamports, and a refusal is told`() throws {
        let command = try SidekeyCommand.start(["airdrop", "1.000000001", "--cluster", "devnet"], in: home)
        let conversation = try StandInConversation(agent)
        #expect(
            try conversation.request("portfolio.airdrop")
                == ["cluster": "solana:devnet", "lamports": "1000000001"])
        try conversation.answer(["cluster": "solana:devnet", "account": "First111", "signature": "Sig1"])
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            text(try command.output.readToEnd()) == "the faucet sends 1.000000001 SOL to First111\nSig1\n")

        let refused = try SidekeyCommand.start(["airdrop", "1"], in: home)
        let second = try StandInConversation(agent)
        _ = try second.request("portfolio.airdrop")
        try second.refuse(RPCError(.transactionRejected, .nodeRejected, "the faucet refused (-32603): too often"))
        #expect(refused.waitForEnd() == .exited(11))
        #expect(
            text(try refused.errors.readToEnd()) == "sidekey: error: the faucet refused (-32603): too often\n")
    }

    @Test(arguments: [
        ["airdrop"], ["airdrop", "0"], ["airdrop", "-1"], ["airdrop", "0.0000000001"], ["balance", "--cluster", "x"],
        ["history", "--limit", "0"],
    ])
    func `a line that asks for nothing ends with 64`(_ arguments: [String]) throws {
        #expect(try SidekeyCommand.run(arguments, in: home).ending == .exited(64))
    }
}
