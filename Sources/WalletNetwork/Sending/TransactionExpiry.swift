public import SolanaRPC
public import SolanaTransactions
public import WalletRuntime

/// How long a transaction can still be executed, as a node tells it.
public enum TransactionExpiry: Sendable, Hashable {
    /// So many blocks more, until the height after which its blockhash is too old.
    case blocks(UInt64, lastValidHeight: UInt64)
    /// Until somebody moves this nonce on.
    case nonce(account: PublicKey)
    /// It can't be executed: its blockhash is too old or was never one, or its nonce was moved on.
    case expired

    /// Until when it can be executed; nil where it can't.
    public var lifetime: TransactionLifetime? {
        switch self {
        case .blocks(_, let height): .blocks(lastValidHeight: height)
        case .nonce(let account): .nonce(account: account)
        case .expired: nil
        }
    }

    /// How many blocks a blockhash can be used in after its own.
    public static let blocks: UInt64 = 150
    /// How long a block takes at least, in milliseconds; a slot without one makes it longer.
    public static let blockTime: Duration = .milliseconds(400)
}

extension NetworkNode {
    /// How long a transaction can still be executed.
    ///
    /// No method tells a blockhash's age. The sysvar with the last 150 blockhashes does, held against the newest one, whose last height a node tells. Where the
    /// node doesn't have it, the newest one's height is the bound for any that is still taken.
    ///
    /// - Parameter known: What a node said a moment ago: a blockhash's last height never changes, so that only whether it is still taken is asked.
    public func expiry(
        of transaction: Transaction, knowing known: TransactionExpiry? = nil
    ) async throws(SolanaRPCError) -> TransactionExpiry {
        let options = RPCContextOptions(.processed)
        let token = transaction.message.lifetimeToken
        if let account = transaction.message.durableNonce {
            let found = try await rpc.getAccountInfo(of: account, options).value
            let nonce = found.flatMap { try? NonceAccount(decoding: ByteSlice($0.data)) }
            // A hash that isn't the nonce may still be a recent block's: the cluster looks at that first.
            if nonce?.nonce == token { return .nonce(account: account) }
        }
        if let known, case .blocks = known {
            return try await rpc.isBlockhashValid(token, options).value ? known : .expired
        }
        let (latest, isValid, recent) = try await rpc.batch(
            GetLatestBlockhash(options: options), IsBlockhashValid(blockhash: token, options: options),
            GetAccountInfo(address: Sysvars.recentBlockhashes, options: options))
        guard try isValid.get().value else { return .expired }
        let newest = try latest.get().value
        let hashes = Self.hashes(in: (try? recent.get().value)?.data ?? [])
        let behind =
            hashes.firstIndex(of: token).map { UInt64(max(0, $0 - (hashes.firstIndex(of: newest.blockhash) ?? 0))) }
            ?? 0
        let (height, overflow) = newest.lastValidBlockHeight.subtractingReportingOverflow(behind)
        guard !overflow, behind <= TransactionExpiry.blocks else { return .expired }
        return .blocks(TransactionExpiry.blocks - behind, lastValidHeight: height)
    }

    /// The hashes in the sysvar, the newest first: u64 count, then 32 bytes and a u64 each.
    private static func hashes(in data: [UInt8]) -> [Blockhash] {
        stride(from: 8, to: data.count, by: 40).compactMap { start in
            start + 40 <= data.count ? try? Blockhash(bytes: Array(data[start..<start + 32])) : nil
        }
    }
}

extension Message {
    /// The nonce account that it stands on, which its first instruction moves on, as the cluster recognises it.
    public var durableNonce: PublicKey? {
        guard let first = instructions.first, accountKeys.indices.contains(Int(first.programIndex)),
            accountKeys[Int(first.programIndex)] == SystemProgram.id,
            first.data.starts(with: [4, 0, 0, 0]),
            let nonce = first.accountIndexes.first, accountKeys.indices.contains(Int(nonce))
        else { return nil }
        return accountKeys[Int(nonce)]
    }
}

/// Until when a transaction can be executed.
public enum TransactionLifetime: Sendable, Hashable {
    /// As long as no block above this height is there.
    case blocks(lastValidHeight: UInt64)
    /// As long as the account holds the nonce that stands in the transaction: no height ends it.
    case nonce(account: PublicKey)
}

/// How long transactions can still be executed, kept current: asked of a node every few seconds, and counted on in between.
///
/// Who looks never waits for a node: what was known last is counted on by the clock, at the pace at which blocks come at most, while a node is asked anew.
public actor ExpiryWatch {
    /// How long what a node said is only counted on.
    static let freshness: Duration = .seconds(4)
    /// How long a node may take.
    static let limit: Duration = .seconds(5)

    public nonisolated let nodes: [NetworkNode]
    private let transactions: [Transaction]
    private let clock: any MonotonicClock
    private var expiries: [TransactionExpiry]
    private var since: Duration
    private var isAsking = false

    /// - Parameter lives: What a node has said of each of the transactions just now.
    public init(
        _ nodes: [NetworkNode], _ transactions: [Transaction], _ expiries: [TransactionExpiry],
        clock: any MonotonicClock
    ) {
        self.nodes = nodes
        self.transactions = transactions
        self.expiries = expiries
        self.clock = clock
        since = clock.now
    }

    /// The life of the one that ends first; nil where there is none.
    public func shortest() -> TransactionExpiry? {
        if clock.now - since > Self.freshness, !isAsking {
            isAsking = true
            Task { await self.ask() }
        }
        return counted().min()
    }

    /// Until when each can be executed, asked of a node now; what a node said before counts where none answers.
    public func ask() async -> [TransactionExpiry] {
        let deadline = Deadline(clock.now + Self.limit, of: clock)
        let began = clock.now
        let answer = await deadline.limiting { [nodes, transactions] () -> [TransactionExpiry]? in
            await Self.expiries(of: transactions, nodes)
        }
        isAsking = false
        guard let answer, let answer, answer.count == expiries.count else { return counted() }
        // A blockhash has one last height: a node that names an earlier one than before is behind, or lies.
        expiries = zip(expiries, answer).map { $0.joined($1) }
        since = began
        return expiries
    }

    /// Until when each can be executed: what a node said a moment ago, or says now where that is longer ago.
    public func current() async -> [TransactionExpiry] {
        clock.now - since > Self.freshness ? await ask() : counted()
    }

    /// What one node says of all of them; nil where none answers.
    ///
    /// - Parameter watch: What is known of the same transactions.
    public static func expiries(
        of transactions: [Transaction], _ nodes: [NetworkNode], knowing watch: ExpiryWatch? = nil
    ) async -> [TransactionExpiry]? {
        let said = await watch?.counted()
        for node in nodes {
            var expiries: [TransactionExpiry] = []
            for (place, transaction) in transactions.enumerated() {
                // Those of one blockhash share its life.
                let known = zip(transactions, expiries).first {
                    $0.0.message.lifetimeToken == transaction.message.lifetimeToken
                        && $0.0.message.durableNonce == transaction.message.durableNonce
                }
                var expiry = known?.1
                if expiry == nil { expiry = try? await node.expiry(of: transaction, knowing: said?[place]) }
                guard let expiry else { break }
                expiries.append(expiry)
            }
            if expiries.count == transactions.count { return expiries }
        }
        return nil
    }

    /// What is left of each by the clock. Nothing ends by it: that is the chain's to say.
    private func counted() -> [TransactionExpiry] {
        let passed = UInt64(max(0, (clock.now - since) / TransactionExpiry.blockTime))
        return expiries.map { expiry in
            guard case .blocks(let left, let height) = expiry else { return expiry }
            return .blocks(left > passed ? left - passed : 0, lastValidHeight: height)
        }
    }
}

extension TransactionExpiry: Comparable {
    /// Whether one ends before the other.
    public static func < (one: TransactionExpiry, other: TransactionExpiry) -> Bool {
        switch (one, other) {
        case (.expired, .expired), (_, .expired), (.nonce, _): false
        case (.expired, _), (.blocks, .nonce): true
        case (.blocks(let left, _), .blocks(let others, _)): left < others
        }
    }

    fileprivate func joined(_ later: TransactionExpiry) -> TransactionExpiry {
        guard case .blocks(_, let height) = self, case .blocks(let left, let other) = later else { return later }
        return .blocks(left, lastValidHeight: max(height, other))
    }
}
