import ApprovalQueue
public import JSONRPC
import Logging
import WalletKeys
public import WalletRuntime
import WalletState

/// The wallet behind the socket: knows the client of each connection, routes its requests and tells it what happens.
public actor WalletService: ConnectionService {
    nonisolated let router: MethodRouter
    nonisolated let coordinator: ApprovalCoordinator
    let keys: WalletKeyring
    private let prompts: PromptQueue
    private let decision: NativeDecision
    private let database: WalletDatabase
    private let events: WalletEvents
    private let logger: Logger
    private let identity: AgentIdentity
    private let wallets: WalletSwitch?
    private let copies: ExtensionCopies
    private let securityKeys: SecurityKeyReader
    private let fingerprints: FingerprintPresence
    /// The number of dApps of the same program that have joined.
    var lastAdapter: UInt64 = 0
    private var sessions: [ConnectionID: ClientSession] = [:]
    private var announcements: Task<Void, Never>?
    private var session: Task<Void, Never>?
    private var modules: Task<Void, Never>?
    /// The shown and waiting prompts of each other extension.
    private var unasked: [Origin: Task<Void, Never>] = [:]

    init(
        router: MethodRouter, coordinator: ApprovalCoordinator, keys: WalletKeyring, prompts: PromptQueue,
        decision: NativeDecision, database: WalletDatabase, events: WalletEvents, logger: Logger,
        identity: AgentIdentity, wallets: WalletSwitch?, securityKeys: SecurityKeyReader,
        fingerprints: FingerprintPresence, copies: ExtensionCopies
    ) {
        self.router = router
        self.coordinator = coordinator
        self.keys = keys
        self.prompts = prompts
        self.decision = decision
        self.database = database
        self.events = events
        self.logger = logger
        self.identity = identity
        self.wallets = wallets
        self.copies = copies
        self.securityKeys = securityKeys
        self.fingerprints = fingerprints
    }

    /// Begins to pass events on to the clients, and starts the modules' own background work.
    func start() {
        modules = Task { [router] in await router.runModules() }
        announcements = Task { [events] in
            for await event in events.stream { await self.announce(event) }
        }
        session = Task { [keys] in await keys.announceChanges() }
    }

    public func opened(_ connection: any WalletConnection, peer: PeerProcess) {
        sessions[connection.id] = ClientSession(connection: connection, peer: peer)
        identity.connections.set(sessions.count)
    }

    public func closed(_ id: ConnectionID) async {
        sessions[id] = nil
        identity.connections.set(sessions.count)
        await copies.end(id)
        await prompts.connectionLost(id)
        await securityKeys.cancel(for: id)
        await fingerprints.cancel(for: id)
        await keys.ledger.turns.connectionLost(id)
        await keys.tokens.turns.connectionLost(id)
        await coordinator.connectionLost(id)
    }

    public func refused(_ refusal: FrameRefusal, on id: ConnectionID) {
        let error =
            switch refusal {
            case .tooLarge(let count):
                RPCError(.invalidRequest, .frameTooLarge, "a frame of \(count) bytes is longer than 1048576")
            case .empty: RPCError(.invalidRequest, .frameEmpty, "a frame without a message")
            }
        sessions[id]?.hasSpoken = true
        send(RPCResponse(id: nil, outcome: .failure(error)), to: id)
    }

    public func received(_ payload: JSONSource, on id: ConnectionID) async {
        guard let session = sessions[id] else { return }
        sessions[id]?.hasSpoken = true
        let message: RPCMessage
        do {
            message = try RPCMessage(parsing: payload)
        } catch {
            return send(RPCResponse(id: error.id, outcome: .failure(error.error)), to: id)
        }
        switch message {
        case .notification(let notification):
            // Only a host's first frame is listened to. From the browser, this would be a claim about who is calling.
            if notification.method == HostAttachment.method, !session.hasSpoken {
                await attach(notification.params, to: id)
            }
        case .response: break
        case .request(let request): await accept(request, on: id)
        }
    }

    /// The manifests of the installed modules, in the order of the ids.
    public nonisolated var manifests: [ModuleManifest] { router.manifests }

    public var isIdle: Bool {
        get async {
            guard await coordinator.isEmpty, await prompts.isEmpty else { return false }
            guard await !keys.isUnlocked else { return false }
            // Its end would be the kept key's, too.
            return await !keys.isKeyKept
        }
    }

    /// Closes the session, as the user's own `vault.lock` does.
    public func lockSession() async {
        // The sensor belongs to the lock of the screen now.
        await fingerprints.stop()
        await keys.close()
    }

    public func shutDown() async {
        await prompts.close()
        await keys.closeDevices()
        await coordinator.close()
        await fingerprints.stop()
        await keys.forgetKey()
        await keys.close()
        await awaitAnswers()
        session?.cancel()
        modules?.cancel()
        events.finish()
        await announcements?.value
        database.close()
    }

    /// Waits until what was asked is answered, a second at most: a client whose answer goes down with the agent can't tell whether it was obeyed.
    private func awaitAnswers() async {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(1)
        while sessions.values.contains(where: { !$0.unanswered.isEmpty }), clock.now < end {
            try? await clock.sleep(for: .milliseconds(5))
        }
    }

    private func attach(_ params: JSONObject, to id: ConnectionID) async {
        do {
            let attachment = try HostAttachment(params)
            sessions[id]?.caller = attachment.caller
            sessions[id]?.hostVersion = attachment.version
            await prompts.attach(id, environment: attachment.environment, browser: attachment.caller)
            let isOwn = WalletExtension.ids.contains(attachment.caller)
            if isOwn, let peer = sessions[id]?.peer {
                await copies.begin(id, host: peer.pid, caller: attachment.caller)
            }
            sessions[id]?.kind = isOwn ? .walletExtension : .otherExtension(attachment.caller)
        } catch {
            send(RPCResponse(id: nil, outcome: .failure(error)), to: id)
            sessions[id]?.connection.close()
        }
    }

    private func accept(_ request: RPCRequest, on id: ConnectionID) async {
        guard let session = sessions[id] else { return }
        guard request.method != Hello.method else {
            let outcome: Result<JSON, RPCError>
            do throws(RPCError) {
                outcome = .success(try await hello(request, on: id))
            } catch {
                outcome = .failure(error)
            }
            return send(RPCResponse(id: request.id, outcome: outcome), to: id)
        }
        guard let client = session.client, let kind = session.kind else {
            return refuse(request, RPCError(.invalidRequest, .helloFirst, "hello comes first"), on: id)
        }
        guard session.unanswered.count < ClientSession.maximumUnanswered else {
            return refuse(
                request, RPCError(.tooManyPending, .tooManyPending, "too many requests are unanswered"), on: id)
        }
        guard sessions[id]?.unanswered.insert(JSONString(request.id)).inserted == true else {
            return refuse(
                request, RPCError(.invalidRequest, .idInvalid, "a request with this id is unanswered"), on: id)
        }
        Task { [router, copies, secrets = session.secrets] in
            let outcome: Result<JSON, RPCError>
            do throws(RPCError) {
                if kind == .walletExtension, !UnverifiedUse.admits(request, isPages: router.isForPages(request.method))
                {
                    // Before each of them: files are replaced while a request waits.
                    guard await copies.standing(of: id) != .unverified else { throw ExtensionCopies.refused }
                }
                outcome = .success(try await router.answer(request, from: client, as: kind, secrets: secrets))
            } catch {
                outcome = .failure(error)
            }
            self.answer(request, with: outcome, on: id)
        }
    }

    private func answer(_ request: RPCRequest, with outcome: Result<JSON, RPCError>, on id: ConnectionID) {
        sessions[id]?.unanswered.remove(JSONString(request.id))
        send(RPCResponse(id: request.id, outcome: outcome), to: id)
    }

    private func refuse(_ request: RPCRequest, _ error: RPCError, on id: ConnectionID) {
        send(RPCResponse(id: request.id, outcome: .failure(error)), to: id)
    }

    private func hello(_ request: RPCRequest, on id: ConnectionID) async throws(RPCError) -> JSON {
        guard let session = sessions[id] else { throw RPCError(.internalError, .internal, "the connection is gone") }
        guard session.client == nil else { throw RPCError(.invalidRequest, .helloTwice, "hello came before") }
        let hello = try Hello(request.params, spoken: identity.protocolNumber)
        // A connection without a host is the command line's, and one with a host can't become it.
        switch (hello.name, session.kind) {
        case (.commandLine, nil): sessions[id]?.kind = .commandLine
        case (.extension, .some(.walletExtension)), (.extension, .some(.otherExtension)): break
        default: throw RPCError(.invalidRequest, .wrongClient, "this connection isn't that client's")
        }
        var key = hello.connectionKey
        // Another extension's key is its own: it can't join or crowd out anybody else's requests.
        if case .otherExtension(let name) = session.kind { key = "\(name) \(key)" }
        sessions[id]?.client = Client(
            connection: id, profile: hello.profile, connectionKey: key, caller: session.caller,
            hostVersion: session.hostVersion)
        await coordinator.connectionOpened(id)
        if case .otherExtension = session.kind { return greeting() }
        let status = await keys.status()
        var result: JSONObject = [
            "protocol": .number(identity.protocolNumber), "version": .string(identity.version),
            "vault": .string(status.state.rawValue), "unattended": .bool(status.isUnattended),
            "pages": .array(router.methods(for: .page).map { .string($0) }),
            "sealingKey": session.secrets.publicKey,
        ]
        if let home = identity.home { result["home"] = .string(home) }
        result["wallet"] = await wallets?.summary
        return .object(result)
    }

    /// The greeting for another extension before the user has allowed it anything; it tells nothing of the wallet.
    private func greeting() -> JSON {
        [
            "protocol": .number(identity.protocolNumber), "version": .string(identity.version),
            "methods": .array(router.methods(for: .otherExtension).map { .string($0) }),
        ]
    }

    private func announce(_ event: WalletEvent) async {
        switch event {
        case .requestQueued(let requestID, let content):
            // Another extension and an app have no surface: the wallet asks by itself.
            if content.page.origin.extensionID != nil || content.page.origin.isApp {
                // One prompt at a time for each of them: the places behind it are for what the user wants.
                let previous = unasked[content.page.origin]
                unasked[content.page.origin] = Task { [decision] in
                    await previous?.value
                    await decision.begin(requestID, for: content.client)
                }
            }
            let summary = try? await coordinator.request(requestID).summary
            for session in sessions.values where session.seesRequests {
                var params: JSONObject = [
                    "id": .string(requestID), "origin": .string(content.page.origin.serialized),
                    "method": .string(content.method),
                    "own": .bool(session.connection.id == content.client.connection),
                ]
                if let client = session.client { params["summary"] = summary?.json(for: client) }
                notify(session, "com.wallet.request", params)
            }
        case .requestEnded(let requestID, let state):
            for session in sessions.values where session.seesRequests {
                notify(session, "com.wallet.response", ["id": .string(requestID), "state": .string(state.rawValue)])
            }
        case .requestApproved(let requestID):
            // What the vault's key signs is over before anybody could read of it.
            guard let summary = try? await coordinator.request(requestID).summary,
                let device = await keys.device(awaitedBy: summary)
            else { return }
            for session in sessions.values where session.seesRequests {
                var params: JSONObject = ["id": .string(requestID), "awaits": .string(JSONString(device))]
                if let client = session.client { params["summary"] = summary.json(for: client, awaiting: device) }
                notify(session, "com.wallet.approved", params)
            }
        case .requestReviewed(let requestID):
            for session in sessions.values where session.seesRequests {
                notify(session, "com.wallet.review", ["id": .string(requestID)])
            }
        case .requestProgressed(let requestID, let progress):
            var params = progress.members
            params["id"] = .string(requestID)
            for session in sessions.values where session.seesRequests {
                notify(session, "com.wallet.progress", params)
            }
        case .accountsChanged(let key, let accounts):
            let shown = JSON.array(await keys.pageAccounts(accounts))
            for session in sessions.values
            where session.kind == .walletExtension && session.client?.profile == key.profile {
                notify(
                    session, "accounts.changed",
                    ["origin": .string(key.origin), "container": .string(key.container), "accounts": shown])
            }
        case .vaultChanged:
            let status = await keys.status()
            var params: JSONObject = [
                "vault": .string(status.state.rawValue), "unattended": .bool(status.isUnattended),
            ]
            params["wallet"] = await wallets?.summary
            for session in sessions.values where session.seesRequests { notify(session, "vault.changed", params) }
        case .portfolioChanged(let key):
            for session in sessions.values where session.seesRequests {
                notify(
                    session, "portfolio.changed",
                    ["cluster": .string(key.cluster), "account": .string(key.account)])
            }
        case .settingsChanged:
            for session in sessions.values where session.seesRequests { notify(session, "settings.changed", [:]) }
        }
    }

    private func notify(_ session: ClientSession, _ method: String, _ params: JSONObject) {
        session.connection.send(RPCNotification(method: method, params: params).serialized())
    }

    /// Sends a response, or an error in place of one that outgrew a frame: a frame too long would close the browser's port.
    private func send(_ response: RPCResponse, to id: ConnectionID) {
        var payload = response.serialized()
        if payload.count > Self.maximumFrame {
            let error = RPCError(
                .invalidInput, .answerTooLarge, "the answer of \(payload.count) bytes doesn't fit a frame")
            payload = RPCResponse(id: response.id, outcome: .failure(error)).serialized()
        }
        sessions[id]?.connection.send(payload)
    }

    private static let maximumFrame = 1_048_576
}

extension ClientSession {
    /// True for a client that sees requests. Other extensions learn nothing of the requests of pages.
    fileprivate var seesRequests: Bool {
        client != nil && (kind == .walletExtension || kind == .commandLine)
    }
}
