import JSONRPC
import TestSupport
import Testing

@Suite struct CreateTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    private static let enterAlternateScreen = "\u{1B}[?1049h"
    private static let leaveAlternateScreen = "\u{1B}[?1049l"
    private static let wipe = "\u{1B}[2J\u{1B}[3J\u{1B}[H"

    init() throws {
        home = try ScratchHome(quick: true)
        agent = try AgentStandIn(home.socket)
    }

    /// The words on the screen, by their numbers.
    private func words(on screen: String) -> [Int: String] {
        var words: [Int: String] = [:]
        let pieces = screen.split { $0 == " " || $0.isNewline }
        for (number, word) in zip(pieces, pieces.dropFirst()) where number.hasSuffix(".") {
            if let position = Int(number.dropLast()) { words[position] = String(word) }
        }
        return words
    }

    /// Answers the three questions for words.
    private func typeBack(_ words: [Int: String], on terminal: PseudoTerminal) throws {
        for _ in 0..<3 {
            try terminal.wait(for: "Word ")
            let position = try #require(Int(try terminal.wait(for: ": ").dropLast(2)))
            terminal.type(try #require(words[position]))
        }
    }

    @Test func `the phrase is shown once on the alternate screen, and goes to the agent with the passphrase`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["create"], in: home)
        let conversation = try StandInConversation(agent, vault: "none")
        try terminal.wait(for: Self.enterAlternateScreen)
        let words = words(on: try terminal.wait(for: "written them down. "))
        #expect(words.count == 24)
        terminal.type("")
        try terminal.wait(for: Self.wipe)
        try typeBack(words, on: terminal)
        try terminal.wait(for: Self.wipe + Self.leaveAlternateScreen)
        for prompt in ["Passphrase: ", "Type it again: "] {
            try terminal.wait(for: prompt)
            #expect(!terminal.echoes)
            terminal.type("correct horse battery")
        }
        let params = try conversation.request("vault.create")
        let phrase = try conversation.secret(params["phrase"], "phrase")
        #expect(phrase == (1...24).compactMap { words[$0] }.joined(separator: " "))
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        #expect(params["unattended"] == false)
        try conversation.answer(["vault": "locked", "accounts": [["publicKey": "Pubkey111"]]])
        try terminal.wait(for: "Word: ")
        terminal.type("heron")
        let word = try conversation.request("policy.set")
        #expect(word["recognition"] == "heron")
        #expect(try conversation.secret(word["passphrase"], "passphrase") == "correct horse battery")
        try conversation.answer([:])
        #expect(try terminal.waitForEnd() == 0)
        #expect(!terminal.shown.contains("correct horse battery"))
        let afterwards = terminal.shown.split(separator: Self.leaveAlternateScreen).last ?? ""
        #expect(
            afterwards.replacing("\r\n", with: "\n") == """
                Choose a passphrase of at least 8 characters. It unlocks the wallet on this machine.
                Passphrase:\u{20}
                Type it again:\u{20}
                Sidekey's window can show a word that you choose. It tells you that the window is Sidekey's. Sites and the
                browser never learn it. Press Enter to skip.
                Word: heron
                made a wallet; its account is Pubkey111
                next: sidekey receive shows its address, and sidekey doctor checks that your browser finds it

                """)
    }

    @Test(arguments: [12, 15, 18, 21])
    func `a phrase may have fewer words`(_ count: Int) throws {
        let terminal = try SidekeyCommand.startAtTerminal(["create", "--words", "\(count)"], in: home)
        let conversation = try StandInConversation(agent, vault: "none")
        let words = words(on: try terminal.wait(for: "written them down. "))
        #expect(words.count == count)
        terminal.type("")
        try typeBack(words, on: terminal)
        for prompt in ["Passphrase: ", "Type it again: "] {
            try terminal.wait(for: prompt)
            terminal.type("correct horse battery")
        }
        let phrase = try conversation.request("vault.create")["phrase"]
        #expect(
            try conversation.secret(phrase, "phrase") == (1...count).compactMap { words[$0] }.joined(separator: " "))
    }

    @Test func `a new phrase may have a BIP-39 passphrase, and the wallet another policy`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(
            ["create", "--seed-passphrase", "--approvals", "native"], in: home)
        let conversation = try StandInConversation(agent, vault: "none")
        let words = words(on: try terminal.wait(for: "written them down. "))
        terminal.type("")
        try typeBack(words, on: terminal)
        for (prompt, typed) in [
            ("BIP-39 passphrase: ", "TREZOR"), ("Type it again: ", "TREZOR"),
            ("Passphrase: ", "correct horse battery"),
            ("Type it again: ", "correct horse battery"),
        ] {
            try terminal.wait(for: prompt)
            terminal.type(typed)
        }
        let params = try conversation.request("vault.create")
        #expect(try conversation.secret(params["seedPassphrase"], "seedPassphrase") == "TREZOR")
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        #expect(params["approvals"] == "native")
        #expect(!terminal.shown.contains("TREZOR"))
    }

    @Test func `after a wrong word the phrase is shown again, and nothing is made`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["create"], in: home)
        let conversation = try StandInConversation(agent, vault: "none")
        let first = words(on: try terminal.wait(for: "written them down. "))
        terminal.type("")
        try terminal.wait(for: "Word ")
        terminal.type("zzz")
        try terminal.wait(for: "Press Enter. ")
        terminal.type("")
        #expect(words(on: try terminal.wait(for: "written them down. ")) == first)
        terminal.send("\u{03}")
        #expect(try terminal.waitForEnd() == 130)
        #expect(terminal.shown.contains(Self.wipe + Self.leaveAlternateScreen + "sidekey: error: interrupted"))
        #expect(try conversation.hasEnded())
    }

    @Test func `passphrases that differ or are short are asked again`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["create"], in: home)
        let conversation = try StandInConversation(agent, vault: "none")
        let words = words(on: try terminal.wait(for: "written them down. "))
        terminal.type("")
        try typeBack(words, on: terminal)
        for (prompt, answer) in [
            ("Passphrase: ", "short"), ("Passphrase: ", "12345678"), ("Passphrase: ", "correct horse"),
            ("Passphrase: ", "correct horse battery"), ("Type it again: ", "correct house"),
            ("Passphrase: ", "correct horse battery"), ("Type it again: ", "correct horse battery"),
        ] {
            try terminal.wait(for: prompt)
            #expect(!terminal.echoes)
            terminal.type(answer)
        }
        let passphrase = try conversation.request("vault.create")["passphrase"]
        #expect(try conversation.secret(passphrase, "passphrase") == "correct horse battery")
        try conversation.answer(["vault": "locked", "accounts": []])
        try terminal.wait(for: "Word: ")
        terminal.type("")
        #expect(try terminal.waitForEnd() == 0)
        #expect(terminal.shown.contains("They don't match."))
        #expect(terminal.shown.contains("invalid passphrase: it is easy to guess. Use four or more unrelated words"))
    }

    @Test(arguments: ["\u{03}", "heron\n"])
    func `the wallet stands whatever becomes of the word`(_ typed: String) throws {
        let terminal = try SidekeyCommand.startAtTerminal(["create"], in: home)
        let conversation = try StandInConversation(agent, vault: "none")
        let words = words(on: try terminal.wait(for: "written them down. "))
        terminal.type("")
        try typeBack(words, on: terminal)
        for prompt in ["Passphrase: ", "Type it again: "] {
            try terminal.wait(for: prompt)
            terminal.type("correct horse battery")
        }
        _ = try conversation.request("vault.create")
        try conversation.answer(["vault": "locked", "accounts": [["publicKey": "Pubkey111"]]])
        try terminal.wait(for: "Word: ")
        terminal.send(typed)
        if typed != "\u{03}" {
            _ = try conversation.request("policy.set")
            try conversation.refuse(RPCError(.internalError, .storage, "the disk is full"))
        }
        try terminal.wait(for: "The wallet has no word")
        #expect(try terminal.waitForEnd() == 0)
        #expect(terminal.shown.contains("made a wallet; its account is Pubkey111\r\nnext: sidekey receive "))
    }

    @Test func `Ctrl-C at the passphrase gives the terminal its echo back`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["unlock"], in: home)
        _ = try StandInConversation(agent)
        try terminal.wait(for: "Passphrase: ")
        #expect(!terminal.echoes)
        terminal.send("\u{03}")
        try terminal.wait(for: "interrupted")
        #expect(terminal.echoes)
        #expect(try terminal.waitForEnd() == 130)
    }
}
