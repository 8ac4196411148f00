import ApprovalQueue
import JSONRPC
import WalletRuntime

/// Deciding outside the browser.
extension ApprovalsModule {
    /// Asks the user outside the browser, and decides as they say.
    func native(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let approval = Approval(
            id: try parameters.string("id"), digest: try parameters.string("digest"),
            review: try parameters.string("review"), surface: .prompt)
        try parameters.finish()
        let decision = NativeDecision(
            coordinator: coordinator, records: records, keys: keys, prompts: prompts, names: names)
        let state = try await decision.decide(approval, for: call.client)
        return ["id": .string(approval.id), "state": .string(state.rawValue)]
    }
}
