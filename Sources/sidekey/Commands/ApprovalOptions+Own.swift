import JSONRPC

extension ApprovalOptions {
    /// Has the agent put a request of the wallet's own into the queue, and decides on it there.
    ///
    /// It is decided in a second conversation: the first one waits for what becomes of it. Where it isn't approved it is rejected.
    ///
    /// - Returns: What the agent answers once it was done.
    func decide(
        _ method: String, _ params: JSONObject, show: (String) -> Void, with agent: inout AgentClient
    ) throws(CommandError) -> JSON {
        let id = try agent.begin(method, params)
        var surface = try AgentClient.connect(starting: false)
        do throws(CommandError) {
            _ = try approve(id, with: &surface, show: show, waits: false)
        } catch {
            // Nobody is to find it waiting: what it was built for is over.
            _ = try? surface.call("approvals.reject", ["id": .string(JSONString(id))])
            throw error
        }
        return try agent.finish()
    }
}
