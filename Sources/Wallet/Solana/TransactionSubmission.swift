import ApprovalQueue
import JSONRPC
import SolanaTransactions
import Synchronization
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState

/// A request's transactions on their way to the chain: simulated before the user is asked and once more before they are signed, sent, and waited for.
struct TransactionSubmission: Sendable {
    let keys: WalletKeyring
    let coordinator: ApprovalCoordinator
    let knownAddresses: KnownAddressSource
    /// The way to the chain; nil if there is none.
    let network: (any SolanaNetwork)?
    /// Told of accounts in which a payment was executed.
    let signals: AccountSignals
    /// The programs and rules that other packages' modules add to a review.
    let extensions: ReviewExtensions
    let clock: any MonotonicClock
    let wallClock: any WallClock
    let outstanding: OutstandingRecorder
    /// The name by which a transfer of the wallet's own pays, and what tells its changes.
    var paying: (name: PaidName, book: NameBook)?
    /// True if the transactions are signed already, on another machine: nothing is signed here, and no guard is added.
    var isSigned = false

    /// Queues them, and sends them once they were approved.
    ///
    /// - Parameter permit: Asks at the moment of signing whether the asker still may.
    func submit(
        _ content: RequestContent, rpc: RPCRequest, _ transactions: [Transaction], as account: PublicKey,
        on cluster: Cluster, _ options: SendOptions, isBatch: Bool,
        permit: @escaping @Sendable () async throws(RPCError) -> Void
    ) async throws(RPCError) -> JSON {
        guard let network else {
            throw RPCError(
                .invalidInput, .noNetwork, "no network is configured, so nothing can be sent; nothing was signed")
        }
        let preflight = Preflight(
            transactions: transactions, account: account, network: network, cluster: cluster, options: options,
            isGuarding: !isSigned, clock: clock, extensions: extensions, keys: keys,
            site: content.page.origin.serialized,
            signIn: SignInContext(
                origin: content.page.origin.page.serialized, account: account, now: wallClock.milliseconds))
        // Before the first unlock nobody knows which nodes the user chose: it is tried when it is approved.
        let isKnown = await keys.trust != .unverified
        let late = LateValue<Result<ChainSnapshot?, RPCError>>()
        Task {
            do throws(RPCError) {
                late.give(.success(isKnown ? try await preflight.simulate(within: NodeFacts.patience) : nil))
            } catch {
                late.give(.failure(error))
            }
        }
        let book = NameBook(records: knownAddresses.records, clock: clock, wallClock: wallClock)
        let names =
            isKnown
            ? RecipientNames(knownAddresses, network, on: cluster, book).ask(
                about: preflight.reviews, of: account, paying: paying?.name.address
            ) {
                await late.value().flatMap { try? $0.get()?.facts }
            } : nil
        // Nobody waits for a node but whoever asked, and they only as long as nobody notices.
        let early = try await coordinator.preparing(content, rpc: rpc) { [clock] in
            await late.value(until: clock.now + LateReview.unnoticed, of: clock)
        }
        let snapshot = try early?.get()
        let review = {
            @Sendable [knownAddresses, preflight, paying]
            (snapshot: ChainSnapshot?, isWaiting: Bool, seen: RequestReview?) in
            let reviews = preflight.reviews(snapshot)
            var known = await knownAddresses.now(beside: reviews, of: account, snapshot?.facts)
            // Each time anew: before the first unlock nobody knows what the name stood for.
            if let (name, book) = paying, let changed = await name.change(in: book, on: cluster.rawValue) {
                known.changedNames = [changed]
            }
            return preflight.review(
                snapshot, known: known, isWaiting: isWaiting,
                guarded: seen?.guarded ?? snapshot?.guarded.map { $0?.transaction.encoded() } ?? [],
                unguarded: seen?.items.map { $0["unguarded"]?.text } ?? snapshot?.unguarded.map { $0?.rawValue } ?? [],
                paidNames: paying.map { [$0.name.address.base58: $0.name.name] } ?? [:])
        }
        let rest =
            early != nil
            ? nil
            : LateReview(bare: { await review(nil, false, nil) }) { () throws(RPCError) in
                guard let snapshot = try await late.value()?.get() else { return nil }
                return await review(snapshot, false, nil)
            }
        let renew: ApprovalRequest.Renewal = { [preflight] seen throws(RPCError) in
            await review(try await preflight.simulate(seen), false, seen)
        }
        let expiry: ApprovalRequest.Expiry = { await preflight.watch?.shortest()?.request }
        let first = await review(snapshot ?? nil, rest != nil, nil).claiming(names?.current ?? [:])
        var naming: ApprovalRequest.ClaimedNames?
        if let names { naming = { await names.value() ?? [:] } }
        return try await coordinator.submit(
            content, rpc: rpc, review: first, renew: renew, expiry: expiry, late: rest, names: naming
        ) { [self] approved, approval throws(RPCError) in
            try await permit()
            guard let watch = preflight.watch else {
                throw RPCError(.transactionRejected, .simulationMissing, "nobody has tried the transaction")
            }
            // The last snapshot has just asked for it too.
            var expiries = await watch.current()
            guard !expiries.contains(.expired) else { throw Preflight.expired }
            let signed = try await sign(approved.review.signing(approved.content.items), as: account, approval)
            // A person reads on the device, and presses when they like.
            if await keys.isShownOnDevice(account) {
                expiries = await watch.current()
                guard !expiries.contains(.expired) else { throw Preflight.expired }
            }
            try await outstanding.note(approved, signed, by: account)
            let sending = Sending(
                request: approved.id, coordinator: coordinator, broadcast: Broadcast(watch.nodes, clock: clock),
                options: options,
                executed: { [signals] in
                    signals.publish(ClusterAccount(cluster: cluster.rawValue, account: account.description))
                })
            return try await sending.send(signed, expiries, isBatch: isBatch)
        }
    }

    /// Signs the bytes that were approved, decoded again: nothing from before the approval is signed.
    private func sign(
        _ items: [[UInt8]], as account: PublicKey, _ approval: Approval
    ) async throws(RPCError) -> [Transaction] {
        var transactions: [Transaction] = []
        for item in items {
            transactions.append(try Self.sendable(item, by: account))
        }
        if isSigned { return transactions }
        let signatures = try await keys.sign(transactions.map(\.messageBytes), as: account, by: approval)
        var signed: [Transaction] = []
        for (transaction, signature) in zip(transactions, signatures) {
            guard let placed = try? transaction.placing(signature, for: account) else { throw SolanaModule.notASigner }
            signed.append(placed)
        }
        return signed
    }

    /// Refuses a transaction that would lack a signature however it is decided.
    static func sendable(_ item: [UInt8], by account: PublicKey) throws(RPCError) -> Transaction {
        let transaction = try SolanaModule.transaction(item, signedBy: account)
        for (signer, signature) in zip(transaction.requiredSigners, transaction.signatures)
        where signer != account && signature == Signature() {
            throw RPCError(
                .invalidInput, .transactionInvalid, "another signer's signature is missing, so it can't be sent")
        }
        return transaction
    }
}

/// The simulation of a request's transactions, before the user is asked and before they are signed.
final class Preflight: Sendable {
    let transactions: [Transaction]
    let reviews: [TransactionReview]
    let account: PublicKey
    let network: any SolanaNetwork
    let cluster: Cluster
    let options: SendOptions
    let clock: any MonotonicClock
    /// The asker, for sign-ins in memos.
    let signIn: SignInContext
    private let extensions: ReviewExtensions
    /// The user's accounts and rules, for guards.
    private let keys: WalletKeyring
    private let site: String
    private let isGuarding: Bool
    /// The time for which the transactions simulated last can still be executed.
    private let known = Mutex<ExpiryWatch?>(nil)

    init(
        transactions: [Transaction], account: PublicKey, network: any SolanaNetwork, cluster: Cluster,
        options: SendOptions, isGuarding: Bool = true, clock: any MonotonicClock,
        extensions: ReviewExtensions, keys: WalletKeyring,
        site: String, signIn: SignInContext
    ) {
        self.transactions = transactions
        reviews = transactions.map { TransactionReview($0, programs: extensions.programs) }
        self.account = account
        self.network = network
        self.cluster = cluster
        self.options = options
        self.clock = clock
        self.signIn = signIn
        self.extensions = extensions
        self.keys = keys
        self.site = site
        self.isGuarding = isGuarding
    }

    /// Simulates all of them.
    ///
    /// - Parameter seen: The review that the user saw: what is simulated then has the guards that were shown. Without one, guards are added.
    /// - Throws: An error if there is no node; -32003 (`blockhash-expired`, `simulation-missing`) if one can't be sent or no node could simulate it.
    func simulate(
        _ seen: RequestReview? = nil, within limit: Duration = NodeFacts.limit
    ) async throws(RPCError) -> ChainSnapshot {
        let snapshot: ChainSnapshot
        let shown = zip(transactions, seen?.signing(transactions.map { $0.encoded() }) ?? []).map {
            (try? Transaction(decoding: $1)) ?? $0
        }
        let signed = seen == nil ? transactions : shown
        let guarding =
            isGuarding ? await keys.guards(of: account, for: site, isGuarded: seen != nil) : nil
        do throws(NetworkError) {
            snapshot = try await ChainSnapshot(
                at: signed, seen == nil ? reviews : signed.map(review), through: network, on: cluster, for: .sending,
                minContextSlot: options.minContextSlot, knowing: watch,
                guarding: guarding, within: limit, clock: clock)
        } catch {
            throw RPCError(error)
        }
        guard snapshot.expiries?.contains(.expired) != true else { throw Self.expired }
        guard let expiries = snapshot.expiries, snapshot.facts.allSatisfy(\.isSimulated) else {
            throw RPCError(
                .transactionRejected, .simulationMissing,
                "no node could try the transaction, so it was neither signed nor sent")
        }
        let watch = ExpiryWatch(snapshot.nodes, transactions, expiries, clock: clock)
        known.withLock { $0 = watch }
        return snapshot
    }

    static let expired = RPCError(
        .transactionRejected, .blockhashExpired, "the blockhash is too old or unknown, so it can't be executed")

    /// The reviews of what is signed.
    func reviews(_ snapshot: ChainSnapshot?) -> [TransactionReview] {
        snapshot?.transactions.map(review) ?? reviews
    }

    private func review(_ transaction: Transaction) -> TransactionReview {
        TransactionReview(transaction, programs: extensions.programs)
    }

    var watch: ExpiryWatch? { known.withLock { $0 } }

    func review(
        _ snapshot: ChainSnapshot?, known: KnownAddresses, isWaiting: Bool = false, guarded: [[UInt8]?],
        unguarded: [String?], paidNames: [String: String]
    ) -> RequestReview {
        RequestReview(
            transactions: reviews(snapshot), signer: account, known: known,
            facts: snapshot?.facts ?? (isWaiting ? nil : transactions.map { _ in ChainFacts() }), signIn: signIn,
            extensions: extensions, isWaiting: isWaiting, guarded: guarded, unguarded: unguarded, paidNames: paidNames)
    }
}

extension TransactionExpiry {
    /// The expiry as a surface is told it.
    var request: RequestExpiry {
        switch self {
        case .blocks(let left, _): .blocks(left, remaining: Self.blockTime * Int(clamping: left))
        case .nonce: .nonce
        case .expired: .expired
        }
    }
}
