import SolanaRPC
import SolanaTransactions
import SolanaWalletAdapter

/// The order that the command line gives.
struct TransferOrder {
    enum Kind: String {
        case memory, sidekey, phantom, solflare, backpack
    }

    let node: RPCEndpoint
    let to: PublicKey
    let lamports: UInt64
    private(set) var wallet = Kind.memory
    private(set) var cluster = Cluster.localnet

    init?(_ arguments: some Collection<String>) {
        var words = Array(arguments)
        while words.count >= 2, let option = words.dropLast().last, option.hasPrefix("--") {
            switch option {
            case "--wallet":
                guard let wallet = Kind(rawValue: words[words.count - 1]) else { return nil }
                self.wallet = wallet
            case "--cluster":
                guard let cluster = Cluster(name: words[words.count - 1]) else { return nil }
                self.cluster = cluster
            default: return nil
            }
            words.removeLast(2)
        }
        guard words.count == 3, let node = try? RPCEndpoint(words[0]), let to = try? PublicKey(base58: words[1]),
            let lamports = UInt64(words[2])
        else { return nil }
        (self.node, self.to, self.lamports) = (node, to, lamports)
    }
}
