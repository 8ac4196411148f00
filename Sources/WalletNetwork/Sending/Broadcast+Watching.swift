import SolanaRPC
import SolanaTransactions
import Synchronization
import WalletRuntime

extension Broadcast {
    /// Checks the transaction's status once; returns nil if it must be checked again.
    func outcome(
        of transaction: Transaction, _ signature: Signature, until lifetime: TransactionLifetime, _ options: Options,
        _ state: inout BroadcastState, _ progress: @Sendable (BroadcastProgress) async -> Void
    ) async -> BroadcastOutcome? {
        let statuses = await statuses(of: signature)
        if !statuses.isEmpty { state.lastAnswer = clock.now }
        if let status = Self.surest(statuses) {
            // Seen before anybody said that it had it: the answer to the sending was lost.
            state.note(.taken)
            if !state.isTold {
                state.isTold = true
                await progress(.sent)
            }
            if state.seen != status.slot {
                state.seen = status.slot
                await progress(.seen(slot: status.slot))
            }
            guard status.certainty >= options.commitment else { return state.end(at: clock.now) }
            return status.failure.map { .failed($0, slot: status.slot) } ?? .confirmed(slot: status.slot)
        }
        // A transaction on a fork that is gone is sent again.
        if !statuses.isEmpty { state.seen = nil }
        if let refusal = state.refusal, !statuses.isEmpty { return .rejected(refusal) }
        if await isOver(transaction, lifetime) {
            // Asked once more, now that nothing can come after it.
            let last = await self.statuses(of: signature, searchesHistory: true)
            if !last.isEmpty, last.allSatisfy({ $0 == nil }) { return .expired }
        }
        return state.end(at: clock.now)
    }

    /// Rings when a node reports that the transaction has reached the commitment. That report isn't trusted: all nodes are asked as usual.
    func listen(for signature: Signature, _ commitment: Commitment, _ alarm: Alarm) async {
        guard let node = nodes.lazy.compactMap(\.subscriptions).first else { return }
        for await change in node.signature(signature, commitment) {
            switch change {
            case .told, .unreadable:
                alarm.ring()
                // It is told once. A node that tells more would have all of them asked without a pause.
                return
            case .began, .interrupted, .refused: break
            }
        }
    }

    /// Returns the statuses from the nodes that answer; nil for a node that doesn't know the transaction.
    private func statuses(of signature: Signature, searchesHistory: Bool = false) async -> [SignatureStatus?] {
        await all { node throws(SolanaRPCError) in
            let answer = try await node.rpc.getSignatureStatuses([signature], searchesHistory: searchesHistory)
            return answer.value.first ?? nil
        }
    }

    private static func surest(_ statuses: [SignatureStatus?]) -> SignatureStatus? {
        statuses.compactMap { $0 }.max { $0.certainty < $1.certainty }
    }

    /// Returns true if every node that answers says that the transaction has expired.
    private func isOver(_ transaction: Transaction, _ lifetime: TransactionLifetime) async -> Bool {
        let options = RPCContextOptions(.confirmed)
        let words =
            switch lifetime {
            case .blocks(let height):
                await all { node throws(SolanaRPCError) in try await node.rpc.getBlockHeight(options) > height }
            case .nonce(let account):
                await all { node throws(SolanaRPCError) in
                    let found = try await node.rpc.getAccountInfo(of: account, options).value
                    let nonce = found.flatMap { try? NonceAccount(decoding: ByteSlice($0.data)) }
                    return nonce?.nonce != transaction.message.lifetimeToken
                }
            }
        return !words.isEmpty && words.allSatisfy { $0 }
    }

    /// Asks every node at once and returns the answers of those that answer.
    private func all<Value: Sendable>(
        _ question: @escaping @Sendable (NetworkNode) async throws(SolanaRPCError) -> Value
    ) async -> [Value] {
        await withTaskGroup(of: Result<Value, SolanaRPCError>.self) { group in
            for node in nodes {
                group.addTask { await limiting { () throws(SolanaRPCError) in try await question(node) } }
            }
            return await group.reduce(into: []) { answers, answer in
                if case .success(let value) = answer { answers.append(value) }
            }
        }
    }
}

extension SignatureStatus {
    /// The commitment that the node reports; older nodes count blocks instead of naming it.
    var certainty: Commitment { confirmation ?? (confirmations == nil ? .finalized : .processed) }
}

/// A pause that can be cut short.
final class Alarm: Sendable {
    private struct State {
        /// True if it has rung since the last pause ended.
        var hasRung = false
        var pause: Task<Void, Never>?
    }

    private let state = Mutex(State())

    /// Ends the current pause, or the next one if there is none.
    func ring() {
        state.withLock { state in
            state.hasRung = true
            state.pause?.cancel()
        }
    }

    /// Waits until the given time, or until it rings.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func wait(until moment: Duration, of clock: any MonotonicClock) async throws {
        let pause = Task { _ = try? await clock.sleep(until: moment) }
        state.withLock { state in
            state.pause = pause
            if state.hasRung { pause.cancel() }
        }
        await withTaskCancellationHandler {
            await pause.value
        } onCancel: {
            pause.cancel()
        }
        state.withLock { $0 = State() }
        try Task.checkCancellation()
    }
}
