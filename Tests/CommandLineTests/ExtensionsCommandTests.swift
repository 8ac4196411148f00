import JSONRPC
import TestSupport
import Testing

@Suite struct ExtensionsCommandTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    private static let id = "opacnhohgpeonclhdknogmaggldkgmbk"

    @Test func `what other extensions may is listed`() throws {
        let command = try SidekeyCommand.start(["extensions"], in: home)
        let conversation = try StandInConversation(agent)
        #expect(try conversation.request("permissions.list") == [:])
        try conversation.answer([
            "extensions": [
                [
                    "extension": .string(Self.id), "methods": ["A", "B\u{1B}[2J"], "accounts": ["First111"],
                    "granted": 1,
                ],
                ["extension": "rogue@sidekey.test", "methods": ["A"], "accounts": [], "granted": 1],
            ], "offered": ["A"],
        ])
        #expect(command.waitForEnd() == .exited(0))
        #expect(
            String(decoding: try command.output.readToEnd(), as: UTF8.self) == """
                \(Self.id)
                    A
                    B\\u{1b}[2J
                    First111
                rogue@sidekey.test
                    A

                """)
    }

    @Test(arguments: [(true, Int32(0)), (false, 1)])
    func `what one may is taken back`(_ wasAllowed: Bool, _ status: Int32) throws {
        let command = try SidekeyCommand.start(["extensions", "revoke", Self.id], in: home)
        let conversation = try StandInConversation(agent)
        #expect(try conversation.request("permissions.revoke") == ["extension": .string(Self.id)])
        try conversation.answer(["revoked": .bool(wasAllowed)])
        #expect(command.waitForEnd() == .exited(status))
    }

    /// By the real agent.
    @Test func `one is allowed with the passphrase, listed and taken back`() throws {
        let home = try ScratchHome()
        let passphrase = try home.file("passphrase", "correct horse battery\n")
        let phrase = try home.file("phrase", Array(repeating: "abandon", count: 11).joined(separator: " ") + " about\n")
        let file = ["--passphrase-file", passphrase]
        let made = try SidekeyCommand.run(["restore", "--phrase-file", phrase] + file, in: home)
        #expect(made.ending == .exited(0), "\(made.errors)")
        let origin = "chrome-extension://\(Self.id)/"
        let allowed = try SidekeyCommand.run(
            ["extensions", "allow", origin, "--method", "NATIVE_GET_ACCOUNTS_METHOD", "--account", "1"] + file, in: home
        )
        #expect(allowed.ending == .exited(0), "\(allowed.errors)")
        let listed = try SidekeyCommand.run(["extensions", "list", "--json"], in: home)
        let grant = try JSON(parsing: JSONSource(listed.output))[0]
        #expect(grant?["extension"]?.text == Self.id)
        #expect(grant?["methods"] == ["NATIVE_GET_ACCOUNTS_METHOD"])
        #expect(grant?["accounts"]?.array?.count == 1)
        #expect(try SidekeyCommand.run(["extensions", "revoke", Self.id], in: home).ending == .exited(0))
        #expect(try SidekeyCommand.run(["extensions", "revoke", Self.id], in: home).ending == .exited(1))
        for wrong in [["https://dapp.example"], ["wallet@sidekey.app"], [Self.id, "--method", "vault.unlock"]] {
            #expect(try SidekeyCommand.run(["extensions", "allow"] + wrong + file, in: home).ending == .exited(1))
        }
    }
}
