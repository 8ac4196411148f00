import ApprovalQueue
import Deeplinks
import JSONRPC
import Pinentry
import SolanaTransactions
import WalletNetwork
import WalletRuntime
import WalletState

/// Requests of apps by links, which the user's desktop hands to `sidekey open-url`.
///
/// ```
/// app ─ link ─> xdg-open ─> sidekey open-url ─ deeplinks.open ─> this module, which opens the box
///                                                 └ deeplink.METHOD, in the app's own class ─> the queue, as a page's request
/// ```
///
/// Anyone can send a link: another program, or a page that the browser let open it. Its contents count only as far as the app's key proves them, and
/// no answer goes to a place that the user hasn't seen when the app connected.
struct DeeplinksModule: WalletModule {
    let solana: SolanaModule
    let vault: VaultModule
    let sessions: AppSessions
    let prompts: PromptQueue
    let nonces: UsedNonces

    private func list(_ call: MethodCall) async throws(RPCError) -> JSON {
        ["apps": .array(try await sessions.list().map(Self.json))]
    }

    private func revoke(_ call: MethodCall, _ id: AppID) async throws(RPCError) -> JSON {
        ["revoked": .bool(try await end(id))]
    }

    /// Ends a session; the app's waiting requests are no longer decided, and none of their prompts stays.
    func end(_ id: AppID) async throws(RPCError) -> Bool {
        let wasConnected = try await sessions.end(id)
        await solana.coordinator.cancelAll(from: Origin(id))
        await nonces.forget(id)
        return wasConnected
    }

    /// An app's key.
    private static let app = ParameterForm<String>.text.map { text, name throws(RPCError) in
        guard let id = AppID(text) else { throw RPCError.parameter(name, "not the key of an app") }
        return id
    }

    private static func json(_ session: AppSession) -> JSON {
        [
            "app": .string(session.id.description), "url": .string(JSONString(session.appURL)),
            "redirect": .string(JSONString(session.redirect.home)), "cluster": .string(JSONString(session.cluster)),
            "account": .string(JSONString(session.account)), "granted": .number(session.granted),
            "used": .number(session.used), "expires": .number(session.expires),
        ]
    }
}

extension DeeplinksModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            solana: SolanaModule(parts), vault: VaultModule(parts), sessions: parts.apps, prompts: parts.prompts,
            nonces: UsedNonces())
    }

    static let declaration = ModuleDeclaration<DeeplinksModule>(
        id: "deeplinks",
        methods: [
            // A link is somebody else's words, brought by the user's own desktop.
            Method(
                "deeplinks.open", callers: [.commandLine],
                params: .required("url"), .optional("environment", .environment, default: DisplayEnvironment([])),
                result: .object([.optional("link"), .optional("browse"), .optional("error", .anyObject)]),
                limit: .sending, by: DeeplinksModule.open),
            Method(
                "deeplinks.list", callers: .owner, result: .object([.required("apps", .list(.object(sessionMembers)))]),
                by: DeeplinksModule.list),
            Method(
                "deeplinks.revoke", callers: .owner, params: .required("app", app),
                result: .object([.required("revoked", .boolean)]), by: DeeplinksModule.revoke),
        ] + methodsForApps)

    /// The methods that only `deeplinks.open` calls, in the app's name.
    private static let methodsForApps: [Method<DeeplinksModule>] = [
        Method(
            "deeplink.connect", callers: [.deeplink],
            params: .required("url"), .required("redirect"), .required("cluster"),
            result: .object([.required("publicKey"), .required("session")]), needs: [.approval], limit: .deciding,
            by: DeeplinksModule.connect),
        Method(
            "deeplink.disconnect", callers: [.deeplink], result: .object([]), by: DeeplinksModule.disconnect),
        Method(
            "deeplink.signTransaction", callers: [.deeplink], params: .required("tx", .base64),
            result: .object([.required("signature", .base64), .required("signedTransaction", .base64)]),
            needs: [.approval], limit: .deciding, by: DeeplinksModule.signTransaction),
        Method(
            "deeplink.signAllTransactions", callers: [.deeplink], params: .required("transactions", .base64s),
            result: .object([
                .required("signatures", .list(.base64)), .required("signedTransactions", .list(.base64)),
            ]), needs: [.approval], limit: .deciding, by: DeeplinksModule.signAllTransactions),
        Method(
            "deeplink.signMessage", callers: [.deeplink], params: .required("message", .base64),
            result: .object([.required("signature", .base64), .required("signedMessage", .base64)]),
            needs: [.approval], limit: .deciding, by: DeeplinksModule.signMessage),
        Method(
            "deeplink.signAndSendTransaction", callers: [.deeplink], params: .required("tx", .base64), .sendOptions,
            result: .object([.required("signature")]), needs: [.approval, .network], limit: .sending,
            by: DeeplinksModule.signAndSendTransaction),
        Method(
            "deeplink.browse", callers: [.deeplink], params: .required("url"), .required("ref"),
            result: .object([]), needs: [.approval], limit: .deciding, by: DeeplinksModule.browse),
    ]

    private static let sessionMembers: [ParameterManifest] = [
        .required("app"), .required("url"), .required("redirect"), .required("cluster"), .required("account"),
        .required("granted", .integer), .required("used", .integer), .required("expires", .integer),
    ]
}

/// The requests of an app once its link was opened: the queue, the reviews and the decisions are those of a page's requests.
extension DeeplinksModule {
    /// The app that asks.
    private static func app(of call: MethodCall) throws(RPCError) -> PageContext {
        guard case .deeplink(let app) = call.caller else { throw .methodUnknown }
        return app
    }

    private func session(of call: MethodCall) async throws(RPCError) -> AppSession {
        guard let id = try Self.app(of: call).origin.appID, let session = await sessions.session(of: id) else {
            throw Self.notConnected
        }
        return session
    }

    private func disconnect(_ call: MethodCall) async throws(RPCError) -> JSON {
        _ = try await end(session(of: call).id)
        return [:]
    }

    private func signTransaction(_ call: MethodCall, _ transaction: [UInt8]) async throws(RPCError) -> JSON {
        let (request, account, cluster) = try await request("signTransaction", of: call)
        return try await solana.signTransactions(
            [transaction], for: request, as: account, on: cluster, isBatch: false)
    }

    private func signAllTransactions(_ call: MethodCall, _ transactions: [[UInt8]]) async throws(RPCError) -> JSON {
        let (request, account, cluster) = try await request("signAllTransactions", of: call)
        return try await solana.signTransactions(transactions, for: request, as: account, on: cluster, isBatch: true)
    }

    private func signMessage(_ call: MethodCall, _ message: [UInt8]) async throws(RPCError) -> JSON {
        let (request, account, _) = try await request("signMessage", of: call, onCluster: false)
        return try await solana.signMessages([message], for: request, as: account, isBatch: false)
    }

    private func signAndSendTransaction(
        _ call: MethodCall, _ transaction: [UInt8], _ options: SendOptions
    ) async throws(RPCError) -> JSON {
        let (request, account, cluster) = try await request("sendTransaction", of: call)
        return try await solana.send(
            [transaction], for: request, as: account, on: cluster, options, isBatch: false)
    }

    /// The request that a page would make in the app's place, with its session's account and cluster.
    ///
    /// - Parameter onCluster: True if the request's record names the cluster too.
    private func request(
        _ method: String, of call: MethodCall, onCluster: Bool = true
    ) async throws(RPCError) -> (request: PageRequest, account: String, cluster: Cluster) {
        let session = try await session(of: call)
        guard let cluster = Cluster(rawValue: session.cluster) else { throw Self.notConnected }
        var params = call.params
        params["account"] = .string(JSONString(session.account))
        if onCluster { params["cluster"] = .string(JSONString(cluster.rawValue)) }
        return (Self.request(method, params, call, try Self.app(of: call)), session.account, cluster)
    }

    /// Asks the user whether the app may see an account and ask for signatures. It asks each time: an answer goes to the app that the key names, and
    /// anyone can open a link with that key.
    private func connect(
        _ call: MethodCall, _ url: String, _ place: String, _ name: String
    ) async throws(RPCError) -> JSON {
        let app = try Self.app(of: call)
        guard let id = app.origin.appID, let key = DeeplinkKey(id.description), let redirect = try? RedirectLink(place),
            let cluster = Cluster(deeplinkName: name)
        else { throw RPCError(.internalError, .internal, "a link was opened that isn't one") }
        guard await solana.keys.status().state != .none else {
            throw RPCError(.invalidInput, .vaultMissing, "there is no wallet yet")
        }
        let request = Self.request("connect", call.params, call, app)
        let review = RequestReview(
            kind: .connect,
            items: [
                [
                    "kind": "app", "url": .string(JSONString(url)), "redirect": .string(JSONString(redirect.home)),
                    "days": .number(AppSession.lifetime / 86_400_000),
                ]
            ], isComplete: true)
        let content = request.content(cluster: cluster)
        try await solana.coordinator.checkRoom(for: content)
        return try await solana.coordinator.submit(content, rpc: request.rpc, review: review) {
            [sessions, solana, nonces] _, approval throws(RPCError) in
            // The protocol knows one account of a session.
            guard let account = try await solana.keys.chosen(approval.accounts).first else {
                throw RPCError(.invalidInput, .vaultMissing, "there is no wallet yet")
            }
            let session = try await sessions.begin(
                id, key: key, appURL: url, redirect: redirect, cluster: cluster.rawValue, account: account)
            await nonces.forget(id)
            return ["publicKey": .string(JSONString(account)), "session": .string(JSONString(session))]
        }
    }

    /// Asks whether to open an address that the opener of the link has chosen.
    private func browse(_ call: MethodCall, _ url: String, _ ref: String) async throws(RPCError) -> JSON {
        let app = try Self.app(of: call)
        let request = Self.request("browse", call.params, call, app)
        let review = RequestReview(
            kind: .browse,
            items: [["kind": "address", "url": .string(JSONString(url)), "ref": .string(JSONString(ref))]],
            isComplete: true)
        let content = request.content()
        try await solana.coordinator.checkRoom(for: content)
        return try await solana.coordinator.submit(content, rpc: request.rpc, review: review) {
            _, _ throws(RPCError) in [:]
        }
    }

    /// The request as a page would have made it, over the connection that brought the link, counted for the app alone.
    private static func request(
        _ method: String, _ params: JSONObject, _ call: MethodCall, _ app: PageContext
    ) -> PageRequest {
        PageRequest(
            rpc: RPCRequest(id: call.request.id, method: method, params: params), page: app,
            client: Client(connection: call.client.connection, connectionKey: app.origin.serialized))
    }
}
