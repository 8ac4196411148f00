public import SolanaTransactions

/// A node's prediction of what would happen if the transaction were executed now.
///
/// A moment later it may do something else, and on another chain it always may.
public struct Simulation: Hashable, Sendable {
    /// The outcome of the simulation.
    public enum Outcome: Hashable, Sendable {
        /// Every instruction would be executed.
        case succeeded
        /// It would be refused; by the instruction at this index, from 0, if one is to blame.
        case failed(instruction: Int?, reason: String)
        /// No node could simulate it.
        case impossible(reason: String)
    }

    /// The outcome; its reason is cut to 64 characters, with nothing hidden in it.
    public let outcome: Outcome

    /// The accounts as they would be afterwards.
    public let accounts: [PublicKey: AccountState]

    /// Stores a node's prediction.
    public init(_ outcome: Outcome, accounts: [PublicKey: AccountState] = [:]) {
        self.outcome =
            switch outcome {
            case .succeeded: .succeeded
            case .failed(let instruction, let reason): .failed(instruction: instruction, reason: Self.visible(reason))
            case .impossible(let reason): .impossible(reason: Self.visible(reason))
            }
        self.accounts = accounts
    }

    private static func visible(_ reason: String) -> String { ClaimedText.shown(reason, most: 64) }
}

/// An account before and after the simulated transaction.
struct SimulatedChange {
    let address: PublicKey
    let before: ChainAccount?
    let after: ChainAccount?
}
