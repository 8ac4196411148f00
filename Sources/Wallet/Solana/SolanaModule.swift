import ApprovalQueue
import JSONRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState

/// The requests that pages may make: connecting, and signing messages and transactions.
struct SolanaModule: WalletModule {
    let keys: WalletKeyring
    let coordinator: ApprovalCoordinator
    let origins: ConnectedOrigins
    let knownAddresses: KnownAddressSource
    let events: WalletEvents
    let wallClock: any WallClock
    let clock: any MonotonicClock
    /// The way to the chain; nil if there is none.
    let network: (any SolanaNetwork)?
    /// Told of accounts in which a payment was executed.
    let signals: AccountSignals
    /// The programs and rules that other packages' modules add to a review.
    let extensions: ReviewExtensions

    private func cancel(_ request: PageRequest, _ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        var parameters = parameters
        let id = try parameters.string("id")
        await coordinator.cancel(rpcID: JSONString(id), document: request.page.document, client: request.client)
        return [:]
    }

    /// The page that asks.
    private static func request(of call: MethodCall) throws(RPCError) -> PageRequest {
        guard case .page(let page) = call.caller else { throw .methodUnknown }
        return PageRequest(rpc: call.request, page: page, client: call.client)
    }

    /// The page that asks, if a frame may ask: a request that only takes something back is accepted from any frame.
    private func admitted(_ call: MethodCall) async throws(RPCError) -> PageRequest {
        let request = try Self.request(of: call)
        try await origins.checkFrame(request.page, of: call.client)
        return request
    }
}

extension SolanaModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            keys: parts.keys, coordinator: parts.coordinator, origins: parts.origins,
            knownAddresses: parts.knownAddresses, events: parts.events, wallClock: parts.context.wallClock,
            clock: parts.context.clock, network: parts.network, signals: parts.signals,
            extensions: parts.extensions)
    }

    static let declaration = ModuleDeclaration<SolanaModule>(
        id: "solana",
        methods: [
            Method(
                "connect", callers: [.page], params: [.optional("cluster"), .optional("silent", .boolean)],
                result: .object([.required("accounts", accounts), .optional("publicKey"), .optional("accountLabel")]),
                limit: .deciding
            ) { module, call throws(RPCError) in
                try await module.connect(module.admitted(call), call.parameters)
            },
            Method("disconnect", callers: [.page], params: [], result: .object([])) { module, call throws(RPCError) in
                try await module.disconnect(Self.request(of: call), call.parameters)
            },
            Method("getAccounts", callers: [.page], params: [], result: .object([.required("accounts", accounts)])) {
                module, call throws(RPCError) in
                try await module.getAccounts(module.admitted(call), call.parameters)
            },
            Method(
                "signMessage", callers: [.page], params: [.required("message", .base64), .optional("account")],
                result: .object([.required("signature", .base64), .required("signedMessage", .base64)]), needs: signing,
                limit: .deciding
            ) { module, call throws(RPCError) in
                try await module.signMessages(module.admitted(call), call.parameters, isBatch: false)
            },
            Method(
                "signAllMessages", callers: [.page],
                params: [.required("messages", .list(.base64)), .optional("account")],
                result: messages, needs: signing, limit: .deciding
            ) { module, call throws(RPCError) in
                try await module.signMessages(module.admitted(call), call.parameters, isBatch: true)
            },
            Method(
                "signTransaction", callers: [.page],
                params: [
                    .required("tx", .base64), .optional("account"), .optional("cluster"),
                    .optional("minContextSlot", .u64), .optional("preflightCommitment"),
                ],
                result: .object([.required("signature", .base64), .required("signedTransaction", .base64)]),
                needs: signing, limit: .deciding
            ) { module, call throws(RPCError) in
                try await module.signTransactions(module.admitted(call), call.parameters, isBatch: false)
            },
            Method(
                "signAllTransactions", callers: [.page],
                params: [
                    .required("transactions", .list(.base64)), .optional("account"), .optional("cluster"),
                    .optional("minContextSlot", .u64), .optional("preflightCommitment"),
                ],
                result: .object([
                    .required("signatures", .list(.base64)), .required("signedTransactions", .list(.base64)),
                ]), needs: signing, limit: .deciding
            ) { module, call throws(RPCError) in
                try await module.signTransactions(module.admitted(call), call.parameters, isBatch: true)
            },
            // A page that isn't connected gets there on the way.
            Method(
                "signIn", callers: [.page],
                params: [
                    "domain", "address", "statement", "uri", "version", "chainId", "nonce", "issuedAt",
                    "expirationTime",
                    "notBefore", "requestId",
                ].map { .optional($0) } + [.optional("resources", .list(.string))],
                result: .object([
                    .required("publicKey"), .required("accounts", accounts), .required("signature", .base64),
                    .required("signedMessage", .base64),
                ]), needs: [.approval], limit: .deciding
            ) { module, call throws(RPCError) in
                try await module.signIn(module.admitted(call), call.parameters)
            },
            Method(
                "signOffchainMessage", callers: [.page],
                params: [.required("message", .base64), .required("signers", .list(.string)), .optional("account")],
                result: .object([.required("signature", .base64), .required("signedMessage", .base64)]), needs: signing,
                limit: .deciding
            ) { module, call throws(RPCError) in
                try await module.signOffchain(module.admitted(call), call.parameters, isBatch: false)
            },
            Method(
                "signAllOffchainMessages", callers: [.page],
                params: [
                    .required("messages", .list(.base64)), .required("signers", .list(.string)), .optional("account"),
                ], result: messages, needs: signing, limit: .deciding
            ) { module, call throws(RPCError) in
                try await module.signOffchain(module.admitted(call), call.parameters, isBatch: true)
            },
            Method(
                "sendTransaction", callers: [.page],
                params: [.required("tx", .base64), .optional("cluster"), .optional("account")] + options,
                result: .object([.required("signature")]), needs: sending, limit: .sending
            ) { module, call throws(RPCError) in
                try await module.send(module.admitted(call), call.parameters, isBatch: false)
            },
            Method(
                "sendAllTransactions", callers: [.page],
                params: [
                    .required("transactions", .list(.base64)), .required("cluster"), .optional("account"),
                    .optional("mode"),
                ] + options,
                result: .object([
                    .required(
                        "results", .list(.object([.optional("signature"), .optional("error", .anyObject)])))
                ]), needs: sending, limit: .sending
            ) { module, call throws(RPCError) in
                try await module.send(module.admitted(call), call.parameters, isBatch: true)
            },
            Method("cancel", callers: [.page], params: [.required("id")], result: .object([])) {
                module, call throws(RPCError) in
                try await module.cancel(Self.request(of: call), call.parameters)
            },
        ])

    private static let signing: Set<Need> = [.connectedOrigin, .approval]
    private static let sending: Set<Need> = [.connectedOrigin, .approval, .network]
    private static let accounts = ValueType.list(.object([.required("publicKey"), .required("label")]))
    private static let messages = ValueType.object([
        .required("signatures", .list(.base64)), .required("signedMessages", .list(.base64)),
    ])
    private static let options: [ParameterManifest] = [
        .optional("commitment"), .optional("preflightCommitment"), .optional("skipPreflight", .boolean),
        .optional("minContextSlot", .u64), .optional("maxRetries", .u64),
    ]
}

/// A page's request and its asker.
struct PageRequest: Sendable {
    let rpc: RPCRequest
    let page: PageContext
    let client: Client

    /// The key of the grant that counts.
    var key: ConnectedOrigin.Key { ConnectedOrigin.Key(client: client, page: page) }

    /// - Parameter method: The method that the request is shown as; a sign-in that connects first asks as `connect` does.
    func content(
        method: String? = nil, account: String? = nil, cluster: Cluster? = nil, options: String? = nil,
        items: [[UInt8]] = []
    ) -> RequestContent {
        RequestContent(
            client: client, page: page, method: method ?? rpc.method, account: account, cluster: cluster?.rawValue,
            options: options, items: items)
    }
}

extension Cluster {
    init?(reading parameters: inout RPCParameters) throws(RPCError) {
        guard let name = try parameters.optionalString("cluster") else { return nil }
        guard let cluster = Cluster(rawValue: name) else {
            throw RPCError(.invalidParams, .paramValue, "no such cluster", data: ["name": "cluster"])
        }
        self = cluster
    }
}

/// Sending transactions: simulated before the user is asked and once more before they are signed, sent, and waited for.
extension SolanaModule {
    func send(_ request: PageRequest, _ parameters: consuming RPCParameters, isBatch: Bool)
        async throws(RPCError) -> JSON
    {
        var parameters = parameters
        let items = try isBatch ? parameters.base64s("transactions") : [parameters.base64("tx")]
        let named = try Cluster(reading: &parameters)
        guard named != nil || !isBatch else {
            throw RPCError(.invalidParams, .paramMissing, "the cluster is missing", data: ["name": "cluster"])
        }
        // An older dApp names none. The review names the one that it is for, as every review does.
        let preferred = await network?.preferred ?? .mainnet
        let cluster = named ?? preferred
        let options = try SendOptions(reading: &parameters, isBatch: isBatch)
        let account = try await self.account(of: request, reading: &parameters)
        try Self.checkCount(of: items, "transactions")
        var transactions: [Transaction] = []
        for item in items {
            transactions.append(try TransactionSubmission.sendable(item, by: account))
        }
        let content = request.content(
            account: account.description, cluster: cluster, options: options.text, items: items)
        let submission = TransactionSubmission(
            keys: keys, coordinator: coordinator, knownAddresses: knownAddresses, network: network, signals: signals,
            extensions: extensions, clock: clock, wallClock: wallClock)
        return try await submission.submit(
            content, rpc: request.rpc, transactions, as: account, on: cluster, options, isBatch: isBatch
        ) { [self] () throws(RPCError) in try await checkGrant(of: account, to: request) }
    }
}
