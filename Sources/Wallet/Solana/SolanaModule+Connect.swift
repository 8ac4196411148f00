import ApprovalQueue
import JSONRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime
import WalletState

/// Connecting, disconnecting, and which accounts a page sees.
extension SolanaModule {
    func connect(_ request: PageRequest, _ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        var parameters = parameters
        let cluster = try Cluster(reading: &parameters)
        let isSilent = try parameters.optionalBool("silent") ?? false
        try parameters.finish()
        if let granted = try await seen(by: request) { return await connection(granted) }
        // A page that asks silently is told nothing more than that it is a stranger.
        if isSilent { return await connection([]) }
        return try await askToConnect(request, cluster)
    }

    /// The accounts that a page sees without anybody being asked; nil where it isn't connected, and in a private window.
    ///
    /// Before the first unlock that is what the database claims, as far as it names accounts of this wallet: an app that was connected, and is told that it
    /// isn't, forgets the wallet. Whoever could write a row there makes a site see public keys, and nothing more; the first unlock tells what isn't so.
    private func seen(by request: PageRequest) async throws(RPCError) -> [String]? {
        guard !request.page.isPrivate, let granted = try await granted(to: request) else { return nil }
        if await origins.isVerified { return granted }
        return await keys.pageAccounts(granted).isEmpty ? nil : granted
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
            // Not more than the page around a frame has.
            let seen = await origins.accounts(of: request.key) ?? []
            announce(seen, to: request)
            return await connection(seen)
        }
    }

    /// Withdraws what the page waits for. The grant stays: it is the user's, and apps call this when they log out or were answered with no accounts.
    ///
    /// A private window's grant goes, since nothing is remembered there.
    func disconnect(_ request: PageRequest, _ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        try parameters.finish()
        let key = request.key
        if request.page.isPrivate {
            _ = try await origins.revoke(origin: key.origin, profile: key.profile, container: key.container)
        }
        await coordinator.cancelAll(of: key, in: request.page.document)
        return [:]
    }

    func getAccounts(_ request: PageRequest, _ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        try parameters.finish()
        return ["accounts": .array(await keys.pageAccounts(try await seen(by: request) ?? []))]
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
