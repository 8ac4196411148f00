import ApprovalQueue
import JSONRPC
import SolanaTransactions
import TransactionReview
import WalletRuntime

/// Signing messages: plain ones, sign-ins, and those in Solana's off-chain envelope.
extension SolanaModule {
    func signMessage(_ call: MethodCall, _ message: [UInt8], _ account: String?) async throws(RPCError) -> JSON {
        try await signMessages([message], for: admitted(call), as: account, isBatch: false)
    }

    func signAllMessages(_ call: MethodCall, _ messages: [[UInt8]], _ account: String?) async throws(RPCError) -> JSON {
        try await signMessages(messages, for: admitted(call), as: account, isBatch: true)
    }

    /// - Parameter name: The account that signs; the first that was granted if it is nil.
    func signMessages(
        _ messages: [[UInt8]], for request: PageRequest, as name: String?, isBatch: Bool
    ) async throws(RPCError) -> JSON {
        let account = try await self.account(of: request, named: name)
        try Self.checkCount(of: messages, "messages")
        let content = request.content(account: account.description, items: messages)
        try await coordinator.checkRoom(for: content)
        try Self.checkAnswer(of: messages)
        let context = signInContext(request, account)
        var reviews: [MessageReview] = []
        for message in messages {
            if let offchain = Self.offchainMessage(message, signedBy: account) {
                reviews.append(MessageReview(offchain, signIn: context))
            } else {
                try Self.checkMessage(message)
                reviews.append(MessageReview(message, signIn: context))
            }
        }
        return try await sign(content, request, as: account, reviews: reviews, isBatch: isBatch)
    }

    func signOffchainMessage(
        _ call: MethodCall, _ text: [UInt8], _ signers: [String], _ account: String?
    ) async throws(RPCError) -> JSON {
        try await signOffchain([text], by: signers, for: admitted(call), as: account, isBatch: false)
    }

    func signAllOffchainMessages(
        _ call: MethodCall, _ texts: [[UInt8]], _ signers: [String], _ account: String?
    ) async throws(RPCError) -> JSON {
        try await signOffchain(texts, by: signers, for: admitted(call), as: account, isBatch: true)
    }

    /// Off-chain messages of version 1: the page gives text and signers, and the envelope is made here.
    private func signOffchain(
        _ texts: [[UInt8]], by names: [String], for request: PageRequest, as name: String?, isBatch: Bool
    ) async throws(RPCError) -> JSON {
        let account = try await self.account(of: request, named: name)
        try Self.checkCount(of: texts, "messages")
        let signers = try OffchainModule.signers(names, with: account)
        var messages: [OffchainMessage] = []
        for text in texts { messages.append(try Self.offchainMessage(text, signers)) }
        let items = messages.map(\.encoded)
        let content = request.content(account: account.description, items: items)
        try await coordinator.checkRoom(for: content)
        try Self.checkAnswer(of: items)
        let context = signInContext(request, account)
        return try await sign(
            content, request, as: account, reviews: messages.map { MessageReview($0, signIn: context) },
            isBatch: isBatch)
    }

    /// Asks for a decision on messages and signs what was approved.
    ///
    /// - Parameter complete: Makes the whole answer of signatures and messages; it is recorded as the page gets it.
    /// - Throws: -32000 (`sign-in-foreign`, `answer-too-large`), and the error that ended the request.
    func sign(
        _ content: RequestContent, _ request: PageRequest, as account: PublicKey, reviews: [MessageReview],
        isBatch: Bool, completing complete: @escaping @Sendable (JSON) async -> JSON = { $0 }
    ) async throws(RPCError) -> JSON {
        let review = try Self.review(of: reviews)
        return try await coordinator.submit(content, rpc: request.rpc, review: review) {
            [self] approved, approval throws(RPCError) in
            try await checkGrant(of: account, to: request)
            let messages = approved.content.items
            let signatures = try await keys.sign(messages, as: account, by: approval)
            let signed = Self.result(
                signatures, signed: messages, names: isBatch ? ("signatures", "signedMessages") : nil,
                single: ("signature", "signedMessage"))
            return await complete(signed)
        }
    }

    /// The review that shows messages.
    ///
    /// - Throws: -32000 (`sign-in-foreign`, `answer-too-large`).
    static func review(of reviews: [MessageReview]) throws(RPCError) -> RequestReview {
        guard reviews.allSatisfy({ $0.level < .forbidden }) else {
            throw RPCError(.invalidInput, .signInForeign, "the message signs in to another site than the one that asks")
        }
        let review = RequestReview(messages: reviews)
        // A request that can't be shown can't be decided: each transaction or message is shown in one frame.
        guard review.largestItem <= RequestReview.maximumItemCount else {
            throw RPCError(.invalidInput, .answerTooLarge, "a message is too long to be shown")
        }
        return review
    }

    /// The facts that a text in the form of a sign-in is checked against.
    func signInContext(_ request: PageRequest, _ account: PublicKey) -> SignInContext {
        SignInContext(origin: request.page.origin.page.serialized, account: account, now: wallClock.milliseconds)
    }

    private static func offchainMessage(_ text: [UInt8], _ signers: [PublicKey]) throws(RPCError) -> OffchainMessage {
        guard let text = String(validating: text, as: UTF8.self) else {
            throw .parameter("message", "the message isn't utf-8")
        }
        do throws(OffchainMessageError) {
            return try OffchainMessage(signers: signers, text: text)
        } catch {
            throw OffchainModule.refusal(error)
        }
    }

    /// The off-chain message of version 1 in the bytes; nil unless every byte belongs to it and the account is among its signers. kit hands those
    /// over as messages.
    ///
    /// Version 0 has 32 bytes that a page chooses and that no window shows: another application's domain, or a hash.
    private static func offchainMessage(_ bytes: [UInt8], signedBy account: PublicKey) -> OffchainMessage? {
        guard let message = try? OffchainMessage(decoding: bytes), case .v1 = message.version, message.encoded == bytes,
            message.signers == [account]
        else { return nil }
        return message
    }

    /// Refuses to sign bytes with a meaning of their own as a message.
    static func checkMessage(_ message: [UInt8]) throws(RPCError) {
        guard !MessageReview.isWholeTransaction(message) else {
            throw RPCError(.invalidInput, .messageIsTransaction, "the message is a transaction")
        }
        guard !MessageReview.isOffchain(message) else {
            throw RPCError(.invalidInput, .messageIsOffchain, "the message is an off-chain message")
        }
    }
}
