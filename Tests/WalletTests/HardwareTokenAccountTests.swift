import Devices
import Foundation
import Glibc
import HardwareTokens
import JSONRPC
import Pinentry
import Salt
import SolanaRPC
import SolanaTransactions
import Synchronization
import TestSupport
import Testing
import Wallet
import WalletKeys

/// Accounts on a hardware token: the wallet, the confined program that loads a library, and SoftHSM's.
@Suite(.timeLimit(.minutes(10))) struct HardwareTokenAccountTests {
    private static let approve = ScriptedWindow.Press(button: "approve")
    private static let method = "hardwaretoken.add"

    private let window = ScriptedWindow()
    private let programs: ProgramFolder
    private let token: SoftToken
    /// What was asked of tokens.
    private let asked = Asked()

    private final class Asked: Sendable {
        private let requests = Mutex<[HardwareTokenRequest]>([])

        var all: [HardwareTokenRequest] { requests.withLock(\.self) }
        var signings: Int { all.count { if case .sign = $0 { true } else { false } } }

        func note(_ request: HardwareTokenRequest) { requests.withLock { $0.append(request) } }
    }

    init() throws {
        programs = try ProgramFolder()
        token = try SoftToken(in: programs.path)
    }

    private var ask: HardwareTokenAsk {
        let program = HardwareTokenProgram(path: programs.path + "/sidekey-device", limit: .seconds(60))
        return { [asked] request throws(HardwareTokenFault) in
            asked.note(request)
            return try await program.ask(request)
        }
    }

    private func library(_ path: String = SoftToken.module) -> JSONObject {
        ["library": .string(JSONString(path)), "folders": [.string(JSONString(token.folder))]]
    }

    private func joined(_ one: JSONObject, _ other: JSONObject) -> JSONObject {
        var params = one
        for member in other.members { params[member.name.string] = member.value }
        return params
    }

    private func add(_ life: WalletLife) async throws -> PublicKey {
        let found = try await life.prove("hardwaretoken.keys", library()).get()
        let account = try PublicKey(base58: #require(found["keys"]?[0]?["publicKey"]?.text))
        let added = try await life.prove(
            Self.method, joined(library(), ["publicKey": .string(account.base58), "label": "Token"])
        ).get()
        #expect(added["accounts"]?.array?.last?["publicKey"]?.text == account.base58)
        return account
    }

    /// An open wallet with an account on a token, which a page was granted.
    private func life() async throws -> (WalletLife, PublicKey) {
        let life = try await WalletLife(prompt: window, token: ask)
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        let account = try await add(life)
        let asked = try await life.ask("connect")
        _ = try await life.approve(asked, ["accounts": [.string(account.base58)]]).get()
        return (life, account)
    }

    private func transfer(of account: PublicKey) throws -> (Transaction, JSONObject) {
        let transaction = try Transaction(feePayer: account, blockhash: Blockhash()) {
            SystemProgram.transfer(from: account, to: PublicKey(), lamports: 5)
        }
        return (transaction, ["tx": .string(Base64.encode(transaction.encoded()))])
    }

    private func typed(_ pin: String) -> ScriptedWindow.Press { ScriptedWindow.Press(secrets: [pin]) }

    @Test func `keys are listed with their tokens, and one is added with the way to it`() async throws {
        let (life, account) = try await life()
        let found = try await life.prove("hardwaretoken.keys", library()).get()
        let keys = found["keys"]?.array ?? []
        #expect(keys.count == 2 && keys.allSatisfy { $0["token"] == "mine" && $0["serial"]?.text?.isEmpty == false })
        #expect(Set(keys.compactMap { $0["label"]?.text }) == ["one", "two"])
        #expect(Set(keys.compactMap { $0["id"]?.text }) == ["01", "02"])
        #expect(keys.map { $0["added"]?.bool } == [true, false])
        let listed = try await life.browser.call("accounts.list").get()["accounts"]?.array?.last
        #expect(listed?["signer"] == "hardware-token" && listed?["token"] == "mine" && listed?["label"] == "Token")
        #expect(listed?["imported"] == false)
        let again = joined(library(), ["publicKey": .string(account.base58)])
        #expect(try await life.prove(Self.method, again).reason == .changeRefused)
        let stranger = joined(library(), ["publicKey": .string(PublicKey().base58)])
        #expect(try await life.prove(Self.method, stranger).reason == .hardwareTokenNoKey)
        let status = try await life.commandLine.call("hardwaretoken.status").get()["accounts"]?[0]
        #expect(status?["ready"] == true && status?["pin"] == "typed" && status?["library"]?.text == SoftToken.module)
        _ = try await life.browser.call("vault.lock").get()
        #expect(try await life.commandLine.call("hardwaretoken.status").reason == .locked)
        #expect(try await life.prove("hardwaretoken.status").get()["accounts"]?[0]?["ready"] == true)
    }

    @Test func `a hijacked extension can't make Sidekey load a library`() async throws {
        let (life, account) = try await life()
        let count = asked.all.count
        let evil = joined(library("/tmp/evil.so"), ["publicKey": .string(account.base58)])
        for method in ["hardwaretoken.keys", Self.method, "hardwaretoken.status"] {
            for params in [evil, [:]] {
                var sealed = params
                sealed["passphrase"] = try life.browser.sealed(WalletLife.passphrase, for: method)
                for refused in [sealed, params] {
                    guard case .failure(let error) = try await life.browser.call(method, refused) else {
                        Issue.record("\(method) was answered")
                        continue
                    }
                    #expect(error.code == .methodNotFound || error.code == .unauthorized, "\(error)")
                }
            }
        }
        // A terminal without the passphrase, or with a wrong one, has none loaded either.
        #expect(try await life.commandLine.call("hardwaretoken.keys", library()).reason == .paramMissing)
        var wrong = library()
        wrong["passphrase"] = try life.commandLine.sealed("not the passphrase", for: "hardwaretoken.keys")
        #expect(try await life.commandLine.call("hardwaretoken.keys", wrong).reason == .wrongPassphrase)
        // Nor does one who writes a path into a request that a token is to sign.
        let (_, params) = try transfer(of: account)
        var page = life.page(params)
        page["library"] = "/tmp/evil.so"
        guard case .failure = try await life.browser.call("signTransaction", page) else {
            Issue.record("an unknown member was taken")
            return
        }
        #expect(asked.all.count == count)
    }

    @Test func `a browser can neither approve nor give a PIN, and Sidekey's window asks for it`() async throws {
        let (life, account) = try await life()
        let (transaction, params) = try transfer(of: account)
        let (id, own) = try await life.begin("signTransaction", params)
        let shown = try await life.browser.call("approvals.get", ["id": .string(id), "language": "en"]).get()
        #expect(shown["decision"] == "native" && shown["confirm"]?["place"] == "window")
        #expect(shown["reasons"]?.array?.contains("hardware-token") == true)
        #expect(shown["summary"]?["signer"]?["kind"] == "hardware-token")
        let facts = (shown["shown"]?["facts"]?.array ?? []).compactMap { $0["value"]?.text }
        #expect(facts.contains { $0.contains("hardware token mine") } && facts.contains { $0.hasPrefix("nothing:") })
        let before = asked.all.count
        #expect(try await life.approveByPassphrase(id).reason == .nativeOnly)
        #expect(asked.all.count == before)
        let pin = try life.browser.sealed(SoftToken.pin, for: "approvals.approve", "devicePIN")
        guard case .failure(let error) = try await life.approve(id, ["devicePIN": pin]) else {
            Issue.record("a browser's PIN was taken")
            return
        }
        #expect(error.code == .invalidParams)
        #expect(asked.signings == 0)
        window.expect(Self.approve, typed(SoftToken.pin))
        #expect(try await life.browser.native().get()["state"]?.text == "answered")
        let result = try await life.browser.outcome(of: own).get()
        let bytes = try Base64.decode(#require(result["signature"]?.string))
        #expect(SaltSign.verify(bytes, of: transaction.messageBytes, publicKey: account.bytes))
        // The question names what is signed, and what the token shows of it.
        let question = try #require(window.questions.last?.description)
        #expect(question.contains("dapp.example") && question.contains("It shows nothing"))
    }

    @Test func `a wrong PIN is told and typed again, and giving up rejects`() async throws {
        let (life, account) = try await life()
        let (_, params) = try transfer(of: account)
        let (_, own) = try await life.begin("signTransaction", params)
        window.expect(Self.approve, typed("12"), typed("000000"), typed(SoftToken.pin))
        #expect(try await life.browser.native().get()["state"]?.text == "answered")
        _ = try await life.browser.outcome(of: own).get()
        let faults = window.questions.compactMap(\.error)
        #expect(faults.first == "The PIN of a hardware token has 4 to 64 characters.")
        #expect(faults.last?.contains("few tries are left") == true)
        let (_, next) = try await life.begin("signTransaction", params)
        window.expect(Self.approve, .cancel)
        #expect(try await life.browser.native().get()["state"]?.text == "rejected")
        #expect(try await life.browser.outcome(of: next).reason == .rejected)
        #expect(asked.signings == 1)
    }

    @Test func `a token that is gone, and a library that crashes, cost a press and not the request`() async throws {
        let (life, account) = try await life()
        let (_, params) = try transfer(of: account)
        let (id, own) = try await life.begin("signTransaction", params)
        try token.pull()
        window.expect(Self.approve)
        #expect(try await life.browser.native().reason == .hardwareTokenAbsent)
        #expect(!life.browser.isAnswered(own))
        try token.plug()
        #expect(try await terminal(life, id, pin: nil).reason == .hardwareTokenPIN)
        #expect(try await terminal(life, id, pin: "000000").reason == .hardwareTokenPINWrong)
        #expect(try await terminal(life, id, pin: "1").reason == .hardwareTokenPINInvalid)
        #expect(!life.browser.isAnswered(own) && asked.signings == 0)
        #expect(try await terminal(life, id, pin: SoftToken.pin).get()["state"]?.text == "answered")
        _ = try await life.browser.outcome(of: own).get()
    }

    /// Approves as `sidekey approve` does.
    private func terminal(_ life: WalletLife, _ id: String, pin: String?) async throws -> Result<JSON, RPCError> {
        let method = "approvals.approve"
        let passphrase = try life.commandLine.sealed(WalletLife.passphrase, for: method, "unlock.passphrase")
        var more: JSONObject = ["unlock": ["passphrase": passphrase]]
        if let pin { more["devicePIN"] = try life.commandLine.sealed(pin, for: method, "devicePIN") }
        return try await life.approve(id, from: life.commandLine, more)
    }

    @Test func `a library that is swapped for one that crashes or lies gives no signature`() async throws {
        let life = try await WalletLife(prompt: window, token: ask)
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        let path = programs.path + "/library.so"
        symlink(SoftToken.module, path)
        let found = try await life.prove("hardwaretoken.keys", library(path)).get()
        let account = try PublicKey(base58: #require(found["keys"]?[0]?["publicKey"]?.text))
        let params = joined(library(path), ["publicKey": .string(account.base58)])
        _ = try await life.prove(Self.method, params).get()
        let asked = try await life.ask("connect")
        _ = try await life.approve(asked, ["accounts": [.string(account.base58)]]).get()
        let (_, transaction) = try transfer(of: account)
        let (id, own) = try await life.begin("signTransaction", transaction)
        unlink(path)
        #expect(try await terminal(life, id, pin: SoftToken.pin).reason == .hardwareTokenNoLibrary)
        try SoftToken.compile("#include <stdlib.h>\nunsigned long C_GetFunctionList(void *l) { abort(); }\n", as: path)
        #expect(try await terminal(life, id, pin: SoftToken.pin).reason == .hardwareTokenUnavailable)
        chmod(path, 0o777)
        #expect(try await terminal(life, id, pin: SoftToken.pin).reason == .hardwareTokenLibraryUntrusted)
        unlink(path)
        symlink(SoftToken.module, path)
        #expect(!life.browser.isAnswered(own))
        #expect(try await terminal(life, id, pin: SoftToken.pin).get()["state"]?.text == "answered")
        _ = try await life.browser.outcome(of: own).get()
    }

    @Test func `a folder by which a library would reach the wallet isn't given to it`() async throws {
        let life = try await WalletLife(prompt: window, token: ask)
        _ = try await life.create().get()
        let wallet = life.fixture.home.url.path
        for folder in [wallet, "/", "/nowhere", "relative"] {
            let params: JSONObject = [
                "library": .string(JSONString(SoftToken.module)), "folders": [.string(JSONString(folder))],
            ]
            #expect(try await life.prove("hardwaretoken.keys", params).reason == .paramValue, "\(folder)")
        }
        #expect(asked.all.isEmpty)
    }

    @Test func `a transfer from a token's account confirms, with its guards`() async throws {
        let sending = try await SendingLife("--slot-ms", "400", prompt: window, token: ask)
        let account = try await add(sending.life)
        try sending.node.control(["set": .string(account.base58), "lamports": .number(SendingLife.lamports)])
        let other: JSONObject = ["origin": "https://other.example", "cluster": "solana:localnet"]
        let connect = try await sending.life.ask("connect", other)
        _ = try await sending.life.approve(connect, ["accounts": [.string(account.base58)]]).get()
        let hash = try await sending.rpc.getLatestBlockhash(RPCContextOptions(.processed)).value.blockhash
        let transaction = try Transaction(feePayer: account, blockhash: hash) {
            SystemProgram.transfer(from: account, to: sending.stranger, lamports: 7)
        }
        let before = try await sending.balance(sending.stranger)
        let (id, own) = try await sending.send(transaction, other)
        #expect(try await sending.shown(id)["decision"] == "native")
        #expect(try await terminal(sending.life, id, pin: SoftToken.pin).get()["state"]?.text == "answered")
        let signature = try await sending.life.browser.outcome(of: own).get()["signature"]?.text
        #expect(try sending.sent.count == 1 && signature != nil)
        #expect(try await sending.balance(sending.stranger) == before + 7)
    }

    @Test func `messages, sign-in and off-chain messages are signed as they are`() async throws {
        let (life, account) = try await life()
        let text = Array("hello".utf8)
        let (id, own) = try await life.begin("signMessage", ["message": .string(Base64.encode(text))])
        _ = try await terminal(life, id, pin: SoftToken.pin).get()
        let signed = try Base64.decode(#require(try await life.browser.outcome(of: own).get()["signature"]?.string))
        #expect(SaltSign.verify(signed, of: text, publicKey: account.bytes))
        let (signIn, asked) = try await life.begin("signIn", ["domain": "dapp.example", "statement": "Hello"])
        _ = try await terminal(life, signIn, pin: SoftToken.pin).get()
        let result = try await life.browser.outcome(of: asked).get()
        let message = try Base64.decode(#require(result["signedMessage"]?.string))
        let signature = try Base64.decode(#require(result["signature"]?.string))
        #expect(SaltSign.verify(signature, of: message, publicKey: account.bytes))
        let params: JSONObject = ["text": "hello", "version": 1, "account": .string(account.base58)]
        #expect(try await life.prove("offchain.sign", params).reason == .hardwareTokenPIN)
        let pin = try life.commandLine.sealed(SoftToken.pin, for: "offchain.sign", "devicePIN")
        let offchain = try await life.prove("offchain.sign", joined(params, ["devicePIN": pin])).get()
        let bytes = try Base64.decode(#require(offchain["message"]?.string))
        let proof = try Signature(base58: #require(offchain["signature"]?.text))
        #expect(SaltSign.verify(proof.bytes, of: bytes, publicKey: account.bytes))
    }

    @Test func `in a locked wallet the PIN is asked behind the passphrase, which vouches for the library`() async throws
    {
        let (life, account) = try await life()
        let (_, params) = try transfer(of: account)
        let (_, next) = try await life.begin("signTransaction", params)
        _ = try await life.browser.call("vault.lock").get()
        let count = asked.all.count
        let passphrase = ScriptedWindow.Press(button: "approve", secrets: [WalletLife.passphrase])
        window.expect(passphrase, typed(SoftToken.pin))
        #expect(try await life.browser.native().get()["state"]?.text == "answered")
        _ = try await life.browser.outcome(of: next).get()
        // A look, the PIN, the look before it is counted, and the signature.
        #expect(asked.all.count == count + 4)
    }

    @Test func `without a program that talks to tokens each use says so`() async throws {
        let life = try await WalletLife(prompt: window)
        _ = try await life.create().get()
        #expect(try await life.prove("hardwaretoken.keys", library()).reason == .hardwareTokenUnavailable)
    }
}
