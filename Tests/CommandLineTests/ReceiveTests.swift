import JSONRPC
import TestSupport
import Testing

@Suite struct ReceiveTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    private static let accounts: JSON = [
        "accounts": [["publicKey": "First111", "label": "Savings"], ["publicKey": "Second11", "label": "Rent"]]
    ]
    /// Three modules in a row and in a column, so that the last line of characters is half a line of modules.
    private static let code: JSON = ["publicKey": "Second11", "size": 3, "modules": "110001101"]

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    @Test func `into a pipe goes the address alone`() throws {
        let command = try SidekeyCommand.start(["receive", "2"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("accounts.list")
        try conversation.answer(Self.accounts)
        #expect(command.waitForEnd() == .exited(0))
        #expect(try String(decoding: command.output.readToEnd(), as: UTF8.self) == "Second11\n")
    }

    @Test func `as JSON it is the agent's answer`() throws {
        let command = try SidekeyCommand.start(["receive", "Second11", "--json"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("accounts.list")
        try conversation.answer(Self.accounts)
        #expect(try conversation.request("accounts.qr") == ["publicKey": "Second11"])
        try conversation.answer(Self.code)
        #expect(command.waitForEnd() == .exited(0))
        #expect(try JSON(parsing: JSONSource(command.output.readToEnd())) == Self.code)
    }

    @Test func `on a terminal every module is drawn, dark on light, with the quiet zone around it`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["receive", "2"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("accounts.list")
        try conversation.answer(Self.accounts)
        _ = try conversation.request("accounts.qr")
        try conversation.answer(Self.code)
        #expect(try terminal.waitForEnd() == 0)
        let (begin, end) = ("\u{1B}[38;5;16;48;5;231m", "\u{1B}[0m")
        let lines = terminal.shown.split(whereSeparator: \.isNewline).map(String.init)
        let empty = begin + String(repeating: " ", count: 11) + end
        #expect(
            lines == [
                "Second11", empty, empty, begin + "    ▀▀▄    " + end, begin + "    ▀ ▀    " + end, empty, empty,
            ])
    }

    @Test(
        arguments: [
            ["size": 3, "modules": "1100"], ["size": 0, "modules": ""], ["size": 4_000_000_000, "modules": "1"], [:],
        ] as [JSON])
    func `an answer that is no code is said to be none`(_ answer: JSON) throws {
        let terminal = try SidekeyCommand.startAtTerminal(["receive", "2"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("accounts.list")
        try conversation.answer(Self.accounts)
        _ = try conversation.request("accounts.qr")
        try conversation.answer(answer)
        #expect(try terminal.waitForEnd() == 1)
    }
}
