import Foundation
import JSONRPC
import TestSupport
import Testing

@Suite struct ActivityCommandTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    /// The newest first, as the agent gives them; the texts are those of a site that means no good.
    private static let lines: [JSON] = [
        [
            "sequence": 3, "time": 1_763_827_690_123, "kind": "answered", "request": "r1",
            "origin": "https://dapp.example",
            "method": "signMessage", "account": "First111", "detail": "=HYPERLINK(\"https://evil.example\")",
            "hash": "cc",
        ],
        [
            "sequence": 2, "time": 1_763_827_681_000, "kind": "queued", "request": "r1",
            "origin": "https://dapp.example", "method": "signMessage", "account": "First111",
            "detail": "danger incomplete R1 R12", "hash": "bb",
            "review": ["level": "danger", "complete": false, "rules": ["R1", "R12"]],
        ],
        ["sequence": 1, "time": 1_763_827_680_000, "kind": "unlocked", "detail": "a,\"b\"\r\n\u{202E}c", "hash": "aa"],
    ]
    private static let csv = """
        sequence,time,kind,request,origin,method,account,detail,hash\r
        1,2025-11-22T16:08:00.000Z,"unlocked","","","","","a,""b""\r
        \u{202E}c","aa"\r
        2,2025-11-22T16:08:01.000Z,"queued","r1","https://dapp.example","signMessage","First111","danger incomplete R1 R12","bb"\r
        3,2025-11-22T16:08:10.123Z,"answered","r1","https://dapp.example","signMessage","First111","'=HYPERLINK(""https://evil.example"")","cc"\r

        """

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    /// Answers a command that reads the whole log, in two pages.
    private func list(_ conversation: StandInConversation, _ lines: [JSON] = lines) throws {
        #expect(try conversation.request("activity.list") == ["limit": 100])
        try conversation.answer(["entries": .array(Array(lines.prefix(2))), "cursor": "2"])
        #expect(try conversation.request("activity.list") == ["limit": 100, "cursor": "2"])
        try conversation.answer(["entries": .array(Array(lines.dropFirst(2)))])
    }

    private func text(_ command: ChildProcess) throws -> String {
        String(decoding: try command.output.readToEnd(), as: UTF8.self)
    }

    @Test func `the newest lines of one site are listed whole, and nothing in them is obeyed`() throws {
        let command = try SidekeyCommand.start(
            ["activity", "--site", "https://dapp.example", "--limit", "3"], in: home)
        let conversation = try StandInConversation(agent)
        #expect(try conversation.request("activity.list") == ["limit": 3, "origin": "https://dapp.example"])
        try conversation.answer(["entries": .array(Self.lines)])
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            try text(command) == """
                3.  2025-11-22 16:08:10 UTC  answered  https://dapp.example  signMessage
                    account:   First111
                    signature: =HYPERLINK("https://evil.example")
                    request:   r1
                2.  2025-11-22 16:08:01 UTC  queued  https://dapp.example  signMessage
                    account:   First111
                    review:    Danger; Sidekey couldn't read all of it; Rules: R1, R12
                    request:   r1
                1.  2025-11-22 16:08:00 UTC  unlocked
                    detail:    a,"b"\\u{d}\\u{a}\\u{202e}c

                """)
    }

    @Test func `who decided is said in words, and what isn't known as the agent spells it`() throws {
        let command = try SidekeyCommand.start(["activity"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("activity.list")
        let deciders = [("approved", "command line"), ("rejected", "prompt"), ("approved", "an \u{202E}owl")]
        let lines = deciders.enumerated().map { number, decider -> JSON in
            [
                "sequence": .number(3 - number), "time": 1_763_827_680_000, "kind": .string(JSONString(decider.0)),
                "detail": .string(JSONString(decider.1)), "surface": .string(JSONString(decider.1)), "hash": "aa",
            ]
        }
        try conversation.answer(["entries": .array(lines)])
        #expect(command.waitForEnd() == .exited(0))
        let said = try text(command).split(separator: "\n").filter { $0.contains("by:") }
            .map { $0.drop { $0 != ":" }.dropFirst().drop { $0 == " " } }
        #expect(said == ["Terminal", "Sidekey's window", "an \\u{202e}owl"])
    }

    @Test func `a line of what was sent says where to`() throws {
        let command = try SidekeyCommand.start(["activity"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("activity.list")
        let line: JSON = [
            "sequence": 1, "time": 1_763_827_680_000, "kind": "confirmed", "detail": "5igna7ure solana:devnet",
            "signature": "5igna7ure", "cluster": "solana:devnet", "hash": "aa",
        ]
        try conversation.answer(["entries": [line]])
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            try text(command) == """
                1.  2025-11-22 16:08:00 UTC  confirmed
                    signature: 5igna7ure
                    network:   solana:devnet

                """)
    }

    @Test func `a table quotes what RFC 4180 wants quoted, and is no formula`() throws {
        let path = home.path + "/activity.csv"
        let command = try SidekeyCommand.start(["activity", "export", "--format", "csv", path], in: home)
        try list(StandInConversation(agent))
        #expect(command.waitForEnd() == .exited(0))
        #expect(String(decoding: SystemFile.read(path) ?? [], as: UTF8.self) == Self.csv)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        // A file is never written over.
        let again = try SidekeyCommand.start(["activity", "export", "--format", "csv", path], in: home)
        try list(StandInConversation(agent))
        #expect(again.waitForEnd() == .exited(1))
        #expect(String(decoding: SystemFile.read(path) ?? [], as: UTF8.self) == Self.csv)
    }

    @Test(arguments: ["=1+1", "+1", "-1", "@a", "\t=1", "\r=1", "\n=1", "＝1"])
    func `no spreadsheet takes a field for a formula`(_ detail: String) throws {
        let command = try SidekeyCommand.start(["activity", "export", "--format", "csv"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("activity.list")
        let line: JSON = ["sequence": 1, "time": 0, "kind": .string(detail), "hash": "aa"]
        try conversation.answer(["entries": [line]])
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            try text(command).hasSuffix("1,1970-01-01T00:00:00.000Z,\"'\(detail)\",\"\",\"\",\"\",\"\",\"\",\"aa\"\r\n")
        )
    }

    @Test func `as JSON the lines are the agent's, the oldest first`() throws {
        let command = try SidekeyCommand.start(["activity", "export", "--format", "json"], in: home)
        try list(StandInConversation(agent))
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            try JSON(parsing: JSONSource(command.output.readToEnd())) == .array(Self.lines.reversed()))
    }

    /// Answers of `activity.verify` with what the command says.
    static let answers: [(JSON, status: Int32, text: String)] = [
        (["entries": 3, "sealed": 3, "since": 0], 0, "3 lines, sealed up to line 3, 0 since\n"),
        (["entries": 5, "sealed": 3, "since": 2], 0, "5 lines, sealed up to line 3, 2 since\n"),
        (
            ["entries": 5], 0,
            "5 lines, hash chain intact; unlock the wallet once to check the seal\n"
        ),
        (["entries": 5, "sealed": 3, "since": 2, "break": 2], 1, "5 lines, sealed up to line 3, 2 since\n"),
    ]

    @Test(arguments: answers)
    func `verify says how far it is sealed, and fails where it is broken`(
        _ found: JSON, _ status: Int32, _ shown: String
    ) throws {
        let command = try SidekeyCommand.start(["activity", "verify"], in: home)
        let conversation = try StandInConversation(agent)
        #expect(try conversation.request("activity.verify") == [:])
        try conversation.answer(found)
        #expect(command.waitForEnd() == .exited(status))
        #expect(try text(command) == shown)
    }

    @Test(arguments: ["json", "csv"])
    func `an export shows a rollback, a changed line and a gap`(_ format: String) throws {
        let path = home.path + "/activity." + format
        let export = try SidekeyCommand.start(["activity", "export", "--format", format, path], in: home)
        try list(StandInConversation(agent))
        #expect(export.waitForEnd() == .exited(0))

        var changed = Self.lines
        changed[1] = ["sequence": 2, "time": 0, "kind": "queued", "hash": "b0"]
        let more: [JSON] = [["sequence": 4, "time": 0, "kind": "locked", "hash": "dd"]] + Self.lines
        for (present, missing) in [
            (Self.lines, nil), (more, nil), (Array(Self.lines.dropFirst()), 3), (changed, 2),
            ([Self.lines[0], Self.lines[2]], 2), ([], 1),
        ] as [([JSON], Int?)] {
            let command = try SidekeyCommand.start(["activity", "verify", path, "--json"], in: home)
            let conversation = try StandInConversation(agent)
            _ = try conversation.request("activity.verify")
            try conversation.answer(["entries": .number(present.count), "sealed": .number(present.count), "since": 0])
            try list(conversation, present)
            #expect(command.waitForEnd() == .exited(missing == nil ? 0 : 1))
            let said = try JSON(parsing: JSONSource(command.output.readToEnd()))
            #expect(said["export"] == ["lines": 3, "holds": .bool(missing == nil)])
            #expect(said["missing"]?.int == missing)
        }
    }

    @Test(arguments: [
        "", "[]", "[1]", "[{\"sequence\":1}]", "nonsense", "sequence,time\r\n", "{\"sequence\":1,\"hash\":\"aa\"}",
        "sequence,time,kind,request,origin,method,account,detail,hash\r\nx,,,,,,,,aa\r\n",
        "[{\"sequence\":1,\"hash\":\"aa\"}",
    ])
    func `a file that is no export is said to be none`(_ contents: String) throws {
        let path = try home.file("export", contents)
        let result = try SidekeyCommand.run(["activity", "verify", path], in: home)
        #expect(result.ending == .exited(1))
        #expect(result.errors.hasPrefix("sidekey: error: \(path) is not an activity export\n"))
    }
}
