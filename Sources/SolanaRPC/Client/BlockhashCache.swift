/// A blockhash that is used again for a while, so that not every transaction asks for one.
///
/// A blockhash lives for 150 blocks, a minute or so; here none is handed out more than 60 seconds after it was asked for, by a clock that counts suspension.
public actor BlockhashCache<Node: RPCTransport> {
    /// How long a blockhash is used again.
    public static var limit: Duration { .seconds(60) }

    private let node: SolanaRPC<Node>
    private let options: RPCContextOptions
    private let now: @Sendable () -> Duration
    private var kept: (hash: Slotted<LatestBlockhash>, since: Duration)?

    /// Keeps what a node answers.
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

    /// A blockhash, asked for or kept.
    public func latest() async throws(SolanaRPCError) -> Slotted<LatestBlockhash> {
        // The time before the question counts: an answer that took its time is that much older.
        let since = now()
        if let kept, since - kept.since < Self.limit { return kept.hash }
        let hash = try await node.getLatestBlockhash(options)
        if kept.map({ $0.since <= since }) ?? true { kept = (hash, since) }
        return hash
    }

    /// Forgets what is kept: a node has said that it is too old.
    public func forget() { kept = nil }
}
