import JSONRPC
import TestSupport
import Testing

@Suite struct ApproveTests {
    private let home: ScratchHome
    private let agent: AgentStandIn
    private let digest = String(repeating: "d", count: 64)
    private let hash = String(repeating: "a", count: 64)

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    private func review(
        items: [JSON], next: Int? = nil, kind: String = "messages", complete: Bool = true, proof: JSON? = nil,
        decision: JSON = "popup"
    ) -> JSON {
        var answer: JSONObject = [
            "summary": [
                "id": "r1", "digest": .string(digest), "origin": "https://dapp.example", "method": "signMessage",
                "state": "queued", "account": "Account111",
            ], "decision": decision, "reviewHash": .string(hash),
            "review": ["kind": .string(kind), "items": .array(items), "complete": .bool(complete)],
        ]
        answer["proof"] = proof
        if let next { answer["next"] = .number(next) }
        return .object(answer)
    }

    private func message(_ content: String) -> JSON {
        ["kind": "message", "encoding": "text", "content": .string(content), "bytes": .number(content.utf8.count)]
    }

    @Test func `--yes approves what was shown and hands over no passphrase`() throws {
        let command = try SidekeyCommand.start(["approve", "r1", "--yes"], in: home)
        let conversation = try StandInConversation(agent)
        #expect(try conversation.request("approvals.get") == ["id": "r1"])
        try conversation.answer(review(items: [message("first")], next: 1))
        #expect(try conversation.request("approvals.get") == ["id": "r1", "from": 1])
        try conversation.answer(review(items: [message("second\nline")]))
        #expect(
            try conversation.request("approvals.approve")
                == ["id": "r1", "digest": .string(digest), "review": .string(hash)])
        try conversation.answer(["id": "r1", "state": "answered"])
        #expect(try conversation.request("records.get") == ["id": "r1"])
        try conversation.answer(["pending": [:], "response": nil])
        #expect(command.waitForEnd() == .exited(0))
        let output = String(decoding: try command.output.readToEnd(), as: UTF8.self)
        #expect(
            output == """
                dapp.example
                You sign 2 messages.
                  Account: Account111
                Message 1 of 2
                  message of 5 bytes, text:
                  | first
                Message 2 of 2
                  message of 11 bytes, text:
                  | second
                  | line
                answered

                """)
    }

    @Test func `a connection shares the account that was shown`() throws {
        let command = try SidekeyCommand.start(["approve", "r1", "--yes"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("approvals.get")
        guard case .object(var answer) = review(items: [], kind: "connect") else { return }
        answer["wallet"] = ["accounts": [], "shares": ["Main111"]]
        try conversation.answer(.object(answer))
        #expect(
            try conversation.request("approvals.approve")
                == ["id": "r1", "digest": .string(digest), "review": .string(hash), "accounts": ["Main111"]])
        try conversation.answer(["id": "r1", "state": "answered"])
        #expect(try conversation.request("records.get") == ["id": "r1"])
        try conversation.answer(["pending": [:], "response": nil])
        #expect(command.waitForEnd() == .exited(0))
        let output = String(decoding: try command.output.readToEnd(), as: UTF8.self)
        #expect(output.contains("\n  Shares: Main111\n"))
    }

    @Test func `--yes fails where the agent wants the passphrase, and says what to do`() throws {
        let command = try SidekeyCommand.start(["approve", "r1", "--yes"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("approvals.get")
        try conversation.answer(review(items: [message("first")]))
        _ = try conversation.request("approvals.approve")
        try conversation.refuse(RPCError(.unauthorized, .passphraseRequired, "the passphrase is needed"))
        #expect(command.waitForEnd() == .exited(3))
        let errors = String(decoding: try command.errors.readToEnd(), as: UTF8.self)
        #expect(errors.contains("sidekey: error: the passphrase is needed\n"))
        #expect(errors.contains("sidekey: hint: --yes alone"))
    }

    @Test func `a danger is asked about as all else, and takes the passphrase as all else`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["approve", "r1"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("approvals.get")
        try conversation.answer(review(items: [message("first")], proof: "danger"))
        _ = try conversation.request("approvals.present")
        try conversation.answer(["requests": []])
        try terminal.wait(for: "[y/N] ")
        terminal.type("y")
        try terminal.wait(for: "Passphrase: ")
        terminal.type("correct")
        let approval = try conversation.request("approvals.approve")
        #expect(try conversation.secret(approval["unlock"]?["passphrase"], "unlock.passphrase") == "correct")
        try conversation.answer(["id": "r1", "state": "answered"])
        #expect(try conversation.request("records.get") == ["id": "r1"])
        try conversation.answer(["pending": [:], "response": nil])
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test func `what nobody should sign isn't even asked about`() throws {
        let command = try SidekeyCommand.start(["approve", "r1"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("approvals.get")
        try conversation.answer(review(items: [message("first")], decision: "none"))
        #expect(try conversation.hasEnded())
        #expect(command.waitForEnd() == .exited(10))
        let errors = String(decoding: try command.errors.readToEnd(), as: UTF8.self)
        #expect(errors.contains("sidekey: hint: sidekey reject r1\n"))
    }

    @Test func `without --yes it shows the review, keeps the request alive, asks, and takes the passphrase`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["approve", "r1"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("approvals.get")
        try conversation.answer(review(items: [message("first")]))
        #expect(try conversation.request("approvals.present") == ["ids": ["r1"]])
        try conversation.answer(["requests": []])
        try terminal.wait(for: "Approve? [y/N] ")
        terminal.type("y")
        try terminal.wait(for: "Passphrase: ")
        #expect(!terminal.echoes)
        terminal.type("correct \"horse\"")
        let params = try conversation.request("approvals.approve")
        let sealed = params["unlock"]?["passphrase"]
        #expect(try conversation.secret(sealed, "unlock.passphrase") == "correct \"horse\"")
        #expect(params["digest"]?.text == digest && params["review"]?.text == hash)
        try conversation.answer(["id": "r1", "state": "answered"])
        #expect(try conversation.request("records.get") == ["id": "r1"])
        try conversation.answer(["pending": [:], "response": nil])
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test(arguments: ["", "n", "yess", "Y es"])
    func `anything but yes approves nothing`(_ answer: String) throws {
        let terminal = try SidekeyCommand.startAtTerminal(["approve", "r1"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("approvals.get")
        try conversation.answer(review(items: [message("first")]))
        _ = try conversation.request("approvals.present")
        try conversation.answer(["requests": []])
        try terminal.wait(for: "Approve? [y/N] ")
        terminal.type(answer)
        #expect(try conversation.hasEnded())
        #expect(try terminal.waitForEnd() == 5)
    }

    @Test func `a request that was decided elsewhere is asked about no longer`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["approve", "r1"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("approvals.get")
        try conversation.answer(review(items: [message("first")]))
        _ = try conversation.request("approvals.present")
        try conversation.answer(["requests": [["id": "r1", "state": "rejected", "remaining": 0]]])
        #expect(try conversation.hasEnded())
        #expect(try terminal.waitForEnd() == 6)
        #expect(terminal.shown.contains("sidekey: error: it is no longer waiting: rejected"))
    }

    @Test func `what a page chose can't move the cursor or pass for a line of ours`() throws {
        let command = try SidekeyCommand.start(["approve", "r1", "--yes"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("approvals.get")
        try conversation.answer(
            review(items: [message("a\u{1B}[2Jb\nhttps://bank.example asks: connect\u{202E}c\u{200B}")]))
        _ = try conversation.request("approvals.approve")
        try conversation.answer(["id": "r1", "state": "answered"])
        #expect(try conversation.request("records.get") == ["id": "r1"])
        try conversation.answer(["pending": [:], "response": nil])
        _ = command.waitForEnd()
        let output = String(decoding: try command.output.readToEnd(), as: UTF8.self)
        #expect(output.contains("  | a\\u{1b}[2Jb\n  | https://bank.example asks: connect\\u{202e}c\\u{200b}\n"))
        #expect(!output.unicodeScalars.contains("\u{1B}"))
    }

    @Test func `each line that is seen of somebody else's words has its bar`() throws {
        let command = try SidekeyCommand.start(["approve", "r1", "--yes"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("approvals.get")
        try conversation.answer(review(items: [message(String(repeating: "W", count: 200))]))
        _ = try conversation.request("approvals.approve")
        try conversation.answer(["id": "r1", "state": "answered"])
        #expect(try conversation.request("records.get") == ["id": "r1"])
        try conversation.answer(["pending": [:], "response": nil])
        _ = command.waitForEnd()
        let lines = String(decoding: try command.output.readToEnd(), as: UTF8.self).split(separator: "\n")
        // As wide as a terminal is that doesn't say.
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.filter { $0.contains("WW") }.allSatisfy { $0.hasPrefix("  | ") })
        #expect(lines.joined().count { $0 == "W" } == 200)
    }

    @Test func `a transaction that couldn't be read whole is never shown without a warning`() throws {
        let command = try SidekeyCommand.start(["approve", "r1", "--yes"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("approvals.get")
        let transaction: JSON = [
            "kind": "transaction", "version": "0", "bytes": 300, "feePayer": "Payer111", "blockhash": "Hash111",
            "requiredSignatures": 1, "signers": ["Payer111"], "configuration": [],
            "lookupTables": [["account": "Table111", "writable": 1, "readonly": 2]],
            "instructions": [
                [
                    "program": "Program111", "fields": [], "data": "", "known": false,
                    "accounts": [
                        ["address": "Victim111", "signer": true, "writable": true],
                        ["lookup": ["table": "Table111", "index": 0], "signer": false, "writable": true],
                    ],
                ],
                [
                    "program": "11111111111111111111111111111111", "programName": "System", "name": "Transfer",
                    "fields": [["name": "lamports", "value": "18446744073709551615"]], "data": "", "known": true,
                    "accounts": [],
                ],
            ], "complete": false,
        ]
        try conversation.answer(review(items: [transaction], kind: "transactions", complete: false))
        _ = try conversation.request("approvals.approve")
        try conversation.answer(["id": "r1", "state": "answered"])
        #expect(try conversation.request("records.get") == ["id": "r1"])
        try conversation.answer(["pending": [:], "response": nil])
        _ = command.waitForEnd()
        let output = String(decoding: try command.output.readToEnd(), as: UTF8.self)
        for line in [
            "Warning: takes 3 accounts from lookup table Table111, not shown here", "Program111: unknown instruction",
            "Victim111, signer, writable", "System: Transfer", "amount: 18,446,744,073.709551615 SOL",
            "Warning: Sidekey can't read all of it", "Sidekey can't read what you would pay.",
        ] {
            #expect(output.contains(line))
        }
    }
}
