import Base58
import JSONRPC
import Salt
import SolanaRPC
import SolanaTransactions
import TestSupport
import WalletNetwork

/// The people of a local node, and transactions that they sign and send.
struct NodePayments {
    let node: LocalNode
    let wallet: NetworkNode

    init(_ node: LocalNode) {
        self.node = node
        wallet = NetworkNode(name: "node", transport: LoopbackTransport(node))
    }

    func key(_ person: String) throws -> PublicKey {
        try PublicKey(base58: node.seeded("accounts", person, "publicKey"))
    }

    func mint(_ symbol: String) throws -> PublicKey {
        try PublicKey(base58: node.seeded("mints", symbol, "address"))
    }

    func program(_ symbol: String) throws -> PublicKey {
        try PublicKey(base58: node.seeded("mints", symbol, "program"))
    }

    func account(_ owner: PublicKey, _ symbol: String) throws -> PublicKey {
        AssociatedTokenProgram.address(owner: owner, mint: try mint(symbol), program: try program(symbol))
    }

    /// Sends what a person signs, and lets a slot pass, so that it is confirmed.
    @discardableResult
    func send(
        by person: String, skipsPreflight: Bool = false, @InstructionsBuilder _ instructions: () throws -> [Instruction]
    ) async throws -> Signature {
        let pair = try Base58.decode(try node.seeded("accounts", person, "secretKey"))
        let key = try key(person)
        let latest = try await wallet.rpc.getLatestBlockhash(RPCContextOptions(.confirmed))
        let list = try instructions()
        let transaction = try Transaction(feePayer: key, blockhash: latest.value.blockhash) { list }
        let signature = try SaltSign.sign(transaction.messageBytes, secretKey: SecretBytes(copying: pair))
        let signed = try transaction.placing(Signature(bytes: signature), for: key)
        let sent = try await wallet.rpc.sendTransaction(
            signed, skipsPreflight: skipsPreflight, preflightCommitment: .confirmed)
        try node.control(["advance": 2])
        return sent
    }
}

/// A node that always says the same.
struct FixedTransport: RPCTransport {
    let answer: @Sendable (JSON) -> JSON

    func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
        guard let question = try? JSON(parsing: JSONSource(body)) else { throw .notAnAnswer }
        if let several = question.array { return JSON.array(several.map(one)).serialized() }
        return one(question).serialized()
    }

    private func one(_ question: JSON) -> JSON {
        ["jsonrpc": "2.0", "id": question["id"] ?? .null, "result": answer(question)]
    }
}
