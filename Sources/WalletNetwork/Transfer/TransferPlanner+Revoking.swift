import SolanaRPC
public import SolanaTransactions
import TransactionReview

/// Taking back what others may do with the user's tokens.
extension TransferPlanner {
    /// All token accounts of somebody's that have a delegate, in the addresses' order.
    ///
    /// - Throws: ``TransferError/node(_:)``.
    public func delegations(of owner: PublicKey) async throws(TransferError) -> [Delegation] {
        var found: [Delegation] = []
        for program in [TokenProgram.id, Token2022Program.id] {
            let accounts = try await node.asked { rpc throws(SolanaRPCError) in
                try await rpc.getTokenAccountsByOwner(owner, .program(program), TransactionDraft.options)
            }.value
            for each in accounts where each.account.owner == program {
                guard case .token(let held) = ChainAccount(each.account).contents, held.owner == owner,
                    let delegation = Delegation(each.publicKey, held, program: program)
                else { continue }
                found.append(delegation)
            }
        }
        return found.sorted { $0.account < $1.account }
    }

    /// Revokes the delegates of these token accounts, or of all; frozen ones stay as they are.
    ///
    /// - Throws: ``TransferError``: `.noDelegate` where one of those that were named has none.
    public func revocation(
        of accounts: [PublicKey]?, by owner: PublicKey, priority: PriorityFee
    ) async throws(TransferError) -> RevocationPlan {
        var wanted = try await delegations(of: owner).filter { !$0.isFrozen }
        if let accounts {
            let named = Set(accounts)
            wanted.removeAll { !named.contains($0.account) }
            guard wanted.count == named.count else { throw .noDelegate }
        }
        guard !wanted.isEmpty else { throw .noDelegate }
        let balance = try Self.payer(await self.accounts([owner])[owner])
        let draft = try await TransactionDraft(node: node, payer: owner)
        // A transaction has 1,232 bytes: 64 and 97 for signature and header, two instructions of the compute budget, and 38 for each account at least.
        var count = min(wanted.count, Self.maximumRevocations)
        while count > 0 {
            let chosen = Array(wanted.prefix(count))
            let instructions = chosen.map { Self.revoke($0, owner: owner) }
            do throws(TransferError) {
                let budget = try await draft.budget(priority, for: instructions)
                let fee = try await draft.fee(of: instructions, budget)
                try check(balance: balance, fee: fee, minimum: try await rent(0))
                return RevocationPlan(
                    transaction: try await draft.finished(instructions, budget, fee: fee, showing: []), revoked: chosen,
                    left: Array(wanted.dropFirst(count)), balance: balance, node: node.name)
            } catch .tooLarge {
                count -= 1
            }
        }
        throw .tooLarge
    }

    private static let maximumRevocations = 28

    private static func revoke(_ delegation: Delegation, owner: PublicKey) -> Instruction {
        delegation.program == Token2022Program.id
            ? Token2022Program.revoke(source: delegation.account, owner: owner)
            : TokenProgram.revoke(source: delegation.account, owner: owner)
    }
}
