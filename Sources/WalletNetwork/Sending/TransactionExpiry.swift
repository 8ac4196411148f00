public import SolanaRPC
public import SolanaTransactions
public import WalletRuntime

/// The time left until a transaction expires, as a node reports it.
public enum TransactionExpiry: Sendable, Hashable {
    /// The number of blocks left, and the height after which its blockhash is too old.
    case blocks(UInt64, lastValidHeight: UInt64)
    /// It expires when this nonce is advanced.
    case nonce(account: PublicKey)
    /// It can't be executed: its blockhash is too old or never was one, or its nonce was advanced.
    case expired

    /// The condition under which it can still be executed; nil if it has expired.
    public var lifetime: TransactionLifetime? {
        switch self {
        case .blocks(_, let height): .blocks(lastValidHeight: height)
        case .nonce(let account): .nonce(account: account)
        case .expired: nil
        }
    }

    /// The number of blocks after its own in which a blockhash can be used.
    public static let blocks: UInt64 = 150
    /// The shortest time between two blocks, 400 milliseconds; a slot without a block makes it longer.
    public static let blockTime: Duration = .milliseconds(400)
}

extension NetworkNode {
    /// Returns the time left until a transaction expires.
    ///
    /// No method returns a blockhash's age. The sysvar of the last 150 blockhashes does, compared with the newest one, whose last height a node
    /// reports. If the node doesn't have it, the newest one's height is the bound for any blockhash that is still accepted.
    ///
    /// - Parameter known: A node's recent answer. A blockhash's last height never changes, so only its validity is asked for.
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
    /// The nonce account that its first instruction advances, by the cluster's own test; nil if it uses no durable nonce.
    public var durableNonce: PublicKey? {
        guard let first = instructions.first, accountKeys.indices.contains(Int(first.programIndex)),
            accountKeys[Int(first.programIndex)] == SystemProgram.id,
            first.data.starts(with: [4, 0, 0, 0]),
            let nonce = first.accountIndexes.first, accountKeys.indices.contains(Int(nonce))
        else { return nil }
        return accountKeys[Int(nonce)]
    }
}

/// The condition under which a transaction can be executed.
public enum TransactionLifetime: Sendable, Hashable {
    /// As long as there is no block above this height.
    case blocks(lastValidHeight: UInt64)
    /// As long as the account holds the transaction's nonce, at any height.
    case nonce(account: PublicKey)
}

/// Keeps the expiries of transactions current: asks a node every few seconds and counts down in between.
///
/// ``shortest()`` never waits for a node. While a node is asked again, the last answer is counted down by the clock, at the fastest pace of blocks.
public actor ExpiryWatch {
    /// The time for which a node's answer is only counted down.
    static let freshness: Duration = .seconds(4)
    /// The time limit for a node.
    static let limit: Duration = .seconds(5)

    public nonisolated let nodes: [NetworkNode]
    private let transactions: [Transaction]
    private let clock: any MonotonicClock
    private var expiries: [TransactionExpiry]
    private var since: Duration
    private var isAsking = false

    /// - Parameter expiries: A node's latest answer for each of the transactions.
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

    /// Returns the earliest expiry; nil if there are no transactions.
    public func shortest() -> TransactionExpiry? {
        if clock.now - since > Self.freshness, !isAsking {
            isAsking = true
            Task { await self.ask() }
        }
        return counted().min()
    }

    /// Asks a node for all expiries now; returns the earlier answer, counted down, if none answers.
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

    /// Returns all expiries: a node's recent answer, or a new one if that is too old.
    public func current() async -> [TransactionExpiry] {
        clock.now - since > Self.freshness ? await ask() : counted()
    }

    /// Returns one node's expiries for all transactions; nil if no node answers.
    ///
    /// - Parameter watch: Earlier expiries of the same transactions.
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

    /// Counts the expiries down by the clock. None expires that way: only the chain decides that.
    private func counted() -> [TransactionExpiry] {
        let passed = UInt64(max(0, (clock.now - since) / TransactionExpiry.blockTime))
        return expiries.map { expiry in
            guard case .blocks(let left, let height) = expiry else { return expiry }
            return .blocks(left > passed ? left - passed : 0, lastValidHeight: height)
        }
    }
}

extension TransactionExpiry: Comparable {
    /// Returns true if the first expires before the second.
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
