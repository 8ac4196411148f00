import SolanaRPC
public import SolanaTransactions

/// A transaction with one vote on a multisig's proposal.
public struct VotePlan: Sendable {
    /// The transaction, signed by none yet.
    public let transaction: PlannedTransaction
    public let multisig: PublicKey
    /// The account with the votes.
    public let proposal: PublicKey
    public let index: UInt64
    /// The member that votes, and pays the fee.
    public let member: PublicKey
    public let vote: MultisigVote
    /// The node that was asked.
    public let node: String
}

/// Voting in a Squads multisig. The rules are those of the program; a node's simulation has the last word.
extension TransferPlanner {
    /// Plans a vote.
    ///
    /// The transaction names the proposal by an address that is derived here from the multisig and the number: a node can't have the user vote on
    /// another one.
    ///
    /// - Throws: ``TransferError``: `.vote` with its reason.
    public func vote(
        _ vote: MultisigVote, by member: PublicKey, in multisig: PublicKey, on index: UInt64, priority: PriorityFee
    ) async throws(TransferError) -> VotePlan {
        let address = SquadsProgram.proposal(index, of: multisig)
        let found = try await node.asked { rpc throws(SolanaRPCError) in
            let accounts = try await rpc.getMultipleAccounts([multisig, address], TransactionDraft.options).value
            guard accounts.count == 2 else { throw .answer(method: GetMultipleAccounts.name, path: "value") }
            return (
                group: HeldMultisig(multisig, accounts[0]), proposal: MultisigProposal(accounts[1], index, of: multisig)
            )
        }
        guard let group = found.group else { throw .vote(.unknown) }
        guard let permissions = group.contents.members[member] else { throw .vote(.foreign) }
        guard permissions.contains(.vote) else { throw .vote(.notAllowed) }
        guard let proposal = found.proposal else { throw .vote(.noProposal) }
        guard proposal.votes(open: member, of: group.contents).contains(vote) else {
            throw .vote(Self.fault(vote, proposal, by: member, in: group.contents))
        }
        let draft = try await TransactionDraft(node: node, payer: member)
        let instruction = SquadsProgram.vote(vote, by: member, in: multisig, on: index)
        return VotePlan(
            transaction: try await planned([instruction], draft, priority), multisig: multisig, proposal: address,
            index: index, member: member, vote: vote, node: node.name)
    }

    /// The reason that the program wouldn't take a vote.
    private static func fault(
        _ vote: MultisigVote, _ proposal: MultisigProposal, by member: PublicKey, in group: MultisigAccount
    ) -> TransferError.VoteFault {
        guard proposal.status == (vote == .cancel ? .approved : .active) else { return .closed }
        return proposal.vote(of: member) == vote ? .given : .stale
    }
}
