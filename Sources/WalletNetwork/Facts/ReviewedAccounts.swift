public import SolanaRPC
public import SolanaTransactions
import TransactionReview

/// The accounts about which the review of a transaction asks, as one node shows them: for a machine that has no network.
public struct ReviewedAccounts: Sendable {
    /// Each account; nil where there is none.
    public let accounts: [PublicKey: AccountInfo?]
    /// The node's name.
    public let node: String
    /// The slot of the last answer.
    public let slot: UInt64

    /// The questions of a review lead to others twice: a table to accounts, an account to its mint.
    private static let rounds = 3
    /// The most accounts that a node takes in one request.
    private static let lot = 100

    /// Asks a node.
    ///
    /// - Throws: ``TransferError/node(_:)``.
    public init(
        of transaction: Transaction, programs: ProgramSet, from node: NetworkNode
    ) async throws(TransferError) {
        let review = TransactionReview(transaction, programs: programs)
        var (found, facts, slot) = ([PublicKey: AccountInfo?](), ChainFacts(), UInt64(0))
        for _ in 0..<Self.rounds {
            let wanted = Array(
                ChainQuestions(of: review, knowing: facts).accounts.filter { found[$0] == nil }.prefix(Self.lot))
            guard !wanted.isEmpty else { break }
            let answer = try await node.asked { rpc throws(SolanaRPCError) in
                try await rpc.getMultipleAccounts(wanted, TransactionDraft.options)
            }
            slot = answer.slot
            for (address, account) in zip(wanted, answer.value) {
                found.updateValue(account, forKey: address)
                facts.accounts[address] = ChainFact(
                    AccountState(account, naming: nil), ChainSource(node: node.name, slot: answer.slot))
            }
        }
        accounts = found
        self.slot = slot
        self.node = node.name
    }
}
