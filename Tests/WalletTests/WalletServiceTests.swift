import JSONRPC
import Testing
import Wallet
import WalletRuntime

@Suite struct WalletServiceTests {
    static func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    @Test func helloTellsWhatThereIs() async throws {
        let wallet = try await ServiceFixture()
        let hello = try await wallet.attached(1).hello().get()
        #expect(hello["protocol"]?.int == 1)
        #expect(hello["version"]?.text == "1.2.3")
        #expect(hello["vault"]?.text == "none")
        #expect(hello["unattended"]?.bool == false)
        #expect(hello["home"] == nil)
    }

    @Test(
        arguments: [
            (["protocol": "1"], RPCReason.paramType), (["protocol": nil], .paramMissing),
            (["client": "browser"], .paramValue), (["profile": nil], .paramMissing), (["profile": "x"], .paramValue),
            (["profile": "3F0F1F2A-6C1E-4F0E-9D57-0F6F6F1C2A10"], .paramValue), (["more": 1], .paramUnknown),
            (["connectionKey": 1], .paramType), (["version": nil], .paramMissing),
        ] as [([String: JSON], RPCReason)])
    func aHelloThatDoesNotFitIsRefusedAndAnotherMayFollow(change: [String: JSON], reason: RPCReason) async throws {
        let connection = try await ServiceFixture().attached(1)
        var params: JSONObject = [:]
        for (name, value) in change { params[name] = value }
        #expect(Self.reason(try await connection.hello(params)) == reason)
        _ = try await connection.hello().get()
    }

    @Test func theClassFollowsFromTheConnection() async throws {
        let wallet = try await ServiceFixture()
        let cli: JSONObject = ["client": "cli", "profile": nil, "connectionKey": nil]
        #expect(Self.reason(try await wallet.attached(1).hello(cli)) == .wrongClient)
        #expect(Self.reason(try await wallet.plain(2).hello()) == .wrongClient)
        let commandLine = await wallet.plain(3)
        _ = try await commandLine.hello(cli).get()
        _ = try await commandLine.call("agent.status").get()
        #expect(Self.reason(try await commandLine.call("connect")) == .methodUnknown)
    }

    @Test func anAttachmentThatIsNotTheFirstFrameChangesNothing() async throws {
        let wallet = try await ServiceFixture()
        let connection = await wallet.plain(1)
        _ = try await connection.answer(to: "{}")
        let params: JSONObject = [
            "arguments": [], "browser": "firefox", "caller": "wallet@sidekey.app", "environment": [:], "version": "1",
        ]
        await connection.receive(RPCNotification(method: "host.attach", params: params).serialized())
        #expect(Self.reason(try await connection.hello()) == .wrongClient)
    }

    @Test func anAttachmentThatDoesNotFitClosesTheConnection() async throws {
        let connection = try await ServiceFixture().plain(1)
        await connection.receive(RPCNotification(method: "host.attach", params: ["caller": 1]).serialized())
        #expect(connection.isClosed)
    }

    @Test(arguments: [
        ("", RPCReason.jsonSyntax), ("[]", .batch), ("1", .notARequest), ("{}", .notARequest),
        (#"{"jsonrpc":"2.0","id":1,"method":"hello"}"#, .idInvalid),
        (#"{"jsonrpc":"2.0","id":"a","method":"hello","params":[]}"#, .notARequest),
        (#"{"jsonrpc":"2.0","id":"a","method":"hello","more":1}"#, .notARequest),
        (#"{"jsonrpc":"2.0","id":"a","id":"b","method":"hello"}"#, .jsonDuplicate),
        (#"{"jsonrpc":"2.0","id":"a","method":"vault.status"}"#, .helloFirst),
    ])
    func badInputIsAnsweredAndTheStreamGoesOn(text: String, reason: RPCReason) async throws {
        let connection = try await ServiceFixture().attached(1)
        #expect(Self.reason(try await connection.answer(to: text).outcome) == reason)
        _ = try await connection.hello().get()
    }

    @Test func framesThatNoMessageWasMadeOfAreAnsweredToo() async throws {
        let wallet = try await ServiceFixture()
        let connection = await wallet.attached(1)
        await wallet.service.refused(.tooLarge(1_048_577), on: connection.id)
        await wallet.service.refused(.empty, on: connection.id)
        _ = try await connection.hello().get()
    }

    @Test func anIdThatIsUnansweredIsNotTakenAgain() async throws {
        let wallet = try await ServiceFixture()
        let commandLine = await wallet.plain(1)
        _ = try await commandLine.hello(["client": "cli", "profile": nil, "connectionKey": nil]).get()
        _ = try await commandLine.call(
            "vault.create",
            [
                "phrase": try commandLine.sealed(
                    String(repeating: "abandon ", count: 23) + "art", for: "vault.create", "phrase"),
                "passphrase": try commandLine.sealed("long enough", for: "vault.create"), "unattended": true,
            ]
        ).get()
        let connection = await wallet.attached(2)
        _ = try await connection.hello().get()
        let connect =
            #"{"jsonrpc":"2.0","id":"same","method":"connect","params":{"origin":"https://dapp.example","tab":1,"document":"d","request":"1"}}"#
        await connection.receive(Array(connect.utf8))
        #expect(Self.reason(try await connection.answer(to: connect).outcome) == .idInvalid)
    }

    @Test func theAgentIsAskedToStopByTheCommandLineAlone() async throws {
        let wallet = try await ServiceFixture()
        let browser = await wallet.attached(1)
        _ = try await browser.hello().get()
        #expect(Self.reason(try await browser.call("agent.stop")) == .methodUnknown)
        #expect(!wallet.stopped.isSet)
        let commandLine = await wallet.plain(2)
        _ = try await commandLine.hello(["client": "cli", "profile": nil, "connectionKey": nil]).get()
        _ = try await commandLine.call("agent.stop").get()
        #expect(wallet.stopped.isSet)
    }

    @Test func aboutNamesThePartsAndNothingOfThisMachine() async throws {
        let wallet = try await ServiceFixture()
        let browser = await wallet.attached(1)
        _ = try await browser.hello().get()
        let about = try await browser.call("agent.about").get()
        #expect(about["version"]?.text == "1.2.3")
        #expect(about["host"]?.text == "4.5.6")
        #expect(about["sodium"]?.text?.hasPrefix("1.") == true)
        #expect(about["sqlite"]?.text?.hasPrefix("3.") == true)
        for name in ["memoryLocked", "desktopWatched", "promptWindow"] { #expect(about[name]?.bool != nil, "\(name)") }
        let members: Set = [
            "version", "protocol", "host", "sodium", "sqlite", "memoryLocked", "desktopWatched", "promptWindow",
        ]
        #expect(Set(about.object?.names ?? []) == members)
        #expect(Self.reason(try await browser.call("agent.about", ["path": "/"])) == .paramUnknown)
        let other = await wallet.attached(2, caller: "someone@else.example")
        _ = try await other.hello().get()
        #expect(Self.reason(try await other.call("agent.about")) == .methodUnknown)
        let commandLine = await wallet.plain(3)
        _ = try await commandLine.hello(["client": "cli", "profile": nil, "connectionKey": nil]).get()
        #expect(try await commandLine.call("agent.about").get()["host"] == nil)
    }

    @Test func settingsKeepWhatTheyAreGivenAndRefuseTheRest() async throws {
        let wallet = try await ServiceFixture()
        let browser = await wallet.attached(1)
        _ = try await browser.hello().get()
        #expect(try await browser.call("settings.get").get()["settings"]?["theme"]?.text == "system")
        _ = try await browser.call("settings.set", ["theme": "dark"]).get()
        #expect(try await browser.call("settings.get").get()["settings"]?["theme"]?.text == "dark")
        // Every other browser hears that there is something to be read.
        for _ in 0..<1000 where browser.notifications("settings.changed").isEmpty {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(!browser.notifications("settings.changed").isEmpty)
        #expect(Self.reason(try await browser.call("settings.set", ["theme": "pink"])) == .paramValue)
        #expect(Self.reason(try await browser.call("settings.set", ["period": 9])) == .paramUnknown)
        #expect(try await browser.call("settings.get").get()["settings"]?["language"] == "")
        for language in ["en", "pt_BR", "el", "tr", ""] {
            let set = try await browser.call("settings.set", ["language": .string(JSONString(language))]).get()
            #expect(set["settings"]?["language"]?.text == language)
        }
        #expect(Self.reason(try await browser.call("settings.set", ["language": "de"])) == .paramValue)
        // Nothing is settled before there is a wallet.
        #expect(try await browser.call("policy.get").get()["approvals"]?.text == "native")
    }

    @Test func anEmptyWalletHasNothingToConnect() async throws {
        let wallet = try await ServiceFixture()
        let browser = await wallet.attached(1)
        _ = try await browser.hello().get()
        let page: JSONObject = ["origin": "https://dapp.example", "tab": 1, "document": "d", "request": "1"]
        #expect(Self.reason(try await browser.call("connect", page)) == .vaultMissing)
        #expect(await wallet.service.isIdle)
        let sealed = try browser.sealed("x", for: "vault.unlock")
        #expect(Self.reason(try await browser.call("vault.unlock", ["passphrase": sealed])) == .vaultMissing)
    }

    @Test func aPassphraseThatIsTooLongIsRefusedBeforeItIsTried() async throws {
        let browser = try await ServiceFixture().attached(1)
        _ = try await browser.hello().get()
        let long = try browser.sealed(String(repeating: "x", count: 1025), for: "vault.unlock")
        #expect(Self.reason(try await browser.call("vault.unlock", ["passphrase": long])) == .passphraseInvalid)
    }
}
