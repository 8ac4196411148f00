import JSONRPC
import TestSupport
import Testing

/// The command line's words about policy and grants that aren't the user's.
@Suite struct TrustTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    private static func status(_ trust: JSON) -> JSON {
        ["vault": "locked", "unattended": false, "accounts": [], "trust": trust, "version": "0.1.0", "protocol": 1]
    }

    @Test(
        arguments: [
            ("intact", nil), ("reset", "changed outside Sidekey"), ("unverified", "until you first unlock the wallet"),
        ] as [(JSON, String?)])
    func `status says what holds`(_ trust: JSON, _ words: String?) throws {
        let command = try SidekeyCommand.start(["status"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("vault.status")
        try conversation.answer(Self.status(trust))
        _ = try conversation.request("phrase.status")
        try conversation.answer(["due": true])
        #expect(command.waitForEnd() == .exited(0))
        let text = String(decoding: try command.output.readToEnd(), as: UTF8.self)
        #expect(text.contains("sidekey phrase check"))
        #expect(text.contains("rules:") == (words != nil))
        if let words { #expect(text.contains(words)) }
    }

    @Test(arguments: [("intact", "ok"), ("reset", "failure"), ("unverified", "ok")] as [(JSON, JSON)])
    func `doctor counts records that something else changed as a failure`(_ trust: JSON, _ status: JSON) throws {
        let command = try SidekeyCommand.start(["doctor", "--json"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("agent.status")
        try conversation.answer([
            "version": "0.1.0", "protocol": 1, "pid": 1, "memoryLocked": true, "desktopWatched": true,
        ])
        _ = try conversation.request("vault.status")
        try conversation.answer(Self.status(trust))
        _ = try conversation.request("wallets.list")
        try conversation.answer(["wallets": []])
        _ = try conversation.request("tpm.status")
        try conversation.answer(["usable": false, "reason": "tpm-absent"])
        _ = try conversation.request("fingerprint.status")
        try conversation.answer(["usable": false, "reason": "fingerprint-absent"])
        _ = try conversation.request("sites.lists")
        try conversation.answer(["lists": []])
        _ = try conversation.request("extensions.copies")
        try conversation.answer([
            "copies": [
                [
                    "extension": "wallet@sidekey.app", "browser": "firefox-esr", "standing": "unverified", "own": false,
                    "copies": [["path": "/a/copy.xpi", "shape": "firefox", "standing": "unverified"]],
                ]
            ], "folders": ["/a/folder"],
        ])
        _ = command.waitForEnd()
        let answer = try JSON(parsing: JSONSource(command.output.readToEnd()))
        let checks = answer["checks"]?.array ?? []
        func said(of id: String) -> JSON? { checks.first { $0["id"]?.text == id }?["status"] }
        #expect(said(of: "records") == status)
        #expect(said(of: "copies") == "warning" && said(of: "trusted-folder") == "warning")
    }
}
