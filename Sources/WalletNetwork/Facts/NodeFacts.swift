public import SolanaRPC
public import SolanaTransactions
import Synchronization
public import TransactionReview
public import WalletRuntime

/// Facts from nodes about a transaction's chain: accounts, lookup tables and a simulation of the transaction.
///
/// Nodes are asked in the user's order until one answers. Lookup tables are asked of two nodes if there are two. Every fact has the name of its node
/// and the slot. The facts are made for one review: all its questions together end by the deadline.
public struct NodeFacts: ChainFactsSource {
    /// The purpose of asking about a transaction.
    public enum Purpose: Sendable {
        /// The site gets the signature and sends the transaction when it likes: an old blockhash alone is no failure.
        case signing
        /// The wallet sends it at once.
        case sending
    }

    /// The time limit for all questions about one request, just before it is signed.
    public static let limit: Duration = .seconds(5)
    /// The same while somebody reads the request: what comes late is still shown.
    public static let patience: Duration = .seconds(15)
    /// The longest time for which one node is waited for while there is another.
    static let share: Duration = .milliseconds(2500)
    /// The time that a simulation leaves for the accounts that it reveals: one that never ends must not take the other facts with it.
    private static let remainder: Duration = .seconds(1)

    /// Options for the newest state: the user's last action must not look like an effect of this transaction.
    let options: RPCContextOptions
    let nodes: [NetworkNode]
    let purpose: Purpose
    let deadline: Deadline
    let order: NodeOrder
    /// The user's addresses, which are looked for in the accounts; nil to look for none.
    let own: Set<PublicKey>?

    /// - Parameters:
    ///   - minContextSlot: The oldest slot that the site lets a simulation use.
    ///   - own: The user's addresses, for guards.
    ///   - deadline: The clock's time at which the waiting ends.
    public init(
        _ nodes: [NetworkNode], for purpose: Purpose, minContextSlot: UInt64? = nil, own: Set<PublicKey>? = nil,
        until deadline: Duration, clock: any MonotonicClock
    ) {
        self.own = own
        self.nodes = nodes
        self.purpose = purpose
        self.deadline = Deadline(deadline, of: clock)
        options = RPCContextOptions(.processed, minContextSlot: minContextSlot)
        order = NodeOrder(nodes.count)
    }

    /// Asks one node after another until one answers.
    ///
    /// - Parameter limit: The time at which the waiting ends; nil for the end of all questions.
    /// - Throws: The error of the first node that failed.
    func ask<Value: Sendable>(
        within limit: Deadline? = nil,
        _ question: @escaping @Sendable (NetworkNode) async throws(SolanaRPCError) -> (value: Value, slot: UInt64)
    ) async throws(ChainFactsError) -> (value: Value, source: ChainSource) {
        let places = order.places
        var first: ChainFactsError?
        for (tried, place) in places.enumerated() {
            do throws(ChainFactsError) {
                let answer = try await ask(place, within: share(places.count - tried, of: limit), question)
                order.answered(place)
                return answer
            } catch {
                guard error != .cancelled else { throw error }
                first = first ?? error
            }
        }
        throw first ?? .unreachable
    }

    /// The time for one of several nodes.
    func share(_ nodes: Int, of limit: Deadline? = nil) -> Deadline {
        let deadline = limit ?? deadline
        guard nodes > 1 else { return deadline }
        let part = deadline.part(nodes)
        return Deadline(min(part.end, deadline.clock.now + Self.share), of: deadline.clock)
    }

    /// Asks one node.
    func ask<Value: Sendable>(
        _ place: Int, within deadline: Deadline,
        _ question: @escaping @Sendable (NetworkNode) async throws(SolanaRPCError) -> (value: Value, slot: UInt64)
    ) async throws(ChainFactsError) -> (value: Value, source: ChainSource) {
        guard !Task.isCancelled else { throw .cancelled }
        let node = nodes[place]
        let answer = await deadline.limiting { () -> Result<(value: Value, slot: UInt64), SolanaRPCError> in
            do throws(SolanaRPCError) { return .success(try await question(node)) } catch { return .failure(error) }
        }
        guard !Task.isCancelled else { throw .cancelled }
        switch answer {
        case nil: throw .timeout
        case .success(let answer): return (answer.value, ChainSource(node: node.name, slot: answer.slot))
        case .failure(let error): throw ChainFactsError(error)
        }
    }
}

extension ChainFactsError {
    init(_ error: SolanaRPCError) {
        self =
            switch error {
            case .transport(.timedOut): .timeout
            case .transport(.cancelled): .cancelled
            case .transport(.tooManyRequests), .node: .refused
            case .transport(.notAnAnswer), .transport(.tooLarge), .answer: .malformed
            case .transport: .unreachable
            }
    }
}

extension AccountState {
    /// - Parameter addresses: The user's own, which are looked for in it.
    init(_ account: AccountInfo?, naming addresses: Set<PublicKey>?) {
        guard let account else {
            self = .absent
            return
        }
        self = .present(
            ChainAccount(
                lamports: account.lamports, program: account.owner, isExecutable: account.isExecutable,
                data: ByteSlice(account.data), naming: addresses))
    }
}

/// The order in which the nodes are asked. The last one that answered comes first, so a dead node is waited for only once.
final class NodeOrder: Sendable {
    private let order: Mutex<[Int]>

    init(_ count: Int) { order = Mutex(Array(0..<count)) }

    var places: [Int] { order.withLock { $0 } }

    func answered(_ place: Int) {
        order.withLock { order in order = [place] + order.filter { $0 != place } }
    }
}

extension NodeFacts {
    public func simulation(
        of transaction: Transaction, showing accounts: [PublicKey]
    ) async throws(ChainFactsError) -> ChainFact<Simulation> {
        let limit = Deadline(deadline.end - Self.remainder, of: deadline.clock)
        return try await simulation(of: transaction, showing: accounts, within: limit)
    }

    /// Simulates it until the time is over.
    func simulation(
        of transaction: Transaction, showing accounts: [PublicKey], within limit: Deadline
    ) async throws(ChainFactsError) -> ChainFact<Simulation> {
        let (result, source) = try await ask(within: limit) { node throws(SolanaRPCError) in
            var answer = try await simulate(transaction, showing: accounts, on: node)
            // A trial by an old blockhash would only say that it is old, and nothing of what is signed.
            if purpose == .signing, answer.value.failure?.name == "BlockhashNotFound" {
                answer = try await simulate(transaction, showing: accounts, on: node, replacesBlockhash: true)
            }
            return (answer.value, answer.slot)
        }
        var states: [PublicKey: AccountState] = [:]
        // Accounts after a failure are those from before it.
        if result.failure == nil {
            for (address, account) in zip(accounts, result.accounts ?? []) {
                states[address] = AccountState(account, naming: own)
            }
        }
        return ChainFact(Simulation(Self.outcome(of: result), accounts: states), source)
    }

    /// Simulates it on one node, without the accounts if they are too much for one answer.
    private func simulate(
        _ transaction: Transaction, showing accounts: [PublicKey], on node: NetworkNode, replacesBlockhash: Bool = false
    ) async throws(SolanaRPCError) -> Slotted<SimulationResult> {
        do throws(SolanaRPCError) {
            return try await node.rpc.simulateTransaction(
                transaction, replacesBlockhash: replacesBlockhash, accounts: accounts, options)
        } catch {
            guard case .transport(.tooLarge) = error, !accounts.isEmpty else { throw error }
            return try await node.rpc.simulateTransaction(transaction, replacesBlockhash: replacesBlockhash, options)
        }
    }

    private static func outcome(of result: SimulationResult) -> Simulation.Outcome {
        guard let failure = result.failure else { return .succeeded }
        return untried.contains(failure.name)
            ? .impossible(reason: failure.name)
            : .failed(instruction: failure.instruction, reason: failure.text)
    }

    /// Failures that say nothing about the transaction.
    private static let untried: Set<String> = [
        "AccountInUse", "ClusterMaintenance", "WouldExceedMaxBlockCostLimit", "WouldExceedMaxAccountCostLimit",
        "WouldExceedMaxVoteCostLimit", "WouldExceedAccountDataBlockLimit", "ProgramCacheHitMaxLimit", "CommitCancelled",
    ]
}

extension TransactionFailure {
    /// The failure in a few words: `BlockhashNotFound`, `InvalidAccountData`, `Custom(6001)`.
    public var text: String {
        guard let reason else { return name }
        return code.map { "\(reason)(\($0))" } ?? reason
    }
}
