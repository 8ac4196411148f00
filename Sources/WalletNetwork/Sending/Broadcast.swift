public import SolanaRPC
public import SolanaTransactions
public import WalletRuntime

/// Sends one signed transaction until it is executed or has expired.
///
/// The bytes never change and are never signed again: sent a hundred times, they are the same transaction, which a cluster executes once. The first
/// node that takes them gets them first. After that, all nodes get them every two seconds until one has seen them executed. All nodes are asked for
/// the status every two seconds too, and at once when the first node with subscriptions reports a change.
///
/// ```swift
/// let broadcast = Broadcast(nodes, clock: clock)
/// let outcome = await broadcast.send(signed, until: lifetime) { progress in … }
/// ```
public struct Broadcast: Sendable {
    /// Options for sending a transaction.
    public struct Options: Sendable, Hashable {
        /// The commitment to wait for.
        public var commitment: Commitment
        /// True if the first node sends it without simulating it.
        public var skipsPreflight: Bool
        /// The state that it is simulated against; by default the newest, which knows every blockhash.
        public var preflightCommitment: Commitment
        /// The number of times a node resends it; the wallet resends it in any case.
        public var maxRetries: UInt64
        public var minContextSlot: UInt64?

        public init(
            commitment: Commitment = .confirmed, skipsPreflight: Bool = false,
            preflightCommitment: Commitment = .processed, maxRetries: UInt64 = 0, minContextSlot: UInt64? = nil
        ) {
            self.commitment = commitment
            self.skipsPreflight = skipsPreflight
            self.preflightCommitment = preflightCommitment
            self.maxRetries = maxRetries
            self.minContextSlot = minContextSlot
        }
    }

    /// The time between two status checks, and between two sends.
    public static let interval: Duration = .seconds(2)
    /// The time limit for one node's answer.
    static let answerLimit: Duration = .seconds(5)
    /// The longest time without an answer from any node before it gives up.
    static let patience: Duration = .seconds(60)
    /// The longest time that a broadcast takes: longer than any blockhash is valid.
    static let limit: Duration = .seconds(300)

    let nodes: [NetworkNode]
    let clock: any MonotonicClock

    public init(_ nodes: [NetworkNode], clock: any MonotonicClock) {
        self.nodes = nodes
        self.clock = clock
    }

    /// Sends the transaction and waits for its outcome; ends if the task is cancelled.
    ///
    /// - Parameters:
    ///   - transaction: The transaction, with all its signatures.
    ///   - progress: Receives each step, in order.
    public func send(
        _ transaction: Transaction, until lifetime: TransactionLifetime, _ options: Options = Options(),
        progress: @Sendable (BroadcastProgress) async -> Void = { _ in }
    ) async -> BroadcastOutcome {
        guard let signature = transaction.signatures.first else { return .unsent(.transport(.notAnAnswer)) }
        var state = BroadcastState(began: clock.now)
        var resending = options
        // Only the first sending is tried: one that came through would make the next one fail for having come already.
        resending.skipsPreflight = true
        let alarm = Alarm()
        let listening = Task { await listen(for: signature, options.commitment, alarm) }
        defer { listening.cancel() }
        while !Task.isCancelled {
            if state.seen == nil, state.refusal == nil {
                state.note(
                    state.isSent ? await submitToAll(transaction, resending) : await submit(transaction, options))
                if state.isSent, !state.isTold {
                    state.isTold = true
                    await progress(.sent)
                }
            }
            if let outcome = await self.outcome(of: transaction, signature, until: lifetime, options, &state, progress)
            {
                return outcome
            }
            do { try await alarm.wait(until: clock.now + Self.interval, of: clock) } catch { break }
        }
        return state.isSent ? .unknown(.cancelled) : .unsent(.transport(.cancelled))
    }
}

extension Broadcast {
    /// Gives the bytes to one node after another until one has them.
    func submit(_ transaction: Transaction, _ options: Options) async -> Submission {
        var known: Submission?
        for node in nodes {
            let submission = await submit(transaction, options, to: node)
            if case .taken = submission { return .taken }
            known = known?.joined(submission) ?? submission
        }
        return known ?? .unsent(.transport(.unreachable))
    }

    /// Gives the bytes to every node.
    func submitToAll(_ transaction: Transaction, _ options: Options) async -> Submission {
        await withTaskGroup(of: Submission.self) { group in
            for node in nodes { group.addTask { await submit(transaction, options, to: node) } }
            return await group.reduce(.unsent(.transport(.unreachable))) { $0.joined($1) }
        }
    }

    private func submit(_ transaction: Transaction, _ options: Options, to node: NetworkNode) async -> Submission {
        let answer = await limiting { () throws(SolanaRPCError) in
            try await node.rpc.sendTransaction(
                transaction, skipsPreflight: options.skipsPreflight, preflightCommitment: options.preflightCommitment,
                maxRetries: options.maxRetries, minContextSlot: options.minContextSlot)
        }
        switch answer {
        case .success: return .taken
        case .failure(let error): return Submission(error)
        }
    }

    /// Waits for one node's answer, for a limited time.
    func limiting<Value: Sendable>(
        _ question: @escaping @Sendable () async throws(SolanaRPCError) -> Value
    ) async -> Result<Value, SolanaRPCError> {
        let deadline = Deadline(clock.now + Self.answerLimit, of: clock)
        let answer = await deadline.limiting { () -> Result<Value, SolanaRPCError> in
            do throws(SolanaRPCError) { return .success(try await question()) } catch { return .failure(error) }
        }
        return answer ?? .failure(.transport(.timedOut))
    }
}

/// The outcome of sending a transaction.
public enum BroadcastOutcome: Sendable, Hashable {
    /// Executed, with the commitment that was asked for.
    case confirmed(slot: UInt64)
    /// Executed without success, with the commitment that was asked for; its fee is paid.
    case failed(TransactionFailure, slot: UInt64)
    /// It wasn't executed and has expired.
    case expired
    /// The node refused it before sending it, and it wasn't executed.
    case rejected(RPCNodeError)
    /// It was never sent: no node took it.
    case unsent(SolanaRPCError)
    /// The outcome is unknown. It may still be executed until its blockhash expires.
    case unknown(BroadcastDoubt)
}

/// The reason a transaction's outcome is unknown.
public enum BroadcastDoubt: String, Sendable, Hashable {
    /// The caller no longer waits.
    case cancelled
    /// No node answers any more.
    case unreachable
    /// It took too long: neither seen and confirmed, nor expired.
    case timeout
}

/// The progress of a transaction, in this order; each step is reported once, but a new slot is reported again.
public enum BroadcastProgress: Sendable, Hashable {
    /// A node has taken it, or may have.
    case sent
    /// A node has seen it executed, in this slot.
    case seen(slot: UInt64)
}
