import Glibc
import JSONRPC
import TestSupport
import Testing

/// The commands with the real agent: a wallet's life as a script leads it.
@Suite struct WalletSessionTests {
    private let home: ScratchHome
    private let passphrase: String

    init() throws {
        home = try ScratchHome()
        passphrase = try home.file("passphrase", "correct horse battery\n")
    }

    private func create() throws -> ChildProcess.Result {
        try SidekeyCommand.run(
            ["create", "--passphrase-file", passphrase, "--phrase-file", "\(home.path)/phrase"], in: home)
    }

    private func status() throws -> JSON {
        let result = try SidekeyCommand.run(["status", "--json"], in: home)
        #expect(result.ending == .exited(0))
        return try JSON(parsing: JSONSource(result.output))
    }

    @Test func `create, unlock, lock and status do what they say, with the agent started unasked`() throws {
        #expect(try status()["vault"] == "none")
        let made = try create()
        #expect(made.ending == .exited(0), "\(made.errors)")
        let locked = try status()
        #expect(locked["vault"] == "locked")
        #expect(locked["unattended"] == true)
        #expect(locked["protocol"] == 1)
        #expect(locked["version"] == "0.1.0")
        let account = try #require(locked["accounts"]?[0]?["publicKey"]?.text)
        #expect(made.text.contains(account))

        #expect(try SidekeyCommand.run(["unlock", "--passphrase-file", passphrase], in: home).ending == .exited(0))
        #expect(try status()["vault"] == "unlocked")
        #expect(try SidekeyCommand.run(["lock"], in: home).ending == .exited(0))
        #expect(try status()["vault"] == "locked")
        #expect(try SidekeyCommand.run(["stop"], in: home).ending == .exited(0))
        #expect(Deadline().wait { home.agent == nil })
        #expect(try status()["accounts"]?[0]?["publicKey"]?.text == account)
    }

    @Test func `restore makes the wallet that the phrase stands for`() throws {
        let phrase = try home.file("phrase", Array(repeating: "abandon", count: 11).joined(separator: " ") + " about\n")
        let made = try SidekeyCommand.run(
            ["restore", "--passphrase-file", passphrase, "--phrase-file", phrase], in: home)
        #expect(made.ending == .exited(0), "\(made.errors)")
        // As bip_utils derives it.
        let account = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"
        #expect(made.text == "restored a wallet; its account is \(account)\n")
        let status = try status()
        #expect(status["accounts"]?[0]?["publicKey"]?.text == account)
        #expect(status["unattended"] == true)
        let again = try SidekeyCommand.run(
            ["restore", "--passphrase-file", passphrase, "--phrase-file", phrase], in: home)
        #expect(again.ending == .exited(1))
    }

    @Test func `a wrong passphrase fails, says so, and leaves the wallet locked`() throws {
        #expect(try create().ending == .exited(0))
        let wrong = try home.file("wrong", "incorrect horse\n")
        let result = try SidekeyCommand.run(["unlock", "--passphrase-file", wrong], in: home)
        #expect(result.ending == .exited(4))
        #expect(result.errors.hasPrefix("sidekey: error: "))
        #expect(!result.errors.contains("horse"))
        #expect(try status()["vault"] == "locked")
    }

    @Test func `a second create fails and changes nothing`() throws {
        #expect(try create().ending == .exited(0))
        let before = SystemFile.read("\(home.path)/phrase")
        unlink("\(home.path)/phrase")
        #expect(try create().ending == .exited(1))
        #expect(SystemFile.read("\(home.path)/phrase") == nil)
        #expect(before != nil)
    }

    @Test(arguments: [["approve", "--yes"], ["reject"], ["records"]])
    func `a request that isn't there is an error`(_ words: [String]) throws {
        #expect(try create().ending == .exited(0))
        let id = "00000000-0000-4000-8000-000000000000"
        let result = try SidekeyCommand.run([words[0], id] + words.dropFirst(), in: home)
        #expect(result.ending == .exited(words[0] == "records" ? 1 : 6))
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("sidekey: error: "))
    }

    @Test func `where nothing waits, pending is an empty array`() throws {
        let result = try SidekeyCommand.run(["pending", "--json"], in: home)
        #expect(result.ending == .exited(0))
        #expect(result.text == "[]\n")
    }

    @Test func `without a wallet there is nothing to unlock, lock or approve`() throws {
        for arguments in [["unlock", "--passphrase-file", passphrase], ["lock"], ["approve", "x", "--yes"]] {
            let result = try SidekeyCommand.run(arguments, in: home)
            #expect(result.ending == .exited(2))
            #expect(result.errors.contains("sidekey: hint: make one: sidekey create"))
        }
    }

    @Test func `doctor finds the agent, its socket and the wallet, and names a wallet made by script`() throws {
        #expect(try create().ending == .exited(0))
        let result = try SidekeyCommand.run(["doctor", "--json"], in: home, adding: ["PATH": "/nowhere"])
        #expect(result.ending == .exited(0), "\(result.text)")
        let answer = try JSON(parsing: JSONSource(result.output))
        #expect(answer["ok"] == true)
        var found: [String: String] = [:]
        for check in answer["checks"]?.array ?? [] {
            #expect(check.object?.names == ["id", "status", "message", "hint"])
            found[check["id"]?.text ?? ""] = check["status"]?.text
        }
        for id in ["programs", "folder", "agent", "socket", "wallet"] { #expect(found[id] == "ok", "\(id)") }
        for id in ["home", "unattended", "browsers"] { #expect(found[id] == "warning", "\(id)") }
        #expect(found["memory"] != nil)
    }

    @Test func `a request is listed, shown, approved by --yes, and recorded`() throws {
        #expect(try create().ending == .exited(0))
        #expect(try SidekeyCommand.run(["unlock", "--passphrase-file", passphrase], in: home).ending == .exited(0))
        let browser = try BrowserStandIn(.chromium(extensionID: "paccphjjcpbgedjijpjlbemoongimeok"), home: home)
        _ = try browser.hello().get()
        let call = try browser.begin(
            "connect",
            [
                "origin": "https://dapp.example", "tab": 1, "document": "d1", "request": "p1",
            ])
        _ = try browser.notification("com.wallet.request")
        let listed = try JSON(parsing: JSONSource(SidekeyCommand.run(["pending", "--json"], in: home).output))
        let request = try #require(listed[0])
        for name in ["id", "digest", "origin", "method", "state"] { #expect(request[name]?.text != nil, "\(name)") }
        let id = try #require(request["id"]?.text)
        let approved = try SidekeyCommand.run(["approve", id, "--yes"], in: home)
        #expect(approved.ending == .exited(0), "\(approved.errors)")
        #expect(approved.text.hasPrefix("dapp.example\n"))
        #expect(try browser.answer(to: call).get()["accounts"]?[0]?["publicKey"]?.text != nil)
        let records = try SidekeyCommand.run(["records", id, "--json"], in: home)
        #expect(records.ending == .exited(0))
        let both = try JSON(parsing: JSONSource(records.output))
        #expect(both["pending"]?["method"] == "connect")
        #expect(both["response"]?["result"]?["accounts"] != nil)
        #expect(try SidekeyCommand.run(["approve", id, "--yes"], in: home).ending == .exited(6))
    }
}
