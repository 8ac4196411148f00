import FoundationEssentials
import GRDB
import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletNetwork
import WalletRuntime

/// What was signed stands in a list until the chain says that it is over: the real vault and database, and the local node.
@Suite(.timeLimit(.minutes(10))) struct OutstandingTests {
    private func fault(_ outcome: Result<JSON, RPCError>) -> RPCError? {
        guard case .failure(let error) = outcome else { return nil }
        return error
    }

    /// Has a page's transaction signed, and returns it as the page has it.
    private func signed(_ transaction: Transaction, _ sending: SendingLife) async throws -> Transaction {
        let (id, own) = try await sending.life.begin("signTransaction", SendingLife.params(transaction))
        _ = try await sending.life.approve(id).get()
        let result = try await sending.life.browser.outcome(of: own).get()
        return try Transaction(decoding: Base64.decode(try #require(result["signedTransaction"]?.text)))
    }

    private func entries(
        _ sending: SendingLife, from connection: RecordingConnection? = nil, _ params: JSONObject = [:]
    ) async throws -> [JSON] {
        let connection = connection ?? sending.life.commandLine
        return try await connection.call("outstanding.list", params).get()["entries"]?.array ?? []
    }

    /// Puts a nonce account on the chain.
    private func plant(
        _ nonce: PublicKey, _ value: Blockhash, of authority: PublicKey, _ sending: SendingLife
    ) throws {
        let data = [1, 0, 0, 0, 1, 0, 0, 0] + authority.bytes + value.bytes + [0x88, 0x13, 0, 0, 0, 0, 0, 0]
        try sending.node.control([
            "set": .string(nonce.base58), "lamports": 1_500_000, "data": .string(Base64.encode(data)),
        ])
    }

    /// A transfer that stands on a nonce.
    private func durable(
        _ nonce: PublicKey, _ value: Blockhash, of authority: PublicKey, _ sending: SendingLife
    ) throws -> Transaction {
        try Transaction(feePayer: sending.account, blockhash: value) {
            SystemProgram.advanceNonce(nonce, authority: authority)
            SystemProgram.transfer(from: sending.account, to: sending.stranger, lamports: 1_000)
        }
    }

    @Test func `a site that keeps a signed transaction is listed until the transaction is found on the chain`()
        async throws
    {
        let sending = try await SendingLife()
        #expect(try await entries(sending).isEmpty)
        let transaction = try await signed(sending.transfer(1_000_000), sending)
        let entry = try #require(try await entries(sending).first)
        let signature = try #require(transaction.signatures.first).base58
        #expect(entry["signature"]?.text == signature && entry["transaction"]?.text == signature)
        #expect(entry["origin"] == "https://dapp.example" && entry["method"] == "signTransaction")
        #expect(entry["account"]?.text == sending.account.base58 && entry["cluster"] == "solana:localnet")
        #expect(entry["life"]?["kind"] == "blocks" && entry["life"]?["blocks"] == "150" && entry["void"] == "waits")
        #expect(entry["life"]?["remaining"] == 90_000)
        let change = entry["review"]?["changes"]?.array?.first
        #expect(change?["account"]?.text == sending.account.base58)
        let shown = try #require(
            try await entries(sending, from: sending.life.browser, ["language": "en"]).first?["shown"])
        #expect(shown["sentence"]?.text?.contains("0.001 SOL") == true)
        #expect(shown["asker"]?["name"] == "dapp.example")
        #expect(shown["until"] == "Can be sent for about 90 s more at most")
        // The site sends it itself, later.
        _ = try await sending.rpc.sendTransaction(transaction, preflightCommitment: .processed)
        try sending.node.control(["advance": 2])
        #expect(try await entries(sending).isEmpty)
        let line = try #require(try await sending.lines().first)
        #expect(line["kind"] == "confirmed" && line["signature"]?.text == signature)
        #expect(line["request"] == entry["request"] && line["cluster"] == "solana:localnet")
    }

    @Test func `it stays while its blockhash lives, and leaves once every node says that it is over`() async throws {
        let sending = try await SendingLife()
        _ = try await signed(sending.transfer(), sending)
        #expect(try await entries(sending).count == 1)
        try sending.node.control(["advance": 149])
        #expect(try await entries(sending).first?["life"]?["blocks"] == "1")
        try sending.node.control(["advance": 3])
        #expect(try await entries(sending).isEmpty)
        #expect(try await sending.activity().first == "unconfirmed")
    }

    @Test func `without a node nothing is claimed, and a restart forgets nothing`() async throws {
        let sending = try await SendingLife()
        _ = try await signed(sending.transfer(), sending)
        #expect(try await entries(sending).count == 1)
        try sending.node.control(["advance": 200])
        await sending.life.fixture.service.shutDown()
        let life = try await WalletLife(in: sending.life.fixture.home, network: LoopbackNetwork(sending.node))
        // Before the first unlock it is anybody's claim.
        #expect(fault(try await life.commandLine.call("outstanding.list"))?.code == .locked)
        _ = try await life.unlock().get()
        try sending.node.control(["fault": "status"])
        let kept = try await life.commandLine.call("outstanding.list").get()["entries"]?.array
        #expect(kept?.first?["cause"] == "node-unreachable" && kept?.first?["life"] == ["kind": "blocks"])
        try sending.node.control(["clear": true])
        #expect(try await life.commandLine.call("outstanding.list").get()["entries"] == [])
    }

    @Test func `what the wallet sends leaves the list once it is confirmed, and no request of a page reaches the list`()
        async throws
    {
        let sending = try await SendingLife("--slot-ms", "400")
        let (id, own) = try await sending.send(try await sending.transfer())
        _ = try await sending.life.approve(id).get()
        _ = try await sending.life.browser.outcome(of: own).get()
        #expect(try await entries(sending).isEmpty)
        #expect(try await sending.activity().filter { $0 == "confirmed" }.count == 1)
        #expect(fault(try await sending.life.browser.call("outstanding.list", sending.life.page()))?.code != nil)
    }

    @Test func `a new vault key keeps the list`() async throws {
        let sending = try await SendingLife()
        _ = try await signed(sending.transfer(), sending)
        _ = try await sending.life.prove("vault.rotate").get()
        await sending.life.fixture.service.shutDown()
        let life = try await WalletLife(in: sending.life.fixture.home, network: LoopbackNetwork(sending.node))
        _ = try await life.unlock().get()
        let answer = try await life.commandLine.call("outstanding.list").get()
        #expect(answer["entries"]?.array?.count == 1 && answer["changed"] == nil)
    }

    @Test func `an entry that another program changed isn't shown, and is counted`() async throws {
        let sending = try await SendingLife()
        _ = try await signed(sending.transfer(), sending)
        _ = try await signed(sending.transfer(7), sending)
        await sending.life.fixture.service.shutDown()
        let database = try DatabaseQueue(path: sending.life.fixture.folder.path + "/wallet.sqlite")
        try await database.write { database in
            try database.execute(
                sql: """
                    UPDATE outstanding SET
                        value = CAST(replace(CAST(value AS TEXT), 'dapp.example', 'good.example') AS BLOB)
                    WHERE number = 1
                    """)
        }
        try database.close()
        let life = try await WalletLife(in: sending.life.fixture.home, network: LoopbackNetwork(sending.node))
        _ = try await life.unlock().get()
        let answer = try await life.commandLine.call("outstanding.list").get()
        #expect(answer["entries"]?.array?.count == 1 && answer["changed"] == 1)
    }

    @Test func `a nonce of the user's is advanced to make a transaction void, once the user approves`() async throws {
        let sending = try await SendingLife("--slot-ms", "400")
        let nonce = try PublicKey(bytes: [UInt8](repeating: 9, count: 32))
        let value = try Blockhash(bytes: Array(1...32))
        try plant(nonce, value, of: sending.account, sending)
        try sending.node.control(["advance": 2])
        let transaction = try await signed(durable(nonce, value, of: sending.account, sending), sending)
        let entry = try #require(try await entries(sending).first)
        #expect(entry["void"] == "nonce" && entry["life"]?["authority"]?.text == sending.account.base58)
        #expect(entry["life"]?["nonce"]?.text == nonce.base58)
        let signature = try #require(entry["signature"])

        let known = sending.life.waiting
        let own = await sending.life.browser.begin("outstanding.void", ["signature": signature])
        let id = try await sending.life.next(after: known)
        let shown = try await sending.life.browser.call("approvals.get", ["id": .string(id), "language": "en"]).get()
        #expect(shown["summary"]?["origin"] == "sidekey" && shown["proof"] == nil)
        // Not one that lives as long as the nonce itself.
        #expect(shown["shown"]?["findings"] == [] && shown["life"]?["kind"] == "blocks")
        _ = try await sending.life.approve(id).get()
        let result = try await sending.life.browser.outcome(of: own).get()
        #expect(result["voided"] == signature && result["fee"] == "5000" && result["ended"] == true)
        #expect(try await entries(sending).isEmpty)
        let error = await #expect(throws: SolanaRPCError.self) { try await sending.rpc.sendTransaction(transaction) }
        guard case .node = error else { throw TestFault("the node took a transaction that is void") }
        let lines = try await sending.lines().filter { $0["signature"] == signature }
        #expect(lines.map { $0["kind"] } == ["unconfirmed"])
    }

    @Test func `somebody else's nonce can't be advanced, and a blockhash has none`() async throws {
        let sending = try await SendingLife()
        let nonce = try PublicKey(bytes: [UInt8](repeating: 9, count: 32))
        let value = try Blockhash(bytes: Array(1...32))
        try plant(nonce, value, of: sending.stranger, sending)
        let durable = try await signed(durable(nonce, value, of: sending.stranger, sending), sending)
        let plain = try await signed(sending.transfer(), sending)
        try sending.node.control(["advance": 500])
        func refusal(_ transaction: Transaction) async throws -> JSON? {
            let own = try #require(
                zip(transaction.requiredSigners, transaction.signatures).first { $0.0 == sending.account })
            return fault(
                try await sending.life.commandLine.call("outstanding.void", ["signature": .string(own.1.base58)]))?
                .data["fault"]
        }
        #expect(try await refusal(durable) == "foreign")
        #expect(try await refusal(plain) == "expires")
        let entry = try #require(try await entries(sending).first { $0["life"]?["kind"] == "nonce" })
        #expect(entry["void"] == "foreign" && entry["transaction"]?.text == durable.signatures.first?.base58)
        // Nobody but its authority ends it: it stays however many blocks pass.
        try sending.node.control(["advance": 5_000])
        #expect(try await entries(sending).map { $0["void"] } == ["foreign"])
        try plant(nonce, try Blockhash(bytes: Array(2...33)), of: sending.stranger, sending)
        try sending.node.control(["advance": 2])
        #expect(try await entries(sending).isEmpty)
    }

    @Test func `nonces and stakes that the account controls are found, and a node that refuses is said so`()
        async throws
    {
        let sending = try await SendingLife()
        let nonce = try PublicKey(bytes: [UInt8](repeating: 9, count: 32))
        let other = try PublicKey(bytes: [UInt8](repeating: 8, count: 32))
        try plant(nonce, try Blockhash(bytes: Array(1...32)), of: sending.account, sending)
        try plant(other, try Blockhash(bytes: Array(1...32)), of: sending.stranger, sending)
        let stake = try PublicKey(bytes: [UInt8](repeating: 7, count: 32))
        var data = [UInt8](repeating: 0, count: 200)
        data[0] = 1
        data.replaceSubrange(12..<44, with: sending.stranger.bytes)
        data.replaceSubrange(44..<76, with: sending.account.bytes)
        try sending.node.control([
            "set": .string(stake.base58), "lamports": 3_000_000_000, "owner": .string(StakeProgram.id.base58),
            "data": .string(Base64.encode(data)),
        ])
        try sending.node.control(["advance": 2])
        let found = try await sending.life.commandLine.call("outstanding.controlled").get()
        #expect(
            found["nonces"]
                == [["address": .string(nonce.base58), "lamports": "1500000", "powers": ["nonce"]]])
        #expect(
            found["stakes"]
                == [["address": .string(stake.base58), "lamports": "3000000000", "powers": ["withdrawer"]]])
        #expect(found["refused"] == [] && found["omitted"] == 0)
        try sending.node.control(["fault": "error", "method": "getProgramAccounts", "code": -32010])
        let refused = try await sending.life.commandLine.call("outstanding.controlled").get()
        #expect(refused["refused"] == ["nonces", "stakes"] && refused["nonces"] == [])
    }
}
