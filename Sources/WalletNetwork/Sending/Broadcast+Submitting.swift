import SolanaRPC
import SolanaTransactions
import WalletRuntime

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
