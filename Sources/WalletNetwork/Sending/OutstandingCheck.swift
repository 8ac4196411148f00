import SolanaRPC
public import SolanaTransactions
public import WalletRuntime

/// A signed transaction, as far as its fate depends on the chain.
public struct OutstandingTransaction: Sendable, Hashable {
    /// Its first signature; nil while its fee payer hasn't signed.
    public let signature: Signature?
    /// A recent block, or the value of a durable nonce.
    public let blockhash: Blockhash
    /// The nonce account that its first instruction advances.
    public let nonce: PublicKey?
    /// The block height after which its blockhash can't be used; nil if no node was asked yet.
    public let height: UInt64?
    /// The time since it was signed.
    public let age: Duration

    public init(signature: Signature?, blockhash: Blockhash, nonce: PublicKey?, height: UInt64?, age: Duration) {
        self.signature = signature
        self.blockhash = blockhash
        self.nonce = nonce
        self.height = height
        self.age = age
    }
}

/// The fate of a signed transaction, by the nodes that answer.
public enum OutstandingFate: Sendable, Hashable {
    /// It can still be executed within this number of blocks, up to the height.
    case blocks(UInt64, height: UInt64)
    /// It can be executed until its nonce is advanced, which only the authority can do; nil if the account doesn't hold its nonce, or not yet.
    /// Before the height, it may still get to hold it.
    case nonce(authority: PublicKey?, height: UInt64)
    /// It was executed.
    case executed
    /// It was executed without success; its fee is paid.
    case failed
    /// It can't be executed any more.
    case over
}

/// Asks nodes what became of signed transactions.
///
/// A blockhash must have existed when its transaction was signed, so that 150 blocks after the first look at the latest it is too old, whatever a
/// page said of its cluster. The same holds for a nonce: its account gets a value only from the block before. Nothing is called over before that
/// height is passed, and then only if every node that answers says so. One node's word ends nothing that another contradicts.
public struct OutstandingCheck: Sendable {
    /// The time limit for all nodes together, which are asked at once.
    private static let limit: Duration = .seconds(6)
    /// The age from which a blockhash that no node accepts is too old, even if no node was asked before: 150 blocks take about a minute.
    private static let certainAge: Duration = .seconds(600)
    /// The most blockhashes that a node is asked about one by one.
    private static let maximumQuestions = 16

    private let nodes: [NetworkNode]
    private let clock: any MonotonicClock

    public init(_ nodes: [NetworkNode], clock: any MonotonicClock) {
        self.nodes = nodes
        self.clock = clock
    }

    /// One node's answers.
    private struct Word: Sendable {
        var height: UInt64 = 0
        var statuses: [Signature: SignatureStatus] = [:]
        var nonces: [PublicKey: NonceAccount] = [:]
        /// The blockhashes that it doesn't accept.
        var refused: Set<Blockhash> = []
    }

    /// Returns the fate of each transaction; nil if no node answers.
    public func fates(of transactions: [OutstandingTransaction]) async -> [OutstandingFate]? {
        let deadline = Deadline(clock.now + Self.limit, of: clock)
        let words = await withTaskGroup(of: Word?.self) { group in
            for node in nodes {
                group.addTask { await deadline.limiting { try? await Self.word(of: node, on: transactions) } ?? nil }
            }
            return await group.reduce(into: [Word]()) { words, word in if let word { words.append(word) } }
        }
        guard !words.isEmpty else { return nil }
        return transactions.map { Self.fate(of: $0, by: words) }
    }

    private static func word(
        of node: NetworkNode, on transactions: [OutstandingTransaction]
    ) async throws(SolanaRPCError) -> Word {
        let options = RPCContextOptions(.confirmed)
        var word = Word(height: try await node.rpc.getBlockHeight(options))
        for signatures in parts(transactions.compactMap(\.signature), of: 256) {
            let statuses = try await node.rpc.getSignatureStatuses(signatures, searchesHistory: true).value
            for case (let signature, let status?) in zip(signatures, statuses) { word.statuses[signature] = status }
        }
        for accounts in parts(transactions.compactMap(\.nonce), of: 100) {
            let infos = try await node.rpc.getMultipleAccounts(accounts, options).value
            for case (let account, let info?) in zip(accounts, infos) where info.owner == SystemProgram.id {
                word.nonces[account] = try? NonceAccount(decoding: ByteSlice(info.data))
            }
        }
        let unknown = Set(transactions.filter(isOldAndUnknown).map(\.blockhash))
        for blockhash in unknown.prefix(maximumQuestions) {
            let isValid = try await node.rpc.isBlockhashValid(blockhash, RPCContextOptions(.processed)).value
            if !isValid { word.refused.insert(blockhash) }
        }
        return word
    }

    private static func isOldAndUnknown(_ transaction: OutstandingTransaction) -> Bool {
        transaction.height == nil && transaction.nonce == nil && transaction.age >= certainAge
    }

    private static func fate(of transaction: OutstandingTransaction, by words: [Word]) -> OutstandingFate {
        let statuses = words.map { word in
            transaction.signature.flatMap { word.statuses[$0] }.flatMap { $0.certainty >= .confirmed ? $0 : nil }
        }
        let found = statuses.compactMap(\.self)
        let executed: OutstandingFate = found.contains { $0.failure != nil } ? .failed : .executed
        // A node that is behind, or has no history, doesn't contradict for ever: the height does.
        if !found.isEmpty, found.count == words.count { return executed }
        let (lowest, highest) = (words.map(\.height).min() ?? 0, words.map(\.height).max() ?? 0)
        let height = transaction.height ?? highest.addingReportingOverflow(TransactionExpiry.blocks).partialValue
        if let account = transaction.nonce {
            let holders = words.filter { $0.nonces[account]?.nonce == transaction.blockhash }
            // Once it has held the value, no height matters any more: a value that is gone never comes back.
            if let holder = holders.first { return .nonce(authority: holder.nonces[account]?.authority, height: 0) }
            if lowest <= height { return .nonce(authority: nil, height: height) }
        } else {
            let isRefused =
                isOldAndUnknown(transaction) && words.allSatisfy { $0.refused.contains(transaction.blockhash) }
            if lowest <= height, !isRefused { return .blocks(height - lowest, height: height) }
        }
        return found.isEmpty ? .over : executed
    }

    private static func parts<Element>(_ elements: [Element], of size: Int) -> [[Element]] {
        stride(from: 0, to: elements.count, by: size).map { Array(elements[$0..<min($0 + size, elements.count)]) }
    }
}
