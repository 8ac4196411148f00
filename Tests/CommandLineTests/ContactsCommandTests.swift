import JSONRPC
import TestSupport
import Testing

@Suite struct ContactsCommandTests {
    private let home: ScratchHome
    private let agent: AgentStandIn
    private let bob: JSON = ["address": "Bob1111", "label": "Bob \u{202e}", "added": 1, "onCurve": false]

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    @Test func `contacts are listed over all pages, with nothing hidden in them`() throws {
        let command = try SidekeyCommand.start(["contacts"], in: home)
        let conversation = try StandInConversation(agent)
        #expect(try conversation.request("contacts.list") == ["limit": 100])
        try conversation.answer(["contacts": [bob], "cursor": "Bob1111"])
        #expect(try conversation.request("contacts.list") == ["limit": 100, "cursor": "Bob1111"])
        try conversation.answer([
            "contacts": [["address": "Carol111", "label": "Carol", "added": 2, "onCurve": true]]
        ])
        #expect(command.waitForEnd() == .exited(0))
        let blanks = String(repeating: " ", count: 38)
        #expect(
            String(decoding: try command.output.readToEnd(), as: UTF8.self) == """
                Bob1111 \(blanks)Bob \\u{202e}  (its address has no key)
                Carol111\(blanks)Carol

                """)
    }

    @Test func `one is added with the passphrase`() throws {
        let secret = try home.file("secret", "secret\n")
        let command = try SidekeyCommand.start(
            ["contacts", "add", "Bob1111", "Bob", "--passphrase-file", secret, "--json"], in: home)
        let conversation = try StandInConversation(agent)
        let params = try conversation.request("contacts.add")
        #expect(params["address"] == "Bob1111" && params["label"] == "Bob")
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "secret")
        try conversation.answer(bob)
        #expect(command.waitForEnd() == .exited(0))
        #expect(try JSON(parsing: JSONSource(command.output.readToEnd())) == bob)
    }

    @Test(arguments: ["Bob1111", "Bob \u{202e}", "bOB \u{202e}"]) func `one is named by its address or its label`(
        _ name: String
    ) throws {
        let secret = try home.file("secret", "secret\n")
        let command = try SidekeyCommand.start(
            ["contacts", "rename", name, "Robert", "--passphrase-file", secret], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("contacts.list")
        try conversation.answer(["contacts": [bob]])
        let params = try conversation.request("contacts.update")
        #expect(params["address"] == "Bob1111" && params["label"] == "Robert")
        try conversation.answer(bob)
        #expect(command.waitForEnd() == .exited(0))
    }

    @Test func `one that isn't there is an error, and nothing is asked`() throws {
        let command = try SidekeyCommand.start(["contacts", "remove", "Eve"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("contacts.list")
        try conversation.answer(["contacts": [bob]])
        #expect(try conversation.hasEnded())
        #expect(command.waitForEnd() == .exited(1))
        #expect(
            String(decoding: try command.errors.readToEnd(), as: UTF8.self)
                .hasPrefix("sidekey: error: there is no contact Eve\n"))
    }
}
