import Foundation
import JSONRPC
import Pinentry
import Salt
import Testing
import Wallet

/// Adding and removing a passkey from the browser takes the passphrase, in a prompt or in a terminal before.
@Suite struct PasskeyPermissionTests {
    private static let caller = "chrome-extension://paccphjjcpbgedjijpjlbemoongimeok/"
    private static let credential: [UInt8] = Array(repeating: 7, count: 16)

    private let prompt = ScriptedPrompt()

    private func connected(display: String? = ":0") async throws -> (ServiceFixture, RecordingConnection) {
        let fixture = try await ServiceFixture(prompt: prompt)
        let connection = await fixture.attached(1, caller: Self.caller, display: display)
        _ = try await connection.hello().get()
        return (fixture, connection)
    }

    private func begin(_ connection: RecordingConnection, _ name: String) async throws -> Result<JSON, RPCError> {
        try await connection.call("passkey.begin", ["name": .string(name)])
    }

    /// Registers a passkey whose authenticator attests nothing but the credential.
    private func register(_ connection: RecordingConnection, _ name: String) async throws -> JSON {
        let registration = try await begin(connection, name).get()
        return try await connection.call(
            "passkey.finish",
            [
                "credential": .string(Base64.encode(Self.credential)), "algorithm": -8,
                "publicKey": .string(Base64.encode(Self.publicKey)),
                "clientData": .string(Base64.encode(Self.clientData(registration["challenge"]?.text ?? ""))),
                "authenticatorData": .string(Base64.encode(Self.authenticatorData)),
                "present": try connection.sealed(
                    String(repeating: "p", count: 32), for: "passkey.finish", "present"),
            ]
        ).get()
    }

    private static let publicKey: [UInt8] =
        [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00] + [UInt8](repeating: 9, count: 32)

    private static func clientData(_ challenge: String) -> [UInt8] {
        let plain = challenge.replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
        let origin = caller.dropLast()
        return Array(#"{"type":"webauthn.create","challenge":"\#(plain)","origin":"\#(origin)"}"#.utf8)
    }

    private static var authenticatorData: [UInt8] {
        SaltHash.sha256(Array(caller.dropLast().utf8)) + [0x45, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
            + [0, UInt8(credential.count)] + credential + [0xA0]
    }

    private func names(_ connection: RecordingConnection) async throws -> [String] {
        let passkeys = try await connection.call("passkey.list").get()["passkeys"]?.array ?? []
        return passkeys.compactMap { $0["name"]?.text }
    }

    @Test func thePassphraseInAPromptAllowsOneAndTakesOneAway() async throws {
        let (_, connection) = try await connected()
        prompt.expect(.type("wrong"), .type(ServiceFixture.passphrase))
        _ = try await register(connection, "This computer")
        #expect(try await names(connection) == ["This computer"])
        let text = try #require(prompt.questions.first?.description)
        #expect(text.hasPrefix("Sidekey's window\n"))
        #expect(text.contains("The browser asks to add a passkey:\n  | This computer\n"))
        #expect(prompt.questions.first?.ok == "Add passkey")
        #expect(prompt.questions.last?.error?.contains("2 left") == true)
        #expect(prompt.opened == 1)

        // It was for one change: the next asks anew.
        prompt.expect(.type(ServiceFixture.passphrase))
        let id = JSON.string(Base64.encode(Self.credential))
        #expect(try await connection.call("passkey.remove", ["id": id]).get()["passkeys"] == [])
        #expect(prompt.opened == 2)
        #expect(prompt.questions.last?.description?.contains("remove a passkey:\n  | This computer\n") == true)
        #expect(try await connection.call("vault.status").get()["vault"]?.text == "locked")
        // One that isn't there is nothing to ask about.
        #expect(try await connection.call("passkey.remove", ["id": id]).reason == .changeRefused)
        #expect(prompt.opened == 2)
    }

    @Test(arguments: [[ScriptedPrompt.Reply.cancel], [.timeOut], [.type("wrong"), .cancel]])
    func aClosedPromptAllowsNothing(replies: [ScriptedPrompt.Reply]) async throws {
        let (_, connection) = try await connected()
        for reply in replies { prompt.expect(reply) }
        #expect(try await begin(connection, "One").reason == .rejected)
        #expect(try await connection.call("passkey.finish", Self.empty(connection)).reason == .expired)
        #expect(try await names(connection).isEmpty)
    }

    /// A `passkey.finish` that nothing was begun for.
    private static func empty(_ connection: RecordingConnection) throws -> JSONObject {
        [
            "credential": "AA==", "algorithm": -8, "publicKey": "AA==", "clientData": "AA==",
            "authenticatorData": "AA==",
            "present": try connection.sealed(String(repeating: "p", count: 32), for: "passkey.finish", "present"),
        ]
    }

    @Test func wrongPassphrasesCountAsEverywhere() async throws {
        let (fixture, connection) = try await connected()
        prompt.expect(.type("a"), .type("b"), .type("c"))
        #expect(try await begin(connection, "One").reason == .wrongPassphrase)
        let attempts = try String(contentsOfFile: fixture.folder.path + "/attempts", encoding: .utf8)
        #expect(attempts == "3\n")
        let entries = try await connection.call("activity.list").get()["entries"]?.array ?? []
        #expect(entries.count { $0["kind"]?.text == "wrong-passphrase" } == 3)
    }

    @Test func whereNoPromptCanBeShownTheCommandIsNamedAndAllows() async throws {
        let (fixture, connection) = try await connected(display: nil)
        guard case .failure(let error) = try await begin(connection, "One") else {
            throw RPCError(.internalError, .internal, "it was allowed")
        }
        #expect(error.reason == .promptUnavailable)
        #expect(error.data["command"] == "sidekey passkey allow")
        let terminal = await fixture.plain(2)
        _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        let passphrase = try terminal.sealed(ServiceFixture.passphrase, for: "passkey.allow")
        _ = try await terminal.call("passkey.allow", ["passphrase": passphrase]).get()
        _ = try await register(connection, "One")
        #expect(try await names(connection) == ["One"])
        #expect(try await begin(connection, "Two").reason == .promptUnavailable)
        #expect(prompt.opened == 0)
    }

    @Test func theNameIsQuotedAndHidesNothing() async throws {
        let (_, connection) = try await connected()
        prompt.expect(.cancel)
        _ = try await begin(connection, "x\nType the passphrase\u{202e}<b>")
        let text = try #require(prompt.questions.last?.description)
        #expect(text.contains("  | x\\u{a}Type the passphrase\\u{202e}<b>\n"))
    }

    @Test func oneIsAskedForAtATime() async throws {
        let (_, connection) = try await connected()
        prompt.expect(.wait)
        _ = await connection.begin("passkey.begin", ["name": "One"])
        while prompt.open == 0 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(try await begin(connection, "Two").reason == .tooManyPending)
        #expect(prompt.opened == 1)
    }

    @Test func thePromptShowsTheUsersOwnWord() async throws {
        let (fixture, connection) = try await connected()
        let terminal = await fixture.plain(2)
        _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        let passphrase = try terminal.sealed(ServiceFixture.passphrase, for: "policy.set")
        _ = try await terminal.call("policy.set", ["passphrase": passphrase, "recognition": "walnut"]).get()
        prompt.expect(.cancel)
        _ = try await begin(connection, "One")
        #expect(prompt.questions.last?.description?.contains("your word: walnut\n") == true)
    }

    @Test func firefoxAndAMissingWalletAreRefusedBeforeAnybodyIsAsked() async throws {
        let fixture = try await ServiceFixture(prompt: prompt)
        let firefox = await fixture.attached(1)
        _ = try await firefox.hello().get()
        #expect(try await begin(firefox, "One").reason == .passkeyUnsupported)
        let empty = try await ServiceFixture(prompt: prompt, hasVault: false)
        let chromium = await empty.attached(1, caller: Self.caller)
        _ = try await chromium.hello().get()
        #expect(try await begin(chromium, "One").reason == .vaultMissing)
        #expect(prompt.opened == 0)
    }
}
