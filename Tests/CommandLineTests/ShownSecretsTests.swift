import Glibc
import JSONRPC
import TestSupport
import Testing

/// Traces of words and passphrase in a command that is done with them, while it still waits for an answer.
@Suite(.enabled(if: geteuid() == 0, "the command isn't dumpable, so only root can look into it"))
struct ShownSecretsTests {
    private let home: ScratchHome
    /// The place of a command that is told none of the words.
    private let elsewhere: ScratchHome
    private let passphrase = ProcessMemory.strangeText(count: 30)

    private static let leaveAlternateScreen = "\u{1B}[?1049l"
    private static let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    private static let other = "letter advice cage absurd amount doctor acoustic avoid letter advice cage above"

    init() throws {
        home = try ScratchHome()
        elsewhere = try ScratchHome()
    }

    @Test func `create has forgotten the phrase when it asks its last question, and keeps the passphrase closed`()
        throws
    {
        let terminal = try SidekeyCommand.startAtTerminal(["create"], in: home)
        let screen = try terminal.wait(for: "written them down. ")
        let words = words(on: screen)
        let phrase = (1...24).compactMap { words[$0] }.joined(separator: " ")
        // The control: while the words are shown their page is there, closed.
        #expect(try left(meeting(phrase), in: terminal) > 0)
        #expect(try left(meeting(phrase), in: terminal, closed: false) == 0)
        terminal.type("")
        for _ in 0..<3 {
            try terminal.wait(for: "Word ")
            let position = try #require(Int(try terminal.wait(for: ": ").dropLast(2)))
            terminal.type(try #require(words[position]))
        }
        try terminal.wait(for: Self.leaveAlternateScreen)
        try choosePassphrase(on: terminal)
        try terminal.wait(for: "Word: ")
        try expectForgotten(phrase, by: terminal)
        terminal.type("heron")
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test func `restore has forgotten it too`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["restore", "--path", "m/44'/501'/0'/0'"], in: home)
        try terminal.wait(for: "Word 1: ")
        terminal.send(Self.phrase + " ")
        try terminal.wait(for: "12 words, and the checksum matches")
        terminal.send("\r")
        try terminal.wait(for: Self.leaveAlternateScreen)
        try choosePassphrase(on: terminal)
        try terminal.wait(for: "Word: ")
        try expectForgotten(Self.phrase, by: terminal)
        terminal.type("heron")
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test func `phrase show has forgotten the first phrase when it shows the second, and the passphrase with both`()
        throws
    {
        try makeWallet()
        let terminal = try SidekeyCommand.startAtTerminal(["phrase", "show"], in: home)
        try terminal.wait(for: "Passphrase: ")
        terminal.type(passphrase)
        try terminal.wait(for: "Press Enter to wipe the screen. ")
        #expect(try left(meeting(Self.phrase), in: terminal) > 0)
        #expect(try left(meeting(Self.phrase), in: terminal, closed: false) == 0)
        #expect(try left(ProcessMemory.spellings(of: passphrase), in: terminal, closed: false) == 0)
        terminal.type("")
        try terminal.wait(for: Self.leaveAlternateScreen)
        try terminal.wait(for: "Press Enter to wipe the screen. ")
        #expect(try left(meeting(Self.phrase), in: terminal) == 0)
        #expect(try left(meeting(Self.other), in: terminal) > 0)
        #expect(try left(meeting(Self.other), in: terminal, closed: false) == 0)
        terminal.type("")
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test func `approve keeps the passphrase closed while the agent works`() throws {
        let agent = try AgentStandIn(home.socket)
        let terminal = try SidekeyCommand.startAtTerminal(["approve", "r1"], in: home)
        let conversation = try StandInConversation(agent)
        _ = try conversation.request("approvals.get")
        let hash = JSON.string(String(repeating: "a", count: 64))
        try conversation.answer([
            "summary": [
                "id": "r1", "digest": hash, "origin": "https://dapp.example", "method": "signMessage",
                "state": "queued", "account": "Account111",
            ], "decision": "popup", "reviewHash": hash,
            "review": [
                "kind": "messages", "complete": true,
                "items": [["kind": "message", "encoding": "text", "content": "text", "bytes": 4]],
            ],
        ])
        _ = try conversation.request("approvals.present")
        try conversation.answer(["requests": []])
        try terminal.wait(for: "Approve? [y/N] ")
        terminal.type("y")
        try terminal.wait(for: "Passphrase: ")
        terminal.type(passphrase)
        let params = try conversation.request("approvals.approve")
        #expect(try conversation.secret(params["unlock"]?["passphrase"], "unlock.passphrase") == passphrase)
        #expect(try left(ProcessMemory.spellings(of: passphrase), in: terminal, closed: false) == 0)
        try conversation.answer(["id": "r1", "state": "answered"])
        #expect(try conversation.request("records.get") == ["id": "r1"])
        try conversation.answer(["pending": [:], "response": nil])
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test(arguments: [["create"], ["restore"], ["phrase", "show"], ["unlock"], ["account", "import"]])
    func `no command that is ended by a signal leaves a core file`(_ command: [String]) throws {
        if !["create", "restore"].contains(command[0]) { try makeWallet() }
        // What the shell allows its children is what they would begin with.
        let script = "cd \(home.path) && ulimit -c unlimited && exec \(BuiltProgram.sidekey.path) \"$@\""
        let terminal = try PseudoTerminal("/bin/sh", ["-c", script, "sh"] + command, environment: home.environment)
        try terminal.wait(
            for: command[0] == "create" ? "written them down. " : command[0] == "restore" ? "Word 1: " : ": ")
        let process = AgentProcess(pid: terminal.pid)
        #expect(process.limit("Max core file size") == "0 0 bytes")
        kill(terminal.pid, SIGABRT)
        #expect(try terminal.waitForEnding() == .killed(signal: SIGABRT))
        #expect(!SystemFile.names(in: home.path).contains { $0.hasPrefix("core") })
    }

    /// A wallet with two phrases.
    private func makeWallet() throws {
        let own = try home.file("passphrase", passphrase + "\n")
        let (first, second) = (
            try home.file("first", Self.phrase + "\n"), try home.file("second", Self.other + "\n")
        )
        for arguments in [
            ["restore", "--passphrase-file", own, "--phrase-file", first],
            ["account", "import", "--phrase-file", second, "--passphrase-file", own],
        ] {
            let result = try SidekeyCommand.run(arguments, in: home)
            try #require(result.ending == .exited(0), "\(result.errors)")
        }
    }

    private func choosePassphrase(on terminal: PseudoTerminal) throws {
        for prompt in ["Passphrase: ", "Type it again: "] {
            try terminal.wait(for: prompt)
            terminal.type(passphrase)
        }
    }

    /// Expects no word that meets another, no key made of them, and no passphrase outside closed pages.
    private func expectForgotten(_ phrase: String, by terminal: PseudoTerminal) throws {
        let secrets = try WalletSecrets(of: home.path, phrase: phrase, passphrase: passphrase)
        #expect(try left(meeting(phrase) + secrets.keys.values.map(\.bytes), in: terminal) == 0)
        #expect(try left(ProcessMemory.spellings(of: passphrase), in: terminal, closed: false) == 0)
        // The control: the passphrase is there, for the word that is asked for.
        #expect(try left([Array(passphrase.utf8)], in: terminal) == 23)
    }

    /// Returns how many windows of the secrets a command holds, but for those that it has of itself.
    private func left(_ secrets: [[UInt8]], in terminal: PseudoTerminal, closed: Bool = true) throws -> Int {
        let found = try ProcessMemory.foundWindows(of: secrets, pid: terminal.pid, closed: closed)
        if found.isEmpty { return 0 }
        let stranger = try SidekeyCommand.startAtTerminal(["create"], in: elsewhere)
        try stranger.wait(for: "written them down. ")
        return found.subtracting(try ProcessMemory.foundWindows(of: secrets, pid: stranger.pid)).count
    }

    private func meeting(_ phrase: String) -> [[UInt8]] { WalletSecrets.wordsInMemory(phrase) }

    /// The words on the screen, by their numbers.
    private func words(on screen: String) -> [Int: String] {
        var words: [Int: String] = [:]
        let pieces = screen.split { $0 == " " || $0.isNewline }
        for (number, word) in zip(pieces, pieces.dropFirst()) where number.hasSuffix(".") {
            if let position = Int(number.dropLast()) { words[position] = String(word) }
        }
        return words
    }
}
