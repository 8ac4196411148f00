import JSONRPC
import SolanaTransactions
import TransactionReview
import WalletCore
import WalletRuntime

/// Signing messages and transactions.
extension SolanaModule {
    func signMessages(_ request: PageRequest, _ parameters: consuming RPCParameters, isBatch: Bool)
        async throws(RPCError)
        -> JSON
    {
        var parameters = parameters
        let messages = try isBatch ? parameters.base64s("messages") : [parameters.base64("message")]
        let account = try await self.account(of: request, reading: &parameters)
        try parameters.finish()
        try Self.checkCount(of: messages, "messages")
        let content = request.content(account: account.description, items: messages)
        try await coordinator.checkRoom(for: content)
        try Self.checkAnswer(of: messages)
        for message in messages { try Self.checkMessage(message) }
        let review = RequestReview(messages: messages.map { MessageReview($0) })
        // What can't be shown can't be decided: an item is shown in one frame.
        guard review.largestItem <= RequestReview.maximumItemCount else {
            throw RPCError(.invalidInput, .answerTooLarge, "a message is too long to be shown")
        }
        return try await coordinator.submit(content, rpc: request.rpc, review: review) {
            [self] approved, approval throws(RPCError) in
            try await checkGrant(of: account, to: request)
            let messages = approved.content.items
            let signatures = try await keys.sign(messages, as: account, with: approval.proof)
            return Self.result(
                signatures, signed: messages, names: isBatch ? ("signatures", "signedMessages") : nil,
                single: ("signature", "signedMessage"))
        }
    }

    func signTransactions(_ request: PageRequest, _ parameters: consuming RPCParameters, isBatch: Bool)
        async throws(RPCError) -> JSON
    {
        var parameters = parameters
        let items = try isBatch ? parameters.base64s("transactions") : [parameters.base64("tx")]
        let cluster = try Cluster(reading: &parameters)
        let account = try await self.account(of: request, reading: &parameters)
        try parameters.finish()
        try Self.checkCount(of: items, "transactions")
        let content = request.content(account: account.description, cluster: cluster, items: items)
        try await coordinator.checkRoom(for: content)
        try Self.checkAnswer(of: items)
        var reviews: [TransactionReview] = []
        for item in items { reviews.append(TransactionReview(try Self.transaction(item, signedBy: account))) }
        return try await coordinator.submit(
            content, rpc: request.rpc, review: RequestReview(transactions: reviews, signer: account)
        ) { [self] approved, approval throws(RPCError) in
            try await checkGrant(of: account, to: request)
            // Decoded again from the bytes whose digest was approved: nothing from before the approval is signed.
            var transactions: [Transaction] = []
            for item in approved.content.items { transactions.append(try Self.transaction(item, signedBy: account)) }
            let signatures = try await keys.sign(transactions.map(\.messageBytes), as: account, with: approval.proof)
            var signed: [[UInt8]] = []
            for (transaction, signature) in zip(transactions, signatures) {
                guard let placed = try? transaction.placing(signature, for: account) else { throw Self.notASigner }
                signed.append(placed.encoded())
            }
            return Self.result(
                signatures, signed: signed, names: isBatch ? ("signatures", "signedTransactions") : nil,
                single: ("signature", "signedTransaction"))
        }
    }

    /// The account that signs: the one named, or the first that was granted.
    ///
    /// - Throws: 4100 (`not-connected`, `account-not-granted`).
    private func account(of request: PageRequest, reading parameters: inout RPCParameters) async throws(RPCError)
        -> PublicKey
    {
        let named = try parameters.optionalString("account")
        var granted = try await origins.accounts(usedBy: request.key)
        // Before the first unlock no grant counts; the request may wait for it, and is looked at again then.
        if granted == nil { granted = try await origins.claimedAccounts(of: request.key) }
        guard let granted, let first = granted.first else {
            throw RPCError(.unauthorized, .notConnected, "this site is not connected")
        }
        let chosen = named ?? first
        guard granted.contains(chosen), let account = try? PublicKey(base58: chosen), await keys.holds(account) else {
            throw RPCError(.unauthorized, .accountNotGranted, "this site may not use that account")
        }
        return account
    }

    /// Asks once more at the moment of signing: a grant may have been revoked while the request waited, or have been a claim.
    ///
    /// - Throws: 4100 (`account-not-granted`).
    private func checkGrant(of account: PublicKey, to request: PageRequest) async throws(RPCError) {
        guard await origins.accounts(of: request.key)?.contains(account.base58) == true else {
            throw RPCError(.unauthorized, .accountNotGranted, "this site may not use that account")
        }
    }

    private static func transaction(_ bytes: [UInt8], signedBy account: PublicKey) throws(RPCError) -> Transaction {
        let transaction: Transaction
        do {
            transaction = try Transaction(decoding: bytes)
        } catch {
            throw RPCError(.invalidInput, .transactionInvalid, "the transaction doesn't decode: \(error)")
        }
        guard transaction.requiredSigners.contains(account) else { throw notASigner }
        return transaction
    }

    /// Bytes with a meaning of their own can't be had signed as a message.
    private static func checkMessage(_ message: [UInt8]) throws(RPCError) {
        guard !MessageReview.isWholeTransaction(message) else {
            throw RPCError(.invalidInput, .messageIsTransaction, "the message is a transaction")
        }
        guard !MessageReview.isOffchain(message) else {
            throw RPCError(.invalidInput, .messageIsOffchain, "the message is an off-chain message")
        }
    }

    private static func checkCount(of items: [[UInt8]], _ name: String) throws(RPCError) {
        guard !items.isEmpty else {
            throw RPCError(.invalidParams, .paramValue, "there is nothing to sign", data: ["name": .string(name)])
        }
    }

    /// Refuses on arrival what could be signed but not be sent back: each item returns in base64, beside its signature.
    private static func checkAnswer(of items: [[UInt8]]) throws(RPCError) {
        let envelope = 512
        let signature = 88 + 3
        let size = items.reduce(envelope) { $0 + ($1.count + 2) / 3 * 4 + 3 + signature }
        guard size <= 1_048_576 else {
            throw RPCError(.invalidInput, .answerTooLarge, "the answer of \(size) bytes wouldn't fit a frame")
        }
    }

    private static func result(
        _ signatures: [Signature], signed: [[UInt8]], names: (signatures: String, signed: String)?,
        single: (signature: String, signed: String)
    ) -> JSON {
        let signatures = signatures.map { JSON.string(Base64.encode($0.bytes)) }
        let signed = signed.map { JSON.string(Base64.encode($0)) }
        guard let names else {
            return [single.signature: signatures.first ?? .null, single.signed: signed.first ?? .null]
        }
        return [names.signatures: .array(signatures), names.signed: .array(signed)]
    }

    private static let notASigner = RPCError(
        .invalidInput, .notASigner, "the account is not a required signer of the transaction")
}
