import WalletRuntime

/// Something that clients are told of without having asked.
public enum WalletEvent: Sendable {
    case requestQueued(id: String, content: RequestContent)
    case requestEnded(id: String, state: RequestState)
    /// One of a request's transactions has come further.
    case requestProgressed(id: String, RequestProgress)
    /// What an origin may see has changed.
    case accountsChanged(ConnectedOrigin.Key, accounts: [String])
    case vaultChanged
    /// What an account holds, or its history, isn't what it was.
    case portfolioChanged(ClusterAccount)
    /// How things look was changed, by whichever surface.
    case settingsChanged
}

/// The wallet's events in the order they happened.
public struct WalletEvents: Sendable {
    public let stream: AsyncStream<WalletEvent>
    private let continuation: AsyncStream<WalletEvent>.Continuation

    public init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Tells of an event; never blocks.
    public func publish(_ event: WalletEvent) {
        continuation.yield(event)
    }

    /// Ends the stream: nothing happens any more.
    public func finish() {
        continuation.finish()
    }
}
