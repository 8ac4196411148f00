import ArgumentParser
import Localization

/// A Solana cluster, as people name it.
enum ClusterName: String, ExpressibleByArgument, CaseIterable {
    case mainnet
    case devnet
    case testnet
    case localnet

    static let help = ArgumentHelp(say(.helpCluster), valueName: "cluster")
}
