import JSONRPC
import SolanaRPC
import SolanaTransactions
import WalletNetwork

extension Optional where Wrapped == any SolanaNetwork {
    /// The nodes of a cluster; those of the one that the user prefers if it is nil.
    ///
    /// - Throws: -32000 (`no-network`, `node-unreachable`, `wrong-cluster`).
    func nodes(of cluster: Cluster?) async throws(RPCError) -> (nodes: [NetworkNode], cluster: Cluster) {
        guard let self else { throw RPCError(.invalidInput, .noNetwork, "no network is configured") }
        let preferred = await self.preferred
        let cluster = cluster ?? preferred
        do throws(NetworkError) { return (try await self.nodes(of: cluster), cluster) } catch { throw RPCError(error) }
    }
}
