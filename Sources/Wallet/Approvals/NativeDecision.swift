import ApprovalQueue
import JSONRPC
import Pinentry
import Salt
import Synchronization
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// A request decided outside the browser: shown there, and approved or rejected as the user says.
struct NativeDecision: Sendable {
    /// The longest time that a prompt stays open; no request waits longer.
    private static let limit: Duration = .seconds(300)

    private static let dead = RPCError(
        .transactionRejected, .blockhashExpired, "the blockhash became too old while the user was asked")

    let coordinator: ApprovalCoordinator
    let records: AuthenticatedStore
    let keys: WalletKeyring
    let prompts: PromptQueue
    let securityKeys: SecurityKeyReader
    let tpm: TPMReader
    let fingerprints: FingerprintPresence
    let names: RequestNames

    /// Asks the user at whose browser a client runs.
    ///
    /// A closed prompt rejects the request. If no prompt can be shown, the request stays undecided.
    func decide(_ asked: Approval, for client: Client) async throws(RPCError) -> RequestState {
        try await coordinator.check(asked, whileWaiting: true)
        let (summary, request) = try await coordinator.request(asked.id)
        let connection = client.connection
        let shares = try await names.shares(request.review, chosen: asked.accounts)
        // The accounts that the user saw are shared, whichever account has become the first since.
        let approval = asked.sharing(shares)
        let recognition = try await records.recognition()
        let words = await prompts.words(for: connection)
        let drawing = { @Sendable [names, records, keys] (request: ApprovalRequest) in
            let shown = summary.json(for: client, signer: await keys.signer(of: request))
            let reasons = await records.decision(for: request).reasons
            return ApprovalPrompt(
                request.id, summary: shown, review: request.review, expiry: await request.expiry?()?.json,
                names: await names.json(of: shown, request.review, shares: shares), shares: shares, reasons: reasons,
                offer: await Self.offer(for: request, reasons, by: records), recognition: recognition, in: words)
        }
        let prompt = await drawing(request)
        // Nobody reads what can't be executed any more.
        if await isDead(request) { return try await offerAgain(request, prompt, for: connection) }
        let proof = ProofBox()
        let token = TokenPINQuestion(keys: keys, request: request)
        let devices = await DeviceProof.all(securityKeys, tpm, fingerprints)
        let need = { @Sendable [keys, records, coordinator] () -> ProofNeed? in
            let now = (try? await coordinator.request(approval.id).request) ?? request
            let need = await records.proofNeed(for: now, on: .prompt)
            guard await !keys.isOpenForPress else { return need }
            return need?.adding(.locked) ?? ProofNeed([.locked])
        }
        let proving = ApprovalProving(
            need: need,
            passphrase: { [keys] passphrase throws(RPCError) in
                proof.set(ProofBox.Held(factor: .passphrase, proof: try await keys.open(passphrase)))
            }, devices: devices,
            device: { device, review, pin throws(RPCError) in
                let subject = ApprovalSubject(id: approval.id, digest: approval.digest, review: review)
                let before = await need()
                let proven = try await device.prove(subject, pin) { $0.counts(for: before, on: .prompt) }
                // The first proof to this agent brings the rules: they may ask for more than a touch.
                let after = await need()
                guard proven.factor.counts(for: after, on: .prompt) else {
                    throw .proofRequired(after, by: proven.factor)
                }
                return proven
            },
            accept: { proven in
                proof.set(ProofBox.Held(factor: proven.factor, proof: proven.proof, review: proven.subject.review))
            })
        let wasUnverified = await records.trust == .unverified
        let decision: ApprovalPrompt.Decision?
        do throws(RPCError) {
            decision = try await whilePresented(approval.id, request) {
                [prompts, keys, coordinator] () throws(RPCError) in
                try await prompts.converse(
                    for: connection, about: approval.id, command: ApprovalPrompt.command(approval.id),
                    limit: Self.limit, unless: { await isOver(approval.id, request) }
                ) { dialog throws(RPCError) in
                    let decision = try await prompt.decide(
                        dialog, pressed: { await keys.use() }, proving: proving,
                        following: { review in
                            guard let next = await coordinator.change(of: approval.id, from: review) else { return nil }
                            return await drawing(next)
                        })
                    if case .rejected = decision { return nil }
                    // Behind the proof, which opens the vault and so vouches for the library, and in the window that shows the request.
                    if case .approved = decision, request.review.signs {
                        guard try await token.answer(in: dialog, showing: prompt, by: proof.held) else { return nil }
                    }
                    return decision
                }
            }
        } catch {
            guard error.reason == .blockhashExpired else { throw error }
            return try await offerAgain(request, prompt, for: connection)
        }
        if case .unguarded = decision { return try await decideUnguarded(request, for: client) }
        guard case .approved(let review, let widening) = decision else {
            // Not by a press that came when there was nothing left to reject.
            do throws(RPCError) { try await coordinator.reject(approval.id, on: .prompt) } catch {
                tellLate(error, of: request, prompt, for: connection)
                throw error
            }
            return .rejected
        }
        var proven = approval.naming(review)
        (proven.factor, proven.proof) = proof.take(for: review)
        proven.amendment = widening
        proven.devicePIN = token.pin
        // The session may have ended while the user read.
        if proven.proof == nil {
            guard await keys.isUnlocked else { throw WalletKeyring.locked }
        }
        // As it stands now: it may have become another one while the user read.
        let confirmed = (try? await coordinator.request(approval.id).request) ?? request
        let note = await noteOfDevice(for: request, drawing(confirmed), for: connection)
        defer { note?.cancel() }
        do throws(RPCError) {
            let state = try await coordinator.approve(proven)
            if wasUnverified { await keys.closeWhereEachIsProven() }
            return state
        } catch {
            tellLate(error, of: request, prompt, for: connection)
            throw error
        }
    }

    /// Wider amounts that would spare the user this window, or its passphrase, the next time.
    private static func offer(
        for request: ApprovalRequest, _ reasons: [RequestRisk.Reason], by records: AuthenticatedStore
    ) async -> BudgetOffer? {
        let origin = request.content.page.origin.serialized
        return BudgetOffer(
            for: request, reasons, await records.proofNeed(for: request, on: .prompt)?.reason,
            budget: await records.budgets.first { $0.origin == origin }?.spend ?? [],
            amounts: await records.pressAmounts)
    }

    /// Turns guards off for the site that asks, as the user proved that they want it, and shows the request without them.
    private func decideUnguarded(_ request: ApprovalRequest, for client: Client) async throws(RPCError) -> RequestState
    {
        let site = request.content.page.origin.serialized
        _ = try await records.settle(loosening: true) { policy throws(RPCError) in
            try policy.guards.turnOff(for: site)
        }
        try await coordinator.renew(request.id)
        let (summary, next) = try await coordinator.request(request.id)
        return try await decide(
            Approval(id: request.id, digest: summary.digest, review: next.review.hash, surface: .prompt), for: client)
    }

    /// Says that a request has expired, and has its site ask anew if the user wants that. A no here rejects the request.
    ///
    /// The wallet's own transfer has no site, so the user is asked nothing about it: whatever they answer, it ends as expired.
    private func offerAgain(
        _ request: ApprovalRequest, _ prompt: ApprovalPrompt, for connection: ConnectionID
    ) async throws(RPCError) -> RequestState {
        let (id, isOwn) = (request.id, Self.isOwn(request))
        let isAsked = try await whilePresented(id) { [prompts] () throws(RPCError) -> Bool? in
            // A site could put one of these windows after the other before the user: its end counts as any other's.
            try await prompts.converse(
                for: connection, about: id, command: ApprovalPrompt.command(id), limit: Self.limit, counts: !isOwn,
                unless: { [coordinator] in await coordinator.isDecided(id) }
            ) { dialog throws(RPCError) -> Bool? in
                let text = prompt.note(Self.lateNotes(of: request), in: dialog.words)
                let question =
                    isOwn ? dialog.page(text) : dialog.page(text, ok: .lateAskButton, cancel: .promptReject)
                switch try await dialog.confirm(question) {
                case .yes: return true
                case .no, .cancelled: return isOwn ? true : nil
                // It stands until its own time is over, and nobody said no.
                case .timedOut: throw RPCError(.timedOut, command: ApprovalPrompt.command(id))
                }
            }
        }
        guard isAsked != nil else {
            try await coordinator.reject(id, on: .prompt)
            return .rejected
        }
        try await coordinator.askAgain(id, on: .prompt)
        return .expired
    }

    /// Says, in the place where the user approved, that the Ledger asks them now. It goes with the request; nil if no Ledger signs.
    private func noteOfDevice(
        for request: ApprovalRequest, _ prompt: ApprovalPrompt, for connection: ConnectionID
    ) async -> Task<Void, Never>? {
        guard await keys.deviceAccount(request.content.account)?.signer == .ledger else { return nil }
        return Task { [prompts, keys, coordinator, id = request.id] in
            // The last look at the network and at the device comes first, and may find that nothing is to be confirmed.
            while await coordinator.isPending(id) {
                do { try await Task.sleep(for: .milliseconds(50)) } catch { return }
            }
            _ = try? await prompts.converse(
                for: connection, about: "device", command: ApprovalPrompt.command(prompt.id), limit: Self.limit,
                counts: false
            ) { dialog throws(RPCError) -> Bool? in
                guard try await prompt.waitForLedger(in: dialog) else { return true }
                // The device may be asked only a moment after the press. Whatever ends the request ends this, too.
                while !Task.isCancelled {
                    await keys.ledger.turns.cancel(for: connection)
                    try? await Task.sleep(for: .milliseconds(50))
                }
                return true
            }
        }
    }

    /// Says why the user's answer came too late, without waiting for them to read it.
    private func tellLate(
        _ error: RPCError, of request: ApprovalRequest, _ prompt: ApprovalPrompt, for connection: ConnectionID
    ) {
        let notes: [TextKey]
        switch (error.reason, error.data["state"]?.text.flatMap(RequestState.init)) {
        case (.blockhashExpired, _): notes = Self.lateNotes(of: request)
        case (.notPending, .expired?): notes = [.lateTime]
        case (.notPending, .cancelled?): notes = [.lateCancelled]
        case (.connectionLost, _): notes = [.lateConnection]
        case (.notPending, _): notes = [.lateDecided]
        default: return
        }
        Task { [prompts] in
            _ = try? await prompts.converse(
                for: connection, about: "late", command: "sidekey pending", limit: .seconds(60), counts: false
            ) { dialog throws(RPCError) -> Bool? in
                _ = try await dialog.confirm(dialog.page(prompt.note(notes, in: dialog.words)))
                return true
            }
        }
    }

    /// The notes on a request whose blockhash expired: what happened, and who may begin anew.
    private static func lateNotes(of request: ApprovalRequest) -> [TextKey] {
        [.lateBlockhash, isOwn(request) ? .lateOwn : .lateAsk]
    }

    /// True if the wallet itself asks, for its user.
    private static func isOwn(_ request: ApprovalRequest) -> Bool { request.content.page.origin.isOwn }

    /// Returns true if the request can't be executed any more.
    private func isDead(_ request: ApprovalRequest) async -> Bool {
        guard case .expired = await request.expiry?() else { return false }
        return true
    }

    /// Returns true if there is nothing left to approve or reject.
    private func isOver(_ id: String, _ request: ApprovalRequest) async -> Bool {
        if await coordinator.isDecided(id) { return true }
        return await isDead(request)
    }

    /// Asks about a request from a client that has no surface of its own and didn't ask for a prompt.
    ///
    /// It waits for its turn among the prompts, and for the cooldown. If the user can't be asked, the request waits for `sidekey approve`.
    func begin(_ id: String, for client: Client) async {
        while await coordinator.isPending(id), let (summary, request) = try? await coordinator.request(id) {
            let approval = Approval(
                id: id, digest: summary.digest, review: request.review.hash, surface: .prompt)
            do throws(RPCError) {
                _ = try await decide(approval, for: client)
                return
            } catch {
                let pause: Duration
                switch error.reason {
                case .promptCooldown: pause = .milliseconds(error.data["retryAfter"]?.int ?? 1000)
                case .tooManyPending: pause = .seconds(1)
                // A request that became worse just before the signature is shown again.
                case .reviewMismatch: pause = .zero
                default: return
                }
                // Its deadlines end the request meanwhile, if it comes to that.
                do { try await Task.sleep(for: pause) } catch { return }
            }
        }
    }

    /// Keeps a request alive while the user is asked, and ends the asking when the request ends elsewhere.
    ///
    /// - Parameter mortal: The request, if the asking ends once the request has expired, by -32003 (`blockhash-expired`).
    private func whilePresented<Value: Sendable>(
        _ id: String, _ mortal: ApprovalRequest? = nil, _ ask: @escaping @Sendable () async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value {
        let result = await withTaskGroup(of: Result<Value, RPCError>.self) { group -> Result<Value, RPCError> in
            group.addTask {
                do throws(RPCError) { return .success(try await ask()) } catch { return .failure(error) }
            }
            group.addTask { [self] in
                var beat = 0
                while !Task.isCancelled {
                    if beat % 20 == 0 { await coordinator.present([id]) }
                    beat += 1
                    guard await coordinator.isPending(id) else { break }
                    if let mortal, await isDead(mortal) { return .failure(Self.dead) }
                    try? await Task.sleep(for: .milliseconds(250))
                }
                return .failure(
                    RPCError(.invalidInput, .notPending, "the request ended while the user was asked"))
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(RPCError(.internalError, .internal, "nobody was asked"))
        }
        return try result.get()
    }
}

/// A proof on its way out of a prompt.
private final class ProofBox: Sendable {
    struct Held: Sendable {
        let factor: ApprovalFactor
        /// nil if it opened the session.
        let proof: (any ApprovalProof)?
        /// The hash of the review that it names; nil if it names none.
        var review: String?
    }

    private let value = Mutex<Held?>(nil)

    func set(_ held: Held) { value.withLock { $0 = held } }

    /// What opens the keys for this approval; nil if the session does.
    var held: (any ApprovalProof)? { value.withLock { $0?.proof } }

    /// The proof, unless it names another review than the one that is approved: then there is none.
    func take(for review: String) -> (factor: ApprovalFactor?, proof: (any ApprovalProof)?) {
        value.withLock { value in
            defer { value = nil }
            guard let held = value, held.review ?? review == review else { return (nil, nil) }
            return (held.factor, held.proof)
        }
    }
}

/// The proof that opens the keys together with an approval: the passphrase, a passkey that signed the request's digest, a security key, or the TPM's PIN.
enum ApprovalUnlock: Sendable {
    case passphrase(SealedParameter)
    case passkey(PasskeyUse)
    /// From a terminal alone: a browser that is hijacked can have no key blink for an approval of its own.
    case securityKey(pin: SealedParameter?)
    /// From a terminal alone: no browser has the PIN.
    case tpm(pin: SealedParameter)
}

extension ParameterForm where Value == ApprovalUnlock {
    static var approvalUnlock: Self {
        .object(
            .optional("passphrase", .sealed), .optional("passkey", .passkeyUse),
            .optional("securityKey", .boolean, default: false, callers: .terminal),
            .optional("tpm", .boolean, default: false, callers: .terminal),
            .optional("pin", .sealed, callers: .terminal)
        ) { passphrase, passkey, isSecurityKey, isTPM, pin throws(RPCError) in
            switch (passphrase, passkey, isSecurityKey, isTPM, pin) {
            case (let passphrase?, nil, false, false, nil): return .passphrase(passphrase)
            case (nil, let passkey?, false, false, nil): return .passkey(passkey)
            case (nil, nil, true, false, let pin): return .securityKey(pin: pin)
            case (nil, nil, false, true, let pin?): return .tpm(pin: pin)
            default: throw .parameter("unlock", "one of passphrase, passkey, securityKey and tpm with its pin")
            }
        }
    }
}
