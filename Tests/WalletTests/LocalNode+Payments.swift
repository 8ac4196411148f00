import Base58
import JSONRPC
import Salt
import SolanaRPC
import SolanaTransactions
import TestSupport
import WalletNetwork

extension LocalNode {
    /// Sends what one of its people signs, and lets slots pass: two, and it is confirmed.
    @discardableResult
    func send(
        by person: String, slots: Int = 2, _ instructions: (PublicKey) throws -> [Instruction]
    ) async throws -> String {
        let rpc = NetworkNode(name: "node", transport: LoopbackTransport(self)).rpc
        let pair = try Base58.decode(seeded("accounts", person, "secretKey"))
        let key = try PublicKey(base58: seeded("accounts", person, "publicKey"))
        let latest = try await rpc.getLatestBlockhash(RPCContextOptions(.confirmed)).value.blockhash
        let list = try instructions(key)
        let transaction = try Transaction(feePayer: key, blockhash: latest) { list }
        let signature = try SaltSign.sign(transaction.messageBytes, secretKey: SecretBytes(copying: pair))
        let signed = try transaction.placing(Signature(bytes: signature), for: key)
        let sent = try await rpc.sendTransaction(signed, preflightCommitment: .confirmed)
        if slots > 0 { try control(["advance": .number(slots)]) }
        return sent.base58
    }
}
