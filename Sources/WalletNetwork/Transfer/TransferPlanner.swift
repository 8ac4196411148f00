import SolanaRPC
public import SolanaTransactions
import TransactionReview

/// Makes transactions out of what the user wants sent, by what one node says.
///
/// What the node says decides what is shown and what it costs, and not where anything goes: every address in a transaction is the user's, the recipient's, or derived here from
/// both. Decimals are checked by the token program. A node that lies can have a transfer fail, or a fee paid up to the cap.
public struct TransferPlanner: Sendable {
    let node: NetworkNode
    private let own: Set<PublicKey>
    private let contacts: Set<PublicKey>
    private let recipients: Set<PublicKey>

    /// - Parameters:
    ///   - own: The user's accounts.
    ///   - contacts: Whom the user has given a name.
    ///   - recipients: To whom the user has sent something before; only compared with.
    public init(
        node: NetworkNode, own: Set<PublicKey>, contacts: Set<PublicKey>, recipients: Set<PublicKey> = []
    ) {
        self.node = node
        self.own = own
        self.contacts = contacts
        self.recipients = recipients
    }

    /// Builds a transfer and tries it.
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

    /// Accounts as they are now; one that isn't there isn't among them.
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

    /// The lamports that an account of so many bytes must have.
    func rent(_ bytes: UInt64) async throws(TransferError) -> UInt64 {
        try await node.asked { rpc throws(SolanaRPCError) in
            try await rpc.getMinimumBalanceForRentExemption(bytes, TransactionDraft.options)
        }
    }

    /// What the account that pays has, in lamports.
    static func payer(_ account: ChainAccount?) throws(TransferError) -> UInt64 {
        guard let account, account.lamports > 0 else { throw .payer(.empty) }
        // Only such an account can send SOL, and pay a fee.
        guard account.program == SystemProgram.id, account.count == 0 else { throw .payer(.notAWallet) }
        return account.lamports
    }

    /// Checks that there is enough SOL, and that what is left can stay.
    ///
    /// - Parameter sent: Lamports that are sent, where the amount is the user's choice.
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
