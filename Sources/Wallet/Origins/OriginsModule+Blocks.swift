import ApprovalQueue
import JSONRPC
import WalletRuntime
import WalletState

/// Sites that may not ask: for a minute after three rejections, or until the user says otherwise.
extension OriginsModule {
    func blocks(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        try parameters.finish()
        let forGood = try await blocked.list()
        // The wallet's own requests are nobody's to block.
        let others = Set(forGood.map(\.site) + [Origin.wallet.host])
        let waiting = await coordinator.waitingSites.filter { !others.contains($0.key) }.sorted { $0.key < $1.key }
        return [
            "blocks": .array(
                forGood.map { ["site": .string(JSONString($0.site)), "since": .number($0.since)] }
                    + waiting.map {
                        ["site": .string(JSONString($0.key)), "remaining": .number($0.value.milliseconds)]
                    })
        ]
    }

    /// The block is on the disk before what waits is rejected.
    func block(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        let site = try Self.site(parameters)
        try await blocked.add(site)
        await coordinator.block([site])
        return ["site": .string(JSONString(site))]
    }

    func unblock(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        let site = try Self.site(parameters)
        let wasBlocked = try await blocked.remove(site)
        await coordinator.unblock(site)
        return ["unblocked": .bool(wasBlocked)]
    }

    private static func site(_ parameters: consuming RPCParameters) throws(RPCError) -> String {
        var parameters = parameters
        let name = try parameters.string("site")
        try parameters.finish()
        return try BlockedSites.site(of: name)
    }
}
