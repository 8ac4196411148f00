import ApprovalQueue
import Deeplinks
import JSONRPC
import WalletRuntime
import WalletState

/// What apps ask by links, which the user's desktop hands to `sidekey open-url`.
///
/// ```
/// app ─ link ─> xdg-open ─> sidekey open-url ─ deeplinks.open ─> this module, which opens the box
///                                                 └ deeplink.METHOD, in the app's own class ─> the queue, as a page's request
/// ```
///
/// A link can come from anybody: another program, or a page that the browser let open it. What it says counts only as far as the app's key
/// proves it, and no answer goes to a place that the user hasn't seen when the app connected.
struct DeeplinksModule: WalletModule {
    let solana: SolanaModule
    let vault: VaultModule
    let sessions: AppSessions
    let prompts: PromptQueue
    let nonces: UsedNonces

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        if case .deeplink(let app) = call.caller { return try await answer(call, of: app) }
        switch call.request.method {
        case "deeplinks.open": return try await open(call)
        case "deeplinks.list": return try await list(call.parameters)
        case "deeplinks.revoke": return try await revoke(call.parameters)
        default: throw .methodUnknown
        }
    }

    private func list(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        try parameters.finish()
        return ["apps": .array(try await sessions.list().map(Self.json))]
    }

    private func revoke(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        var parameters = parameters
        guard let id = AppID(try parameters.string("app")) else {
            throw RPCError(.invalidParams, .paramValue, "not the key of an app", data: ["name": "app"])
        }
        try parameters.finish()
        return ["revoked": .bool(try await end(id))]
    }

    /// Ends a session; what waits of the app isn't decided any more, and no prompt stays for it.
    func end(_ id: AppID) async throws(RPCError) -> Bool {
        let wasConnected = try await sessions.end(id)
        await solana.coordinator.cancelAll(from: Origin(id))
        await nonces.forget(id)
        return wasConnected
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
