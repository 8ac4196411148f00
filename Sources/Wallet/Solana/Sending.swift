import ApprovalQueue
import JSONRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime

/// Sending what was signed for one request, and telling the queue how far it has come.
struct Sending: Sendable {
    let request: String
    let coordinator: ApprovalCoordinator
    let broadcast: Broadcast
    let options: SendOptions
    /// Told where a payment has changed what the account has.
    let executed: @Sendable () -> Void

    /// How many are sent at the same time.
    private static let width = 8

    /// Sends all of them and makes the page's result.
    ///
    /// - Parameter lives: Until when each can be executed.
    /// - Throws: What became of a single one that wasn't executed; of several each has a result of its own.
    func send(
        _ transactions: [Transaction], _ lives: [TransactionLife], isBatch: Bool
    ) async throws(RPCError) -> JSON {
        for (item, transaction) in transactions.enumerated() { await note(item, .signed, transaction) }
        guard isBatch else {
            guard let transaction = transactions.first else {
                throw RPCError(.internalError, .internal, "nothing was signed")
            }
            return ["signature": .string(try await send(transaction, 0, lives.first).base58)]
        }
        let results =
            options.mode == .serial ? await inTurn(transactions, lives) : await together(transactions, lives)
        return ["results": .array(results)]
    }

    /// Each once the one before it is as sure as was wanted; after one that isn't, none.
    private func inTurn(_ transactions: [Transaction], _ lives: [TransactionLife]) async -> [JSON] {
        var results: [JSON] = []
        var isBroken = false
        for (item, transaction) in transactions.enumerated() {
            guard !isBroken else {
                await note(item, .refused, transaction)
                let error = RPCError(
                    .invalidInput, .notSent, "it was not sent, since one before it was not executed")
                results.append(["error": error.json])
                continue
            }
            let result = await result(of: transaction, item, lives)
            isBroken = result["error"] != nil
            results.append(result)
        }
        return results
    }

    private func together(_ transactions: [Transaction], _ lives: [TransactionLife]) async -> [JSON] {
        await withTaskGroup(of: (Int, JSON).self) { group in
            var results = [JSON](repeating: .null, count: transactions.count)
            var next = 0
            func begin() {
                guard next < transactions.count else { return }
                let item = next
                next += 1
                group.addTask { (item, await result(of: transactions[item], item, lives)) }
            }
            for _ in 0..<Self.width { begin() }
            while let (item, result) = await group.next() {
                results[item] = result
                begin()
            }
            return results
        }
    }

    private func result(of transaction: Transaction, _ item: Int, _ lives: [TransactionLife]) async -> JSON {
        do throws(RPCError) {
            let life = lives.indices.contains(item) ? lives[item] : nil
            return ["signature": .string(try await send(transaction, item, life).base58)]
        } catch {
            return ["error": error.json]
        }
    }

    private func send(
        _ transaction: Transaction, _ item: Int, _ life: TransactionLife?
    ) async throws(RPCError) -> Signature {
        guard let signature = transaction.signatures.first, let lifetime = life?.lifetime else {
            await note(item, .refused, transaction)
            throw RPCError(
                .transactionRejected, .blockhashExpired, "the blockhash is too old, so it was not sent")
        }
        let outcome = await broadcast.send(transaction, until: lifetime, options.broadcast) { progress in
            if case .sent = progress { await note(item, .sent, transaction) }
        }
        switch outcome {
        case .confirmed(let slot):
            await note(item, .confirmed, transaction, slot)
            executed()
            return signature
        case .failed(_, let slot):
            await note(item, .failed, transaction, slot)
            executed()
        case .expired: await note(item, .expired, transaction)
        case .rejected, .unsent: await note(item, .refused, transaction)
        case .unknown: await note(item, .unknown, transaction)
        }
        throw RPCError(outcome, of: signature)
    }

    private func note(
        _ item: Int, _ stage: RequestProgress.Stage, _ transaction: Transaction, _ slot: UInt64? = nil
    ) async {
        let signature = transaction.signatures.first?.base58 ?? ""
        await coordinator.note(
            RequestProgress(item: item, stage: stage, signature: signature, slot: slot), of: request)
    }
}
