import ApprovalQueue
import JSONRPC
import SolanaRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState

/// The balances of the wallet's accounts: asked of a node and kept, or the kept ones while no node answers.
struct AccountBalances: Sendable {
    /// The age from which a saved amount isn't told any more.
    static let oldest: Duration = .seconds(7 * 24 * 60 * 60)

    let questions: NodeQuestions
    let cache: PortfolioCache
    let events: WalletEvents
    let wallClock: any WallClock
    let watch: AccountWatch

    /// A balance, and how it came to be known.
    struct Reading: Sendable {
        let balance: SavedBalance
        /// The age in milliseconds; 0 for a balance that a node has just told.
        let age: Int64
        /// The reason no node answered; nil if one did.
        let cause: RPCError?
    }

    /// The balance of an account: by a node's word, or as it was last saved if no node answers.
    ///
    /// - Parameter network: The network that listens to the account from then on.
    /// - Throws: -32000 (`balance-unknown`) if nothing was saved, (`balance-too-old`) if it was saved seven days ago or at an unknown time.
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

    /// The balance that was saved last, for the pages of a list that began with ``reading(of:listeningOn:)``.
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

    /// Asks a node, and keeps its answer.
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
        if let network { await watch.follow(account, on: network) }
        let fullest = portfolio.tokens.sorted { $0.contents.amount > $1.contents.amount }
        await watch.found(fullest.map(\.address), asOf: portfolio.source.slot, in: account.key)
        return balance
    }
}

/// Questions about an account, put to a cluster's nodes one after the other until one answers or the time is over.
struct NodeQuestions: Sendable {
    /// The longest time for all the questions of one call. Answers read by then are kept, and the next call goes on from there.
    private static let limit: Duration = .seconds(20)

    private let network: any SolanaNetwork
    private let clock: any MonotonicClock
    private let end: Duration

    /// Begins a call.
    init(network: any SolanaNetwork, clock: any MonotonicClock) {
        self.network = network
        self.clock = clock
        end = clock.now + Self.limit
    }

    /// - Throws: -32000 (`no-network`, `node-unreachable`, `node-fault`, `wrong-cluster`), with what the last node said.
    func ask<Answer: Sendable>(
        _ cluster: Cluster, _ question: @escaping @Sendable (NetworkNode) async throws(SolanaRPCError) -> Answer
    ) async throws(RPCError) -> Answer {
        let deadline = Deadline(end, of: clock)
        let found = await deadline.limiting { [network] () -> Result<[NetworkNode], NetworkError> in
            do throws(NetworkError) { return .success(try await network.nodes(of: cluster)) } catch {
                return .failure(error)
            }
        }
        let nodes: [NetworkNode]
        do throws(NetworkError) {
            nodes = try (found ?? .failure(Task.isCancelled ? .cancelled : .unreachable(cluster))).get()
        } catch {
            throw RPCError(error)
        }
        do throws(SolanaRPCError) {
            return try await nodes.answer(until: deadline, question)
        } catch {
            throw RPCError(error, from: nodes.map(\.name))
        }
    }
}

extension SavedToken {
    /// A token account as a node showed it.
    init(_ holding: TokenHolding) {
        let contents = holding.contents
        self.init(
            address: holding.address.base58, program: holding.program.base58, mint: contents.mint.base58,
            amount: contents.amount, isFrozen: contents.isFrozen, delegate: contents.delegate?.base58,
            delegated: contents.delegatedAmount,
            closer: contents.closeAuthority.flatMap { $0 == contents.owner ? nil : $0.base58 },
            token: holding.token.map(SavedMint.init))
    }
}

extension SavedMint {
    init(_ token: TokenDescription) {
        self.init(decimals: token.decimals, name: token.claimedName, symbol: token.claimedSymbol)
    }
}

extension SavedTransaction.Activity {
    /// Takes an executed transaction and its effect on an account.
    init(_ executed: ExecutedTransaction, _ activity: AccountActivity) {
        self.init(
            fee: executed.fee, paysFee: activity.paysFee, isSigner: activity.isSigner,
            movements: activity.movements.map { movement in
                SavedMovement(
                    isIncoming: movement.isIncoming, amount: movement.amount, mint: movement.mint?.base58,
                    decimals: movement.decimals, counterparty: movement.counterparty?.base58,
                    counterparties: movement.counterparties, recipients: movement.recipients)
            })
    }
}

extension FoundTransaction {
    /// A transaction as a node lists it; nil if its slot can't be one.
    init?(_ info: SignatureInfo) {
        guard Int64(exactly: info.slot) != nil else { return nil }
        self.init(
            signature: info.signature.base58, slot: info.slot, index: info.index.flatMap { Int64(exactly: $0) },
            time: info.blockTime, failure: info.failure.map(Self.name))
    }

    /// A failure in a few words; a node's words are shown only if they are letters and digits.
    private static func name(_ failure: TransactionFailure) -> String {
        let words = [failure.name, failure.instruction.map { "\($0)" }, failure.reason, failure.code.map { "\($0)" }]
            .compactMap(\.self)
        let isPlain = words.allSatisfy { word in
            word.utf8.count <= 64 && word.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isXIDContinue }
        }
        return isPlain ? words.joined(separator: " ") : "unknown"
    }
}
