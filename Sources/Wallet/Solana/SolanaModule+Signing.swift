import ApprovalQueue
import JSONRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState

/// Signing transactions, and the common parts of all signing.
extension SolanaModule {
    func signTransaction(
        _ call: MethodCall, _ transaction: [UInt8], _ account: String?, _ cluster: Cluster?, _: SignOptions
    ) async throws(RPCError) -> JSON {
        try await signTransactions([transaction], for: admitted(call), as: account, on: cluster, isBatch: false)
    }

    func signAllTransactions(
        _ call: MethodCall, _ transactions: [[UInt8]], _ account: String?, _ cluster: Cluster?, _: SignOptions
    ) async throws(RPCError) -> JSON {
        try await signTransactions(transactions, for: admitted(call), as: account, on: cluster, isBatch: true)
    }

    /// - Parameter name: The account that signs; the first that was granted if it is nil.
    func signTransactions(
        _ items: [[UInt8]], for request: PageRequest, as name: String?, on cluster: Cluster?, isBatch: Bool
    ) async throws(RPCError) -> JSON {
        let account = try await self.account(of: request, named: name)
        try Self.checkCount(of: items, "transactions")
        let content = request.content(account: account.description, cluster: cluster, items: items)
        try await coordinator.checkRoom(for: content)
        try Self.checkAnswer(of: items)
        let prepared = try await prepare(items, as: account, content, request, on: cluster)
        return try await coordinator.submit(
            content, rpc: request.rpc, review: prepared.review, renew: prepared.renew, late: prepared.late,
            names: prepared.names
        ) {
            [self] approved, approval throws(RPCError) in
            try await checkGrant(of: account, to: request)
            let (signatures, signed) = try await sign(approved, as: account, by: approval)
            let items = approved.content.items
            if approved.review.signing(items) != items, let transaction = try? Transaction(decoding: items[0]) {
                returned.note(transaction, for: content.page.origin.serialized)
            }
            return Self.result(
                signatures, signed: signed, names: isBatch ? ("signatures", "signedTransactions") : nil,
                single: ("signature", "signedTransaction"))
        }
    }

    /// Prepares the review of transactions before the user is asked, and its renewal just before they are signed.
    ///
    /// - Throws: -32000 (`transaction-invalid`, `not-a-signer`), and the errors of `preparing`.
    func prepare(
        _ items: [[UInt8]], as account: PublicKey, _ content: RequestContent, _ request: PageRequest,
        on cluster: Cluster?
    ) async throws(RPCError) -> PreparedReview {
        var transactions: [Transaction] = []
        for item in items { transactions.append(try Self.transaction(item, signedBy: account)) }
        let reviews = transactions.map { TransactionReview($0, programs: extensions.programs) }
        // Before the first unlock nobody knows which nodes the user chose: they are asked when it is approved.
        let isKnown = await keys.trust != .unverified
        let origin = content.page.origin.serialized
        // A site that got it with guards and asks for the same again may have refused it.
        let isRepeated = transactions.count == 1 && returned.contains(transactions[0], for: origin)
        let late = LateValue<ToldFacts?>()
        Task { [transactions] in
            late.give(
                await facts(
                    of: transactions, reviews, on: cluster, as: account, for: origin, within: NodeFacts.patience))
        }
        let names =
            isKnown
            ? await recipientNames(on: cluster)?.ask(about: reviews, of: account) { await late.value()??.facts } : nil
        // Nobody waits for a node but whoever asked, and they only as long as nobody notices.
        let early = try await coordinator.preparing(content, rpc: request.rpc) { [clock] in
            await late.value(until: clock.now + LateReview.unnoticed, of: clock)
        }
        let none = ToldFacts(facts: transactions.map { _ in ChainFacts() })
        let signIn = signInContext(request, account)
        let review = { @Sendable [self] (told: ToldFacts?, isWaiting: Bool) -> RequestReview in
            let reviews = told?.reviews(reviews, extensions.programs) ?? reviews
            return RequestReview(
                transactions: reviews, signer: account,
                known: await knownAddresses.now(beside: reviews, of: account, told?.facts),
                facts: told?.facts, signIn: signIn, extensions: extensions, isWaiting: isWaiting,
                guarded: told?.guarded.map { $0?.transaction.encoded() } ?? [],
                unguarded: told?.unguarded.map { $0?.rawValue } ?? [], isRepeated: isRepeated)
        }
        let known = await knownAddresses.now(beside: reviews, of: account, early??.facts)
        let renew: ApprovalRequest.Renewal = { [self, transactions] _ throws(RPCError) in
            var told = isKnown ? late.current ?? none : nil
            // Before the first unlock nobody was asked. And what was guarded isn't any more once the user has turned that off.
            var isStale = !isKnown
            if told?.guarded.contains(where: { $0 != nil }) == true {
                isStale = await keys.records.policy.guards.isOff(for: origin)
            }
            if isStale { told = await facts(of: transactions, reviews, on: cluster, as: account, for: origin) }
            if let early, await knownAddresses.now(beside: reviews, of: account, told?.facts) == known, told == early {
                return nil
            }
            return await review(told, false)
        }
        let isEarly = early != nil
        let first = await review(early ?? nil, !isEarly).claiming(names?.current ?? [:])
        var naming: ApprovalRequest.ClaimedNames?
        if let names { naming = { await names.value() ?? [:] } }
        guard !isEarly else { return PreparedReview(review: first, renew: renew, names: naming) }
        let rest = LateReview(
            bare: { await review(none, false) },
            complete: { () throws(RPCError) in
                guard let told = await late.value() else { return nil }
                return await review(told, false)
            })
        return PreparedReview(review: first, renew: renew, late: rest, names: naming)
    }

    /// The search for the names of a request's recipients; nil if there is no network to ask.
    private func recipientNames(on cluster: Cluster?) async -> RecipientNames? {
        guard let network else { return nil }
        let preferred = await network.preferred
        let names = NameBook(records: knownAddresses.records, clock: clock, wallClock: wallClock)
        return RecipientNames(knownAddresses, network, on: cluster ?? preferred, names)
    }

    /// Signs the transactions that were approved, with the guards that were shown.
    func sign(
        _ approved: ApprovalRequest, as account: PublicKey, by approval: Approval
    ) async throws(RPCError) -> (signatures: [Signature], signed: [[UInt8]]) {
        // Decoded again: nothing from before the approval is signed.
        let items = approved.review.signing(approved.content.items)
        var transactions: [Transaction] = []
        for item in items { transactions.append(try Self.transaction(item, signedBy: account)) }
        let signatures = try await keys.sign(transactions.map(\.messageBytes), as: account, by: approval)
        var signed: [Transaction] = []
        for (transaction, signature) in zip(transactions, signatures) {
            guard let placed = try? transaction.placing(signature, for: account) else { throw Self.notASigner }
            signed.append(placed)
        }
        try await outstanding.note(approved, signed, by: account)
        return (signatures, signed.map { $0.encoded() })
    }

    /// The nodes' facts about transactions that the page sends itself, with their guards; nil if the wallet has no network, and empty facts if no node answers.
    private func facts(
        of transactions: [Transaction], _ reviews: [TransactionReview], on cluster: Cluster?,
        as account: PublicKey, for origin: String, within limit: Duration = NodeFacts.limit
    ) async -> ToldFacts? {
        guard let network else { return nil }
        let preferred = await network.preferred
        let snapshot = try? await ChainSnapshot(
            at: transactions, reviews, through: network, on: cluster ?? preferred, for: .signing,
            guarding: await keys.guards(of: account, for: origin), within: limit, clock: clock)
        guard let snapshot else { return ToldFacts(facts: transactions.map { _ in ChainFacts() }) }
        return ToldFacts(facts: snapshot.facts, guarded: snapshot.guarded, unguarded: snapshot.unguarded)
    }

    /// The accounts that a page was granted, or the claimed ones while nothing can be verified; `nil` if it isn't connected.
    func granted(to request: PageRequest) async throws(RPCError) -> [String]? {
        if let granted = try await origins.accounts(usedBy: request.key) { return granted }
        // Before the first unlock no grant counts; the request may wait for it, and is looked at again then.
        return try await origins.claimedAccounts(of: request.key)
    }

    /// The account of that name, or the first that was granted.
    ///
    /// - Throws: 4100 (`not-connected`, `account-not-granted`).
    func account(of request: PageRequest, named: String?) async throws(RPCError) -> PublicKey {
        guard let granted = try await granted(to: request), let first = granted.first else {
            throw RPCError(.unauthorized, .notConnected, "this site is not connected")
        }
        let chosen = named ?? first
        guard granted.contains(chosen), let account = try? PublicKey(base58: chosen), await keys.holds(account) else {
            throw RPCError(.unauthorized, .accountNotGranted, "this site may not use that account")
        }
        return account
    }

    /// Checks once more at the moment of signing: a grant may have been revoked while the request waited, or have been a claim.
    ///
    /// - Throws: 4100 (`account-not-granted`).
    func checkGrant(of account: PublicKey, to request: PageRequest) async throws(RPCError) {
        guard await origins.accounts(of: request.key)?.contains(account.base58) == true else {
            throw RPCError(.unauthorized, .accountNotGranted, "this site may not use that account")
        }
    }

    static func transaction(_ bytes: [UInt8], signedBy account: PublicKey) throws(RPCError) -> Transaction {
        let transaction: Transaction
        do {
            transaction = try Transaction(decoding: bytes)
        } catch {
            throw RPCError(.invalidInput, .transactionInvalid, "the transaction doesn't decode: \(error)")
        }
        guard transaction.requiredSigners.contains(account) else { throw notASigner }
        return transaction
    }

    static func checkCount(of items: [[UInt8]], _ name: String) throws(RPCError) {
        guard !items.isEmpty else {
            throw .parameter(name, "there is nothing to sign")
        }
    }

    /// Refuses on arrival items that could be signed but not be sent back: each item returns in base64, beside its signature.
    static func checkAnswer(of items: [[UInt8]]) throws(RPCError) {
        let envelope = 512
        let signature = 88 + 3
        let size = items.reduce(envelope) { $0 + ($1.count + 2) / 3 * 4 + 3 + signature }
        guard size <= 1_048_576 else {
            throw RPCError(.invalidInput, .answerTooLarge, "the answer of \(size) bytes wouldn't fit a frame")
        }
    }

    static func result(
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

    static let notASigner = RPCError(
        .invalidInput, .notASigner, "the account is not a required signer of the transaction")
}

/// The first review of a request, and what changes it afterwards.
struct PreparedReview {
    let review: RequestReview
    /// Reviews it once more just before it is signed.
    let renew: ApprovalRequest.Renewal
    /// The rest of the review; nil if it waits for nothing.
    var late: LateReview?
    /// The names of its recipients; nil if nobody can be asked.
    let names: ApprovalRequest.ClaimedNames?
}

/// What nodes say about transactions, and the guards that these got by it.
struct ToldFacts: Hashable, Sendable {
    var facts: [ChainFacts]
    var guarded: [GuardedTransaction?] = []
    var unguarded: [GuardedTransaction.Refusal?] = []

    /// The reviews of what is signed: with guards, where there are some.
    func reviews(_ reviews: [TransactionReview], _ programs: ProgramSet) -> [TransactionReview] {
        reviews.enumerated().map { place, review in
            guard guarded.indices.contains(place), let guarded = guarded[place] else { return review }
            return TransactionReview(guarded.transaction, programs: programs)
        }
    }
}
