package import ApprovalQueue
package import SolanaTransactions
import WalletNetwork

/// An account of the wallet on a cluster.
package struct WatchedAccount: Sendable, Hashable {
    package let cluster: Cluster
    package let publicKey: PublicKey

    package init(cluster: Cluster, publicKey: PublicKey) {
        self.cluster = cluster
        self.publicKey = publicKey
    }

    package var key: ClusterAccount { ClusterAccount(cluster: cluster.rawValue, account: publicKey.base58) }
}
