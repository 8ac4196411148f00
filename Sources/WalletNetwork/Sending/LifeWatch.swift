public import SolanaTransactions
public import WalletRuntime

/// How long transactions can still be executed, kept current: asked of a node every few seconds, and counted on in between.
///
/// Who looks never waits for a node: what was known last is counted on by the clock, at the pace at which blocks come at most, while a node is asked anew.
public actor LifeWatch {
    /// How long what a node said is only counted on.
    static let freshness: Duration = .seconds(4)
    /// How long a node may take.
    static let limit: Duration = .seconds(5)

    public nonisolated let nodes: [NetworkNode]
    private let transactions: [Transaction]
    private let clock: any MonotonicClock
    private var lives: [TransactionLife]
    private var since: Duration
    private var isAsking = false

    /// - Parameter lives: What a node has said of each of the transactions just now.
    public init(
        _ nodes: [NetworkNode], _ transactions: [Transaction], _ lives: [TransactionLife], clock: any MonotonicClock
    ) {
        self.nodes = nodes
        self.transactions = transactions
        self.lives = lives
        self.clock = clock
        since = clock.now
    }

    /// The life of the one that ends first; nil where there is none.
    public func shortest() -> TransactionLife? {
        if clock.now - since > Self.freshness, !isAsking {
            isAsking = true
            Task { await self.ask() }
        }
        return counted().min()
    }

    /// Until when each can be executed, asked of a node now; what a node said before counts where none answers.
    public func ask() async -> [TransactionLife] {
        let deadline = Deadline(clock.now + Self.limit, of: clock)
        let began = clock.now
        let answer = await deadline.limiting { [nodes, transactions] () -> [TransactionLife]? in
            await Self.lives(of: transactions, nodes)
        }
        isAsking = false
        guard let answer, let answer, answer.count == lives.count else { return counted() }
        // A blockhash has one last height: a node that names an earlier one than before is behind, or lies.
        lives = zip(lives, answer).map { $0.joined($1) }
        since = began
        return lives
    }

    /// What one node says of all of them; nil where none answers.
    public static func lives(of transactions: [Transaction], _ nodes: [NetworkNode]) async -> [TransactionLife]? {
        for node in nodes {
            var lives: [TransactionLife] = []
            for transaction in transactions {
                // Those of one blockhash share its life.
                let known = zip(transactions, lives).first {
                    $0.0.message.lifetimeToken == transaction.message.lifetimeToken
                        && $0.0.message.durableNonce == transaction.message.durableNonce
                }
                var life = known?.1
                if life == nil { life = try? await node.life(of: transaction) }
                guard let life else { break }
                lives.append(life)
            }
            if lives.count == transactions.count { return lives }
        }
        return nil
    }

    /// What is left of each by the clock. Nothing ends by it: that is the chain's to say.
    private func counted() -> [TransactionLife] {
        let passed = UInt64(max(0, (clock.now - since) / TransactionLife.blockTime))
        return lives.map { life in
            guard case .blocks(let left, let height) = life else { return life }
            return .blocks(left > passed ? left - passed : 0, lastValidHeight: height)
        }
    }
}

extension TransactionLife: Comparable {
    /// Whether one ends before the other.
    public static func < (one: TransactionLife, other: TransactionLife) -> Bool {
        switch (one, other) {
        case (.expired, .expired), (_, .expired), (.nonce, _): false
        case (.expired, _), (.blocks, .nonce): true
        case (.blocks(let left, _), .blocks(let others, _)): left < others
        }
    }

    fileprivate func joined(_ later: TransactionLife) -> TransactionLife {
        guard case .blocks(_, let height) = self, case .blocks(let left, let other) = later else { return later }
        return .blocks(left, lastValidHeight: max(height, other))
    }
}
