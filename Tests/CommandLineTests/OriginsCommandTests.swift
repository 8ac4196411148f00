import JSONRPC
import TestSupport
import Testing

@Suite struct OriginsCommandTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    @Test func `connected sites are listed over all pages`() throws {
        let command = try SidekeyCommand.start(["origins"], in: home)
        let conversation = try StandInConversation(agent)
        #expect(try conversation.request("origins.list") == ["limit": 100])
        try conversation.answer([
            "origins": [
                [
                    "origin": "https://a.example", "profile": "p1", "container": "work",
                    "accounts": ["First111", "Second11"],
                    "granted": 1, "used": 2,
                ]
            ], "cursor": "next",
        ])
        #expect(try conversation.request("origins.list") == ["limit": 100, "cursor": "next"])
        try conversation.answer([
            "origins": [
                [
                    "origin": "https://b\u{1B}[2J.example", "profile": "", "container": "", "accounts": ["First111"],
                    "granted": 1, "used": 2,
                ]
            ]
        ])
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            String(decoding: try command.output.readToEnd(), as: UTF8.self) == """
                https://a.example  (profile p1, container work)
                    First111
                    Second11
                https://b\\u{1b}[2J.example
                    First111

                """)
    }

    @Test(
        arguments: [
            ([], ["origin": "https://a.example"]),
            (["--profile", "p1"], ["origin": "https://a.example", "profile": "p1"]),
            (
                ["--profile", "p1", "--container", "work"],
                ["origin": "https://a.example", "profile": "p1", "container": "work"]
            ),
        ] as [([String], JSONObject)])
    func `a site is disconnected`(_ options: [String], _ params: JSONObject) throws {
        let command = try SidekeyCommand.start(["origins", "revoke", "https://a.example"] + options, in: home)
        let conversation = try StandInConversation(agent)
        #expect(try conversation.request("origins.revoke") == params)
        try conversation.answer(["revoked": 1])
        #expect(command.waitForEnd() == .exited(0))
    }

    @Test func `a site that isn't connected is an error`() throws {
        let command = try SidekeyCommand.start(["origins", "revoke", "https://a.example"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("origins.revoke")
        try conversation.answer(["revoked": 0])
        #expect(command.waitForEnd() == .exited(1))
    }

    @Test func `a site is blocked, listed and unblocked`() throws {
        var command = try SidekeyCommand.start(["origins", "block", "https://a.dapp.example"], in: home)
        var conversation = try StandInConversation(agent)
        #expect(try conversation.request("origins.block") == ["site": "https://a.dapp.example"])
        try conversation.answer(["site": "dapp.example"])
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            String(decoding: try command.output.readToEnd(), as: UTF8.self).contains(
                "dapp.example and all its subdomains are blocked"))

        command = try SidekeyCommand.start(["origins", "blocked"], in: home)
        conversation = try StandInConversation(agent)
        #expect(try conversation.request("origins.blocks") == [:])
        try conversation.answer([
            "blocks": [["site": "a\u{202e}.example", "since": 1], ["site": "b.example", "remaining": 1001]]
        ])
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            String(decoding: try command.output.readToEnd(), as: UTF8.self)
                == "a\\u{202e}.example\nb.example  (for 2 s, after three rejections)\n")

        command = try SidekeyCommand.start(["origins", "unblock", "dapp.example"], in: home)
        conversation = try StandInConversation(agent)
        #expect(try conversation.request("origins.unblock") == ["site": "dapp.example"])
        try conversation.answer(["unblocked": false])
        #expect(command.waitForEnd() == .exited(1))
    }

    private func answerLists(_ conversation: StandInConversation, granted: [JSON]) throws {
        _ = try conversation.request("accounts.list")
        try conversation.answer(["accounts": [["publicKey": "First111"], ["publicKey": "Second11"]]])
        _ = try conversation.request("origins.list")
        try conversation.answer(["origins": .array(granted)])
    }

    private func grant(_ accounts: [JSON], origin: String = "https://a.example", profile: String = "p1") -> JSON {
        ["origin": .string(origin), "profile": .string(profile), "container": "", "accounts": .array(accounts)]
    }

    @Test func `fewer accounts are shown to a site without the passphrase`() throws {
        let command = try SidekeyCommand.start(["origins", "set", "https://a.example", "--account", "2"], in: home)
        let conversation = try StandInConversation(agent)
        try answerLists(
            conversation,
            granted: [grant(["First111", "Second11"]), grant(["First111"], origin: "https://b.example")])
        #expect(
            try conversation.request("origins.set") == ["origin": "https://a.example", "accounts": ["Second11"]])
        try conversation.answer(["changed": 1])
        #expect(command.waitForEnd() == .exited(0))
    }

    @Test func `more accounts take the passphrase`() throws {
        let file = try home.file("passphrase", "correct horse battery\n")
        let command = try SidekeyCommand.start(
            [
                "origins", "set", "https://a.example", "--profile", "p2", "--account", "Second11", "--passphrase-file",
                file,
            ], in: home)
        let conversation = try StandInConversation(agent)
        try answerLists(
            conversation, granted: [grant(["Second11"]), grant(["First111"], profile: "p2")])
        let params = try conversation.request("origins.set")
        #expect(params.names.sorted() == ["accounts", "origin", "passphrase", "profile"])
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        try conversation.answer(["changed": 1])
        #expect(command.waitForEnd() == .exited(0))
    }

    @Test func `more accounts without terminal and file are refused`() throws {
        let command = try SidekeyCommand.start(["origins", "set", "https://a.example", "--account", "2"], in: home)
        let conversation = try StandInConversation(agent)
        try answerLists(conversation, granted: [grant(["First111"])])
        #expect(try conversation.hasEnded())
        #expect(command.waitForEnd() == .exited(9))
    }

    @Test func `only a connected site can be told other accounts`() throws {
        let command = try SidekeyCommand.start(["origins", "set", "https://c.example", "--account", "2"], in: home)
        let conversation = try StandInConversation(agent)
        try answerLists(conversation, granted: [grant(["Second11"])])
        #expect(try conversation.hasEnded())
        #expect(command.waitForEnd() == .exited(1))
    }
}
