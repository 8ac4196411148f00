public import SolanaRPC
public import SolanaTransactions
public import WalletRuntime

/// Sends one signed transaction until somebody has executed it, or nobody can any more.
///
/// The bytes are never changed and never signed again: sent a hundred times they are the same transaction, which a cluster executes once. They are sent to the
/// first node that takes them, and then, every two seconds until one has seen them executed, to all. Whether they were executed is asked of all nodes, every two
/// seconds too, and at once where the first that can be listened to tells that something has become of them.
///
/// ```swift
/// let broadcast = Broadcast(nodes, clock: clock)
/// let outcome = await broadcast.send(signed, until: lifetime) { progress in … }
/// ```
public struct Broadcast: Sendable {
    /// How the nodes are asked.
    public struct Options: Sendable, Hashable {
        /// How sure it is to be.
        public var commitment: Commitment
        /// Whether the first node sends it without trying it.
        public var skipsPreflight: Bool
        /// By which state it is tried; the newest by default, which knows every blockhash.
        public var preflightCommitment: Commitment
        /// How often a node sends it on by itself; the wallet sends it again in any case.
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

    /// Between two looks at what became of it, and two sendings.
    public static let interval: Duration = .seconds(2)
    /// How long one node may take to answer.
    static let answerLimit: Duration = .seconds(5)
    /// How long no node may answer before it is given up.
    static let patience: Duration = .seconds(60)
    /// How long it goes on in all: longer than any blockhash lives.
    static let limit: Duration = .seconds(300)

    let nodes: [NetworkNode]
    let clock: any MonotonicClock

    public init(_ nodes: [NetworkNode], clock: any MonotonicClock) {
        self.nodes = nodes
        self.clock = clock
    }

    /// Sends it and waits for what becomes of it; ends where the task is cancelled.
    ///
    /// - Parameters:
    ///   - transaction: With all its signatures.
    ///   - progress: Is told what happens, in its order.
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
    /// Gives the bytes to one node after the other, until one has them.
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

    /// Waits for one node's answer, and not for ever.
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

/// What became of a transaction that was to be sent.
public enum BroadcastOutcome: Sendable, Hashable {
    /// Executed, and as sure as was wanted.
    case confirmed(slot: UInt64)
    /// Executed without success, and as sure as was wanted; its fee is paid.
    case failed(TransactionFailure, slot: UInt64)
    /// Nobody has executed it, and nobody can any more.
    case expired
    /// The node refused it before sending it, and nobody has executed it.
    case rejected(RPCNodeError)
    /// It never left: no node could be reached.
    case unsent(SolanaRPCError)
    /// Nobody knows. It may still be executed, until its blockhash is too old.
    case unknown(BroadcastDoubt)
}

/// Why nobody knows what became of a transaction.
public enum BroadcastDoubt: String, Sendable, Hashable {
    /// Whoever waited doesn't any more.
    case cancelled
    /// No node answers any more.
    case unreachable
    /// Neither was it seen nor did its time pass, for too long.
    case timeout
}

/// How far a transaction has come, in this order; each is told once.
public enum BroadcastProgress: Sendable, Hashable {
    /// A node has taken it, or may have.
    case sent
    /// A node has seen it executed, in this slot.
    case seen(slot: UInt64)
}
