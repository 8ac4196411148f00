import Foundation
import JSONRPC
import SolanaRPC
import SolanaRPCTransports
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// A wallet whose policy names a local node, which it asks and listens to as `sidekey-rpc` would.
struct ListeningLife {
    let node: LocalNode
    let wallet: WalletLife
    /// The wallet's first account.
    let account: PublicKey

    init(_ node: LocalNode, clock: any MonotonicClock = SystemMonotonicClock()) async throws {
        self.node = node
        wallet = try await WalletLife(reach: { NodeReach($0) }, clock: clock)
        _ = try await wallet.create().get()
        _ = try await wallet.unlock().get()
        let urls: JSON = [.string(JSONString(node.endpoints[0].url))]
        _ = try await wallet.prove(
            "policy.set", ["network": ["cluster": "localnet", "endpoints": ["localnet": urls]]]
        ).get()
        let accounts = try await wallet.browser.call("accounts.list").get()
        account = try PublicKey(base58: #require(accounts["accounts"]?[0]?["publicKey"]?.text))
    }

    func mint(_ symbol: String) throws -> PublicKey { try PublicKey(base58: node.seeded("mints", symbol, "address")) }

    /// Tokens of a seeded mint, in the account's associated token account.
    func give(_ amount: Int, _ symbol: JSONString, slots: Int = 2) throws {
        try node.control(["mint": .string(symbol.string), "to": .string(account.base58), "amount": .number(amount)])
        if slots > 0 { try node.control(["advance": .number(slots)]) }
    }

    /// Tokens of USDX in an account that nobody derives, as a node shows them: written, and sent by nobody.
    func place(_ amount: UInt64, at byte: UInt8) throws -> PublicKey {
        let address = try PublicKey(bytes: [byte, 0xAB] + [UInt8](repeating: byte, count: 30))
        let none = [UInt8](repeating: 0, count: 36)
        var data = try mint("USDX").bytes + account.bytes
        data += withUnsafeBytes(of: amount.littleEndian) { Array($0) } + none + [1]
        data += [UInt8](repeating: 0, count: 165 - data.count)
        try node.control([
            "set": .string(address.base58), "lamports": 2_039_280, "owner": .string(TokenProgram.id.base58),
            "data": .string(Base64.encode(data)),
        ])
        return address
    }

    /// Returns how many subscriptions the node has now.
    func subscribed() throws -> Int { try node.control([:])["subscriptions"]?.int ?? -1 }

    /// How often the node was asked for something.
    func asked(_ method: JSONString) throws -> Int { try node.control([:])["requests"]?[method.string]?.int ?? 0 }

    /// How often the browser was told that something has changed.
    var told: Int { wallet.browser.notifications("portfolio.changed").count }

    func eventually(_ condition: () throws -> Bool) async throws -> Bool {
        for _ in 0..<1_000 {
            if try condition() { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    /// Waits until nothing that came before leads to another question.
    func settle() async throws {
        var last = -1
        while last != (try asked("getBalance")) {
            last = try asked("getBalance")
            try await Task.sleep(for: .milliseconds(1_200))
        }
    }

    /// What was saved of a token, without anybody being asked.
    func saved(_ symbol: String) async throws -> String? {
        let mint = try mint(symbol).base58
        let tokens = try await wallet.browser.call("portfolio.tokens", ["cursor": "1"]).get()["tokens"]?.array ?? []
        return tokens.first { $0["mint"]?.text == mint }?["amount"]?.text
    }
}

/// The way to a node of this machine, and from it.
struct NodeReach: RPCTransport, SubscriptionTransport {
    private let asking: LoopbackTransport
    private let listening: WebSocketTransport

    init(_ endpoint: RPCEndpoint) {
        asking = LoopbackTransport(port: endpoint.port)
        listening = WebSocketTransport(endpoint)
    }

    func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
        try await asking.send(body, isRepeatable: isRepeatable)
    }

    func events(of subscription: RPCSubscription) -> AsyncStream<SubscriptionEvent> {
        listening.events(of: subscription)
    }
}
