import JSONRPC
import TestSupport
import Testing

@Suite struct SendCommandTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    private let plan: JSON = [
        "cluster": "solana:devnet", "account": "Me111", "to": "Bob1111", "label": "Bob", "destination": "Bob1111",
        "sources": ["Me111"], "amount": "1250000000", "received": "1250000000", "decimals": 9, "fee": "5700",
        "priorityFee": "700", "total": "1250005700", "balance": "5000000000", "memo": "rent \u{1B}[2J",
        "findings": [
            ["name": "contact", "level": "info"], ["name": "unused", "level": "warning"],
            ["name": "looks-like", "level": "danger", "address": "Bob2221"],
        ], "node": "https://node.example", "slot": "7", "lastValidBlockHeight": "150",
    ]

    private let text = """
        send:     1.25 SOL
        from:     Me111
        to:       Bob1111  Bob
        memo:     rent \\u{1b}[2J
        network:  solana:devnet
        fee:      0.0000057 SOL, including 0.0000007 SOL priority fee
        in all:   1.2500057 SOL of 5
        node:     https://node.example
        Warning: the recipient's address has never been used
        Danger: the recipient looks like Bob2221 but is different

        """

    private func review(_ decision: JSON = "popup") -> JSON {
        let answer: JSONObject = [
            "summary": [
                "id": "r1", "digest": "d", "origin": "sidekey", "method": "sendTransaction", "state": "queued",
                "account": "Me111",
            ], "decision": decision, "reviewHash": "h",
            "review": ["kind": "transactions", "items": [], "complete": true],
        ]
        return .object(answer)
    }

    private func output(_ command: ChildProcess) throws -> String {
        String(decoding: try command.output.readToEnd(), as: UTF8.self)
    }

    @Test(
        arguments: [
            (["1.25", "Bob"], ["amount": "1.25", "to": "Bob"]),
            (["1.25", "sol", "Bob"], ["amount": "1.25", "to": "Bob"]),
            (["--all", "Bob"], ["all": true, "to": "Bob"]),
            (["7", "Mint11", "Bob", "--memo", "hi"], ["amount": "7", "to": "Bob", "mint": "Mint11", "memo": "hi"]),
            (
                ["--all", "Mint11", "Bob", "--cluster", "devnet", "--allow-off-curve"],
                ["all": true, "to": "Bob", "mint": "Mint11", "cluster": "solana:devnet", "allowOffCurve": true]
            ), (["1", "Bob", "--priority-cap", "0.0002"], ["amount": "1", "to": "Bob", "priorityCap": "200000"]),
        ] as [([String], JSONObject)])
    func `a dry run shows what would be sent and sends nothing`(_ arguments: [String], _ wanted: JSONObject) throws {
        let command = try SidekeyCommand.start(["send"] + arguments + ["--dry-run"], in: home)
        let conversation = try StandInConversation(agent)
        var wanted = wanted
        wanted["priority"] = "normal"
        let params = try conversation.request("transfer.preview")
        #expect(Set(params.members.map(\.name.string)) == Set(wanted.members.map(\.name.string)))
        for member in wanted.members { #expect(params[member.name.string] == member.value) }
        try conversation.answer(plan)
        #expect(try conversation.hasEnded())
        #expect(command.waitForEnd() == .exited(0))
        #expect(try output(command) == text)
    }

    @Test func `it is decided in a second conversation and told in the first`() throws {
        let secret = try home.file("secret", "secret\n")
        let command = try SidekeyCommand.start(
            ["send", "1.25", "Bob", "--yes", "--passphrase-file", secret], in: home)
        let first = try StandInConversation(agent)
        let previewed = try first.request("transfer.preview")
        try first.answer(plan)
        #expect(try first.request("transfer.send") == previewed)
        try first.notify("com.wallet.request", ["id": "r0", "origin": "https://a.example", "own": false])
        try first.notify("com.wallet.request", ["id": "r1", "origin": "sidekey", "method": "x", "own": true])
        let second = try StandInConversation(agent)
        #expect(try second.request("approvals.get") == ["id": "r1"])
        try second.answer(review())
        let approval = try second.request("approvals.approve")
        #expect(approval["id"] == "r1" && approval["digest"] == "d" && approval["review"] == "h")
        #expect(
            try second.secret(approval["unlock"]?["passphrase"], "unlock.passphrase") == "secret")
        try second.answer(["id": "r1", "state": "answered"])
        try first.answer(["signature": "Sig111"])
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            try output(command) == text + """
                Your wallet
                Sidekey can't read what you would pay.
                  Account: Me111
                sent: Sig111

                """)
    }

    @Test func `what isn't approved is rejected, and nothing waits`() throws {
        let command = try SidekeyCommand.start(["revoke", "--all", "--yes"], in: home)
        let first = try StandInConversation(agent)
        #expect(try first.request("transfer.revoke") == ["priority": "normal"])
        try first.notify("com.wallet.request", ["id": "r1", "origin": "sidekey", "method": "x", "own": true])
        let second = try StandInConversation(agent)
        _ = try second.request("approvals.get")
        try second.answer(review("none"))
        #expect(try second.request("approvals.reject") == ["id": "r1"])
        try second.answer(["id": "r1", "state": "rejected"])
        #expect(command.waitForEnd() == .exited(10))
        let errors = String(decoding: try command.errors.readToEnd(), as: UTF8.self)
        #expect(errors.contains("signing it is never safe"))
    }

    @Test func `what the agent refuses is told before anything waits`() throws {
        let command = try SidekeyCommand.start(["send", "1", "Mint11"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("transfer.preview")
        try conversation.refuse(
            RPCError(
                .invalidInput, .recipientRefused, "this is a token account; send to its holder",
                data: ["finding": "token-account", "address": "Bob1111"]))
        #expect(command.waitForEnd() == .exited(10))
        #expect(
            String(decoding: try command.errors.readToEnd(), as: UTF8.self) == """
                sidekey: error: this is a token account; send to its holder
                sidekey: hint: its owner: Bob1111

                """)
    }

    @Test(arguments: [["send"], ["send", "1"], ["send", "1", "2", "3", "4"], ["send", "--all"], ["revoke"]])
    func `a wrong line asks the agent nothing`(_ arguments: [String]) throws {
        let command = try SidekeyCommand.start(arguments, in: home)
        #expect(command.waitForEnd() == .exited(64))
    }
}
