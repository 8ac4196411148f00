import SolanaRPC
import SolanaTransactions
import WalletNetwork

/// The balances of accounts by a node's word, for a person who chooses among the accounts of a phrase.
///
/// Nobody is asked where the network is off, or where the user's choice of a node isn't known yet.
struct FoundBalances: Sendable {
    /// The longest time that a person waits for it.
    private static let patience: Duration = .seconds(8)

    let network: (any SolanaNetwork)?

    /// Lamports by account; empty if no node answers in time.
    func lamports(of accounts: [PublicKey]) async -> [PublicKey: UInt64] {
        guard let network else { return [:] }
        return await withTaskGroup(of: [PublicKey: UInt64].self) { group in
            group.addTask { (try? await Self.ask(network, accounts)) ?? [:] }
            group.addTask {
                try? await Task.sleep(for: Self.patience)
                return [:]
            }
            let first = await group.next() ?? [:]
            group.cancelAll()
            return first
        }
    }

    private static func ask(
        _ network: any SolanaNetwork, _ accounts: [PublicKey]
    ) async throws -> [PublicKey: UInt64] {
        guard let node = try await network.nodes(of: network.preferred).first else { return [:] }
        let answer = try await node.rpc.getMultipleAccounts(accounts, RPCContextOptions(.confirmed))
        return zip(accounts, answer.value).reduce(into: [:]) { found, each in
            if let info = each.1 { found[each.0] = info.lamports }
        }
    }
}
