public import SolanaTransactions

/// What an app's deeplink wallets have in common: who asks, for which network, and how links go and come.
public struct DeeplinkContext: Sendable {
    public let app: AppIdentity
    public let cluster: Cluster
    public let fetcher: DeeplinkFetcher

    public init(app: AppIdentity, cluster: Cluster, fetcher: DeeplinkFetcher = DeeplinkFetcher()) {
        self.app = app
        self.cluster = cluster
        self.fetcher = fetcher
    }
}
