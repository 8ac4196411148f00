import ApprovalQueue
import JSONRPC
import SolanaRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState

/// What the wallet's accounts hold: asked of a node and kept, or told from what was kept while none answers.
struct AccountBalances: Sendable {
    /// Beyond this age a saved amount isn't told any more.
    static let oldest: Duration = .seconds(7 * 24 * 60 * 60)

    let questions: NodeQuestions
    let cache: PortfolioCache
    let events: WalletEvents
    let wallClock: any WallClock
    let watch: AccountWatch

    /// A balance with how it came to be known.
    struct Reading: Sendable {
        let balance: SavedBalance
        /// How long ago it was, in milliseconds; 0 for what a node has just said.
        let age: Int64
        /// Why no node was asked with success; nil where one was.
        let cause: RPCError?
    }

    /// What an account has: by a node's word, or where none answers, as it was last saved.
    ///
    /// - Parameter network: Where the account is listened to from then on.
    /// - Throws: -32000 (`balance-unknown`) where nothing was saved, (`balance-too-old`) where it was seven days ago or nobody knows when.
    func reading(
        of account: WatchedAccount, listeningOn network: (any SolanaNetwork)? = nil
    ) async throws(RPCError) -> Reading {
        do throws(RPCError) {
            return Reading(balance: try await refresh(account, listeningOn: network), age: 0, cause: nil)
        } catch {
            guard error.code == .invalidInput, error.reason != .cancelled else { throw error }
            return try await saved(account, because: error)
        }
    }

    /// What was saved last, for the pages of a list that began with ``reading(of:)``.
    func saved(_ account: WatchedAccount, because cause: RPCError? = nil) async throws(RPCError) -> Reading {
        var data: JSONObject = [:]
        data["cause"] = cause?.reason.map { .string($0.rawValue) }
        data["nodes"] = cause?.data["nodes"]
        let why = cause.map { ": \($0.message)" } ?? ""
        guard let balance = try await cache.balance(of: account.key) else {
            throw RPCError(.invalidInput, .balanceUnknown, "the balance was never read\(why)", data: data)
        }
        data["saved"] = .number(balance.time)
        // A clock that was set back makes nothing fresh again.
        guard let age = balance.age(at: wallClock.milliseconds) else {
            throw RPCError(
                .invalidInput, .balanceTooOld,
                "the clock stands before the time at which the balance was saved, so its age isn't known\(why)",
                data: data)
        }
        guard age < Int64(Self.oldest.milliseconds) else {
            throw RPCError(
                .invalidInput, .balanceTooOld, "the saved balance is seven days old or older\(why)", data: data)
        }
        return Reading(balance: balance, age: age, cause: cause)
    }

    /// Asks a node, and keeps what it says.
    @discardableResult
    func refresh(
        _ account: WatchedAccount, listeningOn network: (any SolanaNetwork)? = nil
    ) async throws(RPCError) -> SavedBalance {
        let portfolio = try await questions.ask(account.cluster) { node throws(SolanaRPCError) in
            try await node.portfolio(of: account.publicKey)
        }
        let balance = SavedBalance(
            lamports: portfolio.lamports, unreadable: portfolio.unreadable.count, slot: portfolio.source.slot,
            node: portfolio.source.node, time: wallClock.milliseconds)
        if try await cache.save(balance, portfolio.tokens.map(SavedToken.init), of: account.key) {
            events.publish(.portfolioChanged(account.key))
        }
        if let network { await watch.look(at: account, on: network) }
        let fullest = portfolio.tokens.sorted { $0.contents.amount > $1.contents.amount }
        await watch.found(fullest.map(\.address), asOf: portfolio.source.slot, in: account.key)
        return balance
    }
}
