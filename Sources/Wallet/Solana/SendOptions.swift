import ApprovalQueue
import JSONRPC
import SolanaRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime

/// A page's options for sending its transactions.
struct SendOptions: Sendable {
    enum Mode: String, Sendable, CaseIterable {
        case parallel
        case serial
    }

    var commitment: Commitment?
    var preflightCommitment: Commitment?
    var skipPreflight = false
    var minContextSlot: UInt64?
    var maxRetries: UInt64?
    /// The order of several transactions.
    var mode: Mode?

    /// The options as the request's digest covers them: each by its name, in this order, with those that are left out.
    var text: String {
        let values: [(String, String?)] = [
            ("commitment", commitment?.rawValue), ("preflightCommitment", preflightCommitment?.rawValue),
            ("skipPreflight", skipPreflight ? "true" : nil), ("minContextSlot", minContextSlot.map { "\($0)" }),
            ("maxRetries", maxRetries.map { "\($0)" }), ("mode", mode?.rawValue),
        ]
        return values.map { "\($0.0)=\($0.1 ?? "")" }.joined(separator: ";")
    }

    /// The options for sending the bytes. A page that skips the node's simulation doesn't skip the wallet's own, which comes before.
    var broadcast: Broadcast.Options {
        Broadcast.Options(
            commitment: commitment ?? .confirmed, skipsPreflight: skipPreflight,
            preflightCommitment: preflightCommitment ?? .processed, maxRetries: maxRetries ?? 0,
            minContextSlot: minContextSlot)
    }
}

/// The options of a page that sends its transactions itself (`SolanaSignTransactionOptions` of the Wallet Standard), which change nothing.
///
/// A simulation is as new as possible. A page must not choose an outdated state for its preview. Nor must it choose a slot that no node has
/// reached, which would leave the wallet without any answer from a node.
struct SignOptions: Sendable {}

extension Parameter where Value == SignOptions {
    static var signOptions: Self {
        .combining(
            .optional("minContextSlot", .u64), .optional("preflightCommitment", ParameterForm<Commitment>.word)
        ) { _, _ in SignOptions() }
    }
}

extension Parameter where Value == SendOptions {
    static var sendOptions: Self {
        .combining(
            .optional("commitment", .word), .optional("preflightCommitment", .word),
            .optional("skipPreflight", .boolean, default: false), .optional("minContextSlot", .u64),
            .optional("maxRetries", .u64)
        ) { commitment, preflightCommitment, skipPreflight, minContextSlot, maxRetries in
            SendOptions(
                commitment: commitment, preflightCommitment: preflightCommitment, skipPreflight: skipPreflight,
                minContextSlot: minContextSlot, maxRetries: maxRetries)
        }
    }
}

/// Sends the signed transactions of one request, and tells the queue how far they have come.
struct Sending: Sendable {
    let request: String
    let coordinator: ApprovalCoordinator
    let broadcast: Broadcast
    let options: SendOptions
    /// Called when a payment has changed what the account has.
    let executed: @Sendable () -> Void

    /// The number of transactions that are sent at the same time.
    private static let width = 8

    /// Sends all of them and makes the page's result.
    ///
    /// - Parameter expiries: The point until which each can be executed.
    /// - Throws: The outcome of a single one that wasn't executed; of several each has a result of its own.
    func send(
        _ transactions: [Transaction], _ expiries: [TransactionExpiry], isBatch: Bool
    ) async throws(RPCError) -> JSON {
        for (item, transaction) in transactions.enumerated() { await note(item, .signed, transaction) }
        guard isBatch else {
            guard let transaction = transactions.first else {
                throw RPCError(.internalError, .internal, "nothing was signed")
            }
            return ["signature": .string(try await send(transaction, 0, expiries.first).base58)]
        }
        let results =
            options.mode == .serial ? await inTurn(transactions, expiries) : await together(transactions, expiries)
        return ["results": .array(results)]
    }

    /// Sends each transaction once the one before it is as sure as was wanted; after one that isn't, none.
    private func inTurn(_ transactions: [Transaction], _ expiries: [TransactionExpiry]) async -> [JSON] {
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
            let result = await result(of: transaction, item, expiries)
            isBroken = result["error"] != nil
            results.append(result)
        }
        return results
    }

    private func together(_ transactions: [Transaction], _ expiries: [TransactionExpiry]) async -> [JSON] {
        await withTaskGroup(of: (Int, JSON).self) { group in
            var results = [JSON](repeating: .null, count: transactions.count)
            var next = 0
            func begin() {
                guard next < transactions.count else { return }
                let item = next
                next += 1
                group.addTask { (item, await result(of: transactions[item], item, expiries)) }
            }
            for _ in 0..<Self.width { begin() }
            while let (item, result) = await group.next() {
                results[item] = result
                begin()
            }
            return results
        }
    }

    private func result(of transaction: Transaction, _ item: Int, _ expiries: [TransactionExpiry]) async -> JSON {
        do throws(RPCError) {
            let expiry = expiries.indices.contains(item) ? expiries[item] : nil
            return ["signature": .string(try await send(transaction, item, expiry).base58)]
        } catch {
            return ["error": error.json]
        }
    }

    private func send(
        _ transaction: Transaction, _ item: Int, _ expiry: TransactionExpiry?
    ) async throws(RPCError) -> Signature {
        guard let signature = transaction.signatures.first, let lifetime = expiry?.lifetime else {
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
