import Glibc
import JSONRPC
import TestSupport
import Testing

/// The TPM's PIN from the command line to the vault: the real agent, its helper and a confined `sidekey-device`, whose TPM is `swtpm`.
@Suite(.timeLimit(.minutes(5))) struct TPMCommandTests {
    private let home: ScratchHome
    private let programs: ProgramFolder
    private let tpm: SoftwareTPM
    private let passphrase, pin, wrong: String

    init() throws {
        home = try ScratchHome()
        programs = try ProgramFolder()
        tpm = try SoftwareTPM(at: programs.path + "/tpm")
        passphrase = try home.file("passphrase", "correct horse battery\n")
        pin = try home.file("pin", "864209\n")
        wrong = try home.file("wrong", "000000\n")
        let made = try run(["create", "--passphrase-file", passphrase, "--phrase-file", "\(home.path)/phrase"])
        try #require(made.ending == .exited(0), "\(made.errors)")
    }

    private func run(_ arguments: [String]) throws -> ChildProcess.Result {
        try ChildProcess.run(
            "/usr/bin/setsid", ["--wait", programs.sidekey] + arguments, environment: home.environment)
    }

    private func add(_ options: [String] = []) throws -> ChildProcess.Result {
        try run(["tpm", "add", "Blue laptop", "--passphrase-file", passphrase, "--pin-file", pin] + options)
    }

    private func unlock(_ file: String?) throws -> ChildProcess.Result {
        _ = try run(["lock"])
        return try run(["unlock", "--tpm", "--json"] + (file.map { ["--pin-file", $0] } ?? []))
    }

    private func error(_ result: ChildProcess.Result) -> JSON? {
        // Behind the review, where there is one.
        let last = result.errors.split(separator: "\n").last ?? ""
        return (try? JSON(parsing: JSONSource(Array(last.utf8))))?["error"]
    }

    private func reason(_ result: ChildProcess.Result) -> String? { error(result)?["reason"]?.text }

    /// Signs a message, with the review on standard error.
    private func sign(_ options: [String]) throws -> ChildProcess.Result {
        try run(["sign-message", "hello", "--yes", "--tpm"] + options)
    }

    private func json(_ arguments: [String]) throws -> JSON {
        try JSON(parsing: JSONSource(run(arguments + ["--json"]).output))
    }

    /// True if the passphrase opens the wallet, whatever became of the TPM.
    private func opensByPassphrase() throws -> Bool {
        _ = try run(["lock"])
        _ = try run(["unlock", "--passphrase-file", passphrase])
        return try json(["status"])["vault"] == "unlocked"
    }

    @Test func `a PIN that was set unlocks the wallet each time, and no more once it was removed`() throws {
        #expect(reason(try unlock(pin)) == "change-refused")
        let added = try add()
        #expect(added.ending == .exited(0), "\(added.errors)")
        #expect(try json(["status"])["tpm"] == true)
        for _ in 0..<2 {
            let unlocked = try unlock(pin)
            #expect(unlocked.ending == .exited(0), "\(unlocked.errors)")
            #expect(try json(["status"])["vault"] == "unlocked")
            #expect(!unlocked.text.contains("864209") && !unlocked.errors.contains("864209"))
        }
        let status = try json(["tpm"])
        #expect(status["slot"]?["name"] == "Blue laptop" && status["usable"] == true)
        #expect(status["retries"] == 3 && status["most"] == 3 && status["seconds"] == 1000)
        #expect(reason(try add(["--json"])) == "tpm-present")
        let removed = try run(["tpm", "remove", "--passphrase-file", passphrase])
        #expect(removed.ending == .exited(0), "\(removed.errors)")
        #expect(try json(["status"])["tpm"] == nil)
        #expect(reason(try unlock(pin)) == "change-refused")
        let kinds = try run(["activity", "--json"]).text
        #expect(kinds.contains("tpm-added") && kinds.contains("tpm-removed"))
    }

    @Test func `wrong PINs stop at the TPM's limit, and the passphrase opens the wallet still`() throws {
        #expect(try add().ending == .exited(0))
        for left in [2, 1] {
            let refused = try unlock(wrong)
            #expect(refused.ending == .exited(4))
            #expect(reason(refused) == "tpm-pin-wrong" && error(refused)?["data"]?["retries"] == .number(left))
        }
        for file in [wrong, pin, pin] {
            let refused = try unlock(file)
            #expect(reason(refused) == "tpm-locked" && error(refused)?["data"]?["seconds"] == 1000)
        }
        #expect(try json(["status"])["vault"] == "locked")
        #expect(try json(["tpm"])["retries"] == 0)
        #expect(try opensByPassphrase())
        // Its owner sets the count back.
        try tpm.run("tpm2_dictionarylockout", ["-c"])
        #expect(try unlock(pin).ending == .exited(0))
    }

    @Test func `a cleared TPM loses the PIN and not the wallet, and another PIN can be set`() throws {
        #expect(try add().ending == .exited(0))
        try tpm.clear()
        #expect(reason(try unlock(pin)) == "tpm-other")
        #expect(try opensByPassphrase())
        #expect(try run(["tpm", "remove", "--passphrase-file", passphrase]).ending == .exited(0))
        #expect(try add().ending == .exited(0))
        #expect(try unlock(pin).ending == .exited(0))
    }

    @Test func `without a TPM nothing is asked for, and the slot can be removed`() throws {
        #expect(try add().ending == .exited(0))
        tpm.kill()
        #expect(reason(try unlock(nil)) == "tpm-absent")
        let status = try json(["tpm"])
        #expect(status["usable"] == false && status["reason"] == "tpm-absent")
        #expect(try opensByPassphrase())
        #expect(try run(["tpm", "remove", "--passphrase-file", passphrase]).ending == .exited(0))
        #expect(reason(try add(["--json"])) == "tpm-absent")
    }

    @Test func `a wrong passphrase sets and removes nothing, and what isn't six digits isn't tried`() throws {
        let other = try home.file("other", "incorrect horse\n")
        let short = try home.file("short", "12345\n")
        let refused = try run(["tpm", "add", "--passphrase-file", other, "--pin-file", pin])
        #expect(refused.ending == .exited(4))
        let unset = try run(["tpm", "add", "--passphrase-file", passphrase, "--pin-file", short, "--json"])
        #expect(reason(unset) == "tpm-pin-invalid")
        #expect(try json(["status"])["tpm"] == nil)
        #expect(try add().ending == .exited(0))
        #expect(reason(try unlock(short)) == "tpm-pin-invalid")
        #expect(try json(["tpm"])["retries"] == 3)
        #expect(try run(["tpm", "remove", "--passphrase-file", other]).ending == .exited(4))
        #expect(try json(["status"])["tpm"] == true)
    }

    @Test func `at a terminal the PIN is set and asked for without echo`() throws {
        let setting = try PseudoTerminal(
            programs.sidekey, ["tpm", "add", "--passphrase-file", passphrase], environment: home.environment)
        _ = try setting.wait(for: "New PIN")
        setting.type("864209")
        _ = try setting.wait(for: "gain")
        setting.type("864208")
        _ = try setting.wait(for: "They don't match.")
        _ = try setting.wait(for: "New PIN")
        setting.type("864209")
        _ = try setting.wait(for: "gain")
        setting.type("864209")
        #expect(try setting.waitForEnding() == .exited(0))
        _ = try run(["lock"])
        let unlocking = try PseudoTerminal(programs.sidekey, ["unlock", "--tpm"], environment: home.environment)
        _ = try unlocking.wait(for: "PIN of this computer")
        unlocking.type("864209")
        #expect(try unlocking.waitForEnding() == .exited(0))
        for terminal in [setting, unlocking] { #expect(!terminal.shown.contains("864209")) }
        #expect(try json(["status"])["vault"] == "unlocked")
    }

    @Test func `the PIN approves at a terminal, without a session, and beside no other proof`() throws {
        #expect(reason(try sign(["--pin-file", pin, "--json"])) == "change-refused")
        let none = try PseudoTerminal(
            programs.sidekey, ["sign-message", "hello", "--tpm"], environment: home.environment)
        _ = try none.wait(for: "no PIN unlocks this wallet")
        #expect(try none.waitForEnding() != .exited(0))
        #expect(!none.shown.contains("[y/N]"))
        #expect(try add().ending == .exited(0))
        _ = try run(["lock"])
        let refused = try sign(["--pin-file", wrong, "--json"])
        #expect(reason(refused) == "tpm-pin-wrong" && error(refused)?["data"]?["retries"] == 2)
        for options in [["--pin-file", pin], ["--pin-file", pin, "--json"]] {
            let signed = try sign(options)
            #expect(signed.ending == .exited(0), "\(signed.errors)")
            #expect(!signed.errors.contains("864209") && signed.text.count > 80)
        }
        #expect(try json(["status"])["vault"] == "locked")
        for other in [["--passphrase-file", passphrase], ["--security-key"]] {
            #expect(try sign(["--pin-file", pin] + other).ending == .exited(64))
        }
        let terminal = try PseudoTerminal(
            programs.sidekey, ["sign-message", "hello", "--tpm"], environment: home.environment)
        _ = try terminal.wait(for: "[y/N]")
        terminal.type("y")
        _ = try terminal.wait(for: "PIN of this computer")
        terminal.type("864209")
        #expect(try terminal.waitForEnding() == .exited(0))
        #expect(!terminal.shown.contains("864209"))
        #expect(try json(["status"])["vault"] == "locked")
    }

    /// What doctor finds about the TPM.
    private func found() throws -> JSON? {
        let checks = try JSON(parsing: JSONSource(run(["doctor", "--json"]).output))["checks"]?.array ?? []
        return checks.first { $0["id"] == "tpm" }
    }

    @Test func `doctor says whether the TPM guards the PIN, and what to do where it can't`() throws {
        let open = try found()
        #expect(open?["status"] == "ok" && open?["message"]?.text?.contains("sidekey tpm add") == true)
        #expect(try add().ending == .exited(0))
        #expect(try found()?["status"] == "ok")
        for _ in 0..<3 { _ = try unlock(wrong) }
        let locked = try found()
        #expect(locked?["status"] == "warning" && locked?["message"]?.text?.contains("too many wrong ones") == true)
        #expect(locked?["hint"]?.text?.contains("within 17 minutes") == true)
        tpm.kill()
        let gone = try found()
        #expect(gone?["status"] == "warning" && gone?["message"]?.text?.contains("no TPM 2.0") == true)
        #expect(gone?["hint"]?.text?.contains("sidekey tpm remove") == true)
        // Nothing is wrong where nobody set a PIN.
        #expect(try run(["tpm", "remove", "--passphrase-file", passphrase]).ending == .exited(0))
        let none = try found()
        #expect(none?["status"] == "ok" && none?["message"]?.text?.contains("no TPM 2.0") == true)
    }

    @Test func `a new vault key drops the PIN`() throws {
        #expect(try add().ending == .exited(0))
        #expect(try run(["vault", "rotate", "--passphrase-file", passphrase]).ending == .exited(0))
        #expect(try json(["status"])["tpm"] == nil)
        #expect(reason(try unlock(pin)) == "change-refused")
    }
}
