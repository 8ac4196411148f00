import Base58
import JSONRPC
import Screens
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletState

/// Budgets that Sidekey's window offers with a request, and what they let the popup approve from then on.
@Suite struct BudgetOfferTests {
    private static let site = "https://dapp.example"
    private static let bob = "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9"
    private let window = ScriptedWindow()

    /// An open session of a user with the usual policy, and a connected site.
    private func connected(_ policy: ApprovalPolicy = ApprovalPolicy()) async throws -> RecordingConnection {
        let fixture = try await ServiceFixture(prompt: window, policy: policy)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        let connect = await connection.begin("connect", Self.page(request: "connect"))
        window.expect(.init(button: "approve", secrets: [ServiceFixture.passphrase]))
        _ = try await connection.native().get()
        _ = try await connection.outcome(of: connect).get()
        let passphrase = try connection.sealed(ServiceFixture.passphrase, for: "vault.unlock")
        _ = try await connection.call("vault.unlock", ["passphrase": passphrase]).get()
        return connection
    }

    private static func page(_ params: JSONObject = [:], request: String) -> JSONObject {
        var page: JSONObject = [
            "origin": .string(JSONString(site)), "tab": 1, "document": "document-1", "request": .string(request),
        ]
        for member in params.members { page[member.name.string] = member.value }
        return page
    }

    private func pay(_ lamports: UInt64, _ request: String, by connection: RecordingConnection) async throws -> String {
        let accounts = try await connection.call("getAccounts", Self.page(request: "accounts-\(request)")).get()
        let account = try PublicKey(base58: #require(accounts["accounts"]?.array?.first?["publicKey"]?.text))
        let bob = try PublicKey(base58: Self.bob)
        let transaction = try Transaction(feePayer: account, blockhash: Blockhash()) {
            SystemProgram.transfer(from: account, to: bob, lamports: lamports)
        }
        return await connection.begin(
            "signTransaction",
            Self.page(["tx": .string(Base64.encode(transaction.encoded()))], request: request))
    }

    private func options(_ screen: Screen?, _ id: String) -> [ScreenOption] {
        screen?.parts.lazy.compactMap { part in
            if case .choice(id, _, let options, _, _) = part { options } else { nil }
        }.first ?? []
    }

    private func budgets(_ connection: RecordingConnection) async throws -> [JSON] {
        try await connection.call("policy.get").get()["budgets"]?.array ?? []
    }

    @Test func `a budget that is chosen with a request lets the next ones stay in the popup`() async throws {
        let connection = try await connected()
        let paid = try await pay(500_000_000, "first", by: connection)
        window.expect(
            .init(button: "more"),
            .init(button: "approve", values: ["spend SOL": ["5000000000"]], secrets: ["wrong"]),
            .init(button: "approve", values: ["spend SOL": ["5000000000"]], secrets: [ServiceFixture.passphrase]))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        _ = try await connection.outcome(of: paid).get()
        let request = try #require(window.screens.dropLast(2).last)
        #expect(request.buttons.map(\.label) == ["Reject", "Approve and allow more", "Approve"])
        // By the side of a press, no passphrase is asked for.
        #expect(request.field == nil)
        #expect(request.parts.contains(.text("It exceeds your allowance for approvals in the browser.", .muted)))
        let offer = try #require(window.screens.last)
        #expect(options(offer, "spend SOL").map(\.id) == ["0", "1000000000", "5000000000", "20000000000"])
        #expect(options(offer, "spend SOL").map(\.label).last == "Up to 20 SOL in 24 hours")
        #expect(offer.field?.problem?.contains("2 left") == true)
        #expect(offer.parts.contains(.heading("dapp.example")))
        let budget = try #require(try await budgets(connection).first)
        #expect(budget["origin"]?.text == Self.site)
        #expect(budget["spend"]?.array?.first?["amount"] == "5000000000")
        // What came with the passphrase is charged to nothing.
        #expect(budget["spend"]?.array?.first?["left"] == "5000000000")

        _ = try await pay(500_000_000, "second", by: connection)
        let waiting = try await connection.waiting()
        let shown = try await connection.call("approvals.get", ["id": waiting["id"] ?? ""]).get()
        #expect(shown["decision"] == "popup" && shown["within"] == "budget")
        #expect(try await connection.call("approvals.approve", waiting).get()["state"] == "answered")
        #expect(
            try await budgets(connection).first?["spend"]?.array?.first?["left"]?.text == "\(4_500_000_000 - 5_000)")
    }

    @Test func `without the passphrase nothing is wider, and going back shows the request again`() async throws {
        let connection = try await connected()
        _ = try await pay(500_000_000, "first", by: connection)
        window.expect(
            .init(button: "more"), .back, .init(button: "more"),
            .init(button: "approve", values: ["spend SOL": ["5000000000"]]))
        #expect(try await connection.native().get()["state"]?.text == "rejected")
        #expect(try await budgets(connection).isEmpty)
        let labels = window.screens.suffix(4).map { $0.buttons.map(\.label).last }
        #expect(labels == ["Approve", "Approve", "Approve", "Approve"])
        #expect(window.screens.suffix(4).map { $0.field != nil } == [false, true, false, true])
    }

    @Test func `three wrong passphrases sign nothing and widen nothing`() async throws {
        let connection = try await connected()
        let paid = try await pay(500_000_000, "first", by: connection)
        let wrong = ScriptedWindow.Press(
            button: "approve", values: ["spend SOL": ["5000000000"]], secrets: ["wrong"])
        window.expect(.init(button: "more"), wrong, wrong, wrong)
        #expect(try await connection.native().reason == .wrongPassphrase)
        #expect(try await budgets(connection).isEmpty)
        _ = try await connection.call("approvals.reject", ["id": connection.waiting()["id"] ?? ""]).get()
        #expect(try await connection.outcome(of: paid).reason == .rejected)
    }

    @Test func `an amount that wasn't offered is none, and the request is approved alone`() async throws {
        let connection = try await connected()
        _ = try await pay(500_000_000, "first", by: connection)
        window.expect(
            .init(button: "more"),
            .init(
                button: "approve", values: ["spend SOL": ["18446744073709551615"], "press SOL": ["1"]],
                secrets: [ServiceFixture.passphrase]))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        #expect(try await budgets(connection).isEmpty)
    }

    @Test func `a budget that is used up is offered wider`() async throws {
        var policy = ApprovalPolicy()
        var spend = AssetAmounts()
        spend[.sol] = 1_000_000_000
        try policy.budgets.set(spend, of: Self.site)
        let connection = try await connected(policy)
        // The first signature of a site is the window's, whatever its budget: then there is nothing to offer.
        let first = try await pay(500_000_000, "first", by: connection)
        window.expect(.init(button: "approve"))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        _ = try await connection.outcome(of: first).get()
        #expect(window.screens.last?.buttons.count == 2)
        _ = try await pay(1_500_000_000, "second", by: connection)
        window.expect(.init(button: "more"), .cancel)
        #expect(try await connection.native().get()["state"]?.text == "rejected")
        #expect(
            options(window.screens.last, "spend SOL").map(\.id) == ["0", "2000000000", "10000000000", "50000000000"])
    }

    @Test func `where every request is confirmed in the window, no budget is offered`() async throws {
        let connection = try await connected(ApprovalPolicy(setting: .native))
        _ = try await pay(500_000_000, "first", by: connection)
        window.expect(.init(button: "approve"))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        #expect(window.screens.last?.buttons.map(\.id) == ["reject", "approve"])
    }

    @Test func `a budget that the popup proposes is confirmed with its site and both amounts`() async throws {
        let connection = try await connected()
        let spend: [JSON] = [["asset": "SOL", "amount": "2000000000"]]
        let budget: JSON = ["origin": .string(JSONString(Self.site)), "spend": .array(spend)]
        #expect(try await connection.call("policy.tighten", ["budgets": [budget]]).reason == .nativeOnly)
        window.expect(.next(ServiceFixture.passphrase))
        let params: JSONObject = ["kind": "protection", "budgets": [budget]]
        #expect(try await connection.call("vault.ceremony", params).get()["outcome"] == "done")
        let screen = try #require(window.screens.last)
        #expect(
            screen.parts.contains(
                .row(name: "\(Self.site), in 24 hours", value: "nothing → 2 SOL", isAddress: false)))
        #expect(
            screen.parts.contains { part in
                if case .finding(.warning, _, let text) = part { text.contains("2.1 SOL") } else { false }
            })
        #expect(try await budgets(connection).count == 1)
        // Less takes no window.
        let none: JSON = ["origin": .string(JSONString(Self.site)), "spend": []]
        let policy = try await connection.call("policy.tighten", ["budgets": [none]]).get()
        #expect(policy["budgets"]?.array?.isEmpty == true)
    }

    @Test func `tokens that a click may approve are confirmed in the window too`() async throws {
        let connection = try await connected()
        let usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
        window.expect(.next(ServiceFixture.passphrase))
        let amounts: [JSON] = [["asset": .string(usdc), "amount": "500000000"]]
        let params: JSONObject = ["kind": "protection", "pressAmounts": .array(amounts)]
        #expect(try await connection.call("vault.ceremony", params).get()["outcome"] == "done")
        let name = "Tokens by a click in this window, in 24 hours"
        #expect(
            window.screens.last?.parts.contains(.row(name: name, value: "nothing → 500 USDC", isAddress: false)) == true
        )
        let row = try await connection.call("policy.get").get()["pressAmounts"]?.array?.first
        #expect(row?["amount"] == "500000000" && row?["symbol"] == "USDC")
    }
}
