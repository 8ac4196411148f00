import SolanaRPC
public import SolanaTransactions
import TransactionReview

/// A token account of the user without tokens, or one with wrapped SOL: an account whose rent deposit the user may want back.
public struct EmptyTokenAccount: Sendable, Hashable {
    public let account: PublicKey
    public let mint: PublicKey
    /// The token program that the account belongs to.
    public let program: PublicKey
    /// All lamports in the account, which closing it gives back.
    public let lamports: UInt64
    /// The reason it stays open; nil if it can be closed.
    public let fault: TokenClosingFault?

    init(_ held: HeldTokenAccount, fault: TokenClosingFault?) {
        account = held.address
        mint = held.contents.mint
        program = held.program
        lamports = held.lamports
        self.fault = fault
    }

    /// Orders accounts by their lamports, the most first.
    static func precedes(_ one: EmptyTokenAccount, _ other: EmptyTokenAccount) -> Bool {
        (one.lamports, other.account) > (other.lamports, one.account)
    }
}

/// A plan that closes as many of the user's empty token accounts as fit one transaction.
public struct ReclaimPlan: Sendable {
    public let transaction: PlannedTransaction
    /// The accounts that are closed.
    public let closed: [EmptyTokenAccount]
    /// The accounts that didn't fit and need another transaction.
    public let left: [EmptyTokenAccount]
    /// The node that was asked.
    public let node: String

    /// The lamports that the closed accounts give back, before the fee.
    public var lamports: UInt64 { closed.reclaimed }
}

/// A plan that burns everything that the user has of a token, and closes its accounts.
public struct BurnPlan: Sendable {
    public let transaction: PlannedTransaction
    public let mint: PublicKey
    /// The number of decimal places of the token.
    public let decimals: UInt8
    /// The amount that is burned, in the token's smallest unit.
    public let amount: UInt64
    /// The accounts that are closed.
    public let closed: [EmptyTokenAccount]
    /// The accounts that stay: frozen ones, those that can't be closed, and those that didn't fit the transaction.
    public let left: Int
    /// The node that was asked.
    public let node: String

    /// The lamports that the closed accounts give back, before the fee.
    public var lamports: UInt64 { closed.reclaimed }
}

extension Sequence<EmptyTokenAccount> {
    /// The lamports of those that can be closed, together.
    public var reclaimed: UInt64 {
        reduce(0) { sum, each in
            let (next, overflow) = sum.addingReportingOverflow(each.fault == nil ? each.lamports : 0)
            return overflow ? .max : next
        }
    }
}

/// A token account of the user as one node shows it.
struct HeldTokenAccount: Sendable {
    let address: PublicKey
    let program: PublicKey
    let lamports: UInt64
    let contents: TokenAccount
}

/// Closing the user's token accounts.
extension TransferPlanner {
    /// Returns an owner's readable token accounts of both programs.
    ///
    /// - Parameter mint: The only token to ask for; nil for all.
    func tokenAccounts(
        of owner: PublicKey, mint: PublicKey? = nil
    ) async throws(TransferError) -> [HeldTokenAccount] {
        var found: [HeldTokenAccount] = []
        let programs = [TokenProgram.id, Token2022Program.id]
        let filters: [TokenAccountFilter] = mint.map { [.mint($0)] } ?? programs.map { .program($0) }
        for filter in filters {
            let accounts = try await node.asked { rpc throws(SolanaRPCError) in
                try await rpc.getTokenAccountsByOwner(owner, filter, TransactionDraft.options)
            }.value
            for each in accounts where programs.contains(each.account.owner) {
                guard case .token(let held) = ChainAccount(each.account).contents, held.owner == owner,
                    mint == nil || held.mint == mint, !found.contains(where: { $0.address == each.publicKey })
                else { continue }
                found.append(
                    HeldTokenAccount(
                        address: each.publicKey, program: each.account.owner, lamports: each.account.lamports,
                        contents: held))
            }
        }
        return found
    }

    /// Returns an owner's token accounts without tokens, and those with wrapped SOL; the most lamports first.
    ///
    /// - Throws: ``TransferError/node(_:)``.
    public func emptyAccounts(of owner: PublicKey) async throws(TransferError) -> [EmptyTokenAccount] {
        try await tokenAccounts(of: owner).compactMap { held in
            let fault = held.contents.closingFault()
            return fault == .tokens ? nil : EmptyTokenAccount(held, fault: fault)
        }.sorted(by: EmptyTokenAccount.precedes)
    }

    /// Plans to close these empty token accounts, or all that can be closed; their lamports go to the owner.
    ///
    /// - Throws: ``TransferError``: `.nothingToClose` if one of the named accounts can't be closed.
    public func reclaim(
        of accounts: [PublicKey]?, by owner: PublicKey, priority: PriorityFee
    ) async throws(TransferError) -> ReclaimPlan {
        var wanted = try await emptyAccounts(of: owner).filter { $0.fault == nil }
        if let accounts {
            let named = Set(accounts)
            wanted.removeAll { !named.contains($0.account) }
            guard wanted.count == named.count else { throw .nothingToClose }
        }
        guard !wanted.isEmpty else { throw .nothingToClose }
        let draft = try await TransactionDraft(node: node, payer: owner)
        let chosen = Self.fitting(wanted, draft) { [Self.closing($0.account, $0.program, owner)] }
        let instructions = chosen.map { Self.closing($0.account, $0.program, owner) }
        return ReclaimPlan(
            transaction: try await planned(instructions, draft, priority), closed: chosen,
            left: Array(wanted.dropFirst(chosen.count)), node: node.name)
    }

    /// Plans to burn all that an owner has of a token, and to close the accounts that it was in.
    ///
    /// - Throws: ``TransferError``: `.nothingToBurn` if there are no tokens, `.token` if they can't be burned.
    public func burn(
        of mint: PublicKey, by owner: PublicKey, priority: PriorityFee
    ) async throws(TransferError) -> BurnPlan {
        guard let account = try await accounts([mint])[mint], case .mint(let token) = account.contents else {
            throw .token(.notAMint)
        }
        guard token.extensions.unknownTypes.isEmpty else { throw .token(.unknownExtension) }
        guard !token.extensions.isPaused else { throw .token(.paused) }
        let held = try await tokenAccounts(of: owner, mint: mint).filter { $0.program == account.program }
        guard !held.contains(where: { $0.contents.nativeReserve != nil }) else { throw .token(.native) }
        let burnable = held.filter { $0.contents.amount > 0 && !$0.contents.isFrozen }
            .sorted { ($0.contents.amount, $1.address) > ($1.contents.amount, $0.address) }
        guard !burnable.isEmpty else {
            throw held.contains { $0.contents.amount > 0 } ? .token(.frozen) : .nothingToBurn
        }
        let draft = try await TransactionDraft(node: node, payer: owner)
        let chosen = Self.fitting(burnable, draft) { Self.burning($0, token.decimals, owner) }
        let instructions = chosen.flatMap { Self.burning($0, token.decimals, owner) }
        var amount: UInt64 = 0
        for each in chosen {
            let (next, overflow) = amount.addingReportingOverflow(each.contents.amount)
            guard !overflow else { throw .node(.answer(method: GetTokenAccountsByOwner.name, path: "value")) }
            amount = next
        }
        let closed = chosen.filter { $0.contents.closingFault(isEmptied: true) == nil }
        return BurnPlan(
            transaction: try await planned(instructions, draft, priority), mint: mint, decimals: token.decimals,
            amount: amount, closed: closed.map { EmptyTokenAccount($0, fault: nil) },
            left: held.count { $0.contents.amount > 0 } - closed.count, node: node.name)
    }

    /// Builds and simulates the transaction, paid by its signer.
    func planned(
        _ instructions: [Instruction], _ draft: TransactionDraft, _ priority: PriorityFee
    ) async throws(TransferError) -> PlannedTransaction {
        // The fee is taken before the rent comes back.
        let balance = try Self.payer(await accounts([draft.payer])[draft.payer])
        let budget = try await draft.budget(priority, for: instructions)
        let fee = try await draft.fee(of: instructions, budget)
        try check(balance: balance, fee: fee, minimum: try await rent(0))
        return try await draft.finished(instructions, budget, fee: fee, showing: [])
    }

    /// Returns the first of these whose instructions fit one transaction together; at least one of them.
    private static func fitting<Each>(
        _ list: [Each], _ draft: TransactionDraft, _ instructions: (Each) -> [Instruction]
    ) -> [Each] {
        var count = min(list.count, maximumClosings)
        while count > 1, !draft.fits(list.prefix(count).flatMap(instructions)) { count -= 1 }
        return Array(list.prefix(count))
    }

    /// A closing takes 39 of a transaction's 1,232 bytes.
    private static let maximumClosings = 30

    private static func burning(_ held: HeldTokenAccount, _ decimals: UInt8, _ owner: PublicKey) -> [Instruction] {
        let (source, mint, amount) = (held.address, held.contents.mint, held.contents.amount)
        let burned =
            held.program == Token2022Program.id
            ? Token2022Program.burnChecked(
                source: source, mint: mint, owner: owner, amount: amount, decimals: decimals)
            : TokenProgram.burnChecked(source: source, mint: mint, owner: owner, amount: amount, decimals: decimals)
        guard held.contents.closingFault(isEmptied: true) == nil else { return [burned] }
        return [burned, closing(source, held.program, owner)]
    }

    private static func closing(_ account: PublicKey, _ program: PublicKey, _ owner: PublicKey) -> Instruction {
        program == Token2022Program.id
            ? Token2022Program.closeAccount(account, to: owner, owner: owner)
            : TokenProgram.closeAccount(account, to: owner, owner: owner)
    }
}
