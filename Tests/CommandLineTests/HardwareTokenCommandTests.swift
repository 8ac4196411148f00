import Base58
import Glibc
import JSONRPC
import Salt
import TestSupport
import Testing

/// A hardware token from the command line to its signature: the real agent, a confined `sidekey-device`, and SoftHSM.
@Suite(.timeLimit(.minutes(5))) struct HardwareTokenCommandTests {
    private let home: ScratchHome
    private let programs: ProgramFolder
    private let token: SoftToken
    private let passphrase: String
    private let pin: String

    init() throws {
        home = try ScratchHome()
        programs = try ProgramFolder()
        token = try SoftToken(in: programs.path)
        passphrase = try home.file("passphrase", "correct horse battery\n")
        pin = try home.file("pin", "\(SoftToken.pin)\n")
        let made = try run(["create", "--passphrase-file", passphrase, "--phrase-file", "\(home.path)/phrase"])
        try #require(made.ending == .exited(0), "\(made.errors)")
    }

    private func run(_ arguments: [String]) throws -> ChildProcess.Result {
        try ChildProcess.run(
            "/usr/bin/setsid", ["--wait", programs.sidekey] + arguments, environment: home.environment)
    }

    private func json(_ result: ChildProcess.Result) throws -> JSON {
        try #require(result.ending == .exited(0), "\(result.errors)")
        return try JSON(parsing: JSONSource(result.output))
    }

    private func token(_ command: String, _ more: [String] = [], library: String = SoftToken.module) -> [String] {
        ["token", command, library] + more + ["--folder", token.folder, "--passphrase-file", passphrase]
    }

    private func reason(_ arguments: [String]) throws -> String? {
        let json = try? JSON(parsing: JSONSource(Array(run(arguments + ["--json"]).errors.utf8)))
        return json?["error"]?["reason"]?.text
    }

    @Test func `a key is listed, added by its address, shown, and signs with the PIN`() throws {
        let listed = try run(token("accounts"))
        #expect(listed.ending == .exited(0), "\(listed.errors)")
        let keys = try json(run(token("accounts") + ["--json"]))["keys"]?.array ?? []
        let key = try #require(keys.first { $0["label"] == "one" })
        let address = try #require(key["publicKey"]?.text)
        let serial = try #require(key["serial"]?.text)
        #expect(listed.text.contains("\(address)  mine (\(serial)): one (01)\n") && keys.count == 2)
        let added = try run(token("add", [address, "--name", "Savings"]))
        #expect(added.ending == .exited(0), "\(added.errors)")
        #expect(added.text.contains("\(address)  Savings  (on a hardware token mine)"))
        #expect(try run(token("accounts")).text.contains("one (01)  (in this wallet)"))
        let accounts = try json(run(["account", "list", "--json"]))
        #expect(accounts[1]?["signer"] == "hardware-token" && accounts[1]?["token"] == "mine")
        let status = try run(["token", "status", "--passphrase-file", passphrase])
        #expect(status.text.contains("asks for its PIN at each approval"))

        let sign = ["sign-offchain-message", "hello", "--account", address, "--passphrase-file", passphrase]
        let signed = try json(run(sign + ["--token-pin-file", pin, "--json"]))
        let message = try Base64.decode(#require(signed["message"]?.string))
        let signature = try Base58.decode(#require(signed["signature"]?.text))
        #expect(SaltSign.verify(signature, of: message, publicKey: try Base58.decode(address)))
        // Without a terminal nobody can be asked.
        #expect(try run(sign).ending == .exited(10) || run(sign).errors.contains("--token-pin-file"))
        let wrong = try home.file("wrong", "000000\n")
        #expect(try reason(sign + ["--token-pin-file", wrong]) == "hardware-token-pin-wrong")
        try token.pull()
        #expect(try reason(sign + ["--token-pin-file", pin]) == "hardware-token-absent")
        let gone = try run(["token", "status", "--passphrase-file", passphrase])
        #expect(gone.text.contains("isn't there. Plug it in"))
        // It is in the backup, and its key is nowhere.
        #expect(try run(["vault", "backup", home.path + "/backup"]).ending == .exited(0))
        #expect(
            try run(["account", "remove", "--yes", address, "--passphrase-file", passphrase]).ending == .exited(0))
        let none = try run(["token", "status", "--passphrase-file", passphrase])
        #expect(none.text.contains("No account of this wallet is on a hardware token."))
    }

    @Test func `what can't be a library, or isn't trusted, is refused with a reason`() throws {
        #expect(try reason(token("accounts", library: "/nowhere/token.so")) == "hardware-token-no-library")
        #expect(try reason(token("accounts", library: "token.so")) == "param-value")
        let open = home.path + "/open.so"
        try SoftToken.compile("int nothing;\n", as: open)
        #expect(try reason(token("accounts", library: open)) == "hardware-token-no-library")
        chmod(open, 0o666)
        #expect(try reason(token("accounts", library: open)) == "hardware-token-library-untrusted")
        let stranger = "11111111111111111111111111111111"
        #expect(try reason(token("add", [stranger])) == "hardware-token-no-key")
        let without = ["token", "accounts", SoftToken.module]
        #expect(try run(without).errors.contains("--passphrase-file"))
        let wallet = without + ["--folder", home.path, "--passphrase-file", passphrase]
        #expect(try reason(wallet) == "param-value")
    }
}
