import JSONRPC
public import SolanaTransactions

/// Which token accounts are wanted.
public enum TokenAccountFilter: Sendable, Hashable {
    case mint(PublicKey)
    /// Token or Token-2022.
    case program(PublicKey)

    var json: JSON {
        switch self {
        case .mint(let mint): ["mint": .string(mint.base58)]
        case .program(let program): ["programId": .string(program.base58)]
        }
    }
}
