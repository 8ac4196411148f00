import ApprovalQueue
import JSONRPC
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
        if !progress.isEmpty { summary["progress"] = .array(progress.map(\.json)) }
        if let account = content.account { summary["account"] = .string(account) }
        if let cluster = content.cluster { summary["cluster"] = .string(cluster) }
        if let app = content.page.app {
            summary["app"] = ["url": .string(JSONString(app.url)), "redirect": .string(JSONString(app.redirect))]
        }
        return .object(summary)
    }
}

extension RequestProgress {
    /// How far one of its transactions has come; `item` counts from 0.
    var json: JSON { .object(members) }

    var members: JSONObject {
        var members: JSONObject = [
            "item": .number(item), "stage": .string(stage.rawValue), "signature": .string(signature),
        ]
        members["slot"] = slot.map { .string("\($0)") }
        return members
    }
}

extension RequestLife {
    /// How long it can still be executed.
    var json: JSON {
        switch self {
        case .blocks(let blocks, let remaining):
            ["kind": "blocks", "blocks": .string("\(blocks)"), "remaining": .number(remaining.milliseconds)]
        case .nonce: ["kind": "nonce"]
        case .expired: ["kind": "expired"]
        }
    }
}
