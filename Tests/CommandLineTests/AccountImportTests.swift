import JSONRPC
import TestSupport
import Testing

@Suite struct AccountImportTests {
    private let home: ScratchHome
    private let agent: AgentStandIn
    private let passphrase: String

    /// The key of the seed 00 01 ... 1f, as solders writes it: like `solana-keygen`, and in Base58.
    private static let json = """
        [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,3,161,7,191,243,206,16,\
        190,29,112,221,24,231,75,192,153,103,228,214,48,155,165,13,95,29,220,134,100,18,85,49,184]
        """
    private static let base58 = "1GMkH3brNXiNNs1tiFZHu4yZSRrzJwxi5wB9bHFtMikjwpAW9DMZzU2Pqakc5it8X3N5vPmqdN7KF4CCUpmKhq"
    private static let seed = String(decoding: 0..<32, as: UTF8.self)
    private static let phrase = String(repeating: "abandon ", count: 11) + "about"
    private static let accounts: JSON = [
        "accounts": [["publicKey": "First111", "label": "Account 1", "imported": true]]
    ]

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
        passphrase = try home.file("passphrase", "correct horse battery\n")
    }

    private func check(_ arguments: [String], _ check: (JSONObject, StandInConversation) throws -> Void) throws {
        let command = try SidekeyCommand.start(
            ["account", "import", "--passphrase-file", passphrase] + arguments, in: home)
        let conversation = try StandInConversation(agent)
        let params = try conversation.request("accounts.import")
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        try check(params, conversation)
        try conversation.answer(Self.accounts)
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            String(decoding: try command.output.readToEnd(), as: UTF8.self) == "1.  First111  Account 1  (imported)\n")
    }

    @Test(arguments: [json, json + "\n", base58, base58 + "\r\n"])
    func `a key is read from a file of either form`(_ text: String) throws {
        let file = try home.file("key", text)
        try check([file]) { params, conversation in
            #expect(params.names.sorted() == ["key", "passphrase"])
            let key = try conversation.secret(params["key"], "key")
            #expect(key == Self.seed)
        }
    }

    @Test func `a key is typed without being shown`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["account", "import"], in: home)
        let conversation = try StandInConversation(agent)
        for (prompt, answer) in [("nothing is shown): ", Self.base58), ("Passphrase: ", "correct horse battery")] {
            try terminal.wait(for: prompt)
            #expect(!terminal.echoes)
            terminal.type(answer)
        }
        let params = try conversation.request("accounts.import")
        #expect(try conversation.secret(params["key"], "key") == Self.seed)
        try conversation.answer(Self.accounts)
        #expect(try terminal.waitForEnd() == 0)
        #expect(!terminal.shown.contains(Self.base58.prefix(8)))
    }

    @Test(
        arguments: [
            ([], nil, nil),
            (["--path", "m/44'/501'/3'", "--path", "m/44'/501'"], ["m/44'/501'/3'", "m/44'/501'"], nil),
            ([], nil, "TREZOR"),
        ] as [([String], JSON?, String?)])
    func `a phrase is read from a file`(_ words: [String], _ paths: JSON?, _ seedPassphrase: String?) throws {
        var arguments = words + ["--phrase-file", try home.file("phrase", Self.phrase + "\n")]
        if let seedPassphrase { arguments += ["--seed-passphrase-file", try home.file("seed", seedPassphrase)] }
        try check(arguments) { params, conversation in
            let names = ["passphrase", "phrase"] + (paths == nil ? [] : ["paths"])
            #expect(params.names.sorted() == (names + (seedPassphrase == nil ? [] : ["seedPassphrase"])).sorted())
            let phrase = try conversation.secret(params["phrase"], "phrase")
            #expect(phrase == Self.phrase)
            #expect(params["paths"] == paths)
            if let seedPassphrase {
                let sealed = try conversation.secret(params["seedPassphrase"], "seedPassphrase")
                #expect(sealed == seedPassphrase)
            }
        }
    }

    @Test func `a phrase is typed on the alternate screen`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["account", "import", "--phrase", "--words", "12"], in: home)
        let conversation = try StandInConversation(agent)
        try terminal.wait(for: "Word 1: ")
        terminal.send(Self.phrase + "\r\r")
        let asked = try conversation.request("vault.discover")
        #expect(try conversation.secret(asked["phrase"], "phrase") == Self.phrase)
        try conversation.answer([
            "candidates": [
                ["path": "m/44'/501'/0'/0'", "publicKey": "First111", "balance": "0", "used": false],
                ["path": "m/44'/501'/0'/0'/0'", "publicKey": "Second11", "balance": "0", "used": true],
            ]
        ])
        // An account of Backpack's that was emptied.
        try terminal.wait(for: "Second11  used before\r\n")
        try terminal.wait(for: "begin with [2]: ")
        terminal.type("")
        try terminal.wait(for: "Passphrase: ")
        terminal.type("correct horse battery")
        let params = try conversation.request("accounts.import")
        #expect(try conversation.secret(params["phrase"], "phrase") == Self.phrase)
        #expect(params["paths"] == ["m/44'/501'/0'/0'/0'"])
        try conversation.answer(Self.accounts)
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test(arguments: [
        "", "[1,2,3]", json.replacing("184", with: "185"), base58.replacing("Khq", with: "Khr"), phrase,
        String(repeating: "1", count: 1025),
    ])
    func `a file that holds no key is refused without a part of it`(_ text: String) throws {
        let file = try home.file("key", text)
        let command = try SidekeyCommand.start(["account", "import", file], in: home)
        #expect(try StandInConversation(agent).hasEnded())
        #expect(command.waitForEnd() == .exited(1))
        let errors = String(decoding: try command.errors.readToEnd(), as: UTF8.self)
        #expect(errors.hasPrefix("sidekey: error: \(file) "))
        if text.count >= 12 { #expect(!errors.contains(text.prefix(12))) }
    }

    @Test(arguments: [0o640, 0o644, 0o666] as [UInt32])
    func `a key file that others could read is refused`(_ mode: UInt32) throws {
        let file = try home.file("key", Self.json, mode: mode)
        let command = try SidekeyCommand.start(["account", "import", file], in: home)
        #expect(try StandInConversation(agent).hasEnded())
        #expect(command.waitForEnd() == .exited(1))
        let errors = String(decoding: try command.errors.readToEnd(), as: UTF8.self)
        #expect(errors.contains("\(file) is open to other users"))
    }

    @Test(arguments: [
        ["--words", "12"], ["--path", "m"], ["--seed-passphrase"], ["f", "--phrase"], ["f", "--phrase-file", "g"],
    ])
    func `options that don't go together are refused`(_ arguments: [String]) throws {
        #expect(try SidekeyCommand.run(["account", "import"] + arguments, in: home).ending == .exited(64))
    }
}
