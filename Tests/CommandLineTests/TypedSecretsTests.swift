import Glibc
import JSONRPC
import TestSupport
import Testing

/// The command line keeps typed secrets in closed pages, and nowhere else.
@Suite(.enabled(if: geteuid() == 0, "the command isn't dumpable, so only root can look into it"))
struct TypedSecretsTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    private static let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    /// The words as they are typed, and as the draft keeps them: the word list, which holds each alone, stands in memory too.
    private static let words = [
        "winner thank", "sausage worth", "useful legal", "thank yellow", "\u{6}winner\u{0}", "\u{7}sausage\u{0}",
        "\u{6}yellow\u{0}", "WINNER THANK", "SAUSAGE WORTH", "USEFUL LEGAL", "THANK YELLOW",
    ]

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    private func found(_ texts: [String], in terminal: PseudoTerminal) throws -> [String] {
        let spellings = texts.map { text in
            // A few bytes stand anywhere.
            (text: text, spellings: ProcessMemory.spellings(of: text).filter { $0.count >= 6 })
        }
        let all = spellings.flatMap { each in each.spellings.map { (text: each.text, spelling: $0) } }
        let found = Set(try ProcessMemory.found(all.map(\.spelling), pid: terminal.pid).map { all[$0].text })
        return texts.filter(found.contains)
    }

    @Test(arguments: [phrase, phrase.uppercased()])
    func `no open memory holds a word or a passphrase once it was typed`(_ typed: String) throws {
        let terminal = try SidekeyCommand.startAtTerminal(["restore", "--seed-passphrase"], in: home)
        let conversation = try StandInConversation(agent, vault: "none")
        try terminal.wait(for: "Word 1: ")
        terminal.send(typed + " ")
        try terminal.wait(for: "12 words, and the checksum matches")
        // The control: while they are typed their page is open, and the same search finds them.
        #expect(try found(Self.words, in: terminal).count >= 4)
        terminal.send("\r")
        for prompt in ["BIP-39 passphrase: ", "Type it again: "] {
            try terminal.wait(for: prompt)
            terminal.type("Zyxwvuts qponm")
        }
        _ = try conversation.request("vault.discover")
        #expect(try found(Self.words + ["Zyxwvuts qponm", "Zyxwvu"], in: terminal) == [])
        try conversation.answer(["candidates": [["path": "m/44'/501'/0'/0'", "publicKey": "First111"]]])
        try terminal.wait(for: "begin with [1]: ")
        terminal.type("")
        for prompt in ["Passphrase: ", "Type it again: "] {
            try terminal.wait(for: prompt)
            terminal.type("Lk7qj4hz9gf2xds apw5ovi")
        }
        let params = try conversation.request("vault.create")
        #expect(try conversation.secret(params["phrase"], "phrase") == Self.phrase)
        #expect(
            try found(Self.words + ["Zyxwvuts qponm", "Zyxwvu", "Lk7qj4hz9gf2xds apw5ovi", "Lk7qj4"], in: terminal)
                == [])
    }
}
