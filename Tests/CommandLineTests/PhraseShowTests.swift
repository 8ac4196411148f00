import JSONRPC
import TestSupport
import Testing

@Suite struct PhraseShowTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    private static let words = Array(repeating: "abandon", count: 11) + ["about"]
    private static let leaveAlternateScreen = "\u{1B}[2J\u{1B}[3J\u{1B}[H\u{1B}[?1049l"

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    private func seal(_ text: String, _ name: String, to key: JSON?) throws -> JSON {
        try SealedText.json(text, to: key, for: "vault.reveal", name)
    }

    @Test func `the words are sealed to the command, shown on the alternate screen, and wiped`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["phrase", "show"], in: home)
        let conversation = try StandInConversation(agent)
        try terminal.wait(for: "Passphrase: ")
        #expect(!terminal.echoes)
        terminal.type("correct horse battery")
        let params = try conversation.request("vault.reveal")
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        let key = params["key"]
        try conversation.answer([
            "secrets": [
                [
                    "kind": "phrase", "phrase": try seal(Self.words.joined(separator: " "), "phrase", to: key),
                    "seedPassphrase": try seal("ünïcode", "seedPassphrase", to: key),
                ], ["kind": "key", "key": try seal(Self.seed, "key", to: key)],
            ]
        ])
        let shown = try terminal.wait(for: "Press Enter to wipe the screen. ")
        #expect(shown.contains("\u{1B}[?1049h"))
        for (index, word) in Self.words.enumerated() { #expect(shown.contains("\(index + 1). \(word)")) }
        #expect(shown.contains("BIP-39 passphrase: ünïcode\r\n"))
        terminal.type("")
        try terminal.wait(for: Self.leaveAlternateScreen)
        try terminal.wait(for: "an imported key that isn't in any recovery phrase.\r\nShow it too? [y/N] ")
        terminal.type("")
        #expect(try terminal.waitForEnd() == 0)
        let afterwards = terminal.shown.split(
            separator: Self.leaveAlternateScreen, omittingEmptySubsequences: false
        ).last
        for word in ["abandon", "about", "ünïcode"] { #expect(afterwards?.contains(word) == false) }
        #expect(!terminal.shown.contains(Self.key) && !terminal.shown.contains(Self.account))
    }

    /// The bytes 00 01 ... 1f, and what solders makes of them.
    private static let seed = String(decoding: Array(0..<32) as [UInt8], as: UTF8.self)
    private static let key = "1GMkH3brNXiNNs1tiFZHu4yZSRrzJwxi5wB9bHFtMikjwpAW9DMZzU2Pqakc5it8X3N5vPmqdN7KF4CCUpmKhq"
    private static let account = "FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF"

    @Test func `imported keys are shown after a second question, and wiped`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["phrase", "show"], in: home)
        let conversation = try StandInConversation(agent)
        try terminal.wait(for: "Passphrase: ")
        terminal.type("correct horse battery")
        let key = try conversation.request("vault.reveal")["key"]
        let secrets = try (1...2).map { _ in ["kind": "key", "key": try seal(Self.seed, "key", to: key)] as JSON }
        try conversation.answer(["secrets": .array(secrets)])
        try terminal.wait(for: "only imported keys and no recovery phrase")
        try terminal.wait(for: "Show them too? [y/N] ")
        #expect(!terminal.shown.contains(Self.key))
        terminal.type("y")
        for number in 1...2 {
            let shown = try terminal.wait(for: "Press Enter to wipe the screen. ")
            #expect(shown.contains("Imported key \(number) of 2, for account \(Self.account):\r\n"))
            #expect(shown.contains("\r\n\(Self.key)\r\n"))
            terminal.type("")
            try terminal.wait(for: Self.leaveAlternateScreen)
        }
        #expect(try terminal.waitForEnd() == 0)
        #expect(terminal.shown.hasSuffix(Self.leaveAlternateScreen))
    }

    @Test func `a key that isn't one is an error and shows nothing`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["phrase", "show"], in: home)
        let conversation = try StandInConversation(agent)
        try terminal.wait(for: "Passphrase: ")
        terminal.type("correct horse battery")
        let key = try conversation.request("vault.reveal")["key"]
        try conversation.answer(["secrets": [["kind": "key", "key": try seal("too short", "key", to: key)]]])
        try terminal.wait(for: "Show it too? [y/N] ")
        terminal.type("y")
        #expect(try terminal.waitForEnd() == 1)
    }

    @Test func `Ctrl-C wipes the words too`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["phrase", "show"], in: home)
        let conversation = try StandInConversation(agent)
        try terminal.wait(for: "Passphrase: ")
        terminal.type("correct horse battery")
        let key = try conversation.request("vault.reveal")["key"]
        try conversation.answer([
            "secrets": [["kind": "phrase", "phrase": try seal(Self.words.joined(separator: " "), "phrase", to: key)]]
        ])
        try terminal.wait(for: "Press Enter to wipe the screen. ")
        terminal.send("\u{03}")
        #expect(try terminal.waitForEnd() == 130)
        #expect(terminal.shown.contains(Self.leaveAlternateScreen + "sidekey: error: interrupted"))
    }

    @Test(arguments: ["other", "clear"])
    func `words that weren't sealed to this command aren't shown`(_ how: String) throws {
        let terminal = try SidekeyCommand.startAtTerminal(["phrase", "show"], in: home)
        let conversation = try StandInConversation(agent)
        try terminal.wait(for: "Passphrase: ")
        terminal.type("correct horse battery")
        let key = try conversation.request("vault.reveal")["key"]
        let phrase = Self.words.joined(separator: " ")
        let sealed = how == "clear" ? JSON.string(phrase) : try seal(phrase, "seedPassphrase", to: key)
        try conversation.answer(["secrets": [["kind": "phrase", "phrase": sealed]]])
        #expect(try terminal.waitForEnd() == 1)
        #expect(!terminal.shown.contains("abandon"))
    }

    @Test func `without a terminal nothing is shown`() throws {
        let command = try SidekeyCommand.start(
            ["phrase", "show", "--passphrase-file", try home.file("passphrase", "correct horse battery\n")], in: home)
        #expect(try StandInConversation(agent).hasEnded())
        #expect(command.waitForEnd() == .exited(9))
    }
}
