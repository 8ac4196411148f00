import JSONRPC
import TestSupport
import Testing

/// Names in a terminal: always with the address, and with who says so.
@Suite struct NameCommandTests {
    private let home: ScratchHome
    private let agent: AgentStandIn
    private static let resolved: JSON = [
        "name": "bob.sol", "nodes": [["node": "https://one", "slot": "1"], ["node": "https://two", "slot": "2"]],
    ]
    private let found: JSON = [
        "address": "Bob1111", "cluster": "solana:mainnet", "resolved": resolved,
        "findings": [
            ["name": "name-changed", "level": "danger", "address": "Eve1111"], ["name": "name-alone", "level": "info"],
        ],
    ]

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    @Test func `a name is told with its address, its nodes and what is wrong with it`() throws {
        let command = try SidekeyCommand.start(["name", "bob.sol"], in: home)
        let conversation = try StandInConversation(agent)
        #expect(try conversation.request("names.resolve") == ["name": "bob.sol"])
        try conversation.answer(found)
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            String(decoding: try command.output.readToEnd(), as: UTF8.self) == """
                Bob1111
                bob.sol (says https://one, https://two)
                Danger: the name stands for another address than before; the other one is Eve1111
                Note: only one node says what the name stands for

                """)
    }

    @Test func `a contact is added by name, with the address that was shown`() throws {
        let secret = try home.file("secret", "secret\n")
        let command = try SidekeyCommand.start(
            ["contacts", "add", "bob.sol", "Bob", "--passphrase-file", secret], in: home)
        let conversation = try StandInConversation(agent)
        #expect(try conversation.request("names.resolve") == ["name": "bob.sol"])
        try conversation.answer(found)
        let params = try conversation.request("contacts.add")
        #expect(params["address"] == "Bob1111" && params["label"] == "Bob" && params["name"] == "bob.sol")
        try conversation.answer(["address": "Bob1111", "label": "Bob", "name": "bob.sol", "added": 1, "onCurve": true])
        #expect(command.waitForEnd() == .exited(0))
        let text = String(decoding: try command.output.readToEnd(), as: UTF8.self)
        #expect(text.contains("Eve1111") && text.hasSuffix("Bob, bob.sol\n"))
    }

    @Test func `contacts are checked by their names, one after the other`() throws {
        let command = try SidekeyCommand.start(["contacts", "list", "--check"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("contacts.list")
        try conversation.answer([
            "contacts": [
                ["address": "Ann1111", "label": "Ann", "added": 1, "onCurve": true],
                ["address": "Old1111", "label": "Bob", "added": 1, "onCurve": true, "name": "bob.sol"],
            ]
        ])
        #expect(try conversation.request("names.reverse") == ["address": "Ann1111"])
        try conversation.answer(["address": "Ann1111", "findings": []])
        #expect(try conversation.request("names.resolve") == ["name": "bob.sol"])
        try conversation.answer(["address": "Bob1111", "resolved": Self.resolved, "findings": []])
        #expect(try conversation.request("names.reverse") == ["address": "Old1111"])
        try conversation.answer(["address": "Old1111", "findings": []])
        #expect(command.waitForEnd() == .exited(0))
        let text = String(decoding: try command.output.readToEnd(), as: UTF8.self)
        #expect(text.hasSuffix("Danger: the name stands for another address than before; the other one is Bob1111\n"))
    }
}
