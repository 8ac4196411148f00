import ApprovalQueue
import JSONRPC
import SolanaTransactions
import Synchronization
import TransactionReview
import WalletNetwork
import WalletRuntime

/// Trying a request's transactions on the chain, before the user is asked and before they are signed.
final class Preflight: Sendable {
    let transactions: [Transaction]
    let reviews: [TransactionReview]
    let account: PublicKey
    let network: any SolanaNetwork
    let cluster: Cluster
    let options: SendOptions
    let clock: any MonotonicClock
    /// Who asks, for sign-ins in memos.
    let signIn: SignInContext
    /// How long what was tried last can still be executed.
    private let known = Mutex<LifeWatch?>(nil)

    init(
        transactions: [Transaction], account: PublicKey, network: any SolanaNetwork, cluster: Cluster,
        options: SendOptions, clock: any MonotonicClock, signIn: SignInContext
    ) {
        self.transactions = transactions
        reviews = transactions.map { TransactionReview($0) }
        self.account = account
        self.network = network
        self.cluster = cluster
        self.options = options
        self.clock = clock
        self.signIn = signIn
    }

    /// Tries all of them.
    ///
    /// - Throws: where there is no node; -32003 (`blockhash-expired`, `simulation-missing`) where one can't be sent or nobody could try it.
    func look() async throws(RPCError) -> ChainSnapshot {
        let look: ChainSnapshot
        do throws(NetworkError) {
            look = try await ChainSnapshot(
                at: transactions, reviews, through: network, on: cluster, for: .sending,
                minContextSlot: options.minContextSlot, clock: clock)
        } catch {
            throw RPCError(error)
        }
        guard look.lives?.contains(.expired) != true else { throw Self.expired }
        guard let lives = look.lives, look.facts.allSatisfy(\.isTried) else {
            throw RPCError(
                .transactionRejected, .simulationMissing,
                "no node could try the transaction, so it was neither signed nor sent")
        }
        let watch = LifeWatch(look.nodes, transactions, lives, clock: clock)
        known.withLock { $0 = watch }
        return look
    }

    static let expired = RPCError(
        .transactionRejected, .blockhashExpired, "the blockhash is too old or unknown, so it can't be executed")

    var watch: LifeWatch? { known.withLock { $0 } }

    func review(_ look: ChainSnapshot?, known: KnownAddresses) -> RequestReview {
        RequestReview(
            transactions: reviews, signer: account, known: known,
            facts: look?.facts ?? transactions.map { _ in ChainFacts() }, signIn: signIn)
    }
}

extension TransactionLife {
    /// As a surface is told it.
    var request: RequestLife {
        switch self {
        case .blocks(let left, _): .blocks(left, remaining: Self.blockTime * Int(clamping: left))
        case .nonce: .nonce
        case .expired: .expired
        }
    }
}
