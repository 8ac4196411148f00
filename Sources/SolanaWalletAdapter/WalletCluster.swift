internal import Deeplinks

/// The network that a connection is for.
public enum WalletCluster: String, Sendable, Hashable, CaseIterable {
    case mainnet
    case testnet
    case devnet
    /// A node on the user's own machine. Of the wallets here, Sidekey and ``InMemoryWallet`` know it.
    case localnet

    /// The name that `connect` takes.
    var deeplink: DeeplinkCluster {
        switch self {
        case .mainnet: .mainnet
        case .testnet: .testnet
        case .devnet: .devnet
        case .localnet: .localnet
        }
    }
}
