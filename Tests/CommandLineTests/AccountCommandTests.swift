import JSONRPC
import TestSupport
import Testing

@Suite struct AccountCommandTests {
    private let home: ScratchHome
    private let agent: AgentStandIn
    private let passphrase: String

    private static let accounts: JSON = [
        "accounts": [
            ["publicKey": "First111", "label": "Savings", "path": "m/44'/501'/0'/0'", "hidden": false],
            ["publicKey": "Second11", "label": "a\u{202E}b", "path": "m", "hidden": true, "imported": true],
        ]
    ]
    private static let list = """
        1.  First111  Savings  (m/44'/501'/0'/0')
        2.  Second11  a\\u{202e}b  (hidden, imported)

        """

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
        passphrase = try home.file("passphrase", "correct horse battery\n")
    }

    private func output(_ command: ChildProcess) throws -> String {
        String(decoding: try command.output.readToEnd(), as: UTF8.self)
    }

    @Test func `accounts are listed with number, name and origin, and nothing in a name is obeyed`() throws {
        let command = try SidekeyCommand.start(["account"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("accounts.list")
        try conversation.answer(Self.accounts)
        #expect(command.waitForEnd() == .exited(0))
        #expect(try output(command) == Self.list)
    }

    @Test func `as JSON the list is the agent's`() throws {
        let command = try SidekeyCommand.start(["account", "list", "--json"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("accounts.list")
        try conversation.answer(Self.accounts)
        #expect(command.waitForEnd() == .exited(0))
        #expect(try JSON(parsing: JSONSource(command.output.readToEnd())) == Self.accounts["accounts"])
    }

    @Test(
        arguments: [
            (["label", "2", "Rent"], ["publicKey": "Second11", "label": "Rent"]),
            (["label", "First111", "-"], ["publicKey": "First111", "label": "-"]),
            (["hide", "1"], ["publicKey": "First111", "hidden": true]),
            (["show", "Second11"], ["publicKey": "Second11", "hidden": false]),
        ] as [([String], JSONObject)])
    func `an account is named by its number or key, and changed`(_ words: [String], _ params: JSONObject) throws {
        let command = try SidekeyCommand.start(["account"] + words, in: home)
        let conversation = try StandInConversation(agent, vault: "unlocked")
        _ = try conversation.request("accounts.list")
        try conversation.answer(Self.accounts)
        #expect(try conversation.request("accounts.update") == params)
        try conversation.answer(Self.accounts)
        #expect(command.waitForEnd() == .exited(0))
        #expect(try output(command) == Self.list)
    }

    @Test(arguments: [("2024", "Second11"), ("1", "First111")])
    func `a label made of digits names its account where the list has no such number`(
        _ label: String, _ publicKey: String
    ) throws {
        let accounts: JSON = [
            "accounts": [
                ["publicKey": "First111", "label": "Savings", "hidden": false],
                ["publicKey": "Second11", "label": .string(label), "hidden": false],
            ]
        ]
        let command = try SidekeyCommand.start(["account", "hide", label], in: home)
        let conversation = try StandInConversation(agent, vault: "unlocked")
        _ = try conversation.request("accounts.list")
        try conversation.answer(accounts)
        let params: JSONObject = ["publicKey": .string(publicKey), "hidden": true]
        #expect(try conversation.request("accounts.update") == params)
        try conversation.answer(accounts)
        #expect(command.waitForEnd() == .exited(0))
    }

    @Test(arguments: [
        ["hide", "0"], ["hide", "3"], ["show", "-1"], ["label", "Third111", "x"], ["remove", "--yes", "9"],
        ["hide", "9223372036854775807"],
    ])
    func `an account that isn't there is said not to be`(_ words: [String]) throws {
        let command = try SidekeyCommand.start(["account"] + words, in: home)
        if words.contains("-1") {
            // A number below zero looks like an option.
            #expect(command.waitForEnd() == .exited(64))
            return
        }
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("accounts.list")
        try conversation.answer(Self.accounts)
        #expect(try conversation.hasEnded())
        #expect(command.waitForEnd() == .exited(1))
    }

    @Test(
        arguments: [
            ([], [:]), (["--path", "m/44'/501'/7'"], ["path": "m/44'/501'/7'"]), (["--secret", "1"], ["secret": 1]),
        ] as [([String], JSONObject)])
    func `an account is added, the next one or by the passphrase the one that is named`(
        _ words: [String], _ params: JSONObject
    ) throws {
        let proof = words.isEmpty ? [] : ["--passphrase-file", passphrase]
        let command = try SidekeyCommand.start(["account", "add"] + words + proof, in: home)
        let conversation = try StandInConversation(agent, vault: "unlocked")
        var asked = try conversation.request("accounts.add")
        #expect((asked["passphrase"] != nil) == !words.isEmpty)
        asked["passphrase"] = nil
        #expect(asked == params)
        try conversation.answer(Self.accounts)
        #expect(command.waitForEnd() == .exited(0))
        #expect(try output(command) == Self.list)
    }

    @Test(arguments: [["add"], ["label", "2", "Rent"], ["hide", "1"], ["show", "2"], ["move", "2", "1"]])
    func `while locked the passphrase is asked for and sealed`(_ words: [String]) throws {
        let terminal = try SidekeyCommand.startAtTerminal(["account"] + words, in: home)
        let conversation = try StandInConversation(agent)
        if words != ["add"] {
            _ = try conversation.request("accounts.list")
            try conversation.answer(Self.accounts)
        }
        try terminal.wait(for: "Passphrase: ")
        #expect(!terminal.echoes)
        terminal.type("correct horse battery")
        let params = try conversation.request(words == ["add"] ? "accounts.add" : "accounts.update")
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        try conversation.answer(Self.accounts)
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test(arguments: [["move", "2", "1"], ["add", "--path", "m/44'/501'/7'"]])
    func `another order and a path take the passphrase in an open session too`(_ words: [String]) throws {
        let terminal = try SidekeyCommand.startAtTerminal(["account"] + words, in: home)
        let conversation = try StandInConversation(agent, vault: "unlocked")
        if words[0] == "move" {
            _ = try conversation.request("accounts.list")
            try conversation.answer(Self.accounts)
        }
        try terminal.wait(for: "Passphrase: ")
        terminal.type("correct horse battery")
        let params = try conversation.request(words[0] == "move" ? "accounts.update" : "accounts.add")
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        try conversation.answer(Self.accounts)
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test func `while locked a script gives the passphrase in a file`() throws {
        let command = try SidekeyCommand.start(
            ["account", "hide", "1", "--passphrase-file", passphrase], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("accounts.list")
        try conversation.answer(Self.accounts)
        let params = try conversation.request("accounts.update")
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        try conversation.answer(Self.accounts)
        #expect(command.waitForEnd() == .exited(0))
    }

    @Test func `while locked and without a terminal it says how to unlock`() throws {
        let command = try SidekeyCommand.start(["account", "add"], in: home)
        #expect(try StandInConversation(agent).hasEnded())
        #expect(command.waitForEnd() == .exited(9))
        let errors = String(decoding: try command.errors.readToEnd(), as: UTF8.self)
        #expect(errors.contains("hint: use --passphrase-file, or unlock the wallet first: sidekey unlock"))
    }

    @Test func `a session that ended meanwhile is said to have`() throws {
        let command = try SidekeyCommand.start(["account", "add"], in: home)
        let conversation = try StandInConversation(agent, vault: "unlocked")
        _ = try conversation.request("accounts.add")
        try conversation.refuse(RPCError(.locked, .locked, "the session is locked"))
        #expect(command.waitForEnd() == .exited(3))
        let errors = String(decoding: try command.errors.readToEnd(), as: UTF8.self)
        #expect(errors.contains("hint: unlock it first: sidekey unlock"))
    }

    @Test func `removing asks first, and takes the passphrase`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["account", "remove", "1"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("accounts.list")
        try conversation.answer(Self.accounts)
        try terminal.wait(for: "Remove First111 from the wallet? [y/N] ")
        terminal.type("y")
        try terminal.wait(for: "Passphrase: ")
        #expect(!terminal.echoes)
        terminal.type("correct horse battery")
        let params = try conversation.request("accounts.remove")
        #expect(params["publicKey"] == "First111")
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        try conversation.answer(Self.accounts)
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test(arguments: ["", "n", "yess"])
    func `anything but yes removes nothing`(_ answer: String) throws {
        let terminal = try SidekeyCommand.startAtTerminal(["account", "remove", "1"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("accounts.list")
        try conversation.answer(Self.accounts)
        try terminal.wait(for: "[y/N] ")
        terminal.type(answer)
        #expect(try conversation.hasEnded())
        #expect(try terminal.waitForEnd() == 5)
    }
}
