import JSONRPC
import SolanaRPC
import SolanaTransactions

/// Answers like a node, without one: yours posts `body` to a node's address and returns what comes back.
struct Recorded: RPCTransport {
    func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
        guard let request = try? JSON(parsing: JSONSource(body)), let id = request["id"] else { throw .notAnAnswer }
        guard request["method"] == "getBalance" else { throw .unreachable }
        let result: JSON = ["context": ["slot": 421], "value": 1_500_000_000]
        return (["jsonrpc": "2.0", "id": id, "result": result] as JSON).serialized()
    }
}

let node = SolanaRPC(Recorded())
let balance = try await node.getBalance(of: PublicKey("vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg"))
print("\(balance.value) lamports at slot \(balance.slot)")

do {
    _ = try await node.answer(to: GetBlockHeight())
} catch {
    print(error)
}
