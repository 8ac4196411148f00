import Glibc
import JSONRPC
import TestSupport
import Testing

/// A finger from the command line to the kept key: the real agent, and fprintd played on a bus of its own.
@Suite(.timeLimit(.minutes(5))) struct FingerprintCommandTests {
    private let home: ScratchHome
    private let sensor: PlayedSensor
    private let passphrase: String

    init() throws {
        home = try ScratchHome(quick: true)
        sensor = try PlayedSensor()
        passphrase = try home.file("passphrase", "correct horse battery\n")
        let made = try run(["create", "--passphrase-file", passphrase, "--phrase-file", "\(home.path)/phrase"])
        try #require(made.ending == .exited(0), "\(made.errors)")
    }

    private var environment: [String: String] {
        home.environment.merging(["SIDEKEY_DESKTOP": sensor.address]) { $1 }
    }

    private func run(_ arguments: [String]) throws -> ChildProcess.Result {
        try ChildProcess.run(
            "/usr/bin/setsid", ["--wait", home.sidekey] + arguments, environment: environment)
    }

    /// Runs `sidekey unlock --fingerprint` and has something happen once the sensor waits.
    private func unlock(_ word: String) throws -> ChildProcess.Ending {
        let process = try ChildProcess(
            "/usr/bin/setsid", ["--wait", home.sidekey, "unlock", "--fingerprint", "--json"],
            environment: environment)
        let waits = try Deadline(seconds: 20).wait {
            let calls = try sensor.does("-")
            return calls.count { $0 == "VerifyStart" } > calls.count { $0 == "VerifyStop" }
        }
        #expect(waits)
        try sensor.does(word)
        return try #require(process.waitForEnd(within: Deadline(seconds: 20)))
    }

    private func reason(_ arguments: [String]) throws -> String? {
        let result = try run(arguments + ["--json"])
        return (try? JSON(parsing: JSONSource(Array(result.errors.utf8))))?["error"]?["reason"]?.text
    }

    private func json(_ arguments: [String]) throws -> JSON {
        try JSON(parsing: JSONSource(run(arguments + ["--json"]).output))
    }

    @Test func `a finger unlocks after the passphrase has, until it is turned off, forgotten or the agent ends`() throws
    {
        #expect(try reason(["unlock", "--fingerprint"]) == "fingerprint-not-kept")
        #expect(try json(["fingerprint"])["usable"] == true)
        let wrong = try home.file("wrong", "incorrect horse\n")
        #expect(try run(["fingerprint", "on", "--passphrase-file", wrong]).ending == .exited(4))
        let on = try run(["fingerprint", "on", "--passphrase-file", passphrase])
        #expect(on.ending == .exited(0), "\(on.errors)")
        #expect(on.text.contains("24 hours"))
        #expect(try run(["unlock", "--passphrase-file", passphrase]).ending == .exited(0))
        #expect(try run(["lock"]).ending == .exited(0))
        #expect(try unlock("match") == .exited(0))
        #expect(try json(["status"])["vault"] == "unlocked")
        #expect(try run(["vault", "openings"]).text.contains("Fingerprint"))
        #expect(try run(["lock"]).ending == .exited(0))
        #expect(try unlock("no-match") == .exited(4))
        let kept = try json(["fingerprint", "status"])
        #expect(kept["retries"] == 4 && (kept["remaining"]?.int ?? 0) > 86_000_000)
        #expect(try run(["lock", "--forget"]).ending == .exited(0))
        #expect(try reason(["unlock", "--fingerprint"]) == "fingerprint-not-kept")
        #expect(try run(["unlock", "--passphrase-file", passphrase]).ending == .exited(0))
        // The agent that keeps a key doesn't leave, and one that was ended has none.
        #expect(try run(["lock"]).ending == .exited(0))
        home.stopAgent()
        #expect(try reason(["unlock", "--fingerprint"]) == "fingerprint-not-kept")
        #expect(try run(["unlock", "--passphrase-file", passphrase]).ending == .exited(0))
        #expect(try json(["fingerprint", "off"])["on"] == false)
        #expect(try reason(["unlock", "--fingerprint"]) == "fingerprint-off")
        #expect(try run(["unlock", "--fingerprint", "--tpm"]).ending == .exited(64))
    }

    /// What doctor finds about the sensor.
    private func found() throws -> JSON? {
        try json(["doctor"])["checks"]?.array?.first { $0["id"] == "fingerprint" }
    }

    @Test func `doctor says whether a finger unlocks the wallet, and what to do where it can't`() throws {
        #expect(try found()?["status"] == "ok")
        #expect(try run(["fingerprint", "on", "--passphrase-file", passphrase]).ending == .exited(0))
        let on = try found()
        #expect(on?["status"] == "ok" && on?["message"]?.text?.contains("24 hours") == true)
        try sensor.does("forget")
        let forgotten = try found()
        #expect(forgotten?["status"] == "warning")
        #expect(forgotten?["message"]?.text?.contains("knows no finger of yours") == true)
        #expect(forgotten?["hint"]?.text?.contains("sidekey fingerprint off") == true)
    }

    @Test func `without an enrolled finger it isn't turned on`() throws {
        try sensor.does("forget")
        #expect(try reason(["fingerprint", "on", "--passphrase-file", passphrase]) == "fingerprint-unenrolled")
        #expect(try json(["fingerprint"])["on"] == false || json(["fingerprint"])["on"] == nil)
    }
}
