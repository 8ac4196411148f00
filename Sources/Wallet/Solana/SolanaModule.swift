import ApprovalQueue
import JSONRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime
import WalletState

/// What pages may ask: connecting, and signing messages and transactions.
struct SolanaModule: WalletModule {
    let keys: WalletKeyring
    let coordinator: ApprovalCoordinator
    let origins: ConnectedOrigins
    let acquaintances: Acquaintances
    let events: WalletEvents
    let wallClock: any WallClock
    let clock: any MonotonicClock
    /// What reaches the chain; nil where nothing does.
    let network: (any SolanaNetwork)?
    /// Told of accounts in which a payment was executed.
    let signals: AccountSignals

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        guard case .page(let page) = call.caller else {
            throw RPCError(.methodNotFound, .methodUnknown, "no such method")
        }
        let request = PageRequest(rpc: call.request, page: page, client: call.client)
        // What only takes something back is taken from anybody.
        if !["cancel", "disconnect"].contains(request.rpc.method) {
            try await origins.checkFrame(page, of: call.client)
        }
        switch request.rpc.method {
        case "connect": return try await connect(request, call.parameters)
        case "disconnect": return try await disconnect(request, call.parameters)
        case "getAccounts": return try await getAccounts(request, call.parameters)
        case "signMessage": return try await signMessages(request, call.parameters, isBatch: false)
        case "signAllMessages": return try await signMessages(request, call.parameters, isBatch: true)
        case "signTransaction": return try await signTransactions(request, call.parameters, isBatch: false)
        case "signAllTransactions": return try await signTransactions(request, call.parameters, isBatch: true)
        case "signIn": return try await signIn(request, call.parameters)
        case "signOffchainMessage": return try await signOffchain(request, call.parameters, isBatch: false)
        case "signAllOffchainMessages": return try await signOffchain(request, call.parameters, isBatch: true)
        case "sendTransaction": return try await send(request, call.parameters, isBatch: false)
        case "sendAllTransactions": return try await send(request, call.parameters, isBatch: true)
        case "cancel": return try await cancel(request, call.parameters)
        default: throw RPCError(.methodNotFound, .methodUnknown, "no such method")
        }
    }

    private func cancel(_ request: PageRequest, _ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        var parameters = parameters
        let id = try parameters.string("id")
        try parameters.finish()
        await coordinator.cancel(rpcID: JSONString(id), document: request.page.document, client: request.client)
        return [:]
    }
}

/// A page's request with who asks it.
struct PageRequest: Sendable {
    let rpc: RPCRequest
    let page: PageContext
    let client: Client

    /// Whose grant counts.
    var key: ConnectedOrigin.Key { ConnectedOrigin.Key(client: client, page: page) }

    /// - Parameter method: What the request is shown as; a sign-in that connects first asks as `connect` does.
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
