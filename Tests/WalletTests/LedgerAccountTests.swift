import JSONRPC
import Ledger
import Salt
import Screens
import SolanaRPC
import SolanaTransactions
import Synchronization
import TestSupport
import Testing
import TransactionReview
import Wallet
import WalletKeys

/// Accounts on a Ledger: added by a press on it, asked about as any other, and signed for by the device alone.
@Suite(.timeLimit(.minutes(5))) struct LedgerAccountTests {
    private static let path = "m/44'/501'/0'"

    private func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    /// An open wallet with an account on a Ledger, which a page was granted.
    private func life(
        prompt: (any NativePrompt)? = nil
    ) async throws -> (life: WalletLife, ledger: SoftwareLedger, account: PublicKey) {
        let ledger = SoftwareLedger()
        let life = try await WalletLife(prompt: prompt, ledger: ledger.ask)
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        let added = try await life.browser.call("ledger.add", ["path": .string(JSONString(Self.path))]).get()
        let account = try PublicKey(base58: #require(added["accounts"]?.array?.last?["publicKey"]?.text))
        let asked = try await life.ask("connect")
        _ = try await life.approve(asked, ["accounts": [.string(account.base58)]]).get()
        return (life, ledger, account)
    }

    private func transfer(of account: PublicKey, version: MessageVersion = .legacy) throws -> Transaction {
        try Transaction(feePayer: account, blockhash: Blockhash(), version: version) {
            SystemProgram.transfer(from: account, to: PublicKey(), lamports: 5)
        }
    }

    private func params(_ transaction: Transaction) -> JSONObject {
        ["tx": .string(Base64.encode(transaction.encoded()))]
    }

    @Test func `an account is listed by path, shown on the device, and added with its signer`() async throws {
        let ledger = SoftwareLedger()
        let life = try await WalletLife(ledger: ledger.ask)
        _ = try await life.create().get()
        #expect(try await reason(life.browser.call("ledger.accounts")) == .locked)
        #expect(try await reason(life.browser.call("ledger.add", ["path": "m/44'/501'/0'"])) == .locked)
        _ = try await life.unlock().get()
        let first = try await life.browser.call("ledger.accounts").get()
        let paths = (first["accounts"]?.array ?? []).compactMap { $0["path"]?.text }
        #expect(paths.count == 11 && paths.prefix(3) == ["m/44'/501'", "m/44'/501'/0'", "m/44'/501'/0'/0'"])
        let next = try await life.browser.call("ledger.accounts", ["from": first["next"] ?? .null]).get()
        #expect(next["accounts"]?[0]?["path"] == "m/44'/501'/5'" && next["next"] == 10)
        #expect(ledger.confirmed.isEmpty)

        let path = try #require(LedgerPath([44, 501, 0]))
        let account = try ledger.publicKey(at: path)
        let added = try await life.browser.call(
            "ledger.add", ["path": "m/44'/501'/0'", "publicKey": .string(account.base58), "label": "Cold"]
        ).get()
        let entry = try #require(added["accounts"]?.array?.last)
        #expect(entry["publicKey"]?.text == account.base58 && entry["signer"] == "ledger" && entry["label"] == "Cold")
        #expect(added["accounts"]?[0]?["signer"] == "vault")
        #expect(ledger.confirmed == [.accounts([path], shown: true)])
        let again = try await life.browser.call("ledger.accounts").get()
        #expect(again["accounts"]?[1]?["added"] == true && again["accounts"]?[2]?["added"] == false)
        #expect(
            try await reason(life.browser.call("ledger.add", ["path": "m/44'/501'/0'"])) == .changeRefused)
    }

    @Test func `what its user rejects, or what has another address, isn't added`() async throws {
        let ledger = SoftwareLedger()
        let life = try await WalletLife(ledger: ledger.ask)
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        let other: JSONObject = ["path": "m/44'/501'/0'", "publicKey": .string(PublicKey().base58)]
        #expect(try await reason(life.browser.call("ledger.add", other)) == .ledgerOther)
        #expect(ledger.confirmed.isEmpty)
        for path in ["m/44'/60'/0'", "m/44'", "seed", "m/44'/501'/0'/0'/0'/0'", "44/501"] {
            #expect(
                try await reason(life.browser.call("ledger.add", ["path": .string(JSONString(path))])) == .paramValue)
        }
        // The silent look comes first, and has no fault.
        ledger.meanwhile { ledger.fail(.rejected) }
        let refused = try await life.browser.call("ledger.add", ["path": "m/44'/501'/0'"])
        #expect(reason(refused) == .ledgerRejected)
        #expect(throws: RPCError.self) { _ = try refused.get() }
        #expect(try await life.browser.call("accounts.list").get()["accounts"]?.array?.count == 1)
    }

    @Test func `a transaction is reviewed here, shown with what the device shows, and signed by it`() async throws {
        let (life, ledger, account) = try await life()
        let transaction = try transfer(of: account)
        let (id, own) = try await life.begin("signTransaction", params(transaction))
        let shown = try await life.browser.call("approvals.get", ["id": .string(id), "language": "en"]).get()
        #expect(shown["summary"]?["signer"]?["kind"] == "ledger")
        #expect(shown["summary"]?["signer"]?["shows"] == "details")
        let facts = (shown["shown"]?["facts"]?.array ?? []).compactMap { $0["value"]?.text }
        #expect(facts.contains { $0.contains("your Ledger") })
        _ = try await life.approveByPassphrase(id).get()
        let result = try await life.browser.outcome(of: own).get()
        let bytes = try Base64.decode(#require(result["signature"]?.string))
        #expect(SaltSign.verify(bytes, of: transaction.messageBytes, publicKey: account.bytes))
        guard case .signTransaction(let message, let path, let signer) = ledger.confirmed.last else {
            Issue.record("nothing was signed")
            return
        }
        #expect(message == transaction.messageBytes && "\(path)" == Self.path && signer == account)
    }

    @Test func `what no app can sign is refused before anybody is asked`() async throws {
        let (life, ledger, account) = try await life()
        let count = ledger.asked.count
        let waiting = life.waiting
        let newer = try transfer(of: account, version: .v1)
        let plain: JSONObject = ["message": .string(Base64.encode(Array("hello".utf8)))]
        for (method, params) in [("signTransaction", params(newer)), ("signMessage", plain)] {
            #expect(try await reason(life.browser.call(method, life.page(params))) == .ledgerUnsupported)
        }
        #expect(life.waiting == waiting && ledger.asked.count == count)
    }

    @Test func `a device that is locked, gone or can't show it costs a press and not the request`() async throws {
        let (life, ledger, account) = try await life()
        let (id, own) = try await life.begin("signTransaction", params(try transfer(of: account)))
        for (fault, expected) in [
            (LedgerFault.locked, RPCReason.ledgerLocked), (.absent, .ledgerAbsent), (.otherApp, .ledgerOtherApp),
        ] {
            ledger.fail(fault)
            #expect(try await reason(life.approveByPassphrase(id)) == expected)
            #expect(!life.browser.isAnswered(own))
            // It was only looked at: the fault is still there, and goes with another request.
            _ = try? await ledger.ask(.accounts([], shown: false))
        }
        #expect(ledger.confirmed.count == 1)
        _ = try await life.approveByPassphrase(id).get()
        _ = try await life.browser.outcome(of: own).get()

        ledger.open(LedgerApp.Version(1, 14), blind: false)
        let program = try PublicKey(bytes: [UInt8](repeating: 7, count: 32))
        let unknown = try Transaction(feePayer: account, blockhash: Blockhash()) {
            Instruction(programID: program, accounts: [], data: [1])
        }
        let (blind, asked) = try await life.begin("signTransaction", params(unknown))
        let shown = try await life.browser.call("approvals.get", ["id": .string(blind), "language": "en"]).get()
        #expect(shown["summary"]?["signer"]?["shows"] == "hash")
        #expect(shown["summary"]?["signer"]?["because"] == "unknown-program")
        let findings = (shown["shown"]?["findings"]?.array ?? []).compactMap { $0["text"]?.text }
        #expect(findings.contains { $0.contains("Ledger can't show") })
        #expect(try await reason(life.approveByPassphrase(blind)) == .ledgerBlindSigningOff)
        #expect(!life.browser.isAnswered(asked))
    }

    @Test func `a rejection on the device ends the request with a reason of its own`() async throws {
        let (life, ledger, account) = try await life()
        let (id, own) = try await life.begin("signTransaction", params(try transfer(of: account)))
        ledger.fail(.rejected)
        #expect(try await reason(life.approveByPassphrase(id)) == .ledgerRejected)
        let outcome = try await life.browser.outcome(of: own)
        #expect(reason(outcome) == .ledgerRejected)
        guard case .failure(let error) = outcome else { return }
        #expect(error.code == .userRejected)
    }

    @Test func `a wrong signature, and a signature of another device, never reach the page`() async throws {
        let (life, ledger, account) = try await life()
        let first = try await life.begin("signTransaction", params(try transfer(of: account)))
        ledger.forge()
        #expect(try await reason(life.approveByPassphrase(first.waiting)) == .ledgerInvalid)
        #expect(try await reason(life.browser.outcome(of: first.own)) == .ledgerInvalid)
        let second = try await life.begin("signTransaction", params(try transfer(of: account)))
        ledger.swap()
        #expect(try await reason(life.approveByPassphrase(second.waiting)) == .ledgerOther)
        #expect(try await reason(life.browser.outcome(of: second.own)) == .ledgerOther)
    }

    @Test func `a session that is locked while the device waits hands out nothing`() async throws {
        let (life, ledger, account) = try await life()
        let (id, own) = try await life.begin("signTransaction", params(try transfer(of: account)))
        ledger.meanwhile { _ = try? await life.browser.call("vault.lock") }
        let approved = try await life.approve(id, isProven: false)
        #expect(reason(approved) == .locked)
        #expect(try await reason(life.browser.outcome(of: own)) == .cancelled)
        #expect(ledger.confirmed.count == 2)
    }

    @Test func `the wait can be stopped, and several are confirmed one after the other`() async throws {
        let (life, ledger, account) = try await life()
        let items = try (0..<3).map { number in
            try Transaction(feePayer: account, blockhash: Blockhash()) {
                SystemProgram.transfer(from: account, to: PublicKey(), lamports: UInt64(number) + 1)
            }
        }
        let txs: JSONObject = ["transactions": .array(items.map { .string(Base64.encode($0.encoded())) })]
        let (id, own) = try await life.begin("signAllTransactions", txs)
        _ = try await life.approveByPassphrase(id).get()
        let signatures = try await life.browser.outcome(of: own).get()["signatures"]?.array ?? []
        #expect(signatures.count == 3 && ledger.confirmed.count == 4)
        for (item, signature) in zip(items, signatures) {
            let bytes = try Base64.decode(#require(signature.string))
            #expect(SaltSign.verify(bytes, of: item.messageBytes, publicKey: account.bytes))
        }

        ledger.hold()
        let held = try await life.begin("signTransaction", params(items[0]))
        async let approved = life.approveByPassphrase(held.waiting)
        while ledger.confirmed.count < 5 { try await Task.sleep(for: .milliseconds(5)) }
        _ = try await life.browser.call("ledger.cancel").get()
        #expect(try await reason(approved) == .ledgerCancelled)
        #expect(ledger.isCancelled)
    }

    @Test func `while the device waits for its user, every surface hears so, and once more when it has signed`()
        async throws
    {
        let (life, ledger, account) = try await life()
        let (id, own) = try await life.begin("signTransaction", params(try transfer(of: account)))
        let listed = Mutex<[JSON]>([])
        ledger.meanwhile {
            for method in ["approvals.list", "approvals.present"] {
                let params: JSONObject = method == "approvals.list" ? [:] : ["ids": [.string(id)]]
                let answer = try? await life.commandLine.call(method, params)
                let request = try? answer?.get()["requests"]?.array?.first
                if let request { listed.withLock { $0.append(request) } }
            }
        }
        #expect(try await life.browser.call("approvals.list").get()["requests"]?[0]?["awaits"] == nil)
        _ = try await life.approveByPassphrase(id).get()
        _ = try await life.browser.outcome(of: own).get()
        let seen = listed.withLock(\.self)
        #expect(seen.map { $0["state"] } == ["approved", "approved"] && seen.first?["awaits"] == "ledger")
        for connection in [life.browser, life.commandLine] {
            let told = connection.notifications("com.wallet.approved")
            #expect(told.count == 1 && told.first?["id"]?.text == id && told.first?["awaits"] == "ledger")
            #expect(told.first?["summary"]?["awaits"] == "ledger")
        }
        // What the vault's own key signs waits for nobody.
        let first = try await life.browser.call("accounts.list").get()["accounts"]?[0]?["publicKey"]
        let asked = try await life.ask("connect", ["origin": "https://other.example"])
        _ = try await life.approve(asked, ["accounts": [first ?? .null]]).get()
        #expect(life.browser.notifications("com.wallet.approved").count == 1)
    }

    @Test func `Sidekey's window says that the Ledger asks now, beside the whole request, and can end the wait`()
        async throws
    {
        let window = ScriptedWindow()
        let (life, ledger, account) = try await life(prompt: window)
        let approve = ScriptedWindow.Press(button: "approve", secrets: [WalletLife.passphrase])
        ledger.hold()
        let (id, own) = try await life.begin("signTransaction", params(try transfer(of: account)))
        window.expect(approve, ScriptedWindow.Press(button: "stop"))
        let shown = try await life.browser.call("approvals.get", ["id": .string(id)]).get()
        let native = try await life.browser.call(
            "approvals.native",
            [
                "id": .string(id), "digest": shown["summary"]?["digest"] ?? "",
                "review": shown["reviewHash"] ?? "",
            ])
        #expect(reason(native) == .ledgerCancelled && ledger.isCancelled)
        #expect(try await reason(life.browser.outcome(of: own)) == .ledgerCancelled)
        #expect(window.problems.contains("Confirm on your Ledger."))
        let screen = try #require(window.screens.last)
        #expect(screen.buttons.map(\.label) == ["Stop waiting", "OK"])
        #expect(screen.parts.contains { if case .amount = $0 { true } else { false } })
    }

    @Test func `the list of what opens the wallet has the account, with the time at which the device signed last`()
        async throws
    {
        let (life, _, account) = try await life()
        func entry() async throws -> JSON? {
            let openings = try await life.browser.call("openings.list").get()["openings"]?.array ?? []
            #expect(openings.count == 2)
            return openings.last
        }
        // That a site was shown the account is no use of the device.
        let unused = try await entry()
        #expect(unused?["kind"] == "ledger" && unused?["account"]?.text == account.base58)
        #expect(unused?["name"] == "Account 2" && unused?["last"] == nil && unused?["id"] == nil)
        let (id, own) = try await life.begin("signTransaction", params(try transfer(of: account)))
        #expect(try await entry()?["last"] == nil)
        _ = try await life.approveByPassphrase(id).get()
        _ = try await life.browser.outcome(of: own).get()
        #expect(try await entry()?["last"] != nil)
    }

    @Test func `an off-chain message of the user's own is signed by the device, and by the passphrase's leave`()
        async throws
    {
        let (life, _, account) = try await life()
        let params: JSONObject = ["text": "hello", "version": 0, "account": .string(account.base58)]
        let signed = try await life.prove("offchain.sign", params).get()
        let message = try Base64.decode(#require(signed["message"]?.string))
        let signature = try Signature(base58: #require(signed["signature"]?.text))
        #expect(SaltSign.verify(signature.bytes, of: message, publicKey: account.bytes))
        #expect(try await reason(life.commandLine.call("offchain.sign", params)) == .passphraseRequired)
    }

    @Test func `a blockhash that went too old while its user read the device is not sent`() async throws {
        let ledger = SoftwareLedger()
        let sending = try await SendingLife(ledger: ledger.ask)
        let browser = sending.life.browser
        let added = try await browser.call("ledger.add", ["path": .string(JSONString(Self.path))]).get()
        let account = try PublicKey(base58: #require(added["accounts"]?.array?.last?["publicKey"]?.text))
        try sending.node.control(["set": .string(account.base58), "lamports": .number(SendingLife.lamports)])
        let other: JSONObject = ["origin": "https://other.example", "cluster": "solana:localnet"]
        let asked = try await sending.life.ask("connect", other)
        _ = try await sending.life.approve(asked, ["accounts": [.string(account.base58)]]).get()
        let hash = try await sending.rpc.getLatestBlockhash(RPCContextOptions(.processed)).value.blockhash
        let transaction = try Transaction(feePayer: account, blockhash: hash) {
            SystemProgram.transfer(from: account, to: sending.stranger, lamports: 5)
        }
        let (id, own) = try await sending.send(transaction, other)
        nonisolated(unsafe) let node = sending.node
        ledger.meanwhile { [clock = sending.clock] in
            _ = try? node.control(["advance": 200])
            // A node's word about it holds for four seconds.
            clock.advance(by: .seconds(5))
        }
        #expect(try await reason(sending.life.approveByPassphrase(id)) == .blockhashExpired)
        #expect(try await reason(browser.outcome(of: own)) == .blockhashExpired)
        #expect(try sending.sent.isEmpty && ledger.confirmed.count == 2)
    }

    @Test func `an agent that leaves doesn't wait for the device`() async throws {
        let (life, ledger, account) = try await life()
        ledger.hold()
        let (id, own) = try await life.begin("signTransaction", params(try transfer(of: account)))
        async let approved = life.approveByPassphrase(id)
        while ledger.confirmed.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        await life.fixture.service.shutDown()
        #expect(ledger.isCancelled)
        _ = try await approved
        #expect(try await reason(life.browser.outcome(of: own)) == .ledgerCancelled)
    }

    @Test func `without a program that talks to Ledgers each use says so`() async throws {
        let life = try await WalletLife()
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        #expect(try await reason(life.browser.call("ledger.app")) == .ledgerUnavailable)
        #expect(try await reason(life.browser.call("ledger.accounts")) == .ledgerUnavailable)
    }
}
