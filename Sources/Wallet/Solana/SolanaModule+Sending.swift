import JSONRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime
import WalletState

/// Sending transactions: tried before anybody is asked and once more before they are signed, sent, and waited for.
extension SolanaModule {
    func send(_ request: PageRequest, _ parameters: consuming RPCParameters, isBatch: Bool)
        async throws(RPCError) -> JSON
    {
        var parameters = parameters
        let items = try isBatch ? parameters.base64s("transactions") : [parameters.base64("tx")]
        let named = try Cluster(reading: &parameters)
        guard named != nil || !isBatch else {
            throw RPCError(.invalidParams, .paramMissing, "the cluster is missing", data: ["name": "cluster"])
        }
        // An older dApp names none. The review names the one that it is for, as every review does.
        let preferred = await network?.preferred ?? .mainnet
        let cluster = named ?? preferred
        let options = try SendOptions(reading: &parameters, isBatch: isBatch)
        let account = try await self.account(of: request, reading: &parameters)
        try parameters.finish()
        try Self.checkCount(of: items, "transactions")
        var transactions: [Transaction] = []
        for item in items {
            transactions.append(try TransactionSubmission.sendable(item, by: account))
        }
        let content = request.content(
            account: account.description, cluster: cluster, options: options.text, items: items)
        let submission = TransactionSubmission(
            keys: keys, coordinator: coordinator, acquaintances: acquaintances, network: network, signals: signals,
            clock: clock, wallClock: wallClock)
        return try await submission.submit(
            content, rpc: request.rpc, transactions, as: account, on: cluster, options, isBatch: isBatch
        ) { [self] () throws(RPCError) in try await checkGrant(of: account, to: request) }
    }
}
