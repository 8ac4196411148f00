import Glibc
import JSONRPC
import Salt
import TestSupport
import Testing

/// A wallet file that can't be opened, and a folder that can't be used: each is named, with what helps.
@Suite struct FaultyWalletTests {
    private let home: ScratchHome
    private let passphrase: String

    init() throws {
        home = try ScratchHome(quick: true)
        passphrase = try home.file("passphrase", "correct horse battery\n")
    }

    /// A wallet of two generations whose agent has left.
    private func create() throws -> String {
        let made = try SidekeyCommand.run(
            ["create", "--passphrase-file", passphrase, "--phrase-file", "\(home.path)/phrase"], in: home)
        #expect(made.ending == .exited(0), "\(made.errors)")
        let status = try JSON(parsing: JSONSource(SidekeyCommand.run(["status", "--json"], in: home).output))
        let account = try #require(status["accounts"]?[0]?["publicKey"]?.text)
        try run("account", "label", account, "Savings", "--passphrase-file", passphrase)
        #expect(SystemFile.read(home.path + "/vault.previous") != nil)
        home.stopAgent()
        return account
    }

    @discardableResult
    private func run(_ arguments: String...) throws -> ChildProcess.Result {
        let result = try SidekeyCommand.run(arguments, in: home)
        #expect(result.ending == .exited(0), "\(arguments): \(result.errors)")
        return result
    }

    private func check(_ id: String) throws -> JSON? {
        let result = try SidekeyCommand.run(["doctor", "--json"], in: home)
        return try JSON(parsing: JSONSource(result.output))["checks"]?.array?.first { $0["id"]?.text == id }
    }

    /// The wallet file as a later version might write it.
    private func makeNewer() throws {
        var bytes = try #require(SystemFile.read(home.path + "/vault"))
        bytes.removeLast(32)
        bytes[14] = 77
        try SystemFile.write(home.path + "/vault", bytes + SaltHash.sha256(bytes))
    }

    @Test(arguments: ["damaged", "cut", "missing", "newer"])
    func `a damaged or newer wallet file is named by status and doctor, and the generation before brings it back`(
        _ kind: String
    ) throws {
        let account = try create()
        let vault = home.path + "/vault"
        var bytes = try #require(SystemFile.read(vault))
        switch kind {
        case "damaged":
            bytes[100] ^= 1
            try SystemFile.write(vault, bytes)
        case "cut": try SystemFile.write(vault, bytes.prefix(40))
        case "missing": unlink(vault)
        default: try makeNewer()
        }
        let words = kind == "newer" ? "a newer Sidekey wrote the wallet file (format 77)" : "the wallet file is damaged"
        let offer = "sidekey vault restore \(home.path)/vault.previous"
        let status = try run("status").text
        #expect(status.contains(words) && status.contains(offer), "\(status)")
        let found = try #require(try check("wallet"))
        #expect(found["status"] == "failure")
        #expect(found["message"]?.text?.hasPrefix(words) == true)
        #expect(found["hint"]?.text?.contains(offer) == true)
        let json = try JSON(parsing: JSONSource(run("status", "--json").output))
        #expect(json["fault"]?["cause"]?.text == (kind == "newer" ? "newer" : "damaged"))
        #expect(json["fault"]?["previous"] == true)

        // What was offered does what it says.
        let restored = try run(
            "vault", "restore", "\(home.path)/vault.previous", "--yes", "--passphrase-file", passphrase)
        #expect(restored.errors.contains("You lose this wallet's contacts, policy and limits.\n"), "\(restored.errors)")
        #expect(!restored.errors.contains("To keep them"), "nothing unlocks this wallet")
        try run("unlock", "--passphrase-file", passphrase)
        let mended = try JSON(parsing: JSONSource(run("status", "--json").output))
        #expect(mended["vault"] == "unlocked" && mended["fault"] == nil)
        #expect(mended["accounts"]?[0]?["publicKey"]?.text == account)
    }

    @Test func `no byte of a newer wallet file changes, whatever is tried with it, and each refusal says why`() throws {
        _ = try create()
        try makeNewer()
        let proof = ["--passphrase-file", passphrase]
        let new = try home.file("new", "another horse battery\n")
        func files() -> [String: [UInt8]?] {
            let names = ["vault", "vault.previous"]
            return Dictionary(uniqueKeysWithValues: names.map { ($0, SystemFile.read("\(home.path)/\($0)")) })
        }
        let before = files()
        // Each with what it says: the reason, or that it comes after an unlock, which there is none of.
        let reason = "the vault file has format 77, which this version cannot read"
        let tries: [(words: [String], said: String)] = [
            (["unlock"] + proof, reason), (["vault", "rotate"] + proof, reason),
            (["vault", "change-passphrase", "--new-passphrase-file", new] + proof, reason),
            (["policy", "set", "--approvals", "popup"] + proof, reason),
            (["vault", "backup", home.path + "/backup"], reason),
            (["account", "add"] + proof, "the session is locked"),
            (["account", "remove", "1", "--yes"] + proof, "there is no account 1"),
            (["create", "--phrase-file", home.path + "/phrase2"] + proof, "there is already a wallet"),
            (["unlock"] + proof, reason),
        ]
        for (words, said) in tries {
            let result = try SidekeyCommand.run(words, in: home)
            #expect(result.ending != .exited(0) && result.errors.contains(said), "\(words): \(result.errors)")
            #expect(files() == before, "\(words)")
        }
        #expect(SystemFile.read(home.path + "/backup") == nil)
        // Nor by an agent that starts anew.
        home.stopAgent()
        let json = try JSON(parsing: JSONSource(run("status", "--json").output))
        #expect(json["fault"]?["cause"] == "newer" && json["fault"]?["format"] == 77)
        #expect(files() == before)
    }

    @Test func `without a whole generation before it, a backup or the phrase is what helps`() throws {
        _ = try create()
        try SystemFile.write(home.path + "/vault", [1, 2, 3])
        try SystemFile.write(home.path + "/vault.previous", [1, 2, 3])
        let hint = try #require(try check("wallet")?["hint"]?.text)
        #expect(hint.contains("sidekey vault restore FILE") && hint.contains("sidekey restore"))
        #expect(!hint.contains("vault.previous"))
    }

    @Test func `a wallet file that others can read is to be closed`() throws {
        _ = try create()
        #expect(chmod(home.path + "/vault", 0o644) == 0)
        let found = try #require(try check("wallet"))
        #expect(found["hint"]?.text?.contains("chmod 600 \(home.path)/vault") == true)
    }

    @Test func `a wallet file that is a link is to be the file itself`() throws {
        _ = try create()
        let (vault, elsewhere) = (home.path + "/vault", home.path + "/elsewhere")
        #expect(rename(vault, elsewhere) == 0 && symlink(elsewhere, vault) == 0)
        let hint = try #require(try check("wallet")?["hint"]?.text)
        #expect(hint.contains("not a link: \(vault)") && !hint.contains("chmod"), "\(hint)")
    }

    @Test func `a socket path that is too long is mended where it comes from`() throws {
        let long = home.path + "/" + String(repeating: "l", count: 100)
        let moved = try SidekeyCommand.run(["status"], in: home, adding: ["SIDEKEY_HOME": long])
        #expect(moved.errors.contains("set SIDEKEY_HOME to a shorter path"), "\(moved.errors)")
        let own = try ChildProcess.run(
            BuiltProgram.sidekey.path, ["status"],
            environment: ["HOME": long, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
        #expect(own.errors.contains("set XDG_RUNTIME_DIR to a folder of your own with a short path"), "\(own.errors)")
    }

    @Test func `nobody is told to close a folder that all share`() throws {
        let shared = home.path + "/shared"
        #expect(mkdir(shared, 0o700) == 0 && chmod(shared, 0o1777) == 0)
        let result = try SidekeyCommand.run(["status"], in: home, adding: ["SIDEKEY_HOME": shared])
        #expect(result.errors.contains("SIDEKEY_HOME to a folder of your own inside it"), "\(result.errors)")
        #expect(result.errors.contains("\(shared)/sidekey-\(geteuid())"))
        #expect(!result.errors.contains("chmod"))
        let doctor = try SidekeyCommand.run(["doctor"], in: home, adding: ["SIDEKEY_HOME": shared])
        #expect(doctor.text.contains("\(shared)/sidekey-\(geteuid())") && !doctor.text.contains("chmod"))
        // What is named there works.
        let named = try SidekeyCommand.run(
            ["status"], in: home, adding: ["SIDEKEY_HOME": "\(shared)/sidekey-\(geteuid())"])
        #expect(named.ending == .exited(0), "\(named.errors)")
        let socket = "\(shared)/sidekey-\(geteuid())/agent.sock"
        if let agent = ScratchHome.agent(serving: socket) { kill(agent, SIGTERM) }
    }
}
