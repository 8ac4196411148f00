public import JSONRPC
import Logging
public import WalletRuntime

/// The approval queue: every request waits here until exactly one decision ends it.
///
/// A request is on the disk before it is shown, and its approval before the key opens. This actor makes all decisions without a suspension between
/// the check and the decision, so that the first one wins. Writing and signing happen after the state has changed.
public actor ApprovalCoordinator {
    let context: RuntimeContext
    let journal: any RequestRecording
    let events: WalletEvents
    private let admission: any ApprovalAdmission
    private let session: (any ApprovalSession)?
    let sites: (any SiteChecking)?
    var requests: [String: PendingRequest] = [:]
    private(set) var ended = EndedRequests()
    private var repeatable: [RequestDigest: String] = [:]
    var bounds = RequestBounds()
    private var arrivals: UInt64 = 0
    private var isClosed = false
    /// The open connections, each with the JSON-RPC ids that were cancelled before they arrived.
    var open: [ConnectionID: Set<JSONString>] = [:]
    /// Decides in place of a surface if the wallet is part of another program.
    var handler: ApprovalHandler?
    var alarm: Task<Void, Never>?
    var alarmTime: Duration?

    /// - Parameters:
    ///   - session: The session that signs if an approval brings no proof of its own.
    ///   - sites: Looks at the sites that ask; without it, nothing is said about them.
    public init(
        context: RuntimeContext, journal: any RequestRecording, events: WalletEvents, admission: any ApprovalAdmission,
        session: (any ApprovalSession)? = nil, sites: (any SiteChecking)? = nil
    ) {
        self.context = context
        self.session = session
        self.sites = sites
        self.journal = journal
        self.events = events
        self.admission = admission
    }

    public var isEmpty: Bool { requests.isEmpty }

    /// The number of unfinished requests.
    public var count: Int { requests.count }

    /// Refuses a request if there is no room for it, before anything is decoded and reviewed, so that a flood of long requests costs little.
    ///
    /// - Throws: -32002, unless it would join an unfinished request.
    public func checkRoom(for content: RequestContent) throws(RPCError) {
        do throws(RPCError) {
            try bounds.check(RequestBounds.Source(content), now: context.clock.now)
        } catch {
            guard repeatable[RequestDigest(repeatable: content)] != nil else { throw error }
        }
    }

    /// Counts a request while its review is prepared, for which nodes may take some time.
    ///
    /// No other request waits for it.
    /// - Throws: -32002, unless it would join an unfinished request; -32000 (`cancelled`) if the page cancelled it meanwhile.
    public func preparing<Value: Sendable>(
        _ content: RequestContent, rpc: RPCRequest, _ prepare: @Sendable () async -> Value
    ) async throws(RPCError) -> Value {
        guard repeatable[RequestDigest(repeatable: content)] == nil else { return await prepare() }
        let source = RequestBounds.Source(content)
        try bounds.admit(source, now: context.clock.now)
        let value = await prepare()
        bounds.release(source)
        if open[content.client.connection]?.remove(JSONString(rpc.id)) != nil { throw Self.cancelled }
        return value
    }

    /// Queues a request and returns its result once it is approved and fulfilled.
    ///
    /// A repetition of the same request (connection key, document, page's request id and content) joins the first while that is unfinished. An
    /// extension background that was killed sends its requests again.
    /// - Throws: -32000 (`policy-refused`) if a limit refuses it, before the user is asked; -32002 over the bounds; 4001, -32000 (`expired`,
    ///   `cancelled`) as it ended; -32603 if it couldn't be written.
    /// - Parameters:
    ///   - late: The rest of `review`, if that waits for facts.
    ///   - names: The names of addresses that aren't in `review` yet.
    public func submit(
        _ content: RequestContent, rpc: RPCRequest, review: RequestReview, renew: ApprovalRequest.Renewal? = nil,
        expiry: ApprovalRequest.Expiry? = nil, late: LateReview? = nil, names: ApprovalRequest.ClaimedNames? = nil,
        fulfil: @escaping ApprovalRequest.Fulfilment
    ) async throws(RPCError) -> JSON {
        try await session?.checkSigner(of: content)
        let review = await withSite(review, of: content)
        let (renew, late) = (withSite(renew, of: content), withSite(late, of: content))
        let reasons = await session?.reasons(for: content) ?? []
        try await checkLimits(of: content, rpc: rpc, review)
        // From here on without a suspension until it stands in the queue.
        guard !isClosed else { throw RPCError(.invalidInput, .cancelled, "the agent is shutting down") }
        if open[content.client.connection]?.remove(JSONString(rpc.id)) != nil { throw Self.cancelled }
        let key = RequestDigest(repeatable: content)
        let now = context.clock.now
        // The connection may have closed while its last frame was on the way here.
        let isOpen = open[content.client.connection] != nil
        if let id = repeatable[key], let pending = requests[id] {
            pending.client = content.client
            pending.rpcID = JSONString(rpc.id)
            pending.lost = isOpen ? nil : now
            if pending.isJournaled, pending.state.isPending {
                events.publish(.requestQueued(id: id, content: joined(pending)))
            }
            return try await outcome(of: pending)
        }
        let source = RequestBounds.Source(content)
        try bounds.admit(source, now: now)
        arrivals += 1
        let request = ApprovalRequest(
            id: context.identifiers.next(), rpc: rpc, content: content, review: review, reasons: reasons, renew: renew,
            expiry: expiry, fulfil: fulfil)
        let pending = PendingRequest(
            request, repeatable: key, source: source, arrival: arrivals, arrived: now,
            created: context.wallClock.milliseconds)
        pending.lost = isOpen ? nil : now
        requests[request.id] = pending
        repeatable[key] = request.id
        do {
            try await journal.queued(request)
        } catch {
            release(pending)
            finish(pending, as: .interrupted, with: .failure(error))
            throw error
        }
        pending.isJournaled = true
        if pending.state.isPending {
            events.publish(.requestQueued(id: request.id, content: joined(pending)))
            setAlarm()
            consult(pending)
            if let late { follow(late, of: pending) }
            if let names { follow(names, of: pending) }
        }
        return try await outcome(of: pending)
    }

    /// Throws an error if a limit refuses the request, before the user is asked. A request that joins a waiting one is checked with that one.
    private func checkLimits(
        of content: RequestContent, rpc: RPCRequest, _ review: RequestReview
    ) async throws(RPCError) {
        guard repeatable[RequestDigest(repeatable: content)] == nil else { return }
        do throws(RPCError) { try await admission.checkLimits(of: content, review) } catch {
            open[content.client.connection]?.remove(JSONString(rpc.id))
            throw error
        }
    }

    /// Checks that an approval could be given; ends a request that a limit refuses by now.
    ///
    /// - Parameter whileWaiting: True if it is only to be shown, and its review may still wait for facts.
    /// - Throws: -32000 (`not-pending`, `digest-mismatch`, `review-mismatch`, `connection-lost`, `policy-refused`), 4100 (`review-forbidden`).
    public func check(_ approval: Approval, whileWaiting: Bool = false) async throws(RPCError) {
        let pending = try pending(for: approval, whileWaiting: whileWaiting)
        try await endingRefused(pending) { [admission, request = pending.request] () throws(RPCError) in
            try await admission.checkLimits(of: request.content, request.review)
        }
    }

    /// Asks the policy; ends a request that a limit refuses.
    private func endingRefused(
        _ pending: PendingRequest, _ ask: @Sendable () async throws(RPCError) -> Void
    ) async throws(RPCError) {
        do throws(RPCError) { try await ask() } catch {
            if error.reason == .policyRefused, pending.state.isPending {
                await end(pending, as: .rejected, with: .failure(error))
            }
            throw error
        }
    }

    /// Approves a request and returns its state once it is answered.
    ///
    /// The policy is checked now, not when the request came: other requests may have used up the allowance since.
    /// - Throws: The errors of `check`, also if a new review of the request shows more than the user was shown. 4100 (`native-only`,
    ///   `passphrase-required`), and the request continues to wait; -32000 (`policy-refused`), which ends it. The fault that ended the request if it
    ///   couldn't be fulfilled.
    public func approve(_ approval: Approval) async throws(RPCError) -> RequestState {
        var pending = try pending(for: approval)
        // Late facts don't change what is being decided.
        pending.isDeciding = true
        defer { pending.isDeciding = false }
        try await renew(pending)
        // The new look may have taken seconds. What the session that is over can't sign waits for the passphrase, and isn't lost.
        if approval.proof == nil { try await session?.checkOpen() }
        // Before anything is counted or written: a device that is locked or missing costs the user a press, and not the request.
        try await session?.checkReady(pending.request, by: approval)
        try await endingRefused(pending) { [admission, request = pending.request] () throws(RPCError) in
            try await admission.admit(request, by: approval)
        }
        // Somebody else may have decided meanwhile; from here to the new state nobody can.
        pending = try self.pending(for: approval)
        let request = pending.request
        pending.state = .approved
        // A script's yes is nobody's presence.
        if approval.surface != .commandLine || approval.factor != nil { await session?.use() }
        do throws(RPCError) {
            try await journal.approved(request, on: approval.surface)
            // The bytes that are signed are the bytes that were decided: computed again over what the signer gets.
            guard RequestDigest(id: request.id, content: request.content) == request.digest else {
                throw RPCError(.internalError, .internal, "the request changed after its approval")
            }
            events.publish(.requestApproved(id: request.id))
            // By itself, so that neither the page nor the surface ends with its own end what was signed.
            let work = Task { () -> Result<JSON, RPCError> in
                do throws(RPCError) { return .success(try await request.fulfil(request, approval)) } catch {
                    return .failure(error)
                }
            }
            pending.work = work
            let result = try await work.value.get()
            pending.state = .signed
            await end(pending, as: .answered, with: .success(result))
            return .answered
        } catch {
            // A transaction that was sent has an answer, even if it failed.
            let state: RequestState = pending.progress.isEmpty ? .interrupted : .answered
            await end(pending, as: state, with: .failure(Self.forPage(error)))
            throw error
        }
    }

    /// Records the progress of one of an approved request's transactions, and publishes it.
    public func note(_ progress: RequestProgress, of id: String) async {
        guard let pending = requests[id], pending.state == .approved || pending.state == .signed else { return }
        pending.state = .signed
        pending.progress[progress.item] = progress
        // The agent leaves: what is signed by now is sent no further.
        if isClosed { pending.work?.cancel() }
        do {
            try await journal.progressed(pending.request, progress)
        } catch {
            // The transaction is out, whether it is written down or not.
            context.logger.error(
                "the progress of a request was not recorded", metadata: ["code": "\(error.code.rawValue)"])
        }
        events.publish(.requestProgressed(id: id, progress))
    }

    /// Reviews a waiting request once more, because the user has changed a rule for it; the new review takes the place of what was shown.
    ///
    /// - Throws: -32000 (`not-pending`); the errors of its review.
    public func renew(_ id: String) async throws(RPCError) {
        guard let pending = requests[id], pending.state.isPending else { throw notPending(id) }
        let seen = pending.request.review
        guard let review = try await pending.request.renew?(seen) else { return }
        guard pending.state.isPending else { throw notPending(id) }
        guard pending.request.show(review) else { return }
        try await journal.reviewed(pending.request)
        events.publish(.requestReviewed(id: id))
    }

    /// Reviews a request once more; one that is worse than what was shown is shown and decided again.
    ///
    /// - Throws: -32000 (`review-mismatch`); -32003 if it can't be signed now.
    private func renew(_ pending: PendingRequest) async throws(RPCError) {
        let review: RequestReview?
        do throws(RPCError) {
            review = try await pending.request.renew?(pending.request.review)
        } catch {
            if error.reason == .blockhashExpired, pending.state.isPending {
                await end(pending, as: .expired, with: .failure(error))
            }
            throw error
        }
        guard let review else { return }
        let seen = pending.request.review
        guard review.isWorse(than: seen) else {
            // The recipients are noted after the approval. Only this look may have known who owns a token account.
            pending.request.review.note(recipients: review.risk.recipients)
            return
        }
        _ = pending.request.show(review)
        do {
            try await journal.reviewed(pending.request)
        } catch {
            // The look decides even if it can't be written down: the request is shown again.
            context.logger.error(
                "the new review of a request was not recorded", metadata: ["code": "\(error.code.rawValue)"])
        }
        throw Self.reviewMismatch
    }

    /// Rejects one request.
    ///
    /// - Throws: -32000 (`not-pending`).
    public func reject(_ id: String, on surface: ApprovalSurface? = nil) async throws(RPCError) {
        guard let pending = requests[id], pending.isJournaled, pending.state.isPending else {
            throw notPending(id)
        }
        bounds.countRejection(of: [pending.source], now: context.clock.now)
        await end(pending, as: .rejected, with: .failure(Self.rejected), on: surface)
    }

    /// Ends a request that can no longer be executed, so that its page learns the reason and may ask again. It doesn't count as a rejection.
    ///
    /// - Throws: -32000 (`not-pending`; `change-refused` while it can still be executed).
    public func askAgain(_ id: String, on surface: ApprovalSurface? = nil) async throws(RPCError) {
        let expiry = await requests[id]?.request.expiry?()
        guard let pending = requests[id], pending.isJournaled, pending.state.isPending else { throw notPending(id) }
        guard case .expired = expiry else {
            throw RPCError(.invalidInput, .changeRefused, "the request can still be executed")
        }
        await end(
            pending, as: .expired,
            with: .failure(
                RPCError(
                    .transactionRejected, .blockhashExpired,
                    "the blockhash is too old or unknown, so it can't be executed")),
            on: surface)
    }

    /// Rejects the undecided requests of a list as one act, however many there are.
    ///
    /// Returns the ids of the rejected requests.
    @discardableResult
    public func reject(all ids: [String], on surface: ApprovalSurface? = nil) async -> [String] {
        let undecided = ids.compactMap { requests[$0] }.filter { $0.isJournaled && $0.state.isPending }
        bounds.countRejection(of: undecided.map(\.source), now: context.clock.now)
        var rejected: [String] = []
        for pending in undecided where pending.state.isPending {
            await end(pending, as: .rejected, with: .failure(Self.rejected), on: surface)
            rejected.append(pending.request.id)
        }
        return rejected
    }

    /// Ends a request in the given state: writes the response, publishes the end, and answers those who wait.
    func end(
        _ pending: PendingRequest, as state: RequestState, with outcome: Result<JSON, RPCError>,
        on surface: ApprovalSurface? = nil
    ) async {
        pending.state = state
        release(pending)
        let response = RPCResponse(id: pending.request.rpc.id, outcome: outcome)
        do {
            try await journal.ended(pending.request, as: state, response: response, on: surface)
        } catch {
            // The page is answered all the same; its approval is on the disk already.
            context.logger.error(
                "the response of a request was not recorded", metadata: ["code": "\(error.code.rawValue)"])
        }
        finish(pending, as: state, with: outcome)
    }

    private func finish(_ pending: PendingRequest, as state: RequestState, with outcome: Result<JSON, RPCError>) {
        pending.state = state
        pending.outcome = outcome
        requests[pending.request.id] = nil
        for task in pending.late { task.cancel() }
        pending.tellWatchers()
        ended.note(pending.request.id, state)
        pending.consultation?.cancel()
        for waiter in pending.waiters { waiter.resume(returning: outcome) }
        pending.waiters = []
        if pending.isJournaled { events.publish(.requestEnded(id: pending.request.id, state: state)) }
    }

    /// Stops counting a request and lets no other request join it.
    private func release(_ pending: PendingRequest) {
        repeatable[pending.repeatable] = nil
        bounds.release(pending.source)
    }

    private func outcome(of pending: PendingRequest) async throws(RPCError) -> JSON {
        var outcome = pending.outcome
        if outcome == nil { outcome = await withCheckedContinuation { pending.waiters.append($0) } }
        let result = try outcome?.get()
        // Only what was approved has a result.
        Decision.current?.make()
        return result ?? .null
    }

    private func pending(for approval: Approval, whileWaiting: Bool = false) throws(RPCError) -> PendingRequest {
        guard let pending = requests[approval.id], pending.isJournaled, pending.state.isPending else {
            throw notPending(approval.id)
        }
        // The alarm may be late; an approval never is.
        guard context.clock.now < pending.deadline else { throw Self.notPending(.expired) }
        guard approval.digest == pending.request.digest.hexadecimal else {
            throw RPCError(.invalidInput, .digestMismatch, "the approval names another digest than the request's")
        }
        // While facts are awaited, the review isn't the one that will be approved.
        guard approval.review == pending.request.review.hash, whileWaiting || !pending.request.review.isWaiting else {
            throw Self.reviewMismatch
        }
        guard pending.lost == nil else {
            throw RPCError(.invalidInput, .connectionLost, "the page's connection is lost")
        }
        // Before a passphrase is asked for, and whatever surface and policy say.
        guard !pending.request.review.risk.isForbidden else {
            throw RPCError(.unauthorized, .reviewForbidden, "it can't be approved, since nobody should sign it")
        }
        return pending
    }

    private func joined(_ pending: PendingRequest) -> RequestContent {
        let content = pending.request.content
        return RequestContent(
            client: pending.client, page: content.page, method: content.method, account: content.account,
            cluster: content.cluster, items: [])
    }

    /// Returns the error for a decision that comes too late: with the request's present state, or the state in which it ended.
    func notPending(_ id: String) -> RPCError { Self.notPending(requests[id]?.state ?? ended[id]) }

    private static func notPending(_ state: RequestState?) -> RPCError {
        RPCError(
            .invalidInput, .notPending, "this request isn't waiting for a decision",
            data: state.map { ["state": .string(JSONString($0.rawValue))] } ?? [:])
    }

    /// Returns the form of an error that a page may see; above all, a page never learns that the wallet is locked.
    private static func forPage(_ error: RPCError) -> RPCError {
        switch error.code {
        case .locked: RPCError(.invalidInput, .cancelled, "the request was cancelled")
        default: error
        }
    }

    private static let reviewMismatch = RPCError(
        .invalidInput, .reviewMismatch, "the approval names another review than the request's")
    private static let rejected = RPCError(.userRejected, .rejected, "User rejected the request.")

    /// Ends all undecided requests and accepts no more. It waits for signing to finish, but not for transactions that were sent.
    ///
    /// - Parameter cause: The error's message for those who asked.
    public func close(because cause: String = "the agent is shutting down") async {
        isClosed = true
        alarm?.cancel()
        for pending in requests.values where pending.state.isPending {
            await end(
                pending, as: .interrupted,
                with: .failure(RPCError(.invalidInput, .cancelled, cause)))
        }
        for pending in requests.values {
            if !pending.progress.isEmpty { pending.work?.cancel() }
            _ = try? await outcome(of: pending)
        }
    }
}
