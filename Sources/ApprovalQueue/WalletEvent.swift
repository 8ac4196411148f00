import Synchronization
import WalletRuntime

/// An event that clients are told about without asking.
public enum WalletEvent: Sendable {
    case requestQueued(id: String, content: RequestContent)
    case requestEnded(id: String, state: RequestState)
    /// A request's review has become another one: the facts that it waited for have come, or nobody waits for them any more.
    case requestReviewed(id: String)
    /// A request was approved, and is being signed.
    case requestApproved(id: String)
    /// One of a request's transactions has progressed.
    case requestProgressed(id: String, RequestProgress)
    /// The accounts that an origin may see have changed.
    case accountsChanged(ConnectedOrigin.Key, accounts: [String])
    case vaultChanged
    /// The holdings or the history of an account have changed.
    case portfolioChanged(ClusterAccount)
    /// A surface changed the appearance settings.
    case settingsChanged
}

/// The wallet's events in the order in which they happened.
public struct WalletEvents: Sendable {
    public let stream: AsyncStream<WalletEvent>
    private let continuation: AsyncStream<WalletEvent>.Continuation

    public init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Publishes an event; never blocks.
    public func publish(_ event: WalletEvent) {
        continuation.yield(event)
    }

    /// Ends the stream: no more events follow.
    public func finish() {
        continuation.finish()
    }
}

/// The accounts in which something is reported to have happened: a confirmed payment, or a change that a subscription reported.
///
/// A report is believed only in that something happened; a node is asked for the details. An account waits once, however many reports come; of many
/// accounts the last sixteen count.
public final class AccountSignals: Sendable {
    /// The accounts with a signal. Call ``taken(_:)`` before reading an account: later changes then produce another signal.
    public let stream: AsyncStream<ClusterAccount>
    private let continuation: AsyncStream<ClusterAccount>.Continuation
    private let waiting = Mutex<Set<ClusterAccount>>([])

    public init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16))
    }

    /// Reports that something has happened in an account.
    public func publish(_ account: ClusterAccount) {
        waiting.withLock { waiting in
            guard waiting.insert(account).inserted else { return }
            if case .dropped(let lost) = continuation.yield(account) { waiting.remove(lost) }
        }
    }

    /// Reports that an account is being read now.
    public func taken(_ account: ClusterAccount) { waiting.withLock { _ = $0.remove(account) } }
}

/// An account on a cluster, which identifies its holdings and history.
public struct ClusterAccount: Sendable, Hashable {
    /// The cluster as the Wallet Standard names it: `solana:devnet`.
    public let cluster: String
    /// The account's public key in base58.
    public let account: String

    public init(cluster: String, account: String) {
        self.cluster = cluster
        self.account = account
    }
}
