/// Whose holdings and history are meant: an account on a cluster.
public struct ClusterAccount: Sendable, Hashable {
    /// As the Wallet Standard names it: `solana:devnet`.
    public let cluster: String
    /// The account's public key in base58.
    public let account: String

    public init(cluster: String, account: String) {
        self.cluster = cluster
        self.account = account
    }
}
