public import SolanaTransactions

extension Cluster {
    /// The name that `connect` takes: `mainnet-beta` for mainnet, else ``Cluster/name``. Localnet is Sidekey's addition to the protocol.
    public var deeplinkName: String { self == .mainnet ? "mainnet-beta" : name }

    /// - Parameter deeplinkName: As ``deeplinkName`` gives it.
    public init?(deeplinkName: String) {
        guard let cluster = Self.allCases.first(where: { $0.deeplinkName == deeplinkName }) else { return nil }
        self = cluster
    }
}
