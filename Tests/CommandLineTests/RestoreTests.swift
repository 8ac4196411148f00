import JSONRPC
import TestSupport
import Testing

@Suite struct RestoreTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    private static let words = Array(repeating: "abandon", count: 11) + ["about"]
    private static let phrase = words.joined(separator: " ")
    private static let leaveAlternateScreen = "\u{1B}[2J\u{1B}[3J\u{1B}[H\u{1B}[?1049l"

    private static let candidates: JSON = [
        "candidates": [
            ["path": "m/44'/501'/0'/0'", "publicKey": "First111"],
            ["path": "m/44'/501'/0'", "publicKey": "Second11", "balance": "1500000000", "used": true],
            ["path": "m/44'/501'", "publicKey": "Third111", "balance": "0", "used": false],
        ]
    ]

    init() throws {
        home = try ScratchHome(quick: true)
        agent = try AgentStandIn(home.socket)
    }

    private func start(_ arguments: [String] = []) throws -> (PseudoTerminal, StandInConversation) {
        let terminal = try SidekeyCommand.startAtTerminal(["restore"] + arguments, in: home)
        let conversation = try StandInConversation(agent, vault: "none")
        try terminal.wait(for: "Word 1: ")
        return (terminal, conversation)
    }

    private func check(_ parameter: JSON?, is secret: String?, _ conversation: StandInConversation) throws {
        let found = try parameter.map { try conversation.secret($0, "seedPassphrase") }
        #expect(found == secret)
    }

    private func answer(_ prompt: String, _ secret: String, on terminal: PseudoTerminal) throws {
        try terminal.wait(for: prompt)
        #expect(!terminal.echoes)
        terminal.type(secret)
    }

    /// Answers what follows the words, and checks that the agent gets these.
    private func finish(
        _ terminal: PseudoTerminal, _ conversation: StandInConversation, phrase: String = Self.phrase,
        seedPassphrase: String? = nil, accounts: String = "", paths: JSON = ["m/44'/501'/0'"], replace: JSON? = nil
    ) throws {
        try terminal.wait(for: Self.leaveAlternateScreen)
        if let seedPassphrase {
            for prompt in ["BIP-39 passphrase: ", "Type it again: "] {
                try answer(prompt, seedPassphrase, on: terminal)
            }
        }
        let asked = try conversation.request("vault.discover")
        #expect(try conversation.secret(asked["phrase"], "phrase") == phrase)
        try check(asked["seedPassphrase"], is: seedPassphrase, conversation)
        try conversation.answer(Self.candidates)
        try terminal.wait(for: "2   m/44'/501'/0'        Second11  1.5 SOL\r\n")
        try terminal.wait(for: "begin with [2]: ")
        terminal.type(accounts)
        for prompt in ["Passphrase: ", "Type it again: "] { try answer(prompt, "correct horse battery", on: terminal) }
        let params = try conversation.request("vault.create")
        #expect(params["paths"] == paths)
        #expect(params["replace"] == replace)
        #expect(try conversation.secret(params["phrase"], "phrase") == phrase)
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        try check(params["seedPassphrase"], is: seedPassphrase, conversation)
        #expect(params["unattended"] == false)
        try conversation.answer(["vault": "locked", "accounts": [["publicKey": "Pubkey111"]]])
        try terminal.wait(for: "Word: ")
        terminal.type("")
        #expect(try terminal.waitForEnd() == 0)
        #expect(terminal.shown.hasSuffix("restored a wallet; its account is Pubkey111\r\n"))
        let afterwards = terminal.shown.split(separator: Self.leaveAlternateScreen).last ?? ""
        for word in phrase.split(separator: " ") { #expect(!afterwards.contains(word)) }
    }

    @Test func `words are completed by Tab and space, and the checksum is said to fit`() throws {
        let (terminal, conversation) = try start()
        for number in 1...11 {
            terminal.send("ab")
            try terminal.wait(for: "words start like that.")
            terminal.send("a")
            try terminal.wait(for: "Tab: abandon")
            terminal.send(number.isMultiple(of: 2) ? "\t" : " ")
            try terminal.wait(for: "Word \(number + 1): ")
        }
        terminal.send("ABOUT ")
        try terminal.wait(for: "12 words, and the checksum matches. If these are all, press Enter.")
        terminal.send("\r")
        try finish(terminal, conversation)
    }

    @Test(arguments: [
        phrase + "\n\n", "\n  " + words.joined(separator: "\n") + "\n\n", words.joined(separator: "\t") + "\n\n",
        words.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\r") + "\r\r",
        "\u{1B}[200~" + phrase.uppercased() + "\u{1B}[201~\r\r",
        words.map { $0.prefix(4) }.joined(separator: " ") + " \r",
    ])
    func `a phrase can be pasted whole`(_ text: String) throws {
        let (terminal, conversation) = try start()
        terminal.send(text)
        try finish(terminal, conversation)
    }

    @Test func `Backspace goes back into the word before, arrows to any word`() throws {
        let (terminal, conversation) = try start(["--words", "12"])
        terminal.send("abandon abandon abandone ")
        try terminal.wait(for: "Word 3 is not in the list. Near: abandon")
        terminal.send("\u{7F}\u{7F}")
        try terminal.wait(for: "Word 3: abandon")
        terminal.send(" ability")
        terminal.send("\u{1B}OD\u{1B}[D\u{1B}[A")
        try terminal.wait(for: "Word 1: abandon")
        terminal.send("\u{1B}[C\u{1B}[C\u{1B}[1;5C")
        try terminal.wait(for: "Word 4: ability")
        terminal.send(String(repeating: "\u{7F}", count: 8))
        try terminal.wait(for: "Word 3: abandon")
        terminal.send(" " + Array(repeating: "abandon", count: 8).joined(separator: " ") + " about ")
        try terminal.wait(for: "Press Enter to continue: ")
        terminal.send("more")
        try terminal.wait(for: "You have typed all 12 words.")
        terminal.send("\r")
        try finish(terminal, conversation)
    }

    @Test func `words that aren't in the list are named when the phrase is to end`() throws {
        let (terminal, conversation) = try start()
        terminal.send("abandon abndon " + Array(repeating: "abandon", count: 9).joined(separator: " ") + " xqzt ")
        try terminal.wait(for: "Word 13: ")
        terminal.send("\r")
        try terminal.wait(for: "Word 2 is not in the list. Near: abandon")
        try terminal.wait(for: "Word 2: abndon")
        terminal.send(String(repeating: "\u{7F}", count: 5) + "band ")
        try terminal.wait(for: "Word 12 is not in the list.")
        terminal.send("\r")
        try terminal.wait(for: "Word 12: xqzt")
        terminal.send("\u{7F}\u{7F}\u{7F}\u{7F}\r")
        try terminal.wait(for: "Your recovery phrase needs 12, 15, 18, 21 or 24 words, not 11.")
        terminal.send("about \r")
        try finish(terminal, conversation)
    }

    @Test func `a wrong checksum is explained by the position, and by the word only for who asks`() throws {
        let (terminal, conversation) = try start(["--words", "24"])
        let start = Array(repeating: "abandon", count: 23).joined(separator: " ")
        terminal.send(start + " arm \r")
        let explained = try terminal.wait(for: "Press ? to see")
        #expect(explained.contains("The checksum doesn't match"))
        #expect(explained.contains("Likely wrong: ") && explained.contains("word 24"))
        #expect(!explained.contains("did you mean"))
        // Enter alone changes nothing.
        terminal.send("\r")
        var meant = ""
        for _ in 0..<8 where !meant.contains("did you mean art,") {
            terminal.send("?")
            meant = try terminal.wait(for: "Enter changes it")
            #expect(meant.contains(", not arm?"))
        }
        terminal.send("\r")
        try terminal.wait(for: "24 words, and the checksum matches. Press Enter.")
        terminal.send("\r")
        try finish(terminal, conversation, phrase: start + " art")
    }

    @Test func `two words that changed places are offered back`() throws {
        let (terminal, conversation) = try start()
        let right = "legal winner thank year wave sausage worth useful legal winner thank yellow"
        terminal.send(right.replacing("wave sausage", with: "sausage wave") + " \r")
        try terminal.wait(for: "words 5 and 6 swapped")
        var meant = ""
        for _ in 0..<8 where !meant.contains("Words 5 and 6: did you mean wave sausage?") {
            terminal.send("?")
            meant = try terminal.wait(for: "Enter changes it")
        }
        terminal.send("\r\r")
        try finish(terminal, conversation, phrase: right)
    }

    @Test func `a BIP-39 passphrase is asked for twice where one is wanted`() throws {
        let (terminal, conversation) = try start(["--seed-passphrase"])
        terminal.send(Self.phrase + "\r\r")
        try finish(terminal, conversation, seedPassphrase: "ünïcode \u{212B}")
    }

    @Test func `accounts are taken by their numbers`() throws {
        let (terminal, conversation) = try start()
        terminal.send(Self.phrase + "\r\r")
        try finish(terminal, conversation, accounts: "3, 1 3", paths: ["m/44'/501'", "m/44'/501'/0'/0'"])
    }

    @Test(arguments: ["4", "0", "x", "1 -1", "99999999999999999999"])
    func `a number that isn't in the list is asked again`(_ typed: String) throws {
        let (terminal, conversation) = try start()
        terminal.send(Self.phrase + "\r\r")
        _ = try conversation.request("vault.discover")
        try conversation.answer(Self.candidates)
        try terminal.wait(for: "begin with [2]: ")
        terminal.type(typed)
        try terminal.wait(for: "Type numbers from 1 to 3")
        try terminal.wait(for: "begin with [2]: ")
    }

    @Test func `a wallet that is there is set aside only where that is asked for and answered with yes`() throws {
        for answer in ["n", "y"] {
            let terminal = try SidekeyCommand.startAtTerminal(["restore", "--replace"], in: home)
            let conversation = try StandInConversation(agent, vault: "locked")
            try terminal.wait(for: "Its file stays next to the new one")
            try terminal.wait(for: "[y/N] ")
            terminal.type(answer)
            if answer == "n" {
                #expect(try terminal.waitForEnd() == 5)
                #expect(try conversation.hasEnded())
                continue
            }
            try terminal.wait(for: "Word 1: ")
            terminal.send(Self.phrase + "\r\r")
            try finish(terminal, conversation, replace: true)
        }
    }

    @Test func `where the path is given the agent isn't asked for others`() throws {
        let (terminal, conversation) = try start(["--path", "m/44'/501'/9'", "--path", "m/44'/501'"])
        terminal.send(Self.phrase + "\r\r")
        for prompt in ["Passphrase: ", "Type it again: "] { try answer(prompt, "correct horse battery", on: terminal) }
        #expect(try conversation.request("vault.create")["paths"] == ["m/44'/501'/9'", "m/44'/501'"])
    }

    @Test(arguments: ["\u{03}", "aband\u{03}", "abandon abandon \u{03}"])
    func `Ctrl-C leaves with the screen and the echo as they were`(_ keys: String) throws {
        let (terminal, conversation) = try start()
        #expect(!terminal.echoes)
        terminal.send(keys)
        #expect(try terminal.waitForEnd() == 130)
        #expect(terminal.echoes)
        #expect(terminal.shown.contains(Self.leaveAlternateScreen + "sidekey: error: interrupted"))
        #expect(try conversation.hasEnded())
    }

    @Test func `keys that stop or kill a program do nothing, since they would leave the words behind`() throws {
        let (terminal, _) = try start()
        terminal.send("\u{1A}\u{1C}ab")
        try terminal.wait(for: "Word 1: ab")
    }

    @Test func `SIGTERM leaves with the screen and the echo as they were`() throws {
        let (terminal, _) = try start()
        terminal.send("abandon ")
        try terminal.wait(for: "Word 2: ")
        terminal.terminate()
        #expect(try terminal.waitForEnd() == 130)
        #expect(terminal.echoes)
        #expect(terminal.shown.contains(Self.leaveAlternateScreen))
    }

    @Test func `keys that are no letters, and bytes that are no text, make no words`() throws {
        let (terminal, conversation) = try start()
        terminal.send("\u{1B}[15~\u{1B}OP\u{1B}[1;2Haban\u{1B}[3~don 1234 $%&/ \u{0}\u{01}\u{04}\u{15}á\u{1F511} ")
        try terminal.wait(for: "Word 2: ")
        terminal.send(Self.words.dropFirst().joined(separator: " ") + "\r\r")
        try finish(terminal, conversation)
    }

    // MARK: Without a terminal

    @Test(arguments: [nil, "TREZOR"])
    func `from files it asks nothing, and the wallet is unattended`(_ seedPassphrase: String?) throws {
        var arguments = [
            "restore", "--passphrase-file", try home.file("passphrase", "x\n"), "--phrase-file",
            try home.file("phrase", "  \(Self.phrase)\n"),
        ]
        if let seedPassphrase {
            arguments += ["--seed-passphrase-file", try home.file("seed", seedPassphrase + "\n")]
        }
        let command = try SidekeyCommand.start(arguments, in: home)
        let conversation = try StandInConversation(agent, vault: "none")
        let params = try conversation.request("vault.create")
        #expect(try conversation.secret(params["phrase"], "phrase") == Self.phrase)
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "x")
        try check(params["seedPassphrase"], is: seedPassphrase, conversation)
        #expect(params["unattended"] == true)
        #expect(params["paths"] == nil && params["replace"] == nil)
        try conversation.answer(["vault": "locked", "accounts": [["publicKey": "Pubkey111"]]])
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            String(decoding: try command.output.readToEnd(), as: UTF8.self)
                == "restored a wallet; its account is Pubkey111\n")
    }

    @Test(
        arguments: [
            (words.dropLast().joined(separator: " "), "a recovery phrase has 12, 15, 18, 21 or 24 words, not 11"),
            (phrase.replacing("about", with: "secretive"), "word 12 is not in the list"),
            (
                Array(repeating: "abandon", count: 23).joined(separator: " ") + " arm",
                "the checksum of the words doesn't match\nsidekey: hint: likely wrong: "
            ),
        ])
    func `a file that holds no phrase is explained without a word of it`(_ text: String, _ fault: String) throws {
        let result = try SidekeyCommand.run(
            [
                "restore", "--passphrase-file", try home.file("passphrase", "x\n"), "--phrase-file",
                try home.file("phrase", text + "\n"),
            ], in: home)
        #expect(result.ending == .exited(1))
        #expect(result.errors.contains(": \(fault)"))
        for word in Set(text.split(separator: " ")) { #expect(!result.errors.contains(word)) }
        #expect(result.output.isEmpty)
    }

    @Test(arguments: [0o640, 0o604, 0o644] as [UInt32])
    func `a phrase file that others could read is refused`(_ mode: UInt32) throws {
        let file = try home.file("phrase", Self.phrase + "\n", mode: mode)
        let result = try SidekeyCommand.run(
            ["restore", "--passphrase-file", try home.file("passphrase", "x\n"), "--phrase-file", file], in: home)
        #expect(result.ending == .exited(1))
        #expect(result.errors.contains("\(file) is open to other users"))
    }

    @Test(arguments: [
        ["--words", "13"], ["--words", "x"], ["--phrase-file", "f"], ["--passphrase-file", "f"],
        ["--seed-passphrase-file", "f"], ["--phrase-file", "f", "--passphrase-file", "f", "--words", "12"],
        ["--phrase-file", "f", "--passphrase-file", "f", "--seed-passphrase"],
    ])
    func `options that don't go together are refused`(_ arguments: [String]) throws {
        let result = try SidekeyCommand.run(["restore"] + arguments, in: home)
        #expect(result.ending == .exited(64))
    }

    @Test func `a wallet that is there is never touched`() throws {
        let command = try SidekeyCommand.start(["restore"], in: home)
        #expect(try StandInConversation(agent, vault: "locked").hasEnded())
        #expect(command.waitForEnd() == .exited(1))
    }

    @Test func `without a terminal and without files it says what to do`() throws {
        let command = try SidekeyCommand.start(["restore"], in: home)
        #expect(try StandInConversation(agent, vault: "none").hasEnded())
        #expect(command.waitForEnd() == .exited(9))
        let errors = String(decoding: try command.errors.readToEnd(), as: UTF8.self)
        #expect(errors.contains("hint: in a script, use --passphrase-file and --phrase-file"))
    }
}
