import Foundation
import JSONRPC
import Salt
import SolanaTransactions
import Testing
import TransactionReview
import Wallet
import WalletRuntime

/// Sign-ins and off-chain messages from a page to a signature, on the real vault and database.
@Suite(.timeLimit(.minutes(5))) struct MessageSigningTests {
    private func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    private func refused(_ outcome: Result<JSON, RPCError>) -> String? {
        guard case .failure(let error) = outcome, error.code == .invalidParams else { return nil }
        return error.data["name"]?.text
    }

    private func unlocked(connected: Bool = true) async throws -> (life: WalletLife, account: String) {
        let life = try await WalletLife()
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        if connected { _ = try await life.approve(life.ask("connect")).get() }
        let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
        return (life, try #require(accounts?.first?["publicKey"]?.text))
    }

    private func base64(_ text: String) -> JSON { .string(Base64.encode(Array(text.utf8))) }

    /// The bytes that a result's signature is over, where it verifies.
    private func signed(_ result: JSON, by account: String) throws -> [UInt8]? {
        let bytes = try Base64.decode(#require(result["signedMessage"]?.text))
        let signature = try Base64.decode(#require(result["signature"]?.text))
        let key = try PublicKey(base58: account).bytes
        return SaltSign.verify(signature, of: bytes, publicKey: key) ? bytes : nil
    }

    private func time(_ seconds: TimeInterval) -> String { Date(timeIntervalSinceNow: seconds).ISO8601Format() }

    private func findings(_ life: WalletLife, _ id: String) async throws -> (ids: [String], shown: JSON) {
        let shown = try await life.browser.call("approvals.get", ["id": .string(id)]).get()
        let item = try #require(shown["review"]?["items"]?.array?.first)
        return ((item["findings"]?.array ?? []).compactMap { $0["id"]?.text }, shown)
    }

    @Test func `a sign-in of a connected page is one decision over the wallet's own text`() async throws {
        let (life, account) = try await unlocked()
        let request = try await life.begin(
            "signIn",
            [
                "domain": "https://dapp.example", "statement": "Welcome", "uri": "https://dapp.example/login",
                "version": "1", "chainId": "mainnet",
                "nonce": "12345678", "issuedAt": .string(time(0)), "resources": ["https://dapp.example/terms"],
            ] as JSONObject)
        let (ids, shown) = try await findings(life, request.waiting)
        #expect(ids == ["M05"])
        let fields = shown["review"]?["items"]?.array?.first?["signIn"]?.array ?? []
        #expect(fields.first?["value"]?.text == "https://dapp.example")
        #expect(fields.count == 9)
        _ = try await life.approve(request.waiting).get()
        let result = try await life.browser.outcome(of: request.own).get()
        #expect(result["publicKey"]?.text == account)
        #expect(result["accounts"]?.array?.count == 1)
        // What is kept of it is what the page got.
        let record = try await life.commandLine.call("records.get", ["id": .string(request.waiting)]).get()
        #expect(record["response"]?["result"] == result)
        let bytes = try #require(try signed(result, by: account))
        let message = try SignInMessage(parsing: String(decoding: bytes, as: UTF8.self))
        #expect(message.site == "https://dapp.example" && message.address == account && message.statement == "Welcome")
        #expect(message.resources == ["https://dapp.example/terms"])
    }

    @Test func `a stranger is asked to connect first, and only then to sign in`() async throws {
        let (life, account) = try await unlocked(connected: false)
        let request = try await life.begin("signIn")
        let shown = try await life.browser.call("approvals.get", ["id": .string(request.waiting)]).get()
        #expect(shown["review"]?["kind"] == "connect")
        #expect(shown["summary"]?["method"] == "connect")
        let known = life.waiting
        _ = try await life.approve(request.waiting).get()
        let second = try await life.next(after: known)
        #expect(try await findings(life, second).ids == ["M05", "M16"])
        _ = try await life.approve(second).get()
        let result = try await life.browser.outcome(of: request.own).get()
        #expect(try signed(result, by: account) != nil)
        #expect(try await life.silentAccounts().count == 1)
    }

    @Test func `who rejects the connection isn't asked to sign`() async throws {
        let (life, _) = try await unlocked(connected: false)
        let request = try await life.begin("signIn")
        _ = try await life.browser.call("approvals.reject", ["id": .string(request.waiting)]).get()
        #expect(try await reason(life.browser.outcome(of: request.own)) == .rejected)
        #expect(life.waiting.count == 1)
    }

    @Test(
        arguments: [
            (["statement": "a\nb"], "statement"), (["statement": "URI: https://dapp.example"], "statement"),
            (["uri": "dapp.example"], "uri"), (["chainId": "solana:nowhere"], "chainId"), (["version": "2"], "version"),
            (["nonce": "1234567\n"], "nonce"), (["issuedAt": "yesterday"], "issuedAt"),
            (["requestId": "a\nb"], "requestId"),
            (["notBefore": ""], "notBefore"), (["expirationTime": "2026"], "expirationTime"),
            (["resources": ["a:b", "no uri"]], "resources"), (["address": "1"], "address"),
            (["domain": "a\nb"], "domain"), (["domain": ""], "domain"),
        ] as [([String: JSON], String)])
    func `what the grammar doesn't allow is refused before anybody is asked`(_ change: [String: JSON], _ name: String)
        async throws
    {
        let (life, _) = try await unlocked(connected: false)
        var params: JSONObject = [:]
        for (name, value) in change { params[name] = value }
        #expect(try await refused(life.browser.call("signIn", life.page(params))) == name)
        #expect(life.waiting.isEmpty)
    }

    @Test func `a sign-in to another site is refused in every method`() async throws {
        let (life, account) = try await unlocked()
        #expect(
            try await reason(life.browser.call("signIn", life.page(["domain": "bank.example"]))) == .signInForeign)
        for text in [
            SignInMessage(domain: "bank.example", address: account).text,
            "bank.example Wants You To Sign In With Your Sоlana Account:\n\(account)",
            "bank.example wants you to sign in with your Ethereum account:\n0x00",
        ] {
            let binary = life.page(["message": .string(Base64.encode(Array(text.utf8) + [0xFF]))])
            #expect(try await reason(life.browser.call("signMessage", binary)) == .signInForeign)
            let message = life.page(["message": base64(text)])
            #expect(try await reason(life.browser.call("signMessage", message)) == .signInForeign)
            let many = life.page(["messages": [base64("hello"), base64(text)]])
            #expect(try await reason(life.browser.call("signAllMessages", many)) == .signInForeign)
            let envelope = life.page(["message": base64(text), "signers": [.string(account)]])
            #expect(try await reason(life.browser.call("signOffchainMessage", envelope)) == .signInForeign)
        }
        #expect(life.waiting.count == 1)
    }

    @Test func `another site's sign-in as a memo can't be approved, on any surface`() async throws {
        let (life, account) = try await unlocked()
        func asked(_ site: String) async throws -> (id: String, rules: [String]) {
            let key = try PublicKey(base58: account)
            let text = SignInMessage(domain: site, address: account).text
            let transaction = try Transaction(feePayer: key, blockhash: Blockhash()) {
                MemoProgram.memo(text, signers: [key])
            }
            let id = try await life.ask("signTransaction", ["tx": .string(Base64.encode(transaction.encoded()))])
            return (id, try await findings(life, id).ids)
        }
        let (foreign, rules) = try await asked("bank.example")
        #expect(rules.contains("M09"))
        #expect(try await reason(life.approve(foreign)) == .reviewForbidden)
        #expect(try await reason(life.approveNatively(foreign)) == .reviewForbidden)
        _ = try await life.browser.call("approvals.reject", ["id": .string(foreign)]).get()
        let (own, allowed) = try await asked("dapp.example")
        #expect(allowed.contains("M05") && !allowed.contains("M09"))
        _ = try await life.approveNatively(own).get()
    }

    @Test func `a sign-in that fails a check is danger, which the browser doesn't decide`() async throws {
        let (life, account) = try await unlocked()
        _ = try await life.approveNatively(life.ask("signMessage", ["message": base64("hello")])).get()
        _ = try await life.browser.call("policy.tighten", ["approvals": "risky"]).get()
        let old = try await life.ask("signIn", ["issuedAt": .string(time(-700))])
        let (ids, shown) = try await findings(life, old)
        #expect(ids == ["M13", "M05", "M16"])
        #expect(shown["decision"] == "native" && shown["reasons"] == ["danger"])
        #expect(try await reason(life.approve(old)) == .nativeOnly)
        let text = SignInMessage(domain: "dapp.example", address: account, fields: [.notBefore: time(3600)]).text
        #expect(try await findings(life, life.ask("signMessage", ["message": base64(text)])).ids.first == "M14")
    }

    @Test func `the browser decides a well-formed sign-in to its own site, and no other text`() async throws {
        let (life, account) = try await unlocked()
        _ = try await life.approveNatively(life.ask("signMessage", ["message": base64("hello")])).get()
        _ = try await life.browser.call("policy.tighten", ["approvals": "risky"]).get()
        let signIn = SignInMessage(domain: "dapp.example", address: account, fields: [.nonce: "12345678"]).text
        let hash = String(repeating: "9f3c", count: 16)
        let odd = SignInMessage(domain: "dapp.example", address: account, fields: [.nonce: "1-2-3-4-5"]).text
        let order = #"{"intent":"transfer","amount":"1000000","to":"mallory.near"}"#
        for (method, params, reasons) in [
            ("signMessage", ["message": base64("hello")], ["message"]),
            ("signMessage", ["message": base64(odd)], ["message"]),
            ("signMessage", ["message": base64(hash)], ["danger"]),
            ("signMessage", ["message": base64(order)], ["danger"]),
            ("signAllMessages", ["messages": .array((0..<500).map { base64("\(hash)\($0)") })], ["danger"]),
            // Each would be a session of its own.
            ("signAllMessages", ["messages": [base64(signIn), base64(signIn)]], ["message"]),
            ("signOffchainMessage", ["message": base64("hello"), "signers": [.string(account)]], ["message"]),
            ("signOffchainMessage", ["message": base64(signIn), "signers": [.string(account)]], ["message"]),
            ("signIn", ["statement": "Olá"], ["message"]),
        ] as [(String, JSONObject, [String])] {
            let (id, own) = try await life.begin(method, params)
            let shown = try await life.browser.call("approvals.get", ["id": .string(id)]).get()
            #expect(shown["decision"] == "native", "\(method) \(params)")
            #expect(shown["reasons"]?.array?.compactMap(\.text) == reasons, "\(method) \(params)")
            #expect(try await reason(life.approve(id)) == .nativeOnly)
            _ = try await life.browser.call("cancel", life.page(["id": .string(own)])).get()
        }
        for (method, params) in [
            ("signIn", ["nonce": "12345678"]), ("signIn", [:]), ("signMessage", ["message": base64(signIn)]),
        ] as [(String, JSONObject)] {
            #expect(try await life.approve(life.ask(method, params)).get()["state"] == "answered", "\(method)")
        }
    }

    @Test func `text that looks like authority takes the passphrase, wherever it is approved`() async throws {
        let (life, _) = try await unlocked()
        let hash = base64("0x" + String(repeating: "9f3c", count: 16))
        let id = try await life.ask("signMessage", ["message": hash])
        let (ids, shown) = try await findings(life, id)
        #expect(ids == ["M18"])
        #expect(shown["decision"] == "popup" && shown["proof"] == "danger")
        #expect(try await reason(life.approve(id, isProven: false)) == .passphraseRequired)
        #expect(try await life.approve(id).get()["state"] == "answered")
    }

    @Test func `an off-chain message is signed in its envelope of version 1`() async throws {
        let (life, account) = try await unlocked()
        let other = PublicKey()
        let request = try await life.begin(
            "signOffchainMessage",
            ["message": base64("hello ação"), "signers": [.string(account), .string(other.base58)]])
        let item = try await findings(life, request.waiting).shown["review"]?["items"]?.array?.first
        #expect(item?["content"] == "hello ação")
        #expect(item?["envelope"]?["version"] == 1)
        #expect(item?["envelope"]?["signers"]?.array?.first?.text == other.base58)
        _ = try await life.approve(request.waiting).get()
        let bytes = try #require(try signed(try await life.browser.outcome(of: request.own).get(), by: account))
        let message = try OffchainMessage(decoding: bytes)
        #expect(message.version == .v1 && message.text == "hello ação" && message.signers.count == 2)

        let many = try await life.begin(
            "signAllOffchainMessages", ["messages": [base64("a"), base64("b")], "signers": [.string(account)]])
        _ = try await life.approve(many.waiting).get()
        #expect(try await life.browser.outcome(of: many.own).get()["signedMessages"]?.array?.count == 2)
    }

    @Test func `an envelope that can't be made is refused`() async throws {
        let (life, account) = try await unlocked()
        func call(_ message: JSON, _ signers: [String]) async throws -> String? {
            let params: JSONObject = ["message": message, "signers": .array(signers.map { .string($0) })]
            return try await refused(life.browser.call("signOffchainMessage", life.page(params)))
        }
        #expect(try await call(base64("a"), []) == "signers")
        #expect(try await call(base64("a"), [PublicKey().base58]) == "signers")
        #expect(try await call(base64("a"), [account, account]) == "signers")
        #expect(try await call(base64("a"), [account, "x"]) == "signers")
        #expect(try await call(base64(""), [account]) == "message")
        #expect(try await call("/w==", [account]) == "message")
    }

    @Test func `sending says that there is no network, before anybody is asked`() async throws {
        let (life, account) = try await unlocked()
        let message = try LegacyMessage(
            header: MessageHeader(requiredSignatures: 1, readonlySigned: 0, readonlyUnsigned: 0),
            accountKeys: [PublicKey(base58: account)], recentBlockhash: Blockhash(), instructions: [])
        let transaction = try Transaction(message: .legacy(message), signatures: [Signature()]).encoded()
        let tx = JSON.string(Base64.encode(transaction))
        for (method, params) in [
            ("sendTransaction", ["tx": tx, "cluster": "solana:devnet", "minContextSlot": "18446744073709551615"]),
            (
                "sendAllTransactions",
                ["transactions": [tx, tx], "cluster": "solana:mainnet", "mode": "serial", "skipPreflight": true]
            ),
        ] as [(String, JSONObject)] {
            #expect(try await reason(life.browser.call(method, life.page(params))) == .noNetwork)
        }
        // Without a cluster the chosen one is meant.
        let noCluster = life.page(["tx": tx])
        #expect(try await reason(life.browser.call("sendTransaction", noCluster)) == .noNetwork)
        let odd = life.page(["tx": tx, "cluster": "solana:devnet", "commitment": "soon"])
        // What a method needs is looked for before its values are read.
        #expect(try await reason(life.browser.call("sendTransaction", odd)) == .noNetwork)
        let bad = life.page(["tx": "AAAA", "cluster": "solana:devnet"])
        #expect(try await reason(life.browser.call("sendTransaction", bad)) == .noNetwork)
        #expect(life.waiting.count == 1)
    }

    @Test func `the command line signs by the passphrase, and no browser does`() async throws {
        let (life, account) = try await unlocked()
        let text: JSONObject = ["text": "hello", "version": 0]
        #expect(try await reason(life.commandLine.call("offchain.sign", text)) == .passphraseRequired)
        #expect(try await reason(life.browser.call("offchain.sign", text)) == .methodUnknown)
        let result = try await life.prove("offchain.sign", text).get()
        let bytes = try Base64.decode(try #require(result["message"]?.text))
        let signature = try Signature(base58: #require(result["signature"]?.text))
        #expect(SaltSign.verify(signature.bytes, of: bytes, publicKey: try PublicKey(base58: account).bytes))
        let message = try OffchainMessage(decoding: bytes)
        #expect(message.version == .v0(applicationDomain: PublicKey(), .restrictedASCII))
        let kinds = try await life.commandLine.call("activity.list").get()["entries"]?.array ?? []
        #expect(kinds.contains { $0["kind"] == "offchain-signed" && $0["account"]?.text == account })
        let domain: JSONObject = ["text": "hello", "version": 1, "applicationDomain": .string(account)]
        #expect(try await refused(life.prove("offchain.sign", domain)) == "applicationDomain")
    }
}
