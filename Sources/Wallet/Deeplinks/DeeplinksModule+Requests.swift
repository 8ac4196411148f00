import ApprovalQueue
import Deeplinks
import JSONRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime
import WalletState

/// What an app asks for once its link was opened: the queue, the reviews and the decisions are those of a page's requests.
extension DeeplinksModule {
    func answer(_ call: MethodCall, of app: PageContext) async throws(RPCError) -> JSON {
        switch call.request.method {
        case "deeplink.connect": return try await connect(call, of: app)
        case "deeplink.browse": return try await browse(call, of: app)
        default: break
        }
        guard let id = app.origin.appID, let session = await sessions.session(of: id),
            let cluster = Cluster(rawValue: session.cluster)
        else { throw Self.notConnected }
        var params = call.params
        params["account"] = .string(JSONString(session.account))
        switch call.request.method {
        case "deeplink.disconnect":
            _ = try await end(id)
            return [:]
        case "deeplink.signMessage":
            let request = Self.request("signMessage", params, call, app)
            return try await solana.signMessages(request, request.parameters, isBatch: false)
        case "deeplink.signTransaction":
            params["cluster"] = .string(JSONString(cluster.rawValue))
            let request = Self.request("signTransaction", params, call, app)
            return try await solana.signTransactions(request, request.parameters, isBatch: false)
        case "deeplink.signAllTransactions":
            params["cluster"] = .string(JSONString(cluster.rawValue))
            let request = Self.request("signAllTransactions", params, call, app)
            return try await solana.signTransactions(request, request.parameters, isBatch: true)
        case "deeplink.signAndSendTransaction":
            params["cluster"] = .string(JSONString(cluster.rawValue))
            let request = Self.request("sendTransaction", params, call, app)
            return try await solana.send(request, request.parameters, isBatch: false)
        default: throw .methodUnknown
        }
    }

    /// Asks the user whether the app may see an account and ask for signatures. It is asked each time: an answer goes to whom the app's key names, and
    /// anybody can open a link with that.
    private func connect(_ call: MethodCall, of app: PageContext) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let url = try parameters.string("url")
        let place = try parameters.string("redirect")
        let name = try parameters.string("cluster")
        try parameters.finish()
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
                    "days": .number(AppSession.life / 86_400_000),
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

    /// Asks whether an address is to be opened, which whoever opened the link has chosen.
    private func browse(_ call: MethodCall, of app: PageContext) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let url = try parameters.string("url")
        let ref = try parameters.string("ref")
        try parameters.finish()
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

    /// The request as a page would have made it, over the connection of whoever brought the link, counted for the app alone.
    private static func request(
        _ method: String, _ params: JSONObject, _ call: MethodCall, _ app: PageContext
    ) -> PageRequest {
        PageRequest(
            rpc: RPCRequest(id: call.request.id, method: method, params: params), page: app,
            client: Client(connection: call.client.connection, connectionKey: app.origin.serialized))
    }
}

extension PageRequest {
    /// What it was called with, none of it read yet.
    fileprivate var parameters: RPCParameters { RPCParameters(rpc.params) }
}
