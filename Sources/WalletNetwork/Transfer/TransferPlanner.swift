import DisplayText
import SolanaRPC
public import SolanaTransactions
import TransactionReview

/// Builds the transactions for the user's transfers, from the answers of one node.
///
/// The node's answers decide the display and the cost, but not the destination: every address in a transaction is the user's, the recipient's, or
/// derived here from both. The token program checks the decimals. A lying node can make a transfer fail, or make the user pay a fee up to the cap.
public struct TransferPlanner: Sendable {
    /// The node that is asked.
    public let node: NetworkNode
    let own: Set<PublicKey>
    private let contacts: Set<PublicKey>
    private let recipients: Set<PublicKey>
    /// The nonce on which transfers stand; nil for a recent block.
    private(set) var nonce: HeldNonce?

    /// - Parameters:
    ///   - own: The user's accounts.
    ///   - contacts: The user's contacts.
    ///   - recipients: Earlier recipients of the user, only for comparison.
    public init(
        node: NetworkNode, own: Set<PublicKey>, contacts: Set<PublicKey>, recipients: Set<PublicKey> = []
    ) {
        self.node = node
        self.own = own
        self.contacts = contacts
        self.recipients = recipients
    }

    /// Returns a planner whose transfers stand on a nonce, so that they can be signed at another time.
    public func over(_ nonce: HeldNonce) -> TransferPlanner {
        var planner = self
        planner.nonce = nonce
        return planner
    }

    /// Returns the hash of the cluster's first block.
    ///
    /// - Throws: ``TransferError/node(_:)``.
    public func genesis() async throws(TransferError) -> Blockhash {
        try await node.asked { rpc throws(SolanaRPCError) in try await rpc.getGenesisHash() }
    }

    /// Builds a transfer and simulates it.
    ///
    /// - Throws: ``TransferError``.
    public func plan(_ order: TransferOrder) async throws(TransferError) -> TransferPlan {
        if let memo = order.memo, !(1...TransferOrder.maximumMemoCount).contains(memo.utf8.count) { throw .memo }
        var wanted = [order.from, order.to]
        if case .token(let mint) = order.asset { wanted.append(mint) }
        let accounts = try await accounts(wanted)
        let recipient = Recipient(
            order.to, account: accounts[order.to], order: order, own: own, contacts: contacts,
            recipients: recipients)
        if let refusal = recipient.refusal(order) { throw .recipient(refusal) }
        let payer = try Self.payer(accounts[order.from])
        switch order.asset {
        case .sol: return try await solPlan(order, recipient, payer: payer, present: accounts[order.to])
        case .token(let mint):
            return try await tokenPlan(order, recipient, payer: payer, Token(mint, accounts[mint]))
        }
    }

    /// Returns accounts as they are now; one that doesn't exist is left out.
    func accounts(_ addresses: [PublicKey]) async throws(TransferError) -> [PublicKey: ChainAccount] {
        let infos = try await node.asked { rpc throws(SolanaRPCError) in
            try await rpc.getMultipleAccounts(addresses, TransactionDraft.options)
        }.value
        var accounts: [PublicKey: ChainAccount] = [:]
        for (address, info) in zip(addresses, infos) {
            guard let info else { continue }
            accounts[address] = ChainAccount(info)
        }
        return accounts
    }

    /// Returns the lamports that an account of this many bytes must have.
    func rent(_ bytes: UInt64) async throws(TransferError) -> UInt64 {
        try await node.asked { rpc throws(SolanaRPCError) in
            try await rpc.getMinimumBalanceForRentExemption(bytes, TransactionDraft.options)
        }
    }

    /// Returns the balance of the account that pays, in lamports.
    static func payer(_ account: ChainAccount?) throws(TransferError) -> UInt64 {
        guard let account, account.lamports > 0 else { throw .payer(.empty) }
        // Only such an account can send SOL, and pay a fee.
        guard account.program == SystemProgram.id, account.count == 0 else { throw .payer(.notAWallet) }
        return account.lamports
    }

    /// Checks that there is enough SOL, and that the rest can stay in the account.
    ///
    /// - Parameter sent: The lamports that are sent, if the amount is the user's choice.
    func check(
        balance: UInt64, sent: UInt64 = 0, fee: UInt64, cost: UInt64 = 0, minimum: UInt64
    ) throws(TransferError) {
        let (part, overflow) = sent.addingReportingOverflow(fee)
        let (needed, carry) = part.addingReportingOverflow(cost)
        guard !overflow, !carry else { throw .lamports(needed: .max, available: balance) }
        guard needed <= balance else { throw .lamports(needed: needed, available: balance) }
        let left = balance - needed
        guard left == 0 || left >= minimum else {
            let (kept, overflow) = (needed - sent).addingReportingOverflow(minimum)
            throw .remainder(minimum: minimum, most: overflow || kept > balance ? 0 : balance - kept)
        }
    }
}

extension ChainAccount {
    init(_ info: AccountInfo) {
        self.init(
            lamports: info.lamports, program: info.owner, isExecutable: info.isExecutable, data: ByteSlice(info.data))
    }
}

/// Sending SOL.
extension TransferPlanner {
    private static let decimals: UInt8 = 9

    /// - Parameters:
    ///   - balance: The sender's balance, in lamports.
    ///   - present: The account at the recipient's address; nil if there is none.
    func solPlan(
        _ order: TransferOrder, _ recipient: Recipient, payer balance: UInt64, present: ChainAccount?
    ) async throws(TransferError) -> TransferPlan {
        let wanted = try Self.units(order.amount, decimals: Self.decimals)
        let draft = try await TransactionDraft(node: node, payer: order.from, over: nonce)
        let minimum = try await rent(0)
        // Neither the computation nor the fee depends on the amount.
        let budget = try await draft.budget(order.priority, for: Self.instructions(order, lamports: 0))
        let fee = try await draft.fee(of: Self.instructions(order, lamports: 0), budget)
        guard balance > fee else { throw .lamports(needed: fee, available: balance) }
        let amount = wanted ?? balance - fee
        try check(balance: balance, sent: amount, fee: fee, minimum: minimum)
        if present == nil, amount < minimum { throw .tooLittleForRecipient(minimum: minimum) }
        let transaction = try await draft.finished(
            Self.instructions(order, lamports: amount), budget, fee: fee, showing: [])
        return TransferPlan(
            order: order, recipient: recipient, transaction: transaction, amount: amount, received: amount,
            decimals: Self.decimals, token: nil, sources: [order.from], destination: order.to, accountCost: nil,
            balance: balance, node: node.name)
    }

    /// Returns the units of a typed amount; nil for everything.
    static func units(_ amount: TransferOrder.Amount, decimals: UInt8) throws(TransferError) -> UInt64? {
        guard case .decimal(let text) = amount else { return nil }
        let units: UInt64
        do throws(DecimalAmountError) {
            units = try DecimalAmount(text, decimals: decimals).units
        } catch {
            throw .amount(error)
        }
        guard units > 0 else { throw .nothing }
        return units
    }

    @InstructionsBuilder private static func instructions(_ order: TransferOrder, lamports: UInt64) -> [Instruction] {
        if let memo = order.memo { MemoProgram.memo(memo, signers: [order.from]) }
        SystemProgram.transfer(from: order.from, to: order.to, lamports: lamports)
    }
}

/// Revoking the delegates of the user's token accounts.
extension TransferPlanner {
    /// Returns all token accounts of an owner that have a delegate, in order of their addresses.
    ///
    /// - Throws: ``TransferError/node(_:)``.
    public func delegations(of owner: PublicKey) async throws(TransferError) -> [Delegation] {
        try await tokenAccounts(of: owner).compactMap { Delegation($0.address, $0.contents, program: $0.program) }
            .sorted { $0.account < $1.account }
    }

    /// Plans to revoke the delegates of these token accounts, or of all; frozen ones stay as they are.
    ///
    /// - Throws: ``TransferError``: `.noDelegate` if one of the named accounts has none.
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
