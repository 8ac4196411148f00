import HardwareTokens
import JSONRPC
import Ledger
import Salt
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletNetwork
import WalletRuntime

/// A wallet with a connected page, whose account has 10 SOL on a local node.
struct SendingLife {
    static let lamports: UInt64 = 10_000_000_000

    let node: LocalNode
    let clock = PausingClock()
    let life: WalletLife
    let account: PublicKey
    /// Somebody else, who has as much.
    let stranger: PublicKey
    let rpc: SolanaRPC<LoopbackTransport>

    /// - Parameter options: The node's; without `--slot-ms` its slots stand still.
    /// - Parameter prompt: Answers for the user, where something is asked outside the browser.
    init(
        _ options: String..., prompt: (any NativePrompt)? = nil, ledger: LedgerAsk? = nil,
        token: HardwareTokenAsk? = nil
    ) async throws {
        node = try LocalNode(options)
        rpc = SolanaRPC(LoopbackTransport(node))
        life = try await WalletLife(
            network: LoopbackNetwork(node), clock: clock, prompt: prompt, ledger: ledger, token: token)
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        // As long as a busy machine may take.
        _ = try await life.prove("policy.set", ["session": 3_600_000]).get()
        _ = try await life.approve(life.ask("connect")).get()
        let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
        account = try PublicKey(base58: #require(accounts?.first?["publicKey"]?.text))
        try node.control(["set": .string(account.base58), "lamports": .number(Self.lamports)])
        stranger = try PublicKey(base58: node.seeded("accounts", "carol", "publicKey"))
        try node.control(["set": .string(stranger.base58), "lamports": .number(Self.lamports)])
    }

    func transfer(_ lamports: UInt64 = 5, also signer: PublicKey? = nil) async throws -> Transaction {
        let hash = try await rpc.getLatestBlockhash(RPCContextOptions(.processed)).value.blockhash
        return try Transaction(feePayer: account, blockhash: hash) {
            SystemProgram.transfer(from: account, to: stranger, lamports: lamports)
            signer.map { SystemProgram.transfer(from: $0, to: stranger, lamports: 1) }
        }
    }

    static func params(_ transaction: Transaction, _ more: JSONObject = [:]) -> JSONObject {
        var params: JSONObject = ["tx": .string(Base64.encode(transaction.encoded())), "cluster": "solana:localnet"]
        for member in more.members { params[member.name.string] = member.value }
        return params
    }

    func send(_ transaction: Transaction, _ more: JSONObject = [:]) async throws -> (waiting: String, own: String) {
        try await life.begin("sendTransaction", Self.params(transaction, more))
    }

    /// Sends something of the user's own accord, as the popup does.
    func sendOwn() async throws -> (waiting: String, own: String) {
        let known = life.waiting
        let order: JSONObject = ["to": .string(stranger.base58), "amount": "0.001", "priority": "none"]
        let own = await life.browser.begin("transfer.send", order)
        return (try await life.next(after: known), own)
    }

    func shown(_ id: String) async throws -> JSON {
        try await life.browser.call("approvals.get", ["id": .string(id)]).get()
    }

    /// The ids of what the review's first item warns of.
    static func findings(_ shown: JSON) -> [String] {
        (shown["review"]?["items"]?.array?.first?["findings"]?.array ?? []).compactMap { $0["id"]?.text }
    }

    /// What `sendTransaction` was given until now.
    var sent: [String] {
        get throws { try node.control([:])["sent"]?.array?.compactMap(\.text) ?? [] }
    }

    func balance(_ address: PublicKey) async throws -> UInt64 {
        try await rpc.getBalance(of: address, RPCContextOptions(.processed)).value
    }

    /// The stages that a request's transactions went through.
    func stages(_ id: String) -> [String] {
        life.browser.notifications("com.wallet.progress").filter { $0["id"]?.text == id }
            .compactMap { $0["stage"]?.text }
    }

    /// The kinds of the activity's lines, the newest first.
    func activity() async throws -> [String] {
        try await lines().map { $0["kind"]?.text ?? "" }
    }

    func lines() async throws -> [JSON] {
        try await life.commandLine.call("activity.list").get()["entries"]?.array ?? []
    }
}
