import Base58
import JSONRPC
import Salt
import SolanaRPC
import SolanaTransactions
import TestSupport
import WalletNetwork
import WalletRuntime

/// The local node with its people, who sign.
final class LocalChain {
    let node: LocalNode
    let nodes: [NetworkNode]
    let clock = SystemMonotonicClock()

    init(_ options: String...) async throws {
        node = try LocalNode(options)
        nodes = try await LoopbackNetwork(node).nodes(of: .localnet)
    }

    var rpc: SolanaRPC<NetworkTransport> { nodes[0].rpc }

    func key(_ person: String) throws -> PublicKey {
        try PublicKey(base58: node.seeded("accounts", person, "publicKey"))
    }

    func mint(_ symbol: String) throws -> PublicKey {
        try PublicKey(base58: node.seeded("mints", symbol, "address"))
    }

    var table: PublicKey { get throws { try PublicKey(base58: node.seeded("lookupTable", "address")) } }

    func transaction(
        _ instructions: [Instruction], by person: String = "alice", _ blockhash: Blockhash? = nil,
        tables: [AddressLookupTable] = []
    ) async throws -> Transaction {
        let hash: Blockhash
        if let blockhash {
            hash = blockhash
        } else {
            hash = try await rpc.getLatestBlockhash(RPCContextOptions(.processed)).value.blockhash
        }
        return try Transaction(feePayer: key(person), blockhash: hash, lookupTables: tables) { instructions }
    }

    func signed(_ transaction: Transaction, by person: String = "alice") throws -> Transaction {
        let pair = try Base58.decode(try node.seeded("accounts", person, "secretKey"))
        let signature = try SaltSign.sign(transaction.messageBytes, secretKey: SecretBytes(copying: pair))
        return try transaction.placing(Signature(bytes: signature), for: key(person))
    }

    /// A transfer of alice's to carol, whom nobody else pays.
    func transfer(_ lamports: UInt64, _ blockhash: Blockhash? = nil) async throws -> Transaction {
        try await transaction(
            [SystemProgram.transfer(from: key("alice"), to: key("carol"), lamports: lamports)], blockhash)
    }

    func balance(_ person: String) async throws -> UInt64 {
        try await rpc.getBalance(of: key(person), RPCContextOptions(.processed)).value
    }
}
