import Base58
import Foundation
import JSONRPC
import Salt
import TestSupport
import Testing

@Suite struct OffchainCommandTests {
    private let home: ScratchHome

    init() throws { home = try ScratchHome() }

    private struct Signed: Decodable {
        let version: Int
        let domain: String?
        let account: String
        let signers: [String]
        let text: String
        let signature: String

        var arguments: [String] {
            ["--account", account, "--envelope", String(version)] + signers.flatMap { ["--signer", $0] }
                + (domain.map { ["--application-domain", $0] } ?? [])
        }
    }

    private func vectors(_ count: Int) throws -> [Signed] {
        let seed = String(UInt32.random(in: 0 ... .max))
        return try PythonScript("vectors_messages.py").run(["signed", "--count", String(count), "--seed", seed])
            .split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Signed.self, from: $0) }
    }

    private func verify(_ signature: String, _ text: String, _ arguments: [String]) throws -> ChildProcess.Result {
        let file = try home.file("text", text)
        defer { try? FileManager.default.removeItem(atPath: file) }
        return try SidekeyCommand.run(
            ["verify-offchain-signature", signature, "--file", file] + arguments, in: home)
    }

    @Test func `signatures of another implementation are verified, without agent or wallet`() throws {
        for vector in try vectors(12) {
            let right = try verify(vector.signature, vector.text, vector.arguments)
            #expect(right.ending == .exited(0), "\(right.errors)")
            // Version 0 has two forms under one number.
            #expect(
                right.text
                    == (vector.version == 0
                        ? "the signature is valid, in the proposal's version 0 format (with signers and application domain)\n"
                        : "the signature is valid\n"))
            let other = try verify(vector.signature, vector.text + " ", vector.arguments)
            #expect(other.ending == .exited(1))
            #expect(other.text.isEmpty)
        }
        #expect(home.agent == nil)
    }

    @Test func `a signature in the Rust SDK's form of version 0 is read, and named`() throws {
        let pair = try SaltSign.KeyPair(seed: SecretBytes(copying: [UInt8](repeating: 7, count: 32)))
        for text in ["Test Message", "Тестовое сообщение"] {
            // As solana sign-offchain-message makes it: prefix, version, format, length, text.
            let bytes = Array(text.utf8)
            let message =
                [0xFF] + Array("solana offchain".utf8) + [0, bytes.count == text.count ? 0 : 1]
                + [UInt8(bytes.count), 0] + bytes
            let signature = try Base58.encode(SaltSign.sign(message, secretKey: pair.secretKey))
            let account = Base58.encode(pair.publicKey)
            let right = try verify(signature, text, ["--account", account, "--envelope", "0"])
            #expect(right.ending == .exited(0), "\(right.errors)")
            #expect(right.text.contains("Rust SDK"))
            let json = try verify(signature, text, ["--account", account, "--envelope", "0", "--json"])
            #expect(try JSON(parsing: JSONSource(json.output))["form"] == "rust-sdk")
            // It names no signer and no application, and isn't of version 1.
            let named = ["--account", account, "--envelope", "0", "--signer", account]
            for other in [["--account", account], named, named + ["--application-domain", account]] {
                #expect(try verify(signature, text, other).ending == .exited(1))
            }
            #expect(try verify(signature, text + ".", ["--account", account, "--envelope", "0"]).ending == .exited(1))
        }
    }

    @Test func `another version, domain or account is another message`() throws {
        let vector = try #require(
            try vectors(600).first { $0.version == 0 && $0.signers.count == 1 && $0.text.count < 99 })
        let words = ["--account", vector.account]
        #expect(try verify(vector.signature, vector.text, words + ["--envelope", "0"]).ending == .exited(1))
        #expect(try verify(vector.signature, vector.text, words).ending == .exited(1))
        let other = ["--account", vector.signature, "--envelope", "0"]
        #expect(try verify(vector.signature, vector.text, other).errors.contains("isn't 32 bytes"))
    }

    @Test func `a text goes to the agent with the passphrase, and the signature is printed alone`() throws {
        let agent = try AgentStandIn(home.socket)
        let file = try home.file("passphrase", "correct horse battery\n")
        let command = try SidekeyCommand.start(
            ["sign-offchain-message", "hello ação", "--envelope", "0", "--passphrase-file", file], in: home)
        let conversation = try StandInConversation(agent)
        let params = try conversation.request("offchain.sign")
        #expect(params.names.sorted() == ["passphrase", "text", "version"])
        #expect(params["text"] == "hello ação")
        #expect(params["version"] == 0)
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse battery")
        try conversation.answer(["account": "a", "message": "AAAA", "signature": "5sig"])
        #expect(command.waitForEnd() == .exited(0))
        #expect(String(decoding: try command.output.readToEnd(), as: UTF8.self) == "5sig\n")
    }

    @Test(arguments: [
        ["sign-offchain-message", "a", "--envelope", "2"],
        ["sign-offchain-message", "a", "--envelope", "1", "--application-domain", "11111111111111111111111111111111"],
        ["verify-offchain-signature", "a"],
    ])
    func `what no version has is refused as a wrong line`(_ arguments: [String]) throws {
        #expect(try SidekeyCommand.run(arguments, in: home).ending == .exited(64))
    }
}
