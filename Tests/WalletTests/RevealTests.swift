import Foundation
import JSONRPC
import Salt
import SealedSecrets
import TestSupport
import Testing
import Wallet

/// `vault.reveal`: what it gives, and to whom it gives nothing.
@Suite struct RevealTests {
    private static let method = "vault.reveal"
    private static let imported = String(decoding: Array(0..<32) as [UInt8], as: UTF8.self)

    private func terminal() async throws -> (ServiceFixture, RecordingConnection) {
        let fixture = try await ServiceFixture(prompt: ScriptedPrompt())
        let connection = await fixture.plain(1)
        _ = try await connection.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        return (fixture, connection)
    }

    private func reveal(
        _ connection: RecordingConnection, to key: JSON, passphrase: String = ServiceFixture.passphrase
    ) async throws -> Result<JSON, RPCError> {
        try await connection.call(
            Self.method, ["key": key, "passphrase": connection.sealed(passphrase, for: Self.method)])
    }

    private func key(_ bytes: [UInt8]) -> JSON { .string(Base64.encode(bytes)) }

    /// Returns how many wrong passphrases stand in the wallet's folder.
    private func attempts(_ fixture: ServiceFixture) -> [UInt8]? {
        SystemFile.read(fixture.folder.path + "/attempts")
    }

    @Test func itGivesPhraseAndImportedKeySealedToTheCommandAlone() async throws {
        let (_, connection) = try await terminal()
        let imports: JSONObject = [
            "key": try connection.sealed(Self.imported, for: "accounts.import", "key"),
            "passphrase": try connection.sealed(ServiceFixture.passphrase, for: "accounts.import"),
        ]
        _ = try await connection.call("accounts.import", imports).get()
        for isUnlocked in [false, true] {
            if isUnlocked {
                let passphrase = try connection.sealed(ServiceFixture.passphrase, for: "vault.unlock")
                _ = try await connection.call("vault.unlock", ["passphrase": passphrase]).get()
            }
            let own = SealingKey()
            let answer = try await reveal(connection, to: key(own.publicKey)).get()
            let secrets = try #require(answer["secrets"]?.array)
            #expect(secrets.map { $0["kind"] } == ["phrase", "key"])
            #expect(secrets[0]["seedPassphrase"] == nil)
            let phrase = try SealedText.text(secrets[0]["phrase"], openedBy: own, for: Self.method, "phrase")
            #expect(phrase == String(repeating: "abandon ", count: 23) + "art")
            #expect(try SealedText.text(secrets[1]["key"], openedBy: own, for: Self.method, "key") == Self.imported)
            // It neither opens nor closes a session.
            let state = try await connection.call("vault.status").get()["vault"]?.text
            #expect(state == (isUnlocked ? "unlocked" : "locked"))
            // What was sealed as one thing isn't taken for another.
            #expect(throws: (any Error).self) {
                try SealedText.text(secrets[1]["key"], openedBy: own, for: Self.method, "phrase")
            }
        }
    }

    @Test func aWrongPassphraseGivesNothingAndCounts() async throws {
        let (fixture, connection) = try await terminal()
        let outcome = try await reveal(connection, to: key(SealingKey().publicKey), passphrase: "wrong")
        #expect(outcome.reason == .wrongPassphrase)
        #expect(attempts(fixture) == Array("1\n".utf8))
        let entries = try await connection.call("activity.list").get()["entries"]?.array ?? []
        #expect(!entries.contains { $0["kind"]?.text == "phrase-shown" })
    }

    /// Keys that no command makes. Those of small order give the same secret to everybody (RFC 7748, section 6.1).
    private static let malformed: [JSON] =
        [
            .string(""), "AAAA", .string("*"), 7, .null, ["a": 1],
            .string(Base64.encode([UInt8](repeating: 9, count: 31))),
            .string(Base64.encode([UInt8](repeating: 9, count: 33))),
            .string(Base64.encode([UInt8](repeating: 9, count: 32)) + "\n"),
        ] + smallOrder.map { .string(Base64.encode($0)) }

    private static let smallOrder: [[UInt8]] = {
        let zero = [UInt8](repeating: 0, count: 32)
        var one = zero
        one[0] = 1
        // p - 1, p and p + 1 for p = 2^255 - 19, little endian.
        let high = (0..<3).map { [UInt8(0xEC + $0)] + [UInt8](repeating: 0xFF, count: 30) + [0x7F] }
        return [zero, one] + high
    }()

    @Test func aMalformedKeyIsRefusedBeforeThePassphraseIsTried() async throws {
        let (fixture, connection) = try await terminal()
        for key in Self.malformed {
            // The passphrase is wrong: had it been tried, it would count.
            guard case .failure(let error) = try await reveal(connection, to: key, passphrase: "wrong") else {
                throw RPCError(.internalError, .internal, "the secrets were given")
            }
            #expect(error.code == .invalidParams, "\(key)")
            #expect(error.data["name"] == "key", "\(key)")
            #expect(try await reveal(connection, to: key).reason == error.reason)
        }
        #expect(attempts(fixture) == nil)
    }

    @Test func noBrowserMayAsk() async throws {
        let (fixture, _) = try await terminal()
        let connection = await fixture.attached(2)
        _ = try await connection.hello().get()
        #expect(try await reveal(connection, to: key(SealingKey().publicKey)).reason == .methodUnknown)
    }

    @Test func whereThereIsNoWalletThereIsNothing() async throws {
        let fixture = try await ServiceFixture(prompt: ScriptedPrompt(), hasVault: false)
        let connection = await fixture.plain(1)
        _ = try await connection.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        #expect(try await reveal(connection, to: key(SealingKey().publicKey)).reason == .vaultMissing)
    }
}
