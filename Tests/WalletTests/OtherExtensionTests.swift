import Foundation
import JSONRPC
import Pinentry
import Salt
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletRuntime
import WalletState
import Walletlib

/// Another extension at the wallet: what it gets before the user has said anything, what it is granted, and how that ends.
@Suite(.timeLimit(.minutes(5))) struct OtherExtensionTests {
    private static let id = "rogue@sidekey.test"
    private static let methods = [GET_ACCOUNTS_REQUEST_METHOD, SIGN_PAYLOADS_REQUEST_METHOD]

    /// A wallet with its own extension, a command line and another extension at it.
    private struct Life {
        let prompt = ScriptedPrompt()
        let clock = ManualClock()
        let fixture: ServiceFixture
        let own: RecordingConnection
        let terminal: RecordingConnection
        let other: RecordingConnection

        init(
            display: String? = ":0", id: String = OtherExtensionTests.id, home: ServiceFolder? = nil,
            modules: [any WalletModule] = []
        ) async throws {
            // The browser decides everything that it may: another extension's requests are no such thing.
            fixture = try await ServiceFixture(
                prompt: prompt, hasVault: home == nil, clock: clock, home: home, modules: modules)
            own = await fixture.attached(1)
            _ = try await own.hello().get()
            terminal = await fixture.plain(2)
            _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
            other = await fixture.attached(3, caller: id, display: display)
            _ = try await other.hello().get()
        }

        func accounts() async throws -> [PublicKey] {
            try await own.call("accounts.list").get()["accounts"]?.array?.compactMap {
                try $0["publicKey"]?.text.map { try PublicKey(base58: $0) }
            } ?? []
        }

        /// Has the user allow what the other extension asks for, and answers what it got.
        @discardableResult
        func consent() async throws -> [String] {
            prompt.expect(.type(ServiceFixture.passphrase))
            return try await addresses()
        }

        func addresses() async throws -> [String] {
            try await other.call(GET_ACCOUNTS_REQUEST_METHOD).get()["addresses"]?.array?.compactMap(\.text) ?? []
        }

        func allow(_ more: JSONObject = [:]) async throws -> Result<JSON, RPCError> {
            var params: JSONObject = [
                "extension": .string(OtherExtensionTests.id),
                "passphrase": try terminal.sealed(ServiceFixture.passphrase, for: "permissions.allow"),
            ]
            for member in more.members { params[member.name.string] = member.value }
            return try await terminal.call("permissions.allow", params)
        }

        func grants() async throws -> [JSON] {
            try await own.call("permissions.list").get()["extensions"]?.array ?? []
        }

        func kinds() async throws -> [String] {
            let origin = "extension:\(OtherExtensionTests.id)"
            let entries = try await own.call("activity.list", ["origin": .string(origin)]).get()["entries"]?.array
            return (entries ?? []).compactMap { $0["kind"]?.text }.reversed()
        }

        func payloads(_ items: [UInt8]...) async throws -> JSONObject {
            let account = try #require(try await accounts().first)
            return [
                "address": .string(Base64.encode(account.bytes)),
                "payloads": .array(items.map { .string(Base64.encode($0)) }),
            ]
        }

        func sign(_ items: [UInt8]...) async throws -> Result<JSON, RPCError> {
            var params = try await payloads()
            params["payloads"] = .array(items.map { .string(Base64.encode($0)) })
            return try await other.call(SIGN_PAYLOADS_REQUEST_METHOD, params)
        }

        /// Waits until so many prompts are open.
        func untilOpen(_ count: Int) async throws {
            for _ in 0..<2000 where prompt.open != count { try await Task.sleep(for: .milliseconds(2)) }
            #expect(prompt.open == count)
        }
    }

    private static let hello = Array("hello".utf8)

    private func transaction(_ account: PublicKey) throws -> Transaction {
        try Transaction(feePayer: account, blockhash: Blockhash()) {
            SystemProgram.transfer(
                from: account, to: PublicKey("8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9"), lamports: 1)
        }
    }

    // MARK: Before it is allowed anything

    @Test func `hello says nothing of the wallet, and nothing is told later`() async throws {
        let life = try await Life()
        let stranger = await life.fixture.attached(
            4, caller: "chrome-extension://\(String(repeating: "a", count: 32))/")
        let hello = try #require(try await stranger.hello().get().object)
        #expect(Set(hello.names) == ["protocol", "version", "methods"])
        #expect(hello["methods"] == .array(Self.methods.map { .string($0) }))
        _ = try await life.own.call(
            "vault.unlock", ["passphrase": life.own.sealed(ServiceFixture.passphrase, for: "vault.unlock")]
        ).get()
        _ = try await life.own.call("vault.lock").get()
        #expect(!life.own.notifications("vault.changed").isEmpty)
        #expect(stranger.notifications("vault.changed").isEmpty)
    }

    @Test func `a no is a no for ten minutes, and nobody is asked meanwhile`() async throws {
        let life = try await Life()
        life.prompt.expect(.cancel)
        #expect(try await life.other.call(GET_ACCOUNTS_REQUEST_METHOD).reason == .permissionRefused)
        #expect(life.prompt.opened == 1)
        guard case .failure(let error) = try await life.other.call(SIGN_PAYLOADS_REQUEST_METHOD) else {
            throw RPCError(.internalError, .internal, "it was let through")
        }
        #expect(error.code == .unauthorized && error.reason == .permissionRefused)
        #expect(error.data["retryAfter"]?.int == 600_000)
        // Nor by coming anew.
        let again = await life.fixture.attached(5, caller: Self.id)
        _ = try await again.hello().get()
        #expect(try await again.call(GET_ACCOUNTS_REQUEST_METHOD).reason == .permissionRefused)
        #expect(life.prompt.opened == 1)
        #expect(try await life.grants().isEmpty)
        #expect(try await life.kinds().isEmpty)
        life.clock.advance(by: .seconds(600))
        #expect(try await life.consent().count == 1)
        #expect(life.prompt.opened == 2)
    }

    @Test(arguments: [[ScriptedPrompt.Reply.timeOut], [.type("wrong"), .type("wrong"), .type("wrong")]])
    func `a prompt that ends without the passphrase is a no`(replies: [ScriptedPrompt.Reply]) async throws {
        let life = try await Life()
        for reply in replies { life.prompt.expect(reply) }
        #expect(try await life.other.call(GET_ACCOUNTS_REQUEST_METHOD).reason == .permissionRefused)
        #expect(try await life.grants().isEmpty)
        #expect(life.prompt.open == 0)
    }

    @Test func `where nobody can be asked, the answer is no and names the command`() async throws {
        let life = try await Life(display: nil)
        guard case .failure(let error) = try await life.other.call(GET_ACCOUNTS_REQUEST_METHOD) else {
            throw RPCError(.internalError, .internal, "it was let through")
        }
        #expect(error.reason == .promptUnavailable)
        #expect(error.data["command"]?.text == "sidekey extensions allow \(Self.id)")
        _ = try await life.allow().get()
        #expect(try await life.addresses().count == 1)
    }

    @Test func `what isn't for other extensions doesn't exist for one, allowed or not`() async throws {
        let life = try await Life()
        let names = [
            "connect", "signMessage", "vault.status", "vault.unlock", "vault.setup", "approvals.list", "approvals.get",
            "approvals.approve", "approvals.native", "approvals.reject", "approvals.present", "settings.set",
            "policy.get", "policy.tighten", "permissions.list", "permissions.revoke", "permissions.allow",
            "accounts.list", "origins.list", "activity.list", "agent.stop", "host.attach", "",
        ]
        for name in names { #expect(try await life.other.call(name).reason == .methodUnknown, "\(name)") }
        #expect(life.prompt.opened == 0)
        try await life.consent()
        for name in names { #expect(try await life.other.call(name).reason == .methodUnknown, "\(name)") }
        #expect(life.prompt.opened == 1)
    }

    @Test func `calls that come at once are asked about once`() async throws {
        let life = try await Life()
        life.prompt.expect(.type(ServiceFixture.passphrase))
        var ids: [String] = []
        for _ in 0..<5 { ids.append(await life.other.begin(GET_ACCOUNTS_REQUEST_METHOD)) }
        for id in ids { #expect(try await life.other.outcome(of: id).get()["addresses"]?.array?.count == 1) }
        #expect(life.prompt.opened == 1)
    }

    // MARK: Allowed

    @Test func `the prompt names the extension and what it may call, and the grant is listed and recorded`()
        async throws
    {
        let life = try await Life()
        let account = try #require(try await life.accounts().first)
        #expect(try await life.consent() == [Base64.encode(account.bytes)])
        let page = try #require(life.prompt.questions.last?.description)
        for part in [Self.id, "asks to use the wallet"] + Self.methods { #expect(page.contains(part), "\(page)") }
        let grant = try #require(try await life.grants().first)
        #expect(grant["extension"]?.text == Self.id)
        #expect(grant["methods"] == .array(Self.methods.map { .string($0) }))
        #expect(grant["accounts"] == [.string(account.description)])
        #expect(try await life.kinds() == ["granted"])
        #expect(try await life.addresses().count == 1)
        #expect(life.prompt.opened == 1)
        // Not a session, and no site.
        #expect(try await life.own.call("vault.status").get()["vault"]?.text == "locked")
        #expect(try await life.own.call("origins.list").get()["origins"] == [])
    }

    @Test func `which accounts it sees is chosen as it is allowed`() async throws {
        let life = try await Life()
        _ = try await life.own.call(
            "vault.unlock", ["passphrase": life.own.sealed(ServiceFixture.passphrase, for: "vault.unlock")]
        ).get()
        for _ in 0..<2 { _ = try await life.own.call("accounts.add").get() }
        let accounts = try await life.accounts()
        life.prompt.expect(.type("4"), .type("3 1"), .type(ServiceFixture.passphrase))
        #expect(try await life.addresses() == [accounts[2], accounts[0]].map { Base64.encode($0.bytes) })
        // One that it doesn't see can't be named either.
        var params = try await life.payloads(Self.hello)
        params["address"] = .string(Base64.encode(accounts[1].bytes))
        #expect(try await life.other.call(SIGN_PAYLOADS_REQUEST_METHOD, params).reason == .accountNotGranted)
    }

    @Test func `only granted methods are let through`() async throws {
        let life = try await Life()
        _ = try await life.allow(["methods": [.string(GET_ACCOUNTS_REQUEST_METHOD)]]).get()
        #expect(try await life.addresses().count == 1)
        life.prompt.expect(.cancel)
        #expect(try await life.sign(Self.hello).reason == .permissionRefused)
        #expect(life.prompt.opened == 1)
        for methods: JSON in [[], ["vault.unlock"], ["approvals.approve", .string(GET_ACCOUNTS_REQUEST_METHOD)]] {
            #expect(try await life.allow(["methods": methods]).reason == .paramValue)
        }
        for id: JSON in ["wallet@sidekey.app", "https://dapp.example", "", "*"] {
            #expect(try await life.allow(["extension": id]).reason == .paramValue)
        }
        #expect(try await life.own.call("permissions.allow").reason == .methodUnknown)
    }

    @Test func `what was taken back is over with the next call, and another extension has nothing of it`() async throws
    {
        let life = try await Life()
        try await life.consent()
        let neighbour = await life.fixture.attached(6, caller: "x\(Self.id)")
        _ = try await neighbour.hello().get()
        life.prompt.expect(.cancel)
        #expect(try await neighbour.call(GET_ACCOUNTS_REQUEST_METHOD).reason == .permissionRefused)
        let revoked = try await life.own.call("permissions.revoke", ["extension": .string(Self.id)]).get()
        #expect(revoked["revoked"]?.bool == true)
        life.prompt.expect(.cancel)
        #expect(try await life.other.call(GET_ACCOUNTS_REQUEST_METHOD).reason == .permissionRefused)
        #expect(try await life.kinds() == ["granted", "revoked"])
        let again = try await life.terminal.call("permissions.revoke", ["extension": .string(Self.id)]).get()
        #expect(again["revoked"]?.bool == false)
    }

    // MARK: Signing

    @Test func `a message is signed once it was approved outside the browser`() async throws {
        let life = try await Life()
        try await life.consent()
        life.prompt.expect(.type(ServiceFixture.passphrase))
        let signed = try await life.sign(Self.hello).get()["signed_payloads"]?.array?.compactMap(\.text) ?? []
        let signature = try Base64.decode(JSONString(#require(signed.first)))
        let account = try #require(try await life.accounts().first)
        #expect(signed.count == 1)
        #expect(SaltSign.verify(signature, of: Self.hello, publicKey: Array(account.bytes)))
        let page = try #require(life.prompt.questions.last?.description)
        #expect(page.contains("Another extension: \(Self.id)\nYou sign a message."))
        #expect(page.contains("  | hello"))
        #expect(try await life.kinds() == ["granted", "queued", "approved", "answered"])
    }

    @Test func `a payload that is a whole transaction is reviewed and signed as one`() async throws {
        let life = try await Life()
        try await life.consent()
        let account = try #require(try await life.accounts().first)
        let transaction = try transaction(account)
        life.prompt.expect(.type(ServiceFixture.passphrase))
        let signed = try await life.sign(transaction.encoded()).get()["signed_payloads"]?[0]?.text
        let read = try Transaction(decoding: Base64.decode(JSONString(#require(signed))))
        #expect(read.messageBytes == transaction.messageBytes)
        let signature = try #require(read.signatures.first)
        #expect(SaltSign.verify(Array(signature.bytes), of: transaction.messageBytes, publicKey: Array(account.bytes)))
        #expect(life.prompt.questions.contains { $0.description?.contains("System") == true })
    }

    @Test func `payloads that can't be signed are refused before anybody is asked`() async throws {
        let life = try await Life()
        try await life.consent()
        let account = try #require(try await life.accounts().first)
        let transaction = try transaction(account)
        #expect(try await life.sign(transaction.encoded(), Self.hello).reason == .paramValue)
        #expect(try await life.sign().reason == .paramValue)
        #expect(try await life.sign(transaction.messageBytes).reason == .messageIsTransaction)
        #expect(try await life.sign([0xff] + Array("solana offchain".utf8)).reason == .messageIsOffchain)
        let signIn = Array("bank.example wants you to sign in with your Solana account:\n\(account)".utf8)
        #expect(try await life.sign(signIn).reason == .signInForeign)
        var params = try await life.payloads(Self.hello)
        for address: JSON in ["AAAA", .string(account.description), 7] {
            params["address"] = address
            #expect(try await life.other.call(SIGN_PAYLOADS_REQUEST_METHOD, params).code == .invalidParams)
        }
        params = try await life.payloads(Self.hello)
        params["more"] = 1
        #expect(try await life.other.call(SIGN_PAYLOADS_REQUEST_METHOD, params).reason == .paramUnknown)
        #expect(life.prompt.opened == 1)
    }

    @Test(arguments: [ScriptedPrompt.Reply.cancel, .timeOut])
    func `what isn't approved is a payload not signed`(reply: ScriptedPrompt.Reply) async throws {
        let life = try await Life()
        try await life.consent()
        life.prompt.expect(reply)
        guard case .failure(let error) = try await life.sign(Self.hello) else {
            throw RPCError(.internalError, .internal, "it was signed")
        }
        #expect(error.code == .notSigned && error.reason == .rejected)
        #expect(try await life.kinds() == ["granted", "queued", "rejected"])
    }

    @Test func `the browser decides nothing of another extension, whatever the policy`() async throws {
        let life = try await Life()
        try await life.consent()
        _ = try await life.own.call(
            "vault.unlock", ["passphrase": life.own.sealed(ServiceFixture.passphrase, for: "vault.unlock")]
        ).get()
        life.prompt.expect(.wait)
        let id = await life.other.begin(SIGN_PAYLOADS_REQUEST_METHOD, try await life.payloads(Self.hello))
        let waiting = try await life.own.waiting()
        let shown = try await life.own.call("approvals.get", ["id": #require(waiting["id"])]).get()
        #expect(shown["decision"]?.text == "native")
        #expect(shown["reasons"] == ["other-extension"])
        #expect(shown["summary"]?["origin"]?.text == "extension:\(Self.id)")
        #expect(try await life.own.call("approvals.approve", waiting).reason == .nativeOnly)
        // It may say no, as every surface may.
        _ = try await life.own.call("approvals.reject", ["id": #require(waiting["id"])]).get()
        #expect(try await life.other.outcome(of: id).code == .notSigned)
        try await life.untilOpen(0)
    }

    @Test func `what is taken back while a request waits ends the request and its prompt`() async throws {
        let life = try await Life()
        try await life.consent()
        life.prompt.expect(.wait)
        let id = await life.other.begin(SIGN_PAYLOADS_REQUEST_METHOD, try await life.payloads(Self.hello))
        try await life.untilOpen(1)
        _ = try await life.terminal.call("permissions.revoke", ["extension": .string(Self.id)]).get()
        let outcome = try await life.other.outcome(of: id)
        #expect(outcome.code == .notSigned && outcome.reason == .cancelled)
        try await life.untilOpen(0)
        #expect(try await life.kinds() == ["granted", "queued", "revoked", "cancelled"])
    }

    @Test func `however much one asks, the wallet's own prompts have their turn`() async throws {
        let life = try await Life()
        try await life.consent()
        life.prompt.expect(.wait)
        let params = try await life.payloads(Self.hello)
        for _ in 0..<8 { _ = await life.other.begin(SIGN_PAYLOADS_REQUEST_METHOD, params) }
        try await life.untilOpen(1)
        #expect(life.prompt.mostOpen == 1)
        let unlock = await life.own.begin("vault.unlock", ["native": true])
        // The one that is shown is rejected elsewhere; the user's own comes before the next of the extension's.
        life.prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await life.own.call("approvals.reject", ["id": #require(life.own.waiting()["id"])]).get()
        #expect(try await life.own.outcome(of: unlock).get()["vault"]?.text == "unlocked")
    }

    @Test func `the prompt of an extension that goes away is taken away`() async throws {
        let life = try await Life()
        life.prompt.expect(.wait)
        _ = await life.other.begin(GET_ACCOUNTS_REQUEST_METHOD)
        try await life.untilOpen(1)
        await life.fixture.service.closed(life.other.id)
        try await life.untilOpen(0)
        #expect(try await life.grants().isEmpty)
    }

    // MARK: After a restart

    @Test func `before the first unlock the passphrase makes an earlier grant count again`() async throws {
        let first = try await Life()
        try await first.consent()
        await first.fixture.service.shutDown()
        let life = try await Life(home: first.fixture.home)
        #expect(try await life.grants().count == 1)
        life.prompt.expect(.type(ServiceFixture.passphrase))
        #expect(try await life.addresses().count == 1)
        let page = try #require(life.prompt.questions.last?.description)
        #expect(page.contains("you allowed before") && page.contains(Self.id))
        #expect(try await life.kinds() == ["granted"])
    }

    @Test func `what is taken back before the first unlock is over after it`() async throws {
        let first = try await Life()
        try await first.consent()
        await first.fixture.service.shutDown()
        let life = try await Life(home: first.fixture.home)
        let revoked = try await life.own.call("permissions.revoke", ["extension": .string(Self.id)]).get()
        #expect(revoked["revoked"]?.bool == true)
        #expect(try await life.grants().isEmpty)
        _ = try await life.own.call(
            "vault.unlock", ["passphrase": life.own.sealed(ServiceFixture.passphrase, for: "vault.unlock")]
        ).get()
        life.prompt.expect(.cancel)
        #expect(try await life.other.call(GET_ACCOUNTS_REQUEST_METHOD).reason == .permissionRefused)
        #expect(try await life.grants().isEmpty)
    }

    // MARK: Other modules and ids

    @Test func `another module is asked about by itself, and shares no accounts`() async throws {
        struct Ping: WalletlibHandling {
            func beginRequest(with context: WalletlibContext) {
                context.completeRpcRequestWith(result: ["pong": "pong!"])
            }
        }
        let module = WalletlibHandlerModule(id: "ping", methods: ["MY_CUSTOM_PING_RPC_METHOD"], handler: Ping())
        let life = try await Life(modules: [module])
        try await life.consent()
        life.prompt.expect(.type(ServiceFixture.passphrase))
        #expect(try await life.other.call("MY_CUSTOM_PING_RPC_METHOD").get() == ["pong": "pong!"])
        let grant = try #require(try await life.grants().first)
        #expect(grant["methods"]?.array?.count == 3)
        #expect(grant["accounts"]?.array?.count == 1)
        #expect(life.prompt.opened == 2)
        let only = try await Life(modules: [module])
        only.prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await only.other.call("MY_CUSTOM_PING_RPC_METHOD").get()
        #expect(try await only.grants().first?["accounts"] == [])
    }

    @Test func `ids that are none are refused, and one that is unanswered isn't taken twice`() async throws {
        let life = try await Life()
        try await life.consent()
        let huge = String(repeating: "x", count: 129)
        for id in ["1.5", "1", "null", "{}", "\"\"", "\"\(huge)\""] {
            let text = #"{"jsonrpc":"2.0","id":\#(id),"method":"NATIVE_GET_ACCOUNTS_METHOD"}"#
            let answer = try await life.other.answer(to: text)
            #expect(answer.id == nil && answer.outcome.reason == .idInvalid, "\(id)")
        }
        life.prompt.expect(.wait)
        let id = await life.other.begin(SIGN_PAYLOADS_REQUEST_METHOD, try await life.payloads(Self.hello))
        try await life.untilOpen(1)
        let twice = try await life.other.answer(
            to: #"{"jsonrpc":"2.0","id":"\#(id)","method":"NATIVE_GET_ACCOUNTS_METHOD"}"#)
        #expect(twice.outcome.reason == .idInvalid)
        // Without an id it is a notification, which nobody answers.
        await life.other.receive(Array(#"{"jsonrpc":"2.0","method":"NATIVE_GET_ACCOUNTS_METHOD"}"#.utf8))
        let string = try await life.other.answer(
            to: #"{"jsonrpc":"2.0","id":"s","method":"NATIVE_GET_ACCOUNTS_METHOD","params":"{}"}"#)
        #expect(string.outcome.reason == .notARequest)
    }
}

extension Result where Success == JSON, Failure == RPCError {
    fileprivate var code: RPCErrorCode? {
        guard case .failure(let error) = self else { return nil }
        return error.code
    }
}
