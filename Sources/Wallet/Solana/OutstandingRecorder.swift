import ApprovalQueue
import JSONRPC
import SolanaRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime
import WalletState

/// Writes down what was signed, before the signature leaves the agent: from then on somebody else may send it.
struct OutstandingRecorder: Sendable {
    let records: AuthenticatedStore
    let network: (any SolanaNetwork)?
    let wallClock: any WallClock

    /// - Throws: -32002 (`too-many-pending`), -32603 (`storage`); nothing is handed out then.
    func note(_ approved: ApprovalRequest, _ signed: [Transaction], by account: PublicKey) async throws(RPCError) {
        // A site that names no cluster, or another one, signs for whichever accepts the blockhash.
        let preferred = await network?.preferred ?? .mainnet
        let content = approved.content
        let time = wallClock.milliseconds
        var entries: [OutstandingSignature] = []
        for (place, transaction) in signed.enumerated() {
            let signatures = zip(transaction.requiredSigners, transaction.signatures)
            guard let own = signatures.first(where: { $0.0 == account })?.1, let first = transaction.signatures.first
            else { continue }
            entries.append(
                OutstandingSignature(
                    signature: own.base58, transaction: first == Signature() ? nil : first.base58,
                    account: account.base58, cluster: content.cluster ?? preferred.rawValue, request: approved.id,
                    origin: content.page.origin.serialized, method: content.method, time: time,
                    blockhash: transaction.message.lifetimeToken.base58,
                    nonce: transaction.message.durableNonce?.base58,
                    review: approved.review.items.indices.contains(place) ? approved.review.items[place] : [:]))
        }
        try await records.note(outstanding: entries)
    }
}

extension OutstandingRecorder {
    init(_ parts: WalletParts) {
        self.init(records: parts.records, network: parts.network, wallClock: parts.context.wallClock)
    }
}
