import JSONRPC
import SolanaRPC
import SolanaRPCTransports
import SolanaTransactions
import WalletNetwork

/// Questions to nodes: balances, one by one and in one message; and a payment, by the wallet and by the node alone.
struct Sending: Workload {
    private let wallet: InProcessWallet
    private let rpc: SolanaRPC<HTTPTransport>
    private let account: PublicKey
    private var lamports: UInt64 = 0

    private static let count = 100

    /// - Parameter url: a node on this machine, on which the wallet's account has SOL.
    init(url: String, folder: String) async throws {
        let transport = HTTPTransport(try RPCEndpoint(url))
        rpc = SolanaRPC(transport)
        wallet = try await InProcessWallet(folder: folder, network: OneNode(transport: transport))
        let status = try await wallet.commandLine.call("vault.status", [:])
        guard let text = status["accounts"]?[0]?["publicKey"]?.text else { throw MeasureError("no account") }
        account = try PublicKey(base58: text)
    }

    /// - Returns: the nanoseconds of each.
    mutating func run(_ name: String, count: Int) async throws -> String {
        try await wallet.unlock()
        var times: [Duration] = []
        for _ in 0..<count { times.append(try await once(name)) }
        return times.map { "\($0.nanoseconds)" }.joined(separator: " ")
    }

    private mutating func once(_ name: String) async throws -> Duration {
        switch name {
        case "batch":
            let start = ContinuousClock.now
            let answers = try await rpc.batch([GetBalance](repeating: GetBalance(address: account), count: Self.count))
            for answer in answers { _ = try answer.get() }
            return ContinuousClock.now - start
        case "singly":
            let start = ContinuousClock.now
            for _ in 0..<Self.count { _ = try await rpc.getBalance(of: account) }
            return ContinuousClock.now - start
        case "wallet":
            let params = try await payment(["cluster": "solana:localnet", "commitment": "processed"])
            guard let sent = try await wallet.decide("sendTransaction", params).sending else {
                throw MeasureError("nothing was sent")
            }
            return sent
        case "node":
            let answer = try await wallet.decide("signTransaction", payment([:])).answer
            guard let text = answer["signedTransaction"]?.string else { throw MeasureError("nothing was signed") }
            let transaction = try Transaction(decoding: Base64.decode(text))
            let start = ContinuousClock.now
            _ = try await rpc.simulateTransaction(transaction)
            _ = try await rpc.sendTransaction(transaction)
            return ContinuousClock.now - start
        default: throw MeasureError("no \(name)")
        }
    }

    /// A payment to the account itself, another each time.
    private mutating func payment(_ params: JSONObject) async throws -> JSONObject {
        lamports += 1
        let hash = try await rpc.getLatestBlockhash().value.blockhash
        let transaction = try Transaction(feePayer: account, blockhash: hash) {
            SystemProgram.transfer(from: account, to: account, lamports: lamports)
        }
        var params = params
        params["tx"] = .string(Base64.encode(transaction.encoded()))
        return params
    }
}

/// A cluster of one node.
private struct OneNode: SolanaNetwork {
    let transport: HTTPTransport

    var preferred: Cluster { .localnet }

    func nodes(of cluster: Cluster) async throws(NetworkError) -> [NetworkNode] {
        [NetworkNode(name: "node", transport: transport)]
    }
}
