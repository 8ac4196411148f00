import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// Limits as pages, the extension and the command line meet them, on the real vault, queue and database, and a local node.
@Suite(.timeLimit(.minutes(10))) struct WalletLimitTests {
    private static let fee: UInt64 = 5000
    private static let text: JSONObject = ["message": "aGVsbG8="]

    private func fault(_ outcome: Result<JSON, RPCError>) -> RPCError? {
        guard case .failure(let error) = outcome else { return nil }
        return error
    }

    private func limit(_ life: WalletLife, _ limit: JSONObject) async throws {
        _ = try await life.browser.call("policy.tighten", ["limits": [.object(limit)]]).get()
    }

    private func limits(_ life: WalletLife) async throws -> [JSON] {
        try await life.browser.call("policy.get").get()["limits"]?.array ?? []
    }

    @Test func `every way to a signature is refused before anybody is asked`() async throws {
        let sending = try await SendingLife("--slot-ms", "400")
        let life = sending.life
        let transaction: JSON = .string(Base64.encode(try await sending.transfer().encoded()))
        try await limit(life, ["signatures": ["count": "0", "period": 60_000]])
        let asked = life.waiting
        let account: JSON = .string(sending.account.base58)
        for (method, params) in [
            ("signMessage", Self.text), ("signAllMessages", ["messages": ["aGVsbG8=", "aGVsbG8="]]),
            ("signIn", [:]), ("signOffchainMessage", ["message": "aGVsbG8=", "signers": [account]]),
            ("signAllOffchainMessages", ["messages": ["aGVsbG8="], "signers": [account]]),
            ("signTransaction", ["tx": transaction]), ("signAllTransactions", ["transactions": [transaction]]),
            ("sendTransaction", ["tx": transaction, "cluster": "solana:localnet"]),
            ("sendAllTransactions", ["transactions": [transaction], "cluster": "solana:localnet"]),
        ] as [(String, JSONObject)] {
            let error = try #require(fault(try await life.browser.call(method, life.page(params))), "\(method)")
            #expect(error.code == .invalidInput && error.reason == .policyRefused, "\(method): \(error)")
            #expect(error.data["limit"] == 1 && error.data["breaches"] == ["signatures"], "\(method)")
        }
        let order: JSONObject = ["to": .string(sending.stranger.base58), "amount": "0.1"]
        for connection in [life.browser, life.commandLine] {
            #expect(fault(try await connection.call("transfer.send", order))?.reason == .policyRefused)
        }
        // Whoever gives the passphrase with the text could take the limit away, and hasn't.
        #expect(fault(try await life.prove("offchain.sign", ["text": "hi", "version": 1]))?.reason == .policyRefused)
        #expect(life.waiting == asked)
        #expect(try sending.sent.isEmpty)
        // Connecting signs nothing.
        #expect(try await life.silentAccounts().count == 1)
    }

    @Test func `what is let out is counted, whoever asks and whoever approves, and across a restart`() async throws {
        let sending = try await SendingLife("--slot-ms", "400")
        let life = sending.life
        let account: JSON = .string(sending.account.base58)
        try await limit(
            life, ["account": account, "spending": ["lamports": "100000000", "period": 86_400_000]])
        let (first, own) = try await sending.send(try await sending.transfer(60_000_000 - Self.fee))
        _ = try await life.approve(first).get()
        _ = try await life.browser.outcome(of: own).get()
        #expect(try await limits(life).first?["spending"]?["left"] == "40000000")
        let order: JSONObject = ["to": .string(sending.stranger.base58), "amount": "0.05", "priority": "none"]
        let error = fault(try await life.browser.call("transfer.send", order))
        #expect(error?.reason == .policyRefused && error?.data["breaches"] == ["spending"])
        // Two that fit each and not both: the second is refused as it is approved, however it is.
        let second = try await life.ask(
            "signTransaction", SendingLife.params(try await sending.transfer(30_000_000)))
        let third = try await life.ask(
            "signTransaction", SendingLife.params(try await sending.transfer(20_000_000)))
        #expect(try await life.approveNatively(second).get()["state"] == "answered")
        let shown = try await sending.shown(third)
        #expect(shown["decision"] == "none" && shown["reasons"] == ["limit-spending"])
        #expect(fault(try await life.approveNatively(third))?.reason == .policyRefused)
        // It has nothing to wait for.
        #expect(fault(try await life.browser.call("approvals.get", ["id": .string(third)]))?.reason == .notPending)
        let left = try await limits(life)
        #expect(left.first?["spending"]?["left"]?.text == "\(10_000_000 - Self.fee)")
        await life.fixture.service.shutDown()

        let next = try await WalletLife(in: life.fixture.home)
        _ = try await next.unlock().get()
        #expect(try await next.trust() == "intact")
        #expect(try await limits(next) == left)
        let again = SendingLife.params(try await sending.transfer(20_000_000))
        #expect(fault(try await next.browser.call("signTransaction", next.page(again)))?.reason == .policyRefused)
    }

    @Test func `what a limit raises is decided outside the browser, and the surfaces are told why`() async throws {
        let sending = try await SendingLife()
        let life = sending.life
        try await limit(life, ["action": "raise", "origin": "https://dapp.example", "ceiling": "10000"])
        let small = SendingLife.params(try await sending.transfer(5000))
        _ = try await life.approve(life.ask("signTransaction", small)).get()
        let large = try await life.ask("signTransaction", SendingLife.params(try await sending.transfer(5001)))
        let shown = try await sending.shown(large)
        #expect(shown["decision"] == "native" && shown["reasons"] == ["limit-ceiling"])
        #expect(shown["limits"] == [["id": 1, "action": "raise", "breaches": ["ceiling"]]])
        #expect(fault(try await life.approve(large))?.reason == .nativeOnly)
        #expect(try await life.approveNatively(large).get()["state"] == "answered")
        // What moves nothing is no matter of SOL.
        _ = try await life.approve(life.ask("signMessage", Self.text)).get()
    }

    @Test func `a list of programs is held against every instruction`() async throws {
        let sending = try await SendingLife()
        let life = sending.life
        try await limit(life, ["programs": [.string(SystemProgram.id.base58)]])
        _ = try await life.approve(
            life.ask("signTransaction", SendingLife.params(try await sending.transfer()))
        ).get()
        let hash = try await sending.rpc.getLatestBlockhash(RPCContextOptions(.processed)).value.blockhash
        let noted = try Transaction(feePayer: sending.account, blockhash: hash) {
            SystemProgram.transfer(from: sending.account, to: sending.stranger, lamports: 1)
            MemoProgram.memo("hi")
        }
        let unknown = try Transaction(feePayer: sending.account, blockhash: hash) {
            Instruction(programID: SystemProgram.id, accounts: [], data: [99, 0, 0, 0])
        }
        for transaction in [noted, unknown] {
            let outcome = try await life.browser.call(
                "signTransaction", life.page(SendingLife.params(transaction)))
            #expect(fault(outcome)?.data["breaches"] == ["programs"])
        }
    }

    @Test func `a site whose time is over is not connected any more`() async throws {
        let life = try await WalletLife()
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        _ = try await life.approve(life.ask("connect")).get()
        try await limit(life, ["origin": "https://dapp.example", "expiry": 253_402_300_799_000])
        #expect(try await life.silentAccounts().count == 1)
        try await limit(life, ["id": 1, "origin": "https://dapp.example", "expiry": 1])
        #expect(try await life.silentAccounts().isEmpty)
        #expect(try await life.browser.call("getAccounts", life.page()).get()["accounts"] == [])
        #expect(fault(try await life.browser.call("signMessage", life.page(Self.text)))?.reason == .notConnected)
        #expect(fault(try await life.browser.call("connect", life.page()))?.reason == .policyRefused)
        #expect(try await limits(life).first?["expired"] == true)
        _ = try await life.prove("policy.set", ["removeLimits": [1]]).get()
        #expect(try await life.silentAccounts().count == 1)
    }

    @Test func `a hijacked extension adds limits and makes them tighter, and loosens none`() async throws {
        let life = try await WalletLife()
        _ = try await life.create().get()
        let before: JSONObject = ["limits": [["ceiling": "1"]]]
        #expect(fault(try await life.browser.call("policy.tighten", before))?.reason == .locked)
        _ = try await life.unlock().get()
        let limit: JSONObject = [
            "origin": "https://dapp.example", "ceiling": "500", "programs": ["11111111111111111111111111111111"],
            "spending": ["lamports": "1000", "period": 3_600_000], "expiry": 253_402_300_799_000,
            "signatures": ["count": "10", "period": 3_600_000], "id": 1,
        ]
        var first = limit
        first["id"] = nil
        try await self.limit(life, first)
        let settled = try await limits(life)
        for (name, value) in [
            ("origin", "https://other.example"), ("account", "11111111111111111111111111111111"), ("ceiling", "501"),
            ("spending", ["lamports": "1001", "period": 3_600_000]),
            ("spending", ["lamports": "1000", "period": 3_599_999]),
            ("signatures", ["count": "11", "period": 3_600_000]), ("action", "raise"),
            ("programs", ["11111111111111111111111111111111", "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"]),
            ("signatures", nil), ("spending", nil), ("programs", nil), ("expiry", nil),
        ] as [(String, JSON?)] {
            var looser = limit
            looser[name] = value
            let outcome = try await life.browser.call("policy.tighten", ["limits": [.object(looser)]])
            #expect(fault(outcome)?.reason == .nativeOnly, "\(name)")
        }
        #expect(
            fault(try await life.browser.call("policy.tighten", ["removeLimits": [1]]))?.reason == .paramUnknown)
        #expect(fault(try await life.browser.call("policy.set", ["removeLimits": [1]]))?.reason == .methodUnknown)
        #expect(fault(try await life.commandLine.call("policy.set", ["removeLimits": [1]]))?.reason == .paramMissing)
        #expect(
            fault(try await life.browser.call("policy.tighten", ["limits": [["id": 7, "ceiling": "1"]]]))?.reason
                == .paramValue)
        #expect(try await limits(life) == settled)
        var tighter = limit
        (tighter["origin"], tighter["ceiling"]) = (nil, "499")
        try await self.limit(life, tighter)
        #expect(try await limits(life).first?["ceiling"] == "499")
        // Nor by adding so many that there is no room for the user's.
        for _ in 2...32 { try await self.limit(life, ["ceiling": "5"]) }
        #expect(
            fault(try await life.browser.call("policy.tighten", ["limits": [["ceiling": "1"]]]))?.reason
                == .paramValue)
        let kept = try await life.prove(
            "policy.set", ["removeLimits": .array((2...32).map { .number($0) }), "limits": [["ceiling": "7"]]])
        #expect(try kept.get()["limits"]?.array?.compactMap { $0["id"]?.int } == [1, 33])
    }
}
