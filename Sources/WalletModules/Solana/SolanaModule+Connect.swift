import JSONRPC
import WalletCore
import WalletNetwork
import WalletRuntime

/// Connecting, disconnecting, and which accounts a page sees.
extension SolanaModule {
    func connect(_ request: PageRequest, _ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        var parameters = parameters
        let cluster = try Cluster(reading: &parameters)
        let isSilent = try parameters.optionalBool("silent") ?? false
        try parameters.finish()
        if !request.page.isPrivate, let granted = try await origins.accounts(usedBy: request.key) {
            return await connection(granted)
        }
        // A page that asks silently is told nothing more than that it is a stranger.
        if isSilent { return await connection([]) }
        return try await askToConnect(request, cluster)
    }

    /// Asks the user which accounts the page may see.
    func askToConnect(_ request: PageRequest, _ cluster: Cluster?) async throws(RPCError) -> JSON {
        guard await keys.status().state != .none else {
            throw RPCError(.invalidInput, .vaultMissing, "there is no wallet yet")
        }
        return try await coordinator.submit(
            request.content(method: "connect", cluster: cluster), rpc: request.rpc,
            review: RequestReview(kind: .connect, isComplete: true)
        ) { [self] _, approval throws(RPCError) in
            let accounts = try await keys.chosen(approval.accounts)
            try await origins.grant(accounts, to: request.key)
            announce(accounts, to: request)
            return await connection(accounts)
        }
    }

    func disconnect(_ request: PageRequest, _ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        try parameters.finish()
        let key = request.key
        let revoked = try await origins.revoke(origin: key.origin, profile: key.profile, container: key.container)
        await coordinator.cancelAll(of: key)
        if !revoked.isEmpty { announce([], to: request) }
        return [:]
    }

    func getAccounts(_ request: PageRequest, _ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        try parameters.finish()
        let granted = request.page.isPrivate ? nil : await origins.accounts(of: request.key)
        return ["accounts": .array(await keys.pageAccounts(granted ?? []))]
    }

    func connection(_ granted: [String]) async -> JSON {
        let accounts = await keys.pageAccounts(granted)
        var result: JSONObject = ["accounts": .array(accounts)]
        if let first = accounts.first {
            result["publicKey"] = first["publicKey"]
            result["accountLabel"] = first["label"]
        }
        return .object(result)
    }

    /// A private window's grant is told to nobody: the pages outside it aren't connected by it.
    private func announce(_ accounts: [String], to request: PageRequest) {
        guard !request.page.isPrivate else { return }
        events.publish(.accountsChanged(request.key, accounts: accounts))
    }
}
