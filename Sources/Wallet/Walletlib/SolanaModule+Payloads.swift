import ApprovalQueue
import JSONRPC
import SolanaTransactions
import TransactionReview
import WalletRuntime

/// Signing what another extension calls payloads: transactions, or messages.
extension SolanaModule {
    /// Asks for a decision on payloads, and signs what was approved.
    ///
    /// What parses whole as a transaction is one; everything else is a message, with what holds for those. A request has the one or the other.
    ///
    /// - Parameter permit: Asks at the moment of signing whether whoever asked still may.
    /// - Returns: Of each transaction the signed one, of each message the signature.
    /// - Throws: -32602 for both kinds at once; -32000 as `signTransaction` and `signMessage` do; whatever ended the request.
    func signPayloads(
        _ payloads: [[UInt8]], as account: PublicKey, _ content: RequestContent, _ request: PageRequest,
        permit: @escaping @Sendable () async throws(RPCError) -> Void
    ) async throws(RPCError) -> [[UInt8]] {
        let transactions = payloads.filter { (try? Transaction(decoding: $0)) != nil }
        guard transactions.count == payloads.count || transactions.isEmpty else {
            throw RPCError(
                .invalidParams, .paramValue, "transactions and messages are signed one kind at a time",
                data: ["name": "payloads"])
        }
        let signed =
            transactions.isEmpty
            ? try await signMessages(payloads, as: account, content, request, permit: permit)
            : try await signTransactions(payloads, as: account, content, request, permit: permit)
        var items: [[UInt8]] = []
        for item in signed["signed"]?.array ?? [] {
            guard let text = item.string, let bytes = try? Base64.decode(text) else {
                throw RPCError(.internalError, .internal, "a signed payload was lost")
            }
            items.append(bytes)
        }
        return items
    }

    private func signMessages(
        _ messages: [[UInt8]], as account: PublicKey, _ content: RequestContent, _ request: PageRequest,
        permit: @escaping @Sendable () async throws(RPCError) -> Void
    ) async throws(RPCError) -> JSON {
        for message in messages { try Self.checkMessage(message) }
        let context = signInContext(request, account)
        let review = try Self.review(of: messages.map { MessageReview($0, signIn: context) })
        return try await coordinator.submit(content, rpc: request.rpc, review: review) {
            [keys] approved, approval throws(RPCError) in
            try await permit()
            let signatures = try await keys.sign(approved.content.items, as: account, with: approval.proof)
            return Self.signed(signatures.map(\.bytes))
        }
    }

    private func signTransactions(
        _ items: [[UInt8]], as account: PublicKey, _ content: RequestContent, _ request: PageRequest,
        permit: @escaping @Sendable () async throws(RPCError) -> Void
    ) async throws(RPCError) -> JSON {
        let looked = try await look(at: items, as: account, content, request, on: nil)
        return try await coordinator.submit(content, rpc: request.rpc, review: looked.review, renew: looked.renew) {
            [self] approved, approval throws(RPCError) in
            try await permit()
            let (_, signed) = try await sign(approved.content.items, as: account, with: approval.proof)
            return Self.signed(signed)
        }
    }

    private static func signed(_ items: [[UInt8]]) -> JSON {
        ["signed": .array(items.map { .string(Base64.encode($0)) })]
    }
}
