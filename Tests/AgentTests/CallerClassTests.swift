import JSONRPC
import TestSupport
import Testing

/// The connection decides who is calling; nothing that a browser sends changes it.
@Suite struct CallerClassTests {
    static let commandLineOnly = [
        "vault.create", "vault.discover", "vault.changePassphrase", "vault.rotate", "vault.backup", "vault.restore",
        "vault.inspect", "vault.sheet",
        "vault.reveal", "accounts.import", "accounts.remove", "policy.set", "records.get", "agent.status", "agent.stop",
        "permissions.allow",
    ]

    @Test func anExtensionThatClaimsToBeTheCommandLineIsRefused() async throws {
        let wallet = try await WalletFixture()
        let browser = try BrowserStandIn(.firefox(addOn: "wallet@sidekey.app"), home: wallet.home)
        let hello = try browser.call("hello", ["protocol": 1, "client": "cli", "version": "0.1.0"])
        expect(hello, .invalidRequest, .wrongClient)
        for method in Self.commandLineOnly { expect(try browser.call(method), .invalidRequest, .helloFirst) }
        _ = try browser.hello().get()
        for method in Self.commandLineOnly { expect(try browser.call(method), .methodNotFound, .methodUnknown) }
        expect(try browser.hello(), .invalidRequest, .helloTwice)
    }

    @Test func anAttachmentFromTheBrowserIsNoticedByNobody() async throws {
        let wallet = try await WalletFixture()
        let browser = try wallet.browser()
        let params: JSONObject = [
            "arguments": [], "browser": "firefox", "caller": "someone@else.example", "environment": [:],
            "version": "0.1.0",
        ]
        try browser.send(
            String(decoding: RPCNotification(method: "host.attach", params: params).serialized(), as: UTF8.self))
        expect(try browser.call("host.attach", params), .methodNotFound, .methodUnknown)
        // Still the wallet's own extension, neither more nor less.
        _ = try browser.call("vault.status").get()
        expect(try browser.call("agent.stop"), .methodNotFound, .methodUnknown)
    }

    @Test func anotherExtensionMayCallNothing() async throws {
        let wallet = try await WalletFixture()
        for caller in [
            BrowserStandIn.Caller.firefox(addOn: "someone@else.example"),
            .chromium(extensionID: String(repeating: "a", count: 32)),
        ] {
            let browser = try BrowserStandIn(caller, home: wallet.home)
            _ = try browser.hello().get()
            for method in ["connect", "signMessage", "vault.status", "vault.unlock", "approvals.list", "accounts.list"]
            {
                expect(try browser.call(method, WalletFixture.page()), .methodNotFound, .methodUnknown)
            }
        }
    }

    @Test func helloComesFirstAndNamesTheProtocol() async throws {
        let wallet = try await WalletFixture()
        let browser = try BrowserStandIn(.firefox(addOn: "wallet@sidekey.app"), home: wallet.home)
        for (number, side) in [(0, "extension"), (2, "agent")] {
            let hello = try browser.call(
                "hello",
                [
                    "protocol": .number(number), "client": "extension", "version": "0.1.0",
                    "profile": "3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a10",
                    "connectionKey": "a5a4c0de-1f5e-4c53-8a39-6a1d2b3c4d5e",
                ])
            expect(hello, .invalidRequest, .protocolMismatch)
            guard case .failure(let error) = hello else { continue }
            #expect(error.data["update"]?.text == side)
        }
        _ = try browser.hello().get()
    }

    @Test func aPagesMethodIsTakenOnlyWithAPagesOrigin() async throws {
        let wallet = try await WalletFixture()
        let browser = try wallet.browser()
        for origin in ["null", "", "http://dapp.example", "moz-extension://a", "https://Dapp.example/"] {
            let connect = try browser.call("connect", WalletFixture.page(origin: origin))
            expect(connect, .invalidInput, .originRefused)
        }
        expect(try browser.call("connect", [:]), .invalidParams, .paramMissing)
        expect(
            try browser.call("connect", WalletFixture.page(["unknown": 1])), .invalidParams, .paramUnknown)
    }
}
