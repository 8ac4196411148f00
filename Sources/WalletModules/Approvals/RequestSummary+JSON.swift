import JSONRPC
import WalletCore
import WalletRuntime

extension RequestSummary {
    /// The summary as docs/protocol.md spells it, for one of the clients.
    func json(for client: Client) -> JSON {
        var summary: JSONObject = [
            "id": .string(id), "digest": .string(digest), "origin": .string(content.page.origin.serialized),
            "method": .string(content.method), "state": .string(state.rawValue), "tab": .number(content.page.tab),
            "container": .string(content.page.container), "private": .bool(content.page.isPrivate),
            "own": .bool(content.client.connection == client.connection), "created": .number(created),
            "remaining": .number(remaining.milliseconds),
        ]
        if let account = content.account { summary["account"] = .string(account) }
        if let cluster = content.cluster { summary["cluster"] = .string(cluster) }
        return .object(summary)
    }
}
