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
    /// The guarded transactions that sites got a moment ago.
    let returned: GuardedReturns
    let outstanding: OutstandingRecorder

    private func cancel(_ call: MethodCall, _ id: String) async throws(RPCError) -> JSON {
        let request = try Self.request(of: call)
        await coordinator.cancel(rpcID: JSONString(id), document: request.page.document, client: request.client)
        return [:]
    }

    /// The page that asks.
    static func request(of call: MethodCall) throws(RPCError) -> PageRequest {
        guard case .page(let page) = call.caller else { throw .methodUnknown }
        return PageRequest(rpc: call.request, page: page, client: call.client)
    }

    /// The page that asks, if a frame may ask: a request that only takes something back is accepted from any frame.
    func admitted(_ call: MethodCall) async throws(RPCError) -> PageRequest {
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
            extensions: parts.extensions, returned: GuardedReturns(clock: parts.context.clock),
            outstanding: OutstandingRecorder(parts))
    }

    static let declaration = ModuleDeclaration<SolanaModule>(
        id: "solana",
        methods: [
            Method(
                "connect", callers: [.page], params: .cluster, .optional("silent", .boolean, default: false),
                result: .object([.required("accounts", accounts), .optional("publicKey"), .optional("accountLabel")]),
                limit: .deciding, by: SolanaModule.connect),
            Method("disconnect", callers: [.page], result: .object([]), by: SolanaModule.disconnect),
            Method(
                "getAccounts", callers: [.page], result: .object([.required("accounts", accounts)]),
                by: SolanaModule.getAccounts),
            Method(
                "signMessage", callers: [.page], params: .required("message", .base64), .account, result: message,
                needs: signing, limit: .deciding, by: SolanaModule.signMessage),
            Method(
                "signAllMessages", callers: [.page], params: .required("messages", .base64s), .account,
                result: messages, needs: signing, limit: .deciding, by: SolanaModule.signAllMessages),
            Method(
                "signTransaction", callers: [.page], params: .required("tx", .base64), .account, .cluster, .signOptions,
                result: transaction, needs: signing, limit: .deciding, by: SolanaModule.signTransaction),
            Method(
                "signAllTransactions", callers: [.page],
                params: .required("transactions", .base64s), .account, .cluster, .signOptions,
                result: transactions, needs: signing, limit: .deciding, by: SolanaModule.signAllTransactions),
            // A page that isn't connected gets there on the way.
            Method(
                "signIn", callers: [.page], params: .signIn,
                result: .object([
                    .required("publicKey"), .required("accounts", accounts), .required("signature", .base64),
                    .required("signedMessage", .base64),
                ]), needs: [.approval], limit: .deciding, by: SolanaModule.signIn),
            Method(
                "signOffchainMessage", callers: [.page],
                params: .required("message", .base64), .required("signers", .texts), .account, result: message,
                needs: signing, limit: .deciding, by: SolanaModule.signOffchainMessage),
            Method(
                "signAllOffchainMessages", callers: [.page],
                params: .required("messages", .base64s), .required("signers", .texts), .account, result: messages,
                needs: signing, limit: .deciding, by: SolanaModule.signAllOffchainMessages),
            Method(
                "sendTransaction", callers: [.page],
                params: .required("tx", .base64), .cluster, .account, .sendOptions,
                result: .object([.required("signature")]), needs: sending, limit: .sending,
                by: SolanaModule.sendTransaction),
            Method(
                "sendAllTransactions", callers: [.page],
                params: .required("transactions", .base64s), .required("cluster", .cluster), .account,
                .optional("mode", .word), .sendOptions,
                result: .object([
                    .required(
                        "results", .list(.object([.optional("signature"), .optional("error", .anyObject)])))
                ]), needs: sending, limit: .sending, by: SolanaModule.sendAllTransactions),
            Method("cancel", callers: [.page], params: .required("id"), result: .object([]), by: SolanaModule.cancel),
        ])

    private static let signing: Set<Need> = [.connectedOrigin, .approval]
    private static let sending: Set<Need> = [.connectedOrigin, .approval, .network]
    private static let accounts = ValueType.list(.object([.required("publicKey"), .required("label")]))
    private static let message = ValueType.object([
        .required("signature", .base64), .required("signedMessage", .base64),
    ])
    private static let messages = ValueType.object([
        .required("signatures", .list(.base64)), .required("signedMessages", .list(.base64)),
    ])
    private static let transaction = ValueType.object([
        .required("signature", .base64), .required("signedTransaction", .base64),
    ])
    private static let transactions = ValueType.object([
        .required("signatures", .list(.base64)), .required("signedTransactions", .list(.base64)),
    ])
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

/// Sending transactions: simulated before the user is asked and once more before they are signed, sent, and waited for.
extension SolanaModule {
    func sendTransaction(
        _ call: MethodCall, _ transaction: [UInt8], _ cluster: Cluster?, _ account: String?, _ options: SendOptions
    ) async throws(RPCError) -> JSON {
        try await send([transaction], for: admitted(call), as: account, on: cluster, options, isBatch: false)
    }

    private func sendAllTransactions(
        _ call: MethodCall, _ transactions: [[UInt8]], _ cluster: Cluster, _ account: String?,
        _ mode: SendOptions.Mode?, _ options: SendOptions
    ) async throws(RPCError) -> JSON {
        var options = options
        options.mode = mode
        return try await send(transactions, for: admitted(call), as: account, on: cluster, options, isBatch: true)
    }

    /// - Parameters:
    ///   - name: The account that signs; the first that was granted if it is nil.
    ///   - cluster: The cluster for which it is. An older dApp names none. The review names the one that it is for, as every review does.
    func send(
        _ items: [[UInt8]], for request: PageRequest, as name: String?, on cluster: Cluster?, _ options: SendOptions,
        isBatch: Bool
    ) async throws(RPCError) -> JSON {
        let preferred = await network?.preferred ?? .mainnet
        let cluster = cluster ?? preferred
        let account = try await self.account(of: request, named: name)
        try Self.checkCount(of: items, "transactions")
        var transactions: [Transaction] = []
        for item in items {
            transactions.append(try TransactionSubmission.sendable(item, by: account))
        }
        let content = request.content(
            account: account.description, cluster: cluster, options: options.text, items: items)
        let submission = TransactionSubmission(
            keys: keys, coordinator: coordinator, knownAddresses: knownAddresses, network: network, signals: signals,
            extensions: extensions, clock: clock, wallClock: wallClock, outstanding: outstanding)
        return try await submission.submit(
            content, rpc: request.rpc, transactions, as: account, on: cluster, options, isBatch: isBatch
        ) { [self] () throws(RPCError) in try await checkGrant(of: account, to: request) }
    }
}
