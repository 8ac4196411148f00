import Base58
import JSONRPC
import Salt
import SolanaRPC
import SolanaTransactions
import TestSupport
import WalletNetwork

/// The local node with its people, and what is planned for them executed.
struct TransferChain {
    let node: LocalNode
    let endpoint: NetworkNode

    init(_ options: [String] = []) throws {
        node = try LocalNode(options)
        endpoint = NetworkNode(name: "local", transport: LoopbackTransport(node))
    }

    var rpc: SolanaRPC<NetworkTransport> { endpoint.rpc }

    func key(_ person: String) throws -> PublicKey {
        try PublicKey(base58: node.seeded("accounts", person, "publicKey"))
    }

    func mint(_ symbol: String) throws -> PublicKey {
        try PublicKey(base58: node.seeded("mints", symbol, "address"))
    }

    func planner(own: [PublicKey] = [], contacts: Set<PublicKey> = []) -> TransferPlanner {
        TransferPlanner(node: endpoint, own: Set(own), contacts: contacts)
    }

    func plan(
        _ order: TransferOrder, own: [PublicKey]? = nil, contacts: Set<PublicKey> = []
    ) async throws -> TransferPlan {
        try await planner(own: own ?? [order.from], contacts: contacts).plan(order)
    }

    /// Signs for a seeded person, sends, and has it confirmed.
    func execute(_ planned: PlannedTransaction, by person: String) async throws {
        let pair = try Base58.decode(try node.seeded("accounts", person, "secretKey"))
        let signature = try SaltSign.sign(
            planned.transaction.messageBytes, secretKey: SecretBytes(copying: pair))
        let signed = try planned.transaction.placing(Signature(bytes: signature), for: key(person))
        _ = try await rpc.sendTransaction(signed, preflightCommitment: .confirmed)
        try node.control(["advance": 2])
    }

    func balance(_ address: PublicKey) async throws -> UInt64 {
        try await rpc.getBalance(of: address, RPCContextOptions(.confirmed)).value
    }

    func tokens(_ owner: PublicKey, _ symbol: String, _ program: PublicKey = TokenProgram.id) async throws -> UInt64 {
        let account = try AssociatedTokenProgram.address(owner: owner, mint: mint(symbol), program: program)
        return try await rpc.getTokenAccountBalance(of: account, RPCContextOptions(.confirmed)).value.amount
    }

    /// An address that nobody has used; on the curve, as a wallet's is.
    static func fresh(_ seed: UInt8) throws -> PublicKey {
        for first in UInt8.min...UInt8.max {
            let key = try PublicKey(bytes: [first] + [UInt8](repeating: seed, count: 31))
            if key.isOnCurve { return key }
        }
        throw TestFault("no point begins so")
    }

    func refusal(_ order: TransferOrder, own: [PublicKey]? = nil) async -> TransferError? {
        do {
            _ = try await plan(order, own: own)
            return nil
        } catch { return error as? TransferError }
    }
}
