import Foundation
import JSONRPC
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
            #expect(right.text == "the signature is right\n")
            let other = try verify(vector.signature, vector.text + " ", vector.arguments)
            #expect(other.ending == .exited(1))
            #expect(other.text.isEmpty)
        }
        #expect(home.agent == nil)
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
        let file = try home.file("passphrase", "correct horse\n")
        let command = try SidekeyCommand.start(
            ["sign-offchain-message", "hello ação", "--envelope", "0", "--passphrase-file", file], in: home)
        let conversation = try StandInConversation(agent)
        let params = try conversation.request("offchain.sign")
        #expect(params.names.sorted() == ["passphrase", "text", "version"])
        #expect(params["text"] == "hello ação")
        #expect(params["version"] == 0)
        #expect(try conversation.secret(params["passphrase"], "passphrase") == "correct horse")
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
