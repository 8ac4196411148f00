import ApprovalQueue
import JSONRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime

/// The way of the wallet's own transactions: the queue, the review, the decision and the sending are those of every page's.
extension TransferModule {
    /// Queues a transaction, and sends it once it was approved.
    ///
    /// - Parameter result: What is answered besides the signature.
    func submit(
        _ planned: PlannedTransaction, by account: PublicKey, _ call: MethodCall, _ cluster: Cluster,
        adding result: JSONObject
    ) async throws(RPCError) -> JSON {
        let options = SendOptions()
        let content = RequestContent(
            client: call.client, page: page(), method: "sendTransaction", account: account.base58,
            cluster: cluster.rawValue, options: options.text, items: [planned.transaction.encoded()])
        let submission = TransactionSubmission(
            keys: keys, coordinator: coordinator, acquaintances: acquaintances, network: network, signals: signals,
            clock: context.clock, wallClock: context.wallClock)
        let sent = try await submission.submit(
            content, rpc: call.request, [planned.transaction], as: account, on: cluster, options, isBatch: false
        ) { [keys] () throws(RPCError) in
            guard await keys.holds(account) else {
                throw RPCError(.invalidInput, .accountUnknown, "that account isn't in this wallet any more")
            }
        }
        var answer = result
        answer["signature"] = sent["signature"]
        return .object(answer)
    }

    /// The wallet in a page's place: another one for each request, so that none is taken for another.
    private func page() -> PageContext {
        PageContext(origin: .wallet, tab: 0, document: context.identifiers.next(), request: "1")
    }
}
