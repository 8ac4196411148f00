import Glibc
import JSONRPC
import TestSupport
import Testing

/// Security keys from the command line to the vault: the real agent, its helper and a confined `sidekey-device`, whose key is in software.
@Suite(.timeLimit(.minutes(5))) struct SecurityKeyCommandTests {
    private let home: ScratchHome
    private let programs: ProgramFolder
    private let passphrase: String
    private var state: String { home.path + "/key.json" }

    init() throws {
        home = try ScratchHome()
        programs = try ProgramFolder()
        passphrase = try home.file("passphrase", "correct horse battery\n")
        let made = try run(["create", "--passphrase-file", passphrase, "--phrase-file", "\(home.path)/phrase"])
        try #require(made.ending == .exited(0), "\(made.errors)")
    }

    private func run(_ arguments: [String]) throws -> ChildProcess.Result {
        try ChildProcess.run(
            "/usr/bin/setsid", ["--wait", programs.sidekey] + arguments, environment: home.environment)
    }

    private func add(_ options: [String] = [], key: [String] = []) throws -> ChildProcess.Result {
        try programs.plug(state, key)
        return try run(["security-key", "add", "Blue key", "--passphrase-file", passphrase] + options)
    }

    private func unlock(_ options: [String] = []) throws -> ChildProcess.Result {
        _ = try run(["lock"])
        return try run(["unlock", "--security-key", "--json"] + options)
    }

    /// The reason of a refusal in `--json`.
    private func reason(_ result: ChildProcess.Result) -> String? {
        // Behind the review, where there is one.
        let last = result.errors.split(separator: "\n").last ?? ""
        let json = try? JSON(parsing: JSONSource(Array(last.utf8)))
        return json?["error"]?["reason"]?.text
    }

    private func status() throws -> JSON { try JSON(parsing: JSONSource(run(["status", "--json"]).output)) }

    @Test func `a key that was added unlocks the wallet each time by one touch, and no more once it was removed`()
        throws
    {
        let added = try add()
        #expect(added.ending == .exited(0), "\(added.errors)")
        #expect(added.errors.contains("Touch your security key"))
        #expect(try status()["securityKeys"] == 1)
        for _ in 0..<3 {
            let unlocked = try unlock()
            #expect(unlocked.ending == .exited(0), "\(unlocked.errors)")
            #expect(try status()["vault"] == "unlocked")
        }
        let list = try JSON(parsing: JSONSource(run(["security-key", "list", "--json"]).output))
        #expect(list[0]?["name"] == "Blue key" && list[0]?["pin"] == false)
        // The same key is refused a second slot.
        #expect(reason(try add(["--json"])) == "security-key-present")
        let identifier = try #require(list[0]?["id"]?.text)
        let removed = try run(["security-key", "remove", identifier, "--passphrase-file", passphrase])
        #expect(removed.ending == .exited(0), "\(removed.errors)")
        #expect(try status()["securityKeys"] == nil)
        #expect(reason(try unlock()) == "change-refused")
        let kinds = try run(["activity", "--json"]).text
        #expect(kinds.contains("security-key-added") && kinds.contains("security-key-removed"))
    }

    @Test func `a wrong passphrase adds and removes nothing`() throws {
        let wrong = try home.file("wrong", "incorrect horse\n")
        try programs.plug(state)
        #expect(try run(["security-key", "add", "Key", "--passphrase-file", wrong]).ending == .exited(4))
        #expect(try status()["securityKeys"] == nil)
        #expect(try add().ending == .exited(0))
        let list = try JSON(parsing: JSONSource(run(["security-key", "list", "--json"]).output))
        let identifier = try #require(list[0]?["id"]?.text)
        #expect(
            try run(["security-key", "remove", identifier, "--passphrase-file", wrong]).ending == .exited(4))
        #expect(try status()["securityKeys"] == 1)
    }

    @Test func `a key with a PIN asks for it, counts wrong ones, and opens with the right one`() throws {
        let pin = try home.file("pin", "123456\n")
        let wrong = try home.file("wrong", "000000\n")
        let key = ["--pin", "123456"]
        // There is no terminal to ask at.
        #expect(try add(["--json"], key: key).ending == .exited(9))
        #expect(try add(["--pin-file", pin], key: key).ending == .exited(0))
        #expect(try unlock().ending == .exited(9))
        let refused = try unlock(["--pin-file", wrong])
        #expect(reason(refused) == "security-key-pin-wrong")
        #expect(refused.ending == .exited(4))
        #expect(reason(try unlock(["--pin-file", wrong])) == "security-key-pin-wrong")
        #expect(reason(try unlock(["--pin-file", wrong])) == "security-key-pin-paused")
        #expect(reason(try unlock(["--pin-file", pin])) == "security-key-pin-paused")
        try programs.plug(state, key)
        let opened = try unlock(["--pin-file", pin])
        #expect(opened.ending == .exited(0), "\(opened.errors)")
        #expect(!opened.text.contains("123456") && !opened.errors.contains("123456"))
    }

    private func sign(_ options: [String]) throws -> ChildProcess.Result {
        try run(["sign-message", "hello", "--yes", "--security-key"] + options)
    }

    @Test func `a key with its PIN approves at a terminal, and one without is refused`() throws {
        let pin = try home.file("pin", "123456\n")
        let wrong = try home.file("wrong", "000000\n")
        #expect(try add().ending == .exited(0))
        // No terminal asks here for the PIN that would be needed.
        let refused = try sign(["--json", "--pin-file", pin])
        #expect(reason(refused) == "passphrase-required", "\(refused.errors)")
        #expect(refused.errors.contains("A touch alone approves in Sidekey's window only."))
        let other = home.path + "/pin.json"
        try programs.plug(other, ["--pin", "123456"])
        let added = try run(["security-key", "add", "Other", "--passphrase-file", passphrase, "--pin-file", pin])
        #expect(added.ending == .exited(0), "\(added.errors)")
        #expect(reason(try sign(["--json", "--pin-file", wrong])) == "security-key-pin-wrong")
        for _ in 0..<2 {
            let signed = try sign(["--pin-file", pin])
            #expect(signed.ending == .exited(0), "\(signed.errors)")
            #expect(signed.errors.contains("Touch your security key."))
            #expect(!signed.errors.contains("123456") && signed.text.count > 80)
        }
        // Nothing was opened by it.
        #expect(try status()["vault"] == "locked")
        let both = ["--pin-file", pin, "--passphrase-file", passphrase]
        #expect(try sign(both).ending == .exited(64))
        #expect(try run(["sign-message", "hello", "--yes", "--pin-file", pin]).ending == .exited(64))
    }

    @Test func `at a terminal the PIN is asked for without echo`() throws {
        let pin = try home.file("pin", "123456\n")
        #expect(try add(["--pin-file", pin], key: ["--pin", "123456"]).ending == .exited(0))
        _ = try run(["lock"])
        let terminal = try PseudoTerminal(
            programs.sidekey, ["unlock", "--security-key"], environment: home.environment)
        _ = try terminal.wait(for: "PIN of the security key")
        terminal.type("123456")
        #expect(try terminal.waitForEnding() == .exited(0))
        #expect(!terminal.shown.contains("123456"))
        #expect(try status()["vault"] == "unlocked")
    }

    @Test(arguments: [
        ("deny", "security-key-denied"), ("late", "security-key-timeout"), ("pulled", "security-key-removed"),
    ])
    func `what happens at the key is told apart, and the key opens the wallet afterwards`(
        touch: String, reason: String
    ) throws {
        #expect(try add().ending == .exited(0))
        try programs.plug(state, ["--touch", touch])
        #expect(self.reason(try unlock()) == reason)
        #expect(try status()["vault"] == "locked")
        try programs.plug(state)
        #expect(try unlock().ending == .exited(0))
    }

    @Test func `without a key, with another, and with one that has no secrets, the wallet stays locked`() throws {
        #expect(try add().ending == .exited(0))
        try programs.pull()
        #expect(reason(try unlock()) == "security-key-absent")
        try programs.plug(home.path + "/other.json")
        #expect(reason(try unlock()) == "security-key-other")
        try programs.plug(state, ["--without-secrets"])
        #expect(reason(try unlock()) == "security-key-unsupported")
        #expect(try status()["vault"] == "locked")
    }

    @Test func `a copy of the key is found by its counter`() throws {
        #expect(try add().ending == .exited(0))
        let copy = try #require(SystemFile.read(state))
        #expect(try unlock().ending == .exited(0))
        try SystemFile.write(home.path + "/copy.json", copy)
        try programs.plug(home.path + "/copy.json")
        #expect(reason(try unlock()) == "security-key-copied")
        #expect(try status()["vault"] == "locked")
        try programs.plug(state)
        #expect(try unlock().ending == .exited(0))
    }

    @Test(arguments: ["signature", "rp", "secrets", "nothing"])
    func `a key that lies opens nothing`(lie: String) throws {
        #expect(try add().ending == .exited(0))
        try programs.plug(state, ["--lie", lie])
        let result = try unlock()
        #expect(result.ending != .exited(0))
        #expect(reason(result)?.hasPrefix("security-key-") == true, "\(result.errors)")
        #expect(try status()["vault"] == "locked")
    }

    @Test func `a command that goes makes the key stop waiting, and the next one is served`() async throws {
        #expect(try add().ending == .exited(0))
        _ = try run(["lock"])
        try programs.plug(state, ["--touch", "never"])
        let waiting = try ChildProcess(
            programs.sidekey, ["unlock", "--security-key"], environment: home.environment)
        try await programs.wait(for: "waiting")
        #expect(reason(try run(["unlock", "--security-key", "--json"])) == "too-many-pending")
        waiting.send(signal: SIGINT)
        _ = waiting.waitForEnd()
        try await programs.wait(for: "cancelled")
        try programs.plug(state)
        #expect(Deadline().wait { (try? unlock().ending == .exited(0)) == true })
    }
}
