import Glibc
import JSONRPC
import TestSupport
import Testing

/// The commands for phrases, accounts and the vault with the real agent.
@Suite struct KeysSessionTests {
    private let home: ScratchHome
    private let passphrase: String

    /// Phrase and addresses as bip_utils derives them.
    private static let phrase = String(repeating: "abandon ", count: 11) + "about"
    private static let first = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"
    private static let protected = "CXvFFTZM2LNPGudG9EE7QNCHSkGkvibisKHcpndEcVjv"
    /// The key of the seed 00 01 ... 1f, as solders writes it.
    private static let key = "1GMkH3brNXiNNs1tiFZHu4yZSRrzJwxi5wB9bHFtMikjwpAW9DMZzU2Pqakc5it8X3N5vPmqdN7KF4CCUpmKhq"
    private static let imported = "FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF"

    init() throws {
        home = try ScratchHome(quick: true)
        passphrase = try home.file("passphrase", "correct horse battery\n")
    }

    @discardableResult
    private func run(_ arguments: String..., expecting status: Int32 = 0) throws -> ChildProcess.Result {
        let result = try SidekeyCommand.run(arguments, in: home)
        #expect(result.ending == .exited(status), "\(arguments): \(result.text)\(result.errors)")
        return result
    }

    private func accounts() throws -> [String] {
        let list = try JSON(parsing: JSONSource(run("account", "list", "--json").output))
        return (list.array ?? []).compactMap { $0["publicKey"]?.text }
    }

    private func restore(_ options: String...) throws {
        let phrase = try home.file("phrase", Self.phrase + "\n")
        let words = ["restore", "--passphrase-file", passphrase, "--phrase-file", phrase]
        let result = try SidekeyCommand.run(words + options, in: home)
        #expect(result.ending == .exited(0), "\(result.errors)")
    }

    @Test func `a wallet begins with the accounts at the paths that were named`() throws {
        try restore("--path", "m/44'/501'/0'", "--path", "m/44'/501'/0'/0'")
        let accounts = try accounts()
        #expect(accounts.count == 2)
        #expect(accounts.last == Self.first)
    }

    @Test func `a BIP-39 passphrase makes another wallet, however it is spelled`() throws {
        // Composed, where the address was made of the decomposed one.
        let file = try home.file("seed", "\u{FC}n\u{EF}code \u{C5}\n")
        try restore("--seed-passphrase-file", file)
        #expect(try accounts() == [Self.protected])
        try run("unlock", "--passphrase-file", passphrase)
    }

    @Test func `at the terminal the accounts of a phrase are offered`() throws {
        let terminal = try SidekeyCommand.startAtTerminal(["restore", "--words", "12"], in: home)
        try terminal.wait(for: "Word 1: ")
        terminal.send(Self.phrase + "\r\r")
        let offered = try terminal.wait(for: "Numbers of the accounts to begin with [1]: ")
        #expect(offered.contains("m/44'/501'/0'/0'     \(Self.first)"))
        #expect(offered.contains("m/44'/501' "))
        terminal.type("1 2")
        for prompt in ["Passphrase: ", "Type it again: "] {
            try terminal.wait(for: prompt)
            terminal.type("correct horse battery")
        }
        try terminal.wait(for: "Word: ")
        terminal.type("heron")
        #expect(try terminal.waitForEnd() == 0)
        #expect(try accounts().count == 2)
        #expect(try run("policy").text.contains("heron"))
    }

    @Test func `accounts are added, named, hidden, ordered, imported and removed`() throws {
        try restore()
        try run("account", "add", expecting: 9)
        let wrong = try home.file("wrong", "incorrect horse\n")
        try run("account", "add", "--passphrase-file", wrong, expecting: 4)
        // Locked, the passphrase makes the change and opens no session.
        try run("account", "add", "--passphrase-file", passphrase)
        try run("account", "label", Self.first, "Locked", "--passphrase-file", passphrase)
        #expect(try run("status").text.contains("locked"))
        try run("unlock", "--passphrase-file", passphrase)
        try run("account", "add", "--path", "m/44'/501'")
        #expect(try accounts().count == 3)
        try run("account", "label", Self.first, "Savings")
        try run("account", "hide", "2")
        try run("account", "move", "3", "1")
        let key = try home.file("key", Self.key)
        let list = try run("account", "import", key, "--passphrase-file", passphrase).text
        let lines = list.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0].contains("(m/44'/501')"))
        #expect(lines[1].contains("\(Self.first)  Savings"))
        #expect(lines[2].contains("hidden"))
        #expect(lines[3].contains(Self.imported) && lines[3].contains("(imported)"))
        try run("account", "import", key, "--passphrase-file", passphrase, expecting: 1)

        try run("account", "remove", "--yes", Self.imported, "--passphrase-file", wrong, expecting: 4)
        #expect(try accounts().contains(Self.imported))
        try run("account", "remove", "--yes", Self.imported, "--passphrase-file", passphrase)
        #expect(try !accounts().contains(Self.imported))
    }

    @Test func `a second phrase is imported with its passphrase`() throws {
        try run("create", "--passphrase-file", passphrase, "--phrase-file", "\(home.path)/own")
        let phrase = try home.file("phrase", Self.phrase + "\n")
        let seed = try home.file("seed", "\u{FC}n\u{EF}code \u{212B}\n")
        try run("account", "import", "--phrase-file", phrase, "--passphrase-file", passphrase)
        try run(
            "account", "import", "--phrase-file", phrase, "--seed-passphrase-file", seed, "--passphrase-file",
            passphrase)
        #expect(try accounts().dropFirst() == [Self.first, Self.protected])
    }

    @Test func `the passphrase is changed, and the old one opens nothing any longer`() throws {
        try restore()
        let new = try home.file("new", "battery staple horse\n")
        try run("vault", "change-passphrase", "--passphrase-file", new, "--new-passphrase-file", new, expecting: 4)
        try run("vault", "change-passphrase", "--passphrase-file", passphrase, "--new-passphrase-file", new)
        try run("lock")
        try run("unlock", "--passphrase-file", passphrase, expecting: 4)
        try run("unlock", "--passphrase-file", new)
        try run("vault", "rotate", "--passphrase-file", new)
        #expect(try accounts() == [Self.first])
    }

    @Test func `a backup brings the wallet back, and what was there is set aside`() throws {
        try restore()
        let copy = "\(home.path)/copy"
        try run("vault", "backup", copy)
        let bytes = try #require(SystemFile.read(copy))
        #expect(SystemFile.read("\(home.path)/vault") == bytes)
        var status = stat()
        #expect(stat(copy, &status) == 0 && status.st_mode & 0o7777 == 0o600)
        try run("vault", "backup", copy, expecting: 1)
        #expect(SystemFile.read(copy) == bytes)

        let own = "\(home.path)/own"
        let other = try home.file("other", "battery staple horse\n")
        // The passphrase of the wallet is lost, and its phrase isn't.
        let phrase = try home.file("words", String(repeating: "abandon ", count: 23) + "art\n")
        try run("restore", "--passphrase-file", other, "--phrase-file", phrase, expecting: 1)
        try run("restore", "--replace", "--passphrase-file", other, "--phrase-file", phrase)
        #expect(try accounts() != [Self.first])
        let aside = SystemFile.names(in: home.path).filter { $0.hasPrefix("vault") }
        #expect(aside.contains { SystemFile.read("\(home.path)/\($0)") == bytes }, "\(aside)")
        #expect(SystemFile.read(own) == nil)

        try run("vault", "restore", "--yes", copy, "--passphrase-file", other, expecting: 4)
        try run("vault", "restore", "--yes", copy, "--passphrase-file", passphrase)
        #expect(try accounts() == [Self.first])
        try run("unlock", "--passphrase-file", passphrase)
    }

    @Test func `the policy is shown and set with the passphrase only`() throws {
        try restore()
        try run("unlock", "--passphrase-file", passphrase)
        #expect(try run("policy").text.contains("risky: "))
        let wrong = try home.file("wrong", "incorrect horse\n")
        try run("policy", "set", "--allowance", "2.5", "--passphrase-file", wrong, expecting: 4)
        try run(
            "policy", "set", "--allowance", "2.5", "--approvals", "popup", "--session", "60", "--passphrase-file",
            passphrase)
        let shown = try run("policy").text
        for part in ["popup: ", "2.5 SOL", "60 s"] { #expect(shown.contains(part), "\(shown)") }
    }

    @Test func `a wallet can begin with another policy`() throws {
        try restore("--approvals", "native")
        try run("unlock", "--passphrase-file", passphrase)
        #expect(try run("policy").text.contains("native: "))
        try run("create", "--approvals", "nonsense", expecting: 64)
    }

    @Test func `the phrase is shown again after the passphrase`() throws {
        try restore("--seed-passphrase-file", try home.file("seed", "TREZOR\n"))
        let terminal = try SidekeyCommand.startAtTerminal(["phrase", "show"], in: home)
        try terminal.wait(for: "Passphrase: ")
        terminal.type("correct horse battery")
        let shown = try terminal.wait(for: "Press Enter to wipe the screen. ")
        #expect(shown.contains("11. abandon") && shown.contains("12. about"))
        #expect(shown.contains("BIP-39 passphrase: TREZOR\r\n"))
        terminal.type("")
        #expect(try terminal.waitForEnd() == 0)

        let again = try SidekeyCommand.startAtTerminal(["phrase", "show"], in: home)
        try again.wait(for: "Passphrase: ")
        again.type("incorrect horse")
        #expect(try again.waitForEnd() == 4)
        #expect(!again.shown.contains("abandon"))
    }
}
