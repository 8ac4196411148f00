import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletNetwork
import WalletRuntime

/// A page sends, on the real vault and database, to a local node that executes what it is sent.
@Suite(.timeLimit(.minutes(10))) struct SendingTests {
    private func fault(_ outcome: Result<JSON, RPCError>) -> RPCError? {
        guard case .failure(let error) = outcome else { return nil }
        return error
    }

    @Test func `what the user approved is sent, confirmed and written down`() async throws {
        let sending = try await SendingLife("--slot-ms", "400")
        let (id, own) = try await sending.send(try await sending.transfer(1_000_000))
        let shown = try await sending.shown(id)
        let chain = shown["review"]?["items"]?.array?.first?["chain"]
        #expect(chain?["simulation"]?["outcome"] == "succeeded" && chain?["simulation"]?["node"] == "node 1")
        #expect(chain?["simulation"]?["slot"]?.text.flatMap { UInt64($0) } ?? 0 > 1_000)
        #expect(SendingLife.findings(shown).isEmpty)
        #expect(shown["life"]?["kind"] == "blocks" && shown["life"]?["remaining"]?.int ?? 0 > 10_000)
        #expect(shown["summary"]?["cluster"] == "solana:localnet")
        #expect(try await sending.life.approve(id).get()["state"] == "answered")
        let signature = try #require(try await sending.life.browser.outcome(of: own).get()["signature"]?.text)
        #expect(try await sending.balance(sending.stranger) == SendingLife.lamports + 1_000_000)
        #expect(try sending.sent == [signature])
        #expect(sending.stages(id) == ["signed", "sent", "confirmed"])
        let told = sending.life.browser.notifications("com.wallet.progress").last
        #expect(told?["signature"]?.text == signature && told?["slot"]?.text != nil)
        let written = try await sending.lines().filter { $0["signature"]?.text == signature }
        #expect(written.map { $0["kind"] } == ["confirmed", "sent"])
        // Where it was sent to stands under the line's hash.
        #expect(written.allSatisfy { $0["cluster"] == "solana:localnet" })
        #expect(written.allSatisfy { $0["detail"]?.text == "\(signature) solana:localnet" })
    }

    @Test func `what names no cluster, as older dApps send it, is for the one that the user has chosen`() async throws {
        let sending = try await SendingLife()
        var params = SendingLife.params(try await sending.transfer())
        params["cluster"] = nil
        let (id, _) = try await sending.life.begin("sendTransaction", params)
        #expect(try await sending.shown(id)["summary"]?["cluster"] == "solana:localnet")
    }

    @Test func `what would fail is a danger, and takes the passphrase`() async throws {
        let sending = try await SendingLife()
        let (id, own) = try await sending.send(try await sending.transfer(SendingLife.lamports * 2))
        let shown = try await sending.shown(id)
        #expect(SendingLife.findings(shown).contains("R30") && shown["proof"] == "danger")
        let simulation = shown["review"]?["items"]?.array?.first?["chain"]?["simulation"]
        #expect(simulation?["outcome"] == "failed" && simulation?["reason"] == "Custom(1)")
        #expect(fault(try await sending.life.approve(id, isProven: false))?.reason == .passphraseRequired)
        // The node refuses it too: nothing has left.
        let error = try #require(fault(try await sending.life.approve(id)))
        #expect(error.code == .transactionRejected && error.reason == .nodeRejected)
        #expect(error.data["code"] == -32002 && error.data["error"] == "Custom(1)")
        #expect(error.data["logs"]?.array?.isEmpty == false)
        // An app shows the message, and seldom looks further.
        let last = try #require(error.data["logs"]?.array?.last?.text)
        let why = "instruction 1: custom program error: 0x1 (1); the log ends: "
        #expect(error.message.hasPrefix("the node refused the transaction: \(why)"))
        #expect(error.message.hasSuffix(last))
        #expect(fault(try await sending.life.browser.outcome(of: own)) == error)
        #expect(sending.stages(id) == ["signed", "refused"])
        #expect(try await sending.balance(sending.account) == SendingLife.lamports)
    }

    @Test func `a slot that no node has reached takes nothing from the review`() async throws {
        let sending = try await SendingLife()
        let transaction = try await sending.transfer(SendingLife.lamports * 2)
        func found(_ more: JSONObject) async throws -> [String] {
            var params = SendingLife.params(transaction)
            for member in more.members { params[member.name.string] = member.value }
            let (id, _) = try await sending.life.begin("signTransaction", params)
            return SendingLife.findings(try await sending.shown(id))
        }
        let plain = try await found([:])
        #expect(plain.contains("R30"))
        let far: JSONObject = ["minContextSlot": "18446744073709551615", "preflightCommitment": "finalized"]
        #expect(try await found(far) == plain)
    }

    @Test func `what nobody can try is refused before anybody is asked`() async throws {
        let sending = try await SendingLife()
        let transaction = try await sending.transfer()
        let waiting = sending.life.waiting
        func outcome(_ transaction: Transaction) async throws -> RPCError? {
            let params = sending.life.page(SendingLife.params(transaction))
            return fault(try await sending.life.browser.call("sendTransaction", params))
        }
        try sending.node.control(["fault": "error", "method": "simulateTransaction", "code": -32603])
        #expect(try await outcome(transaction)?.reason == .simulationMissing)
        try sending.node.control(["clear": true])
        try sending.node.control(["advance": 200])
        #expect(try await outcome(transaction)?.reason == .blockhashExpired)
        let other = try PublicKey(base58: sending.node.seeded("accounts", "alice", "publicKey"))
        #expect(try await outcome(try await sending.transfer(also: other))?.reason == .transactionInvalid)
        sending.node.kill()
        #expect(try await outcome(transaction)?.reason == .simulationMissing)
        #expect(sending.life.waiting == waiting)
    }

    @Test func `what has become worse since it was shown is shown again, and nothing is signed`() async throws {
        let sending = try await SendingLife("--slot-ms", "400")
        let (id, own) = try await sending.send(try await sending.transfer(1_000_000))
        #expect(SendingLife.findings(try await sending.shown(id)).isEmpty)
        try sending.node.control(["set": .string(sending.account.base58), "lamports": 500_000])
        #expect(fault(try await sending.life.approve(id))?.reason == .reviewMismatch)
        let again = try await sending.shown(id)
        #expect(SendingLife.findings(again).contains("R30") && again["proof"] == "danger")
        #expect(try sending.sent.isEmpty && sending.stages(id).isEmpty)
        // It goes on waiting, and goes through once it would succeed again.
        try sending.node.control(["set": .string(sending.account.base58), "lamports": 5_000_000_000])
        _ = try await sending.life.approve(id).get()
        #expect(try await sending.life.browser.outcome(of: own).get()["signature"] != nil)
    }

    @Test func `a node that fails at the second look leaves the request as it is`() async throws {
        let sending = try await SendingLife("--slot-ms", "400")
        let (id, own) = try await sending.send(try await sending.transfer())
        try sending.node.control(["fault": "status", "method": "simulateTransaction"])
        #expect(fault(try await sending.life.approve(id))?.reason == .simulationMissing)
        #expect(try sending.sent.isEmpty)
        try sending.node.control(["clear": true])
        _ = try await sending.life.approve(id).get()
        #expect(try await sending.life.browser.outcome(of: own).get()["signature"] != nil)
    }

    @Test func `a blockhash that went too old while the request waited is never signed`() async throws {
        let sending = try await SendingLife()
        let (id, own) = try await sending.send(try await sending.transfer())
        #expect(try await sending.shown(id)["life"]?["blocks"] == "150")
        try sending.node.control(["advance": 200])
        #expect(fault(try await sending.life.approve(id))?.reason == .blockhashExpired)
        #expect(fault(try await sending.life.browser.outcome(of: own))?.reason == .blockhashExpired)
        #expect(try sending.sent.isEmpty && sending.stages(id).isEmpty)
    }

    @Test func `a surface that looks again hears that the blockhash is too old, before anybody approves`() async throws
    {
        let sending = try await SendingLife()
        let (id, _) = try await sending.send(try await sending.transfer())
        try sending.node.control(["advance": 200])
        var kind: String?
        // The first look has a node asked, and a later one hears what it said.
        sending.clock.advance(by: .seconds(5))
        for _ in 0..<1000 where kind != "expired" {
            let ids: JSON = [.string(id)]
            let beat = try await sending.life.browser.call("approvals.present", ["ids": ids]).get()
            kind = beat["requests"]?.array?.first?["life"]?["kind"]?.text
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(kind == "expired")
    }

    @Test func `several are sent together or in turn, each with a result of its own`() async throws {
        let sending = try await SendingLife("--slot-ms", "400")
        func results(_ amounts: [UInt64], _ mode: String) async throws -> [JSON] {
            var items: [JSON] = []
            for amount in amounts {
                items.append(.string(Base64.encode(try await sending.transfer(amount).encoded())))
            }
            let (id, own) = try await sending.life.begin(
                "sendAllTransactions",
                ["transactions": .array(items), "cluster": "solana:localnet", "mode": .string(mode)])
            _ = try await sending.life.approve(id).get()
            return try #require(try await sending.life.browser.outcome(of: own).get()["results"]?.array)
        }
        let together = try await results([1, SendingLife.lamports * 2, 2], "parallel")
        #expect(together.map { $0["signature"] != nil } == [true, false, true])
        #expect(together[1]["error"]?["data"]?["reason"] == "node-rejected")
        let inTurn = try await results([3, SendingLife.lamports * 2, 4], "serial")
        #expect(inTurn.map { $0["signature"] != nil } == [true, false, false])
        #expect(inTurn[2]["error"]?["data"]?["reason"] == "not-sent")
        #expect(try await sending.balance(sending.stranger) == SendingLife.lamports + 6)
    }

    @Test func `what a node forgets has expired, and the page hears its signature`() async throws {
        let sending = try await SendingLife()
        let (id, own) = try await sending.send(try await sending.transfer())
        try sending.node.control(["fault": "forget"])
        let life = sending.life
        let approval = Task { try await life.approve(id) }
        for _ in 0..<5000 {
            if try sending.sent.count > 1 { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        try sending.node.control(["advance": 152])
        let error = try #require(fault(try await approval.value))
        #expect(error.code == .transactionRejected && error.reason == .unconfirmed)
        #expect(fault(try await sending.life.browser.outcome(of: own)) == error)
        #expect(sending.stages(id) == ["signed", "sent", "expired"])
        #expect(Set(try sending.sent) == [error.data["signature"]?.text ?? ""])
        #expect(try await sending.activity().contains("unconfirmed"))
    }

    @Test func `a page that goes away stops nothing that was sent`() async throws {
        let sending = try await SendingLife("--slot-ms", "400")
        let (id, _) = try await sending.send(try await sending.transfer(7))
        try sending.node.control(["fault": "slow", "method": "getSignatureStatuses", "ms": 500, "count": 1])
        let passphrase = try sending.life.commandLine.sealed(
            WalletLife.passphrase, for: "approvals.approve", "unlock.passphrase")
        let life = sending.life
        let approval = Task {
            try await life.approve(id, from: life.commandLine, ["unlock": ["passphrase": passphrase]])
        }
        for _ in 0..<5000 {
            if !(try sending.sent.isEmpty) { break }
            try await Task.sleep(for: .milliseconds(2))
        }
        await sending.life.fixture.service.closed(sending.life.browser.id)
        #expect(try await approval.value.get()["state"] == "answered")
        #expect(try await sending.balance(sending.stranger) == SendingLife.lamports + 7)
        #expect(try await sending.activity().contains("confirmed"))
    }

    @Test func `while a node is slow the page can take its request back, and nobody else waits`() async throws {
        let sending = try await SendingLife()
        let transaction = try await sending.transfer()
        try sending.node.control(["fault": "slow", "ms": 1500])
        let own = await sending.life.browser.begin(
            "sendTransaction", sending.life.page(SendingLife.params(transaction)))
        let message: JSONObject = ["message": .string(Base64.encode(Array("hello".utf8)))]
        let other = try await sending.life.ask("signMessage", message)
        #expect(sending.life.waiting.count == 2)
        _ = try await sending.life.browser.call("cancel", sending.life.page(["id": .string(own)])).get()
        #expect(fault(try await sending.life.browser.outcome(of: own))?.reason == .cancelled)
        #expect(sending.life.waiting.contains(other) && sending.life.waiting.count == 2)
    }

    @Test func `what is only signed is warned of where nobody could try it, and isn't refused`() async throws {
        let sending = try await SendingLife()
        let transaction = try await sending.transfer()
        let tx: JSONObject = ["tx": .string(Base64.encode(transaction.encoded())), "cluster": "solana:localnet"]
        let tried = try await sending.life.ask("signTransaction", tx)
        #expect(SendingLife.findings(try await sending.shown(tried)).isEmpty)
        sending.node.kill()
        let untried = try await sending.life.begin("signTransaction", tx)
        #expect(SendingLife.findings(try await sending.shown(untried.waiting)) == ["R31"])
        _ = try await sending.life.approve(untried.waiting).get()
        #expect(try await sending.life.browser.outcome(of: untried.own).get()["signature"] != nil)
    }

    @Test func `what is only signed is tried once the wallet is open, where nobody knew whom to ask before`()
        async throws
    {
        let sending = try await SendingLife()
        await sending.life.fixture.service.shutDown()
        let network = LaterNetwork(found: LoopbackNetwork(sending.node))
        let life = try await WalletLife(in: sending.life.fixture.home, network: network)
        let transaction = try await sending.transfer(SendingLife.lamports * 2)
        let (id, own) = try await life.begin("signTransaction", SendingLife.params(transaction))
        func findings() async throws -> [String] {
            SendingLife.findings(try await life.browser.call("approvals.get", ["id": .string(id)]).get())
        }
        #expect(try await findings().contains("R31"))
        network.open.set()
        _ = try await life.unlock().get()
        // It would fail, which nobody has been shown.
        #expect(fault(try await life.approve(id))?.reason == .reviewMismatch)
        let found = try await findings()
        #expect(found.contains("R30") && !found.contains("R31"))
        _ = try await life.approve(id).get()
        #expect(try await life.browser.outcome(of: own).get()["signature"] != nil)
    }
}

/// A network of which nobody knows before it is opened.
private struct LaterNetwork: SolanaNetwork {
    let found: LoopbackNetwork
    let open = Flag()

    var preferred: Cluster { get async { found.preferred } }

    func nodes(of cluster: Cluster) async throws(NetworkError) -> [NetworkNode] {
        guard open.isSet else { throw .off }
        return try await found.nodes(of: cluster)
    }
}
