import Base58
import Glibc
import JSONRPC
import Salt
import TestSupport
import Testing

/// A Ledger from the command line to its signature: the real agent, its helper and a confined `sidekey-device`, whose Ledger is in software.
@Suite(.timeLimit(.minutes(5))) struct LedgerCommandTests {
    /// The address at this path of the phrase that Ledger's emulator has.
    private static let path = "m/44'/501'/12345'"
    private static let address = "3GJzvStsiYZonWE7WTsmt1BpWXkfcgWMGinaDwNs9HBc"

    /// Off-chain messages of version 1 came with this app.
    private static let newer = ["--version", "1.14.0"]

    private let home: ScratchHome
    private let programs: ProgramFolder
    private let passphrase: String

    init() throws {
        home = try ScratchHome(network: "loopback")
        programs = try ProgramFolder()
        passphrase = try home.file("passphrase", "correct horse battery\n")
        let made = try run(["create", "--passphrase-file", passphrase, "--phrase-file", "\(home.path)/phrase"])
        try #require(made.ending == .exited(0), "\(made.errors)")
        let unlocked = try run(["unlock", "--passphrase-file", passphrase])
        try #require(unlocked.ending == .exited(0), "\(unlocked.errors)")
    }

    private func run(_ arguments: [String]) throws -> ChildProcess.Result {
        try ChildProcess.run(
            "/usr/bin/setsid", ["--wait", programs.sidekey] + arguments, environment: home.environment)
    }

    private func json(_ result: ChildProcess.Result) throws -> JSON {
        try #require(result.ending == .exited(0), "\(result.errors)")
        return try JSON(parsing: JSONSource(result.output))
    }

    /// The reason of a refusal in `--json`.
    private func reason(_ arguments: [String]) throws -> String? {
        let json = try? JSON(parsing: JSONSource(Array(run(arguments + ["--json"]).errors.utf8)))
        return json?["error"]?["reason"]?.text
    }

    private func sign(_ more: [String] = []) throws -> ChildProcess.Result {
        try run(
            ["sign-offchain-message", "hello", "--account", Self.address, "--passphrase-file", passphrase, "--json"]
                + more)
    }

    @Test func `an account is found by its path, compared on the device, added, and signs`() throws {
        try programs.plugLedger(Self.newer)
        let app = try json(run(["ledger", "status", "--json"]))
        #expect(app["blindSigning"] == false && app["model"] != nil)
        let listed = try json(run(["ledger", "accounts", "--from", "12345", "--json"]))
        #expect(listed["accounts"]?[0]?["path"]?.text == Self.path)
        #expect(listed["accounts"]?[0]?["publicKey"]?.text == Self.address)
        let added = try run(["ledger", "add", Self.path])
        #expect(added.ending == .exited(0), "\(added.errors)")
        #expect(added.errors.contains("Confirm it there if it is this one: \(Self.address)"))
        #expect(added.text.contains("\(Self.address)  Account 2  (\(Self.path), on a Ledger)"))
        let accounts = try json(run(["account", "list", "--json"]))
        #expect(accounts[1]?["signer"] == "ledger" && accounts[0]?["signer"] == "vault")

        let signed = try json(sign())
        let message = try Base64.decode(#require(signed["message"]?.string))
        let signature = try Base58.decode(#require(signed["signature"]?.text))
        #expect(SaltSign.verify(signature, of: message, publicKey: try Base58.decode(Self.address)))
        // It is in the backup, and its key is nowhere.
        #expect(try run(["vault", "backup", home.path + "/backup"]).ending == .exited(0))
        #expect(try reason(["account", "remove", "--yes", "1", "--passphrase-file", passphrase]) == "change-refused")
        #expect(
            try run(["account", "remove", "--yes", Self.address, "--passphrase-file", passphrase]).ending == .exited(0))
    }

    @Test func `what is wrong with the device has a reason, and nothing is added or signed`() throws {
        let add = ["ledger", "add", Self.path]
        #expect(try reason(["ledger", "status"]) == "ledger-absent")
        #expect(try reason(add) == "ledger-absent")
        try programs.plugLedger(["--locked"])
        #expect(try reason(add) == "ledger-locked")
        try programs.plugLedger(["--app", "Bitcoin"])
        #expect(try reason(add) == "ledger-other-app")
        try programs.plugLedger(["--user", "reject"])
        #expect(try reason(add) == "ledger-rejected")
        #expect(try run(add).ending == .exited(5))
        try programs.plugLedger()
        #expect(try run(add).ending == .exited(0))
        try programs.plugLedger(["--user", "reject"])
        #expect(try sign().errors.contains("ledger-outdated"))
        try programs.plugLedger(Self.newer + ["--user", "reject"])
        #expect(try sign().ending == .exited(5))
        try programs.plugLedger(Self.newer + ["--lie", "signature"])
        #expect(try sign().errors.contains("ledger-invalid"))
        try programs.plugLedger(
            Self.newer + [
                "--phrase",
                "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
            ])
        #expect(try sign().errors.contains("ledger-other"))
        try programs.pullLedger()
        #expect(try sign().errors.contains("ledger-absent"))
    }

    @Test func `a payment from the Ledger is confirmed by the network, and what its user rejects isn't sent`() throws {
        let node = try LocalNode(["--slot-ms", "400", "--fund", Self.address])
        let carol = try node.seeded("accounts", "carol", "publicKey")
        try programs.plugLedger(Self.newer)
        let proof = ["--passphrase-file", passphrase]
        for arguments in [
            ["ledger", "add", Self.path], ["network", "endpoints", "localnet", node.endpoints[0].url] + proof,
            ["network", "use", "localnet"] + proof,
        ] {
            let result = try run(arguments)
            try #require(result.ending == .exited(0), "\(arguments): \(result.errors)")
        }
        func opening() throws -> JSON? {
            try json(run(["vault", "openings", "--json"])).array?.first { $0["kind"] == "ledger" }
        }
        let unused = try opening()
        #expect(unused?["account"]?.text == Self.address && unused?["last"] == nil)
        let send = ["send", "0.5", carol, "--account", Self.address, "--yes", "--json"] + proof
        let sent = try run(send)
        let answer = try json(sent)
        #expect(sent.errors.contains("Confirm on your Ledger."))
        let signature = try #require(answer["signature"]?.text)
        #expect(try node.control([:])["sent"]?.array?.contains { $0.text == signature } == true)
        let entries = try json(run(["activity", "--json"])).array ?? []
        let confirmed = try #require(entries.first { $0["kind"] == "confirmed" })
        #expect(confirmed["signature"]?.text == signature && confirmed["account"]?.text == Self.address)
        let balance = try json(run(["balance", "--account", Self.address, "--json"]))["lamports"]?.text
        let left = balance.flatMap { UInt64($0) } ?? 0
        #expect((99_400_000_000..<99_500_000_000).contains(left), "\(left)")
        #expect(try run(["vault", "openings"]).text.contains("Account on a Ledger: Account 2\n"))
        #expect(try opening()?["last"] != nil)

        try programs.plugLedger(Self.newer + ["--user", "reject"])
        let rejected = try run(send)
        #expect(rejected.ending == .exited(5), "\(rejected.errors)")
        #expect(try node.control([:])["sent"]?.array?.count == 1)
    }
}
