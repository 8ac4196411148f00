public import SolanaTransactions

/// What a node says would happen if the transaction were executed now.
///
/// A moment later it may do something else, and on another chain it always may.
public struct Simulation: Hashable, Sendable {
    /// Whether the transaction would do what it is made for.
    public enum Outcome: Hashable, Sendable {
        /// Every instruction would be executed.
        case succeeded
        /// It would be refused; by the instruction at this place, from 0, where one is to blame.
        case failed(instruction: Int?, reason: String)
        /// Nobody could try it.
        case impossible(reason: String)
    }

    /// A reason is cut to 64 characters, with nothing hidden in it.
    public let outcome: Outcome

    /// Accounts as they would be afterwards.
    public let accounts: [PublicKey: AccountState]

    /// Takes over what a node says would happen.
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

/// What one account was, and what it would be.
struct SimulatedChange {
    let address: PublicKey
    let before: ChainAccount?
    let after: ChainAccount?
}
