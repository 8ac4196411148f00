import Base58
import Deeplinks
import JSONRPC
import Pinentry
import Salt
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletRuntime
import WalletState

/// Sessions of apps in time, and what an app's class may call; whole flows stand in `Tests/Browser/test_deeplinks.py`, with an app that isn't ours.
@Suite(.timeLimit(.minutes(15))) struct DeeplinkTests {
    /// A wallet with a command line at it, and an app.
    private struct Life: Sendable {
        let prompt = ScriptedPrompt()
        let clock = ManualClock()
        let fixture: ServiceFixture
        let terminal: RecordingConnection
        let browser: RecordingConnection
        let redirect: RedirectLink
        let appKey: DeeplinkKey
        private let secret: [UInt8]

        init() async throws {
            fixture = try await ServiceFixture(prompt: prompt, clock: clock)
            terminal = await fixture.plain(1)
            _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
            browser = await fixture.attached(2)
            _ = try await browser.hello().get()
            redirect = try RedirectLink("testapp://back")
            let pair = SaltBox.KeyPair()
            appKey = try DeeplinkKey(bytes: pair.publicKey)
            secret = pair.secretKey.disclosed()
        }

        func box(with wallet: DeeplinkKey) throws -> DeeplinkBox {
            try DeeplinkBox(theirKey: wallet, secretKey: SecretBytes(copying: secret))
        }

        func open(_ content: DeeplinkRequest.Content) async throws -> JSON {
            let link = DeeplinkRequest(base: .scheme("sidekey"), content: content).link
            return try await terminal.call(
                "deeplinks.open", ["url": .string(link), "environment": ["DISPLAY": ":0"]]
            ).get()
        }

        func reply(_ answer: JSON) throws -> DeeplinkReply {
            try DeeplinkReply(
                parsing: #require(answer["link"]?.text), to: redirect, keyParameter: "sidekey_encryption_public_key")
        }

        /// Connects, with the passphrase typed into the agent's own prompt.
        func connect() async throws -> (box: DeeplinkBox, session: String) {
            _ = try await browser.call("vault.lock").get()
            prompt.expect(.type(ServiceFixture.passphrase))
            let connect = try DeeplinkRequest.Connect(
                appURL: "https://app.example", appKey: appKey, redirect: redirect, cluster: .localnet)
            guard case .connected(let key, let nonce, let data) = try reply(await open(.connect(connect))) else {
                throw RPCError(.internalError, .internal, "it was not connected")
            }
            let box = try box(with: key)
            guard
                case .connected(_, let session) = try DeeplinkAnswer(box.open(data, nonce: nonce), to: .connect)
            else { throw RPCError(.internalError, .internal, "it was not connected") }
            return (box, session)
        }

        func sign(_ text: String, _ box: DeeplinkBox, _ session: String) async throws -> DeeplinkReply {
            let call = DeeplinkCall(session: session, task: .signMessage(Array(text.utf8), display: .utf8))
            let (nonce, data) = box.seal(call.json)
            return try reply(
                await open(
                    .sealed(.init(.signMessage, appKey: appKey, nonce: nonce, redirect: redirect, payload: data))))
        }

        func isSigned(_ text: String, _ box: DeeplinkBox, _ session: String) async throws -> Bool {
            _ = try await browser.call("vault.lock").get()
            prompt.expect(.type(ServiceFixture.passphrase))
            guard case .sealed(let nonce, let data) = try await sign(text, box, session),
                case .signature = try DeeplinkAnswer(box.open(data, nonce: nonce), to: .signMessage)
            else { return false }
            return true
        }
    }

    private static let day: Duration = .seconds(86_400)

    @Test func `a session ends after seven days without a request`() async throws {
        let life = try await Life()
        let (box, session) = try await life.connect()
        life.clock.advance(by: Self.day * 6)
        #expect(try await life.isSigned("in use", box, session))
        life.clock.advance(by: Self.day * 6)
        #expect(try await life.isSigned("still in use", box, session))
        life.clock.advance(by: Self.day * 7)
        #expect(try await life.sign("late", box, session) == .refused(.unauthorized))
        #expect(try await life.browser.call("deeplinks.list").get()["apps"]?.array == [])
        await life.fixture.service.shutDown()
    }

    @Test func `a session ends after thirty days, however much it was used`() async throws {
        let life = try await Life()
        let (box, session) = try await life.connect()
        for day in [6, 12, 18, 24] {
            life.clock.advance(by: Self.day * 6)
            #expect(try await life.isSigned("day \(day)", box, session))
        }
        // The date goes on by itself besides; a minute more is past it all the same.
        life.clock.advance(by: Self.day * 6 + .seconds(60))
        #expect(try await life.sign("late", box, session) == .refused(.unauthorized))
        let (again, anew) = try await life.connect()
        #expect(try await life.isSigned("anew", again, anew))
        await life.fixture.service.shutDown()
    }

    @Test func `the first signature of an app is decided outside the browser, and the agent asks for it`() async throws
    {
        let life = try await Life()
        let (box, session) = try await life.connect()
        #expect(life.prompt.opened == 1)
        #expect(life.prompt.questions.last?.description?.contains("https://app.example") == true)
        #expect(life.prompt.questions.last?.description?.contains("testapp:") == true)
        #expect(try await life.isSigned("first", box, session))
        #expect(life.prompt.opened == 2)
        await life.fixture.service.shutDown()
    }

    @Test func `nobody but a link reaches what apps may call`() async throws {
        let life = try await Life()
        let methods = life.fixture.service.manifests.flatMap(\.methods).filter { $0.callers.contains(.deeplink) }
        #expect(methods.count == 7)
        for method in methods {
            #expect(method.callers == [.deeplink])
            for connection in [life.terminal, life.browser] {
                #expect(try await connection.call(method.name).reason == .methodUnknown, "\(method.name)")
            }
        }
        #expect(try await life.browser.call("deeplinks.open", ["url": "sidekey://v1/connect"]).reason == .methodUnknown)
        await life.fixture.service.shutDown()
    }

    @Test func `what one app is granted is no other's, no page's, and ends from the browser`() async throws {
        let life = try await Life()
        let (box, session) = try await life.connect()
        let apps = try #require(try await life.browser.call("deeplinks.list").get()["apps"]?.array)
        #expect(apps.compactMap { $0["app"]?.text } == [life.appKey.description])
        #expect(apps.first?["redirect"] == "testapp:")
        #expect(try await life.browser.call("origins.list").get()["origins"]?.array == [])
        let page: JSONObject = [
            "origin": "https://app.example", "tab": 1, "document": "d", "request": "1", "silent": true,
        ]
        #expect(try await life.browser.call("connect", page).get()["accounts"]?.array == [])
        var named = page
        named["origin"] = .string("app:\(life.appKey)")
        #expect(try await life.browser.call("connect", named).reason == .originRefused)
        let revoked = try await life.browser.call("deeplinks.revoke", ["app": .string(life.appKey.description)]).get()
        #expect(revoked["revoked"] == true)
        #expect(try await life.sign("revoked", box, session) == .refused(.unauthorized))
        await life.fixture.service.shutDown()
    }
}
