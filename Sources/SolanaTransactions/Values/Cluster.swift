/// A Solana cluster, by the Wallet Standard's name of its chain.
public enum Cluster: String, Sendable, Hashable, CaseIterable {
    case mainnet = "solana:mainnet"
    case devnet = "solana:devnet"
    case testnet = "solana:testnet"
    case localnet = "solana:localnet"

    /// The name without its namespace, as people write it: `devnet`.
    public var name: String { String(rawValue.dropFirst("solana:".count)) }

    /// The base58 hash of the cluster's first block, which identifies its nodes; nil if every start has another hash.
    ///
    /// Source: Solana's documentation, "Clusters and Public RPC Endpoints"; `getGenesisHash`.
    public var genesisHash: String? {
        switch self {
        case .mainnet: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"
        case .devnet: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"
        case .testnet: "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY"
        case .localnet: nil
        }
    }

    /// The cluster of a genesis hash; nil unless it is one of the public ones.
    public init?(genesisHash: String) {
        guard let cluster = Self.allCases.first(where: { $0.genesisHash == genesisHash }) else { return nil }
        self = cluster
    }

    /// - Parameter name: A name as in ``name``.
    public init?(name: String) { self.init(rawValue: "solana:\(name)") }
}
