import DisplayText
import SolanaRPC
public import SolanaTransactions
import TransactionReview

/// A transaction that delegates, deactivates or withdraws one stake of the user's.
public struct StakePlan: Sendable {
    /// The transaction, signed by none yet.
    public let transaction: PlannedTransaction
    public let stake: PublicKey
    /// The user's account that signs, and pays the fee.
    public let authority: PublicKey
    /// The lamports that are delegated, deactivated or withdrawn.
    public let lamports: UInt64
    /// The rent deposit of a new stake account, which comes back when it is closed; 0 for one that is there.
    public let deposit: UInt64
    /// True if the account is gone afterwards.
    public let isClosed: Bool
    /// The validator; nil for a withdrawal.
    public let validator: Validator?
    /// The node that was asked.
    public let node: String
}

/// Staking SOL natively. The rules are those of the Stake program; a node's simulation has the last word.
extension TransferPlanner {
    /// The validator of a vote account, and what a new stake takes.
    public struct StakeOffer: Sendable {
        public let validator: Validator
        /// The fewest lamports that can be delegated.
        public let minimum: UInt64
        /// The rent deposit of a stake account.
        public let deposit: UInt64
    }

    /// Finds a validator, and what delegating to it takes.
    ///
    /// - Throws: ``TransferError``: `.validator` if this is no vote account.
    public func stakeOffer(_ vote: PublicKey) async throws(TransferError) -> StakeOffer {
        let found = try await node.asked { _ throws(SolanaRPCError) in try await node.validator(vote) }
        guard let found else { throw .validator(.unknown) }
        let (minimum, deposit) = try await stakeCosts()
        return StakeOffer(validator: found, minimum: minimum, deposit: deposit)
    }

    /// Returns all validators with a stake, as ``NetworkNode/validators()`` orders them, and the node that told them.
    public func validators() async throws(TransferError) -> (list: [Validator], node: String) {
        let list = try await node.asked { _ throws(SolanaRPCError) in try await node.validators() }
        return (list, node.name)
    }

    /// The fewest lamports that can be delegated, and the rent deposit of a stake account.
    public func stakeCosts() async throws(TransferError) -> (minimum: UInt64, deposit: UInt64) {
        let minimum = try await node.asked { rpc throws(SolanaRPCError) in
            try await rpc.getStakeMinimumDelegation(TransactionDraft.options)
        }.value
        return (minimum, try await rent(StakeProgram.space))
    }

    /// Plans a new stake: an account that is derived from the owner and a text, so that it needs no key of its own.
    ///
    /// - Parameters:
    ///   - amount: SOL, as it was typed.
    ///   - seed: The text, up to 32 bytes. Nobody may guess it: whoever sends lamports to the address first makes the plan fail.
    ///   - acceptsDelinquent: True if the user was told that the validator doesn't keep up.
    /// - Throws: ``TransferError``: `.validator`, `.stakeTooSmall`, `.lamports`, `.remainder`.
    public func stake(
        _ amount: String, by owner: PublicKey, with vote: PublicKey, seed: String, acceptsDelinquent: Bool,
        priority: PriorityFee
    ) async throws(TransferError) -> StakePlan {
        guard let lamports = try Self.units(.decimal(amount), decimals: 9) else { throw .nothing }
        let offer = try await stakeOffer(vote)
        guard acceptsDelinquent || !offer.validator.isDelinquent else { throw .validator(.delinquent) }
        guard lamports >= offer.minimum else { throw .stakeTooSmall(minimum: offer.minimum) }
        let (whole, overflow) = lamports.addingReportingOverflow(offer.deposit)
        guard !overflow, let stake = try? PublicKey.createWithSeed(base: owner, seed: seed, owner: StakeProgram.id)
        else { throw .amount(.tooLarge) }
        let balance = try Self.payer(await accounts([owner])[owner])
        let draft = try await TransactionDraft(node: node, payer: owner)
        let instructions = [
            SystemProgram.createAccountWithSeed(
                from: owner, newAccount: stake, base: owner, seed: seed, lamports: whole, space: StakeProgram.space,
                owner: StakeProgram.id),
            StakeProgram.initialize(stake, staker: owner, withdrawer: owner),
            StakeProgram.delegate(stake, vote: vote, authority: owner),
        ]
        let minimum = try await rent(0)
        // Before any node simulates it: what is missing is said in SOL, and not in a program's words.
        try check(balance: balance, sent: lamports, fee: 0, cost: offer.deposit, minimum: 0)
        let budget = try await draft.budget(priority, for: instructions)
        let fee = try await draft.fee(of: instructions, budget)
        try check(balance: balance, sent: lamports, fee: fee, cost: offer.deposit, minimum: minimum)
        return StakePlan(
            transaction: try await draft.finished(instructions, budget, fee: fee, showing: []), stake: stake,
            authority: owner, lamports: lamports, deposit: offer.deposit, isClosed: false,
            validator: offer.validator, node: node.name)
    }

    /// Plans to end the staking of a whole stake; its lamports are free once it has cooled down.
    ///
    /// - Throws: ``TransferError``: `.stake` with `.unknown`, `.foreign`, `.inactive`.
    public func stakeDeactivation(
        of address: PublicKey, priority: PriorityFee
    ) async throws(TransferError) -> StakePlan {
        let stake = try await heldStake(address)
        guard own.contains(stake.contents.staker) else { throw .stake(.foreign) }
        guard let delegation = stake.contents.delegation, delegation.deactivationEpoch == nil else {
            throw .stake(.inactive)
        }
        let authority = stake.contents.staker
        let draft = try await TransactionDraft(node: node, payer: authority)
        return StakePlan(
            transaction: try await planned(
                [StakeProgram.deactivate(address, authority: authority)], draft, priority),
            stake: address, authority: authority, lamports: delegation.lamports, deposit: 0, isClosed: false,
            validator: nil, node: node.name)
    }

    /// Plans to withdraw what isn't staked to the account that may withdraw it, and to nobody else.
    ///
    /// - Parameter amount: SOL, as it was typed; all that can be withdrawn closes the account if nothing stays staked.
    /// - Throws: ``TransferError``: `.stake` with `.unknown`, `.foreign`, `.locked`, `.staked`, `.excess`.
    public func stakeWithdrawal(
        of amount: TransferOrder.Amount, from address: PublicKey, priority: PriorityFee
    ) async throws(TransferError) -> StakePlan {
        let wanted = try Self.units(amount, decimals: 9)
        let stake = try await heldStake(address)
        let authority = stake.contents.withdrawer
        guard own.contains(authority) else { throw .stake(.foreign) }
        guard !stake.isLocked else {
            throw .stake(.locked(time: stake.contents.lockup.time, epoch: stake.contents.lockup.epoch))
        }
        guard stake.withdrawable > 0 else { throw .stake(.staked) }
        let lamports = wanted ?? stake.withdrawable
        // An account that stays has to keep its rent deposit.
        let (left, isTooMuch) = stake.lamports.subtractingReportingOverflow(lamports)
        guard lamports <= stake.withdrawable, !isTooMuch, left == 0 || left >= stake.contents.reserve else {
            let kept = stake.isFree ? min(stake.contents.reserve, stake.withdrawable) : 0
            throw .stake(.excess(available: stake.withdrawable - kept))
        }
        let draft = try await TransactionDraft(node: node, payer: authority)
        let custodian = stake.contents.custodian == authority ? authority : nil
        let withdrawal = StakeProgram.withdraw(
            address, to: authority, authority: authority, lamports: lamports, custodian: custodian)
        return StakePlan(
            transaction: try await planned([withdrawal], draft, priority), stake: address, authority: authority,
            lamports: lamports, deposit: 0, isClosed: left == 0, validator: nil, node: node.name)
    }

    /// Reads one stake with the chain's time.
    private func heldStake(_ address: PublicKey) async throws(TransferError) -> HeldStake {
        let found = try await node.asked { rpc throws(SolanaRPCError) -> HeldStake? in
            let accounts = try await rpc.getMultipleAccounts(
                StakeTime.addresses + [address], TransactionDraft.options
            ).value
            let time = try StakeTime(Array(accounts.prefix(StakeTime.addresses.count)))
            guard accounts.count > StakeTime.addresses.count, let account = accounts[StakeTime.addresses.count],
                account.owner == StakeProgram.id,
                let contents = try? StakeAccount(decoding: ByteSlice(account.data))
            else { return nil }
            return HeldStake(address, lamports: account.lamports, contents, time)
        }
        guard let found else { throw .stake(.unknown) }
        return found
    }
}
