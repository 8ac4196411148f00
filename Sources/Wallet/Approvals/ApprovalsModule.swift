import ApprovalQueue
import JSONRPC
import Salt
import SecurityKeys
import SolanaTransactions
import TransactionReview
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// The approval queue as surfaces see it: the waiting requests, their effects, and the decisions.
struct ApprovalsModule: WalletModule {
    let coordinator: ApprovalCoordinator
    let records: AuthenticatedStore
    let keys: WalletKeyring
    let prompts: PromptQueue
    let securityKeys: SecurityKeyReader
    let tpm: TPMReader
    let fingerprints: FingerprintPresence
    let names: RequestNames
    let copies: ExtensionCopies

    private func list(_ call: MethodCall, _ page: ListPage) async throws(RPCError) -> JSON {
        let summaries = await coordinator.list(after: try page.number() ?? 0, limit: page.limit)
        var requests: [JSON] = []
        for summary in summaries {
            requests.append(summary.json(for: call.client, awaiting: await keys.device(awaitedBy: summary)))
        }
        return page.answer("requests", requests, next: summaries.last.map { String($0.arrival) })
    }

    private func get(
        _ call: MethodCall, _ id: String, _ from: Int, _ language: Language?
    ) async throws(RPCError) -> JSON {
        // Reading a request in the browser presents it: the extension reads only what it shows.
        if call.caller == .walletExtension { await coordinator.present([id]) }
        // A terminal draws once: it gets what will stand.
        if call.caller == .commandLine { await coordinator.settled(id) }
        let (summary, request) = try await coordinator.request(id)
        let summaryJSON = summary.json(
            for: call.client, signer: await keys.signer(of: request), awaiting: await keys.device(awaitedBy: summary))
        let shares = try await names.shares(request.review)
        let named = await names.json(of: summaryJSON, request.review, shares: shares)
        let (decision, reasons) = await decision(for: request, call)
        var review: JSONObject = [
            "kind": .string(request.review.kind.rawValue), "complete": .bool(request.review.isComplete),
        ]
        var result: JSONObject = [
            "summary": summaryJSON, "decision": .string(decision.rawValue),
            "reasons": .array(reasons.map { .string($0.rawValue) }), "reviewHash": .string(request.review.hash),
        ]
        let next: Int?
        if let language {
            let shown = ReviewSummary(
                summary: summaryJSON, kind: request.review.kind.rawValue, items: request.review.items,
                totals: request.review.totals, names: named, site: request.review.site, shares: shares,
                isComplete: request.review.isComplete, isWaiting: request.review.isWaiting, in: Phrasebook(language))
            let page = RequestReview.page(of: shown.items, from: from, json: \.json)
            var screen = from == 0 ? shown.json : [:]
            screen["items"] = .array(page.items)
            result["shown"] = .object(screen)
            next = page.next
        } else {
            let page = request.review.items(from: from)
            review["items"] = .array(page.items)
            review["totals"] = request.review.totals
            if !request.review.site.isEmpty { review["site"] = .array(request.review.site) }
            if from == 0 { result["names"] = named }
            next = page.next
        }
        result["review"] = .object(review)
        if request.review.isWaiting { result["waiting"] = "network" }
        let limits = await records.breachedLimits(by: request.content, request.review)
        if !limits.isEmpty { result["limits"] = .array(limits.map(\.json)) }
        let surface = decision == .native ? .prompt : Self.surface(of: call)
        let need = await records.proofNeed(for: request, on: surface)
        let proof = need?.reason
        result["proof"] = proof.map { .string($0.rawValue) }
        result["confirm"] = Confirmation(decision.place, by: proof == nil ? .press : .passphrase).json
        if decision == .popup { result["within"] = await within(request) }
        result["life"] = await request.expiry?()?.json
        if from == 0 {
            result["wallet"] = await wallet(for: request.content, sharing: shares, proofs(for: request, on: surface))
        }
        if let next { result["next"] = .number(next) }
        return .object(result)
    }

    /// Returns where a request may be decided. For an extension that isn't known, that is Sidekey's window or the terminal alone.
    private func decision(
        for request: ApprovalRequest, _ call: MethodCall
    ) async -> (ApprovalDecision, [RequestRisk.Reason]) {
        let (decision, reasons) = await records.decision(for: request)
        guard call.caller == .walletExtension, decision != .none,
            await copies.standing(of: call.client.connection) == .unverified
        else { return (decision, reasons) }
        return (.native, [.unverifiedExtension] + reasons)
    }

    /// The rule by which the browser may approve what leaves: the allowance, the site's budget, or both.
    private func within(_ request: ApprovalRequest) async -> JSON? {
        guard request.review.signs, await records.policy.setting == .risky else { return nil }
        return await records.charge(for: request).cover.map { .string($0.rawValue) }
    }

    /// The wallet's own facts for a decision: the accounts that the request is about, the trust in its rules, and the proofs that an approval may
    /// take.
    private func wallet(
        for content: RequestContent, sharing shares: [String], _ proofs: [ApprovalFactor]
    ) async -> JSON {
        let accounts = await keys.status().accounts
        let named = accounts.filter { $0.publicKey.description == content.account }
        // A hidden account is shown where it would sign, and all where all are hidden.
        let visible = accounts.filter { !$0.isHidden }
        let shown = named.isEmpty ? (visible.isEmpty ? accounts : visible) : named
        let trust = await records.trust
        var wallet: JSONObject = [
            "accounts": .array(
                shown.map { ["publicKey": .string($0.publicKey.description), "label": .string($0.label)] }),
            "trust": .string(trust.rawValue),
            "perRequest": .bool(await records.policy.perRequest && trust != .unverified),
            "passkeys": .bool((try? await keys.passkeys())?.isEmpty == false),
        ]
        wallet["proofs"] = .array(proofs.map { .string($0.rawValue) })
        if !shares.isEmpty { wallet["shares"] = .array(shares.map { .string($0) }) }
        // A database that can't say so is asked by whatever needs it, too.
        wallet["lost"] = (try? await records.loss())?.json
        return .object(wallet)
    }

    /// The factors that are set up and would prove a request. From the browser, a device does so in Sidekey's window (`approvals.native`).
    private func proofs(for request: ApprovalRequest, on surface: ApprovalSurface) async -> [ApprovalFactor] {
        let place = surface == .browser ? .prompt : surface
        let need = await records.proofNeed(for: request, on: place)
        let hasPasskey = surface == .browser ? (try? await keys.passkeys())?.isEmpty == false : false
        // A terminal has no way to give a finger to an approval.
        let here = place == .prompt ? await fingerprints.factors : []
        let devices = (await securityKeys.factors + tpm.factors + here).filter { $0.counts(for: need, on: place) }
        return [.passphrase] + (hasPasskey ? [.passkey] : []) + devices
    }

    private func present(_ call: MethodCall, _ ids: [String]) async throws(RPCError) -> JSON {
        await coordinator.present(ids)
        var requests: [JSON] = []
        for summary in await coordinator.states(of: ids) {
            var request: JSONObject = [
                "id": .string(summary.id), "state": .string(summary.state.rawValue),
                "remaining": .number(summary.remaining.milliseconds),
            ]
            request["life"] = try? await coordinator.request(summary.id).request.expiry?()?.json
            requests.append(.object(request))
        }
        return ["requests": .array(requests)]
    }

    private func approve(
        _ call: MethodCall, _ id: String, _ digest: String, _ review: String, _ accounts: [String],
        _ unlock: ApprovalUnlock?, _ pin: SealedParameter?
    ) async throws(RPCError) -> JSON {
        var approval = Approval(
            id: id, digest: digest, review: review, surface: Self.surface(of: call), accounts: accounts)
        // A decision that can't count must not open the session on the way.
        try await coordinator.check(approval)
        let wasUnverified = await records.trust == .unverified
        try await authenticate(&approval, unlock: unlock, call)
        if let pin { approval.devicePIN = HeldSecret(try call.open(pin)) }
        let state = try await coordinator.approve(approval)
        if wasUnverified { await keys.closeWhereEachIsProven() }
        return ["id": .string(id), "state": .string(state.rawValue)]
    }

    /// Makes sure that the keys may be used: by the open session, or by the proof that came along.
    private func authenticate(
        _ approval: inout Approval, unlock: ApprovalUnlock?, _ call: MethodCall
    ) async throws(RPCError) {
        switch (unlock, approval.surface) {
        case (.passphrase(let passphrase), .browser):
            approval.proof = try await keys.open(call.open(passphrase), from: .browser)
            approval.factor = .passphrase
            return
        case (.passphrase(let passphrase), .prompt):
            approval.proof = try await keys.open(call.open(passphrase))
            approval.factor = .passphrase
            return
        case (.passphrase(let passphrase), .commandLine):
            approval.proof = try await keys.proof(call.open(passphrase))
            approval.factor = .passphrase
            return
        case (.passkey(let use), _):
            // Good for this request alone: the assertion is over its digest, and no session is opened.
            let challenge = try await coordinator.request(approval.id).request.digest.bytes
            let passkeys = try await keys.passkeys().map(\.passkey)
            approval.proof = try await keys.proof(use.proof(for: call, challenge: challenge, among: passkeys))
            approval.factor = .passkey
            return
        case (.securityKey(let pin), let surface):
            let pin = try pin.map { pin throws(RPCError) in SecurityKeyPIN(try call.open(pin)) } ?? .none
            try await prove(&approval, by: securityKeys.factors, on: surface) {
                [securityKeys] subject, counts throws(RPCError) in
                try await securityKeys.prove(subject, pin: pin, with: counts)
            }
            return
        case (.tpm(let pin), let surface):
            let pin = HeldSecret(try call.open(pin))
            try await prove(&approval, by: tpm.factors, on: surface) { [tpm] subject, _ throws(RPCError) in
                try await tpm.prove(subject, pin: pin.bytes.clone())
            }
            return
        case (nil, _): break
        }
        switch approval.surface {
        case .browser, .prompt:
            guard await keys.isUnlocked else { throw WalletKeyring.locked }
        case .commandLine:
            let status = await keys.status()
            guard status.isUnattended else {
                throw RPCError(.unauthorized, .passphraseRequired, "approving here takes the passphrase")
            }
            guard status.state == .unlocked else { throw WalletKeyring.locked }
        }
    }

    /// Has a device prove the approval. The request lives on meanwhile: whoever asked waits at the device, and can't say so.
    ///
    /// - Parameter present: what the device can prove as it is set up.
    private func prove(
        _ approval: inout Approval, by present: [ApprovalFactor], on surface: ApprovalSurface,
        _ body: (ApprovalSubject, @escaping @Sendable (ApprovalFactor) -> Bool) async throws(RPCError) -> ProvenApproval
    ) async throws(RPCError) {
        let id = approval.id
        let need = await records.proofNeed(for: try coordinator.request(id).request, on: surface)
        // Nobody is sent to touch a key whose touch isn't enough, and no PIN is tried that wouldn't count.
        guard present.isEmpty || present.contains(where: { $0.counts(for: need, on: surface) }) else {
            throw .proofRequired(need, by: present.first)
        }
        let heartbeat = Task { [coordinator] in
            while !Task.isCancelled {
                await coordinator.present([id])
                try? await Task.sleep(for: .seconds(5))
            }
        }
        defer { heartbeat.cancel() }
        let proven = try await body(ApprovalSubject(id: id, digest: approval.digest, review: approval.review)) {
            $0.counts(for: need, on: surface)
        }
        (approval.factor, approval.proof) = (proven.factor, proven.proof)
    }

    private static func surface(of call: MethodCall) -> ApprovalSurface {
        call.caller == .commandLine ? .commandLine : .browser
    }

    private func reject(_ call: MethodCall, _ id: String) async throws(RPCError) -> JSON {
        try await coordinator.reject(id, on: Self.surface(of: call))
        return ["id": .string(id), "state": .string(RequestState.rejected.rawValue)]
    }

    /// Tells the page that its request can't be executed any more, so that it may ask anew.
    private func askAgain(_ call: MethodCall, _ id: String) async throws(RPCError) -> JSON {
        try await coordinator.askAgain(id, on: Self.surface(of: call))
        return ["id": .string(id), "state": .string(RequestState.expired.rawValue)]
    }

    private func rejectAll(_ call: MethodCall, _ ids: [String]) async throws(RPCError) -> JSON {
        let rejected = await coordinator.reject(all: ids, on: Self.surface(of: call))
        return [
            "requests": .array(
                rejected.map { ["id": .string($0), "state": .string(RequestState.rejected.rawValue)] })
        ]
    }
}

extension ApprovalsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            coordinator: parts.coordinator, records: parts.records, keys: parts.keys, prompts: parts.prompts,
            securityKeys: parts.securityKeys, tpm: parts.tpm, fingerprints: parts.fingerprints,
            names: RequestNames(keys: parts.keys, book: parts.book, network: parts.network), copies: parts.copies)
    }

    static let declaration = ModuleDeclaration<ApprovalsModule>(
        id: "approvals",
        methods: [
            Method(
                "approvals.list", callers: .owner, params: .page,
                result: .object([.required("requests", .list(summary)), .optional("cursor")]), by: ApprovalsModule.list),
            Method(
                "approvals.get", callers: .owner, params: .required("id"),
                .optional("from", .integer(in: 0...Int(UInt32.max)), default: 0), .optional("language", .word),
                result: .object([
                    .required("summary", summary), .required("decision"), .required("reasons", .list(.string)),
                    .required("review", .anyObject), .required("reviewHash"), .optional("proof"), .optional("within"),
                    .required("confirm", .object([.required("place"), .optional("by")])),
                    .optional("life", .anyObject), .optional("waiting"), .optional("limits", .list(.anyObject)),
                    .optional("names", .list(.anyObject)), .optional("shown", .anyObject),
                    .optional(
                        "wallet",
                        .object([
                            .required("accounts", .list(.object([.required("publicKey"), .required("label")]))),
                            .optional("shares", .list(.string)),
                            .required("trust"), .required("perRequest", .boolean), .required("passkeys", .boolean),
                            .required("proofs", .list(.string)),
                            .optional("lost", .anyObject),
                        ])), .optional("next", .integer),
                ]), by: ApprovalsModule.get),
            Method(
                "approvals.present", callers: .owner, params: .required("ids", .texts),
                result: .object([
                    .required(
                        "requests",
                        .list(
                            .object([
                                .required("id"), .required("state"), .required("remaining", .integer),
                                .optional("life", .anyObject),
                            ])))
                ]), by: ApprovalsModule.present),
            // It answers once the request is answered, which may have to be sent first.
            Method(
                "approvals.approve", callers: .owner,
                params: .required("id"), .required("digest"), .required("review"),
                .optional("accounts", .texts, default: []),
                .optional("unlock", .approvalUnlock), .devicePIN, result: state, limit: .sending,
                by: ApprovalsModule.approve),
            Method(
                "approvals.native", callers: [.walletExtension],
                params: .required("id"), .required("digest"), .required("review"), result: state, limit: .prompting,
                by: ApprovalsModule.native),
            Method(
                "approvals.reject", callers: .owner, params: .required("id"), result: state, by: ApprovalsModule.reject),
            Method(
                "approvals.askAgain", callers: .owner, params: .required("id"), result: state,
                by: ApprovalsModule.askAgain),
            Method(
                "approvals.rejectAll", callers: .owner, params: .required("ids", .texts),
                result: .object([.required("requests", .list(state))]), by: ApprovalsModule.rejectAll),
        ])

    private static let state = ValueType.object([.required("id"), .required("state")])
    private static let summary = ValueType.object([
        .required("id"), .required("digest"), .required("origin"), .required("method"), .required("state"),
        .optional("account"), .optional("signer", .anyObject), .optional("awaits"), .optional("cluster"),
        .required("tab", .integer),
        .required("container"),
        .required("private", .boolean), .required("own", .boolean), .required("created", .integer),
        .required("remaining", .integer),
        .optional("app", .object([.required("url"), .required("redirect")])),
        .optional(
            "progress",
            .list(
                .object([
                    .required("item", .integer), .required("stage"), .required("signature"), .optional("slot", .u64),
                ]))),
    ])
}

extension ApprovalDecision {
    fileprivate var place: Confirmation.Place {
        switch self {
        case .popup: .popup
        case .native: .window
        case .none: .none
        }
    }
}

/// Decisions outside the browser.
extension ApprovalsModule {
    /// Asks the user outside the browser, and decides as they say.
    private func native(
        _ call: MethodCall, _ id: String, _ digest: String, _ review: String
    ) async throws(RPCError) -> JSON {
        let approval = Approval(id: id, digest: digest, review: review, surface: .prompt)
        let decision = NativeDecision(
            coordinator: coordinator, records: records, keys: keys, prompts: prompts, securityKeys: securityKeys,
            tpm: tpm, fingerprints: fingerprints, names: names)
        let state = try await decision.decide(approval, for: call.client)
        return ["id": .string(approval.id), "state": .string(state.rawValue)]
    }
}
