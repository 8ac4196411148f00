/// Reuses a blockhash for a while, so that not every transaction asks for one.
///
/// A blockhash is valid for 150 blocks, about a minute. The cache returns none more than 60 seconds after it was asked for, by a clock that counts
/// suspension.
public actor BlockhashCache<Node: RPCTransport> {
    /// The time for which a blockhash is reused.
    public static var limit: Duration { .seconds(60) }

    private let node: SolanaRPC<Node>
    private let options: RPCContextOptions
    private let now: @Sendable () -> Duration
    private var kept: (hash: Slotted<LatestBlockhash>, since: Duration)?

    /// Creates a cache of a node's blockhash.
    ///
    /// - Parameter now: A monotonic time.
    public init(
        _ node: SolanaRPC<Node>, _ options: RPCContextOptions = RPCContextOptions(.confirmed),
        now: @escaping @Sendable () -> Duration
    ) {
        self.node = node
        self.options = options
        self.now = now
    }

    /// Returns the cached blockhash, or asks for a new one.
    public func latest() async throws(SolanaRPCError) -> Slotted<LatestBlockhash> {
        // The time before the question counts: an answer that took its time is that much older.
        let since = now()
        if let kept, since - kept.since < Self.limit { return kept.hash }
        let hash = try await node.getLatestBlockhash(options)
        if kept.map({ $0.since <= since }) ?? true { kept = (hash, since) }
        return hash
    }

    /// Forgets the cached blockhash: a node has said that it is too old.
    public func forget() { kept = nil }
}
