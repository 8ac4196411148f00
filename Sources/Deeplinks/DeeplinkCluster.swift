/// The network that an app wants to use, as `connect` names it.
public enum DeeplinkCluster: String, Sendable, Hashable, CaseIterable {
    case mainnet = "mainnet-beta"
    case testnet
    case devnet
    /// A node on the user's own machine; Sidekey's addition to the protocol.
    case localnet
}
