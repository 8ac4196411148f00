import ApprovalQueue
import JSONRPC
import SolanaRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime
import WalletState

/// The transactions of the wallet's accounts: listed by a node and kept, so that each is asked for once.
struct AccountHistory: Sendable {
    let questions: NodeQuestions
    let balances: AccountBalances
    let cache: PortfolioCache
    let history: TransactionHistory
    let wallClock: any WallClock
    /// The number of transactions that a node lists in one answer, over all addresses together; it allows 1,000 for each.
    var listed = 1_000

    /// A page, and how it came to be known.
    struct Reading: Sendable {
        let transactions: [SavedTransaction]
        /// True if no transaction is missing between these; some may be if no node answers.
        let isWhole: Bool
        /// True if there may be older ones.
        let continues: Bool
        /// The time when the newest were listed, in milliseconds since 1970, and its age; no age if the clock stands before it.
        let refreshed: Int64
        let age: Int64?
        let node: String
        /// The reason no node answered; nil if one did, or if none had to.
        let cause: RPCError?
    }

    /// The most times that gaps are read for one page, each time as much as a node lists.
    private static let rounds = 10
    private static let gapsAtOnce = 8
    /// The number of transactions that one message asks for.
    private static let shownAtOnce = 20
    /// Most addresses whose transactions are looked for: the account's own and token accounts'.
    private static let mostAddresses = 64

    /// Transactions below a place, from the newest to the oldest; the newest if there is no place.
    ///
    /// - Throws: The reason no node answers, if nothing was ever read.
    func page(
        of account: WatchedAccount, below place: SavedTransaction.Place?, limit: Int
    ) async throws(RPCError) -> Reading {
        var cause: RPCError?
        do throws(RPCError) {
            if place == nil { try await refresh(account) }
            try await readOn(account, below: place, limit: limit)
        } catch {
            guard error.code == .invalidInput, error.reason != .cancelled else { throw error }
            cause = error
        }
        guard let refreshed = try await history.refreshed(account.key) else {
            throw cause ?? RPCError(.internalError, .internal, "a history that nobody has read")
        }
        var page = try await history.page(of: account.key, below: place, limit: limit, wholly: cause == nil)
        if cause == nil {
            do throws(RPCError) {
                let unknown = page.transactions.filter { $0.activity == nil }.map(\.place.signature)
                if !unknown.isEmpty {
                    try await describe(unknown, of: account)
                    page = try await history.page(of: account.key, below: place, limit: limit, wholly: true)
                }
            } catch {
                guard error.code == .invalidInput, error.reason != .cancelled else { throw error }
                cause = error
            }
        }
        let (age, _) = wallClock.milliseconds.subtractingReportingOverflow(refreshed.time)
        return Reading(
            transactions: page.transactions, isWhole: cause == nil || !page.hasGaps,
            continues: page.transactions.count == limit || (page.hasGaps && cause == nil),
            refreshed: refreshed.time, age: age < 0 ? nil : age, node: refreshed.node, cause: cause)
    }

    /// Lists the transactions that are newer than the known ones, of the account's address and its token accounts'.
    private func refresh(_ account: WatchedAccount) async throws(RPCError) {
        try await balances.refresh(account)
        try await forgetIfAnew(account)
        let known = try await history.addresses(of: account.key)
        let held = try await cache.tokens(of: account.key, limit: 1_000).sorted { $0.amount > 0 && $1.amount == 0 }
        var addresses = [account.publicKey.base58] + held.map(\.address)
        // Those that were closed since still belong to the past.
        addresses += known.keys.filter { !addresses.contains($0) }.sorted()
        let asked = addresses.prefix(Self.mostAddresses).map { (address: $0, until: known[$0] ?? nil) }
        let limit = self.limit(for: asked.count)
        let (lists, node) = try await questions.ask(account.cluster) { node throws(SolanaRPCError) in
            var methods: [GetSignaturesForAddress] = []
            for each in asked {
                methods.append(try Self.method(each.address, before: nil, until: each.until, limit: limit))
            }
            var lists: [[FoundTransaction]] = []
            for (answer, each) in zip(try await node.rpc.batch(methods), asked) {
                lists.append(try Self.list(try answer.get(), below: nil, until: each.until))
            }
            return (lists, node.name)
        }
        var isNew = false
        for (list, each) in zip(lists, asked) {
            let hasNew = try await history.add(
                list, newerThan: each.until, of: each.address, isWhole: list.count < limit, to: account.key)
            isNew = isNew || hasNew
        }
        try await history.setRefreshed(account.key, at: wallClock.milliseconds, by: node)
        if isNew { balances.events.publish(.portfolioChanged(account.key)) }
    }

    /// Forgets the history of a local cluster that began anew with its node: if the node doesn't know the newest transaction any more, nothing older
    /// counts.
    private func forgetIfAnew(_ account: WatchedAccount) async throws(RPCError) {
        guard account.cluster == .localnet else { return }
        let newest = try await history.page(of: account.key, limit: 1, wholly: false).transactions.first
        guard let newest, let signature = try? Signature(base58: newest.place.signature) else { return }
        let status = try await questions.ask(.localnet) { node throws(SolanaRPCError) in
            try await node.rpc.getSignatureStatuses([signature], searchesHistory: true).value.first ?? nil
        }
        if status == nil { try await history.forget(account.key) }
    }

    /// Fills gaps until a page is whole.
    private func readOn(
        _ account: WatchedAccount, below place: SavedTransaction.Place?, limit: Int
    ) async throws(RPCError) {
        for _ in 0..<Self.rounds {
            let page = try await history.page(of: account.key, below: place, limit: limit, wholly: true)
            guard page.hasGaps, page.transactions.count < limit else { return }
            let gaps = try await history.gaps(of: account.key, limit: Self.gapsAtOnce)
            let listed = self.limit(for: gaps.count)
            let lists = try await questions.ask(account.cluster) { node throws(SolanaRPCError) in
                var methods: [GetSignaturesForAddress] = []
                for gap in gaps {
                    methods.append(
                        try Self.method(gap.address, before: gap.before, until: gap.until, limit: listed))
                }
                var lists: [[FoundTransaction]] = []
                for (answer, gap) in zip(try await node.rpc.batch(methods), gaps) {
                    lists.append(try Self.list(try answer.get(), below: gap, until: gap.until))
                }
                return lists
            }
            for (list, gap) in zip(lists, gaps) {
                try await history.add(list, in: gap, isWhole: list.count < listed, to: account.key)
            }
        }
    }

    /// Asks a node for transactions, and keeps their effects on the account; one that the node doesn't know stays as it is.
    private func describe(_ signatures: [String], of account: WatchedAccount) async throws(RPCError) {
        let own = Set(
            try await cache.tokens(of: account.key, limit: 1_000).compactMap { try? PublicKey(base58: $0.address) })
        for start in stride(from: 0, to: signatures.count, by: Self.shownAtOnce) {
            let lot = signatures[start..<min(start + Self.shownAtOnce, signatures.count)]
            let activities = try await questions.ask(account.cluster) { node throws(SolanaRPCError) in
                let methods = lot.compactMap { try? Signature(base58: $0) }.map {
                    GetTransaction(signature: $0, commitment: .confirmed)
                }
                var activities: [String: SavedTransaction.Activity] = [:]
                for (answer, method) in zip(try await node.rpc.batch(methods), methods) {
                    // One that can't be read mustn't hide the others.
                    guard let executed = try? answer.get(),
                        let activity = try? executed.activity(of: account.publicKey, tokenAccounts: own)
                    else { continue }
                    activities[method.signature.base58] = SavedTransaction.Activity(executed, activity)
                }
                return activities
            }
            try await history.describe(activities, of: account.key)
            try await describeMints(of: activities, account)
        }
    }

    private func describeMints(
        of activities: [String: SavedTransaction.Activity], _ account: WatchedAccount
    ) async throws(RPCError) {
        let moved = Set(activities.values.flatMap(\.movements).compactMap(\.mint))
        let unknown = try await cache.undescribed(moved, on: account.key.cluster)
        guard !unknown.isEmpty else { return }
        let mints = unknown.compactMap { try? PublicKey(base58: $0) }.sorted()
        let tokens = try await questions.ask(account.cluster) { node throws(SolanaRPCError) in
            try await node.tokens(mints).mapValues { SavedMint($0.token) }
        }
        try await cache.save(
            Dictionary(uniqueKeysWithValues: tokens.map { ($0.key.base58, $0.value) }), on: account.key.cluster)
    }

    private func limit(for addresses: Int) -> Int { min(1_000, max(2, listed / max(1, addresses))) }

    private static func method(
        _ address: String, before: String?, until: String?, limit: Int
    ) throws(SolanaRPCError) -> GetSignaturesForAddress {
        guard let address = try? PublicKey(base58: address) else { throw .transport(.notAnAnswer) }
        return GetSignaturesForAddress(
            address: address, limit: limit, before: before.flatMap { try? Signature(base58: $0) },
            until: until.flatMap { try? Signature(base58: $0) }, options: RPCContextOptions(.confirmed))
    }

    /// A node's list, if it is valid: from the newest to the oldest, nothing twice, and nothing that wasn't asked for.
    private static func list(
        _ found: [SignatureInfo], below gap: HistoryGap?, until: String?
    ) throws(SolanaRPCError) -> [FoundTransaction] {
        var list: [FoundTransaction] = []
        var seen: Set<String> = []
        for (place, info) in found.enumerated() {
            guard let transaction = FoundTransaction(info), seen.insert(transaction.signature).inserted,
                transaction.signature != until, transaction.signature != gap?.before,
                transaction.slot <= list.last?.slot ?? gap?.slot ?? .max
            else { throw .answer(method: GetSignaturesForAddress.name, path: "[\(place)]") }
            list.append(transaction)
        }
        return list
    }
}

/// The reasons a transaction looks as if it was sent only to be seen. It is marked and never hidden. Append-only.
///
/// Only transactions that the account didn't sign are marked, and none that comes from the wallet's own accounts.
enum HistoryMark: String, Sendable {
    /// Less than 0.001 SOL came, and nothing else.
    case dust
    /// A token came that the account has never used itself.
    case unknownToken = "unknown-token"
    /// It gave the same to five or more at once, the account among them.
    case manyRecipients = "many-recipients"
    /// It names the account and gives it nothing: how a look-alike address gets into a history.
    case namedOnly = "named-only"
}

extension SavedTransaction {
    private static let dust: UInt64 = 1_000_000
    private static let many = 5

    /// The mints of tokens that needn't have been used: wrapped SOL, USDC and USDT on mainnet, USDC on devnet.
    private static let knownMints: Set<String> = [
        "So11111111111111111111111111111111111111112", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
        "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
    ]

    /// - Parameter own: The wallet's accounts.
    func marks(own: Set<String>) -> [HistoryMark] {
        guard let activity, !activity.isSigner else { return [] }
        guard !activity.movements.isEmpty else { return failure == nil ? [.namedOnly] : [] }
        let foreign = activity.movements.filter { movement in
            movement.isIncoming && !(movement.counterparty.map(own.contains) ?? false)
        }
        guard !foreign.isEmpty else { return [] }
        var marks: [HistoryMark] = []
        let isDust = foreign.allSatisfy { $0.mint == nil && $0.amount < Self.dust }
        if isDust, foreign.count == activity.movements.count { marks.append(.dust) }
        let isUnknown = foreign.contains { movement in
            movement.mint.map { !movement.isUsed && !Self.knownMints.contains($0) } ?? false
        }
        if isUnknown { marks.append(.unknownToken) }
        if foreign.contains(where: { $0.recipients >= Self.many }) { marks.append(.manyRecipients) }
        return marks
    }
}
