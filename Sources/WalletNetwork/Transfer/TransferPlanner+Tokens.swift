import SolanaRPC
import SolanaTransactions
import TransactionReview

/// Sending tokens.
extension TransferPlanner {
    /// A token that can be sent.
    struct Token: Sendable {
        let address: PublicKey
        let program: any TokenInterface.Type
        let mint: Mint
        private let account: ChainAccount

        /// - Throws: ``TransferError/token(_:)`` if it can't be sent, or the effect of sending it is unknown.
        init(_ address: PublicKey, _ account: ChainAccount?) throws(TransferError) {
            guard let account, case .mint(let mint) = account.contents else { throw .token(.notAMint) }
            self.address = address
            self.mint = mint
            self.account = account
            program = account.program == Token2022Program.id ? Token2022Program.self : TokenProgram.self
            guard mint.extensions.unknownTypes.isEmpty else { throw .token(.unknownExtension) }
            guard !mint.extensions.isNonTransferable else { throw .token(.nonTransferable) }
            guard mint.extensions.transferHook?.program == nil else { throw .token(.hook) }
            guard !mint.extensions.isPaused else { throw .token(.paused) }
        }

        /// Returns the token as a node describes it.
        ///
        /// - Parameter metadata: The mint's metadata account.
        func description(_ metadata: ChainAccount?, _ source: ChainSource) -> TokenDescription? {
            var facts = ChainFacts(accounts: [address: ChainFact(.present(account), source)])
            if let metadata {
                facts.accounts[MetaplexMetadata.address(of: address)] = ChainFact(.present(metadata), source)
            }
            return facts.token(address)
        }

        /// Returns the associated token account of an owner.
        func account(of owner: PublicKey) -> PublicKey {
            AssociatedTokenProgram.address(owner: owner, mint: address, program: program.id)
        }
    }

    /// - Parameter balance: The sender's balance, in lamports.
    func tokenPlan(
        _ order: TransferOrder, _ recipient: Recipient, payer balance: UInt64, _ token: Token
    ) async throws(TransferError) -> TransferPlan {
        let holdings = try await holdings(order.from, token)
        var sum: UInt64 = 0
        for holding in holdings {
            let (next, overflow) = sum.addingReportingOverflow(holding.amount)
            guard !overflow else { throw .node(.answer(method: GetTokenAccountsByOwner.name, path: "value")) }
            sum = next
        }
        guard sum > 0 else { throw .tokens(needed: 1, available: 0) }
        let amount = try Self.units(order.amount, decimals: token.mint.decimals) ?? sum
        guard amount <= sum else { throw .tokens(needed: amount, available: sum) }
        let parts = try Self.parts(of: amount, among: holdings, preferring: token.account(of: order.from))
        let destination = token.account(of: order.to)
        let metadata = MetaplexMetadata.address(of: token.address)
        let found = try await accounts([destination, metadata])
        let present = found[destination]
        let held = try Self.held(present, at: destination, by: order.to, token)
        let minimum = try await rent(0)
        var cost: UInt64?
        if held == nil {
            guard !token.mint.extensions.isFrozenByDefault else { throw .token(.frozen) }
            let rent = try await rent(TokenAccountSize.bytes(of: token.mint, program: token.program.id))
            // Somebody may have sent lamports there before.
            cost = rent > present?.lamports ?? 0 ? rent - (present?.lamports ?? 0) : 0
        }
        let instructions = Self.instructions(order, token, parts, to: destination, isMade: cost != nil)
        let draft = try await TransactionDraft(node: node, payer: order.from, over: nonce)
        // Said before a trial can say it in worse words: an account's rent and a signature's fee at least.
        try check(balance: balance, fee: 5_000, cost: cost ?? 0, minimum: minimum)
        let budget = try await draft.budget(order.priority, for: instructions)
        let fee = try await draft.fee(of: instructions, budget)
        try check(balance: balance, fee: fee, cost: cost ?? 0, minimum: minimum)
        let transaction = try await draft.finished(instructions, budget, fee: fee, showing: [destination])
        guard let after = transaction.outcome[destination].map(ChainAccount.init),
            case .token(let result) = after.contents,
            result.amount >= held?.amount ?? 0
        else { throw .node(.answer(method: SimulateTransaction.name, path: "value.accounts[0]")) }
        if cost != nil { cost = after.lamports - min(after.lamports, present?.lamports ?? 0) }
        try check(balance: balance, fee: fee, cost: cost ?? 0, minimum: minimum)
        return TransferPlan(
            order: order, recipient: recipient, transaction: transaction, amount: amount,
            received: result.amount - (held?.amount ?? 0), decimals: token.mint.decimals,
            token: token.description(
                found[metadata], ChainSource(node: node.name, slot: transaction.slot)),
            sources: parts.map(\.source), destination: destination, accountCost: cost, balance: balance,
            node: node.name)
    }

    private typealias Holding = (account: PublicKey, amount: UInt64)
    private typealias Part = (source: PublicKey, amount: UInt64)

    /// The most accounts that a transfer takes from.
    private static let maximumParts = 8

    /// Returns the sender's accounts of a token that hold a movable amount, the fullest first.
    private func holdings(_ owner: PublicKey, _ token: Token) async throws(TransferError) -> [Holding] {
        let accounts = try await node.asked { rpc throws(SolanaRPCError) in
            try await rpc.getTokenAccountsByOwner(owner, .mint(token.address), TransactionDraft.options)
        }.value
        var holdings: [Holding] = []
        var isFrozen = false
        for account in accounts {
            guard case .token(let held) = ChainAccount(account.account).contents, held.owner == owner,
                held.mint == token.address, account.account.owner == token.program.id, held.amount > 0
            else { continue }
            if held.isFrozen { isFrozen = true } else { holdings.append((account.publicKey, held.amount)) }
        }
        if holdings.isEmpty, isFrozen { throw .token(.frozen) }
        return holdings.sorted { ($0.amount, $1.account) > ($1.amount, $0.account) }
    }

    /// Returns the accounts to take from, with their amounts: the associated one if it has enough, else the fullest ones.
    private static func parts(
        of amount: UInt64, among holdings: [Holding], preferring first: PublicKey
    ) throws(TransferError) -> [Part] {
        if let own = holdings.first(where: { $0.account == first && $0.amount >= amount }) {
            return [(own.account, amount)]
        }
        var parts: [Part] = []
        var left = amount
        for holding in holdings.prefix(maximumParts) where left > 0 {
            let part = min(left, holding.amount)
            parts.append((holding.account, part))
            left -= part
        }
        guard left == 0 else { throw .scattered(available: amount - left) }
        return parts
    }

    /// Returns the recipient's account; nil if it doesn't exist.
    private static func held(
        _ account: ChainAccount?, at address: PublicKey, by owner: PublicKey, _ token: Token
    ) throws(TransferError) -> TokenAccount? {
        guard let account, account.program != SystemProgram.id || account.count > 0 else { return nil }
        // Token lets an associated account be given away: then whoever has it now would get the tokens.
        guard case .token(let held) = account.contents, account.program == token.program.id, held.mint == token.address,
            held.owner == owner
        else {
            var findings: RecipientFinding = .programAccount(account.program)
            if case .token(let held) = account.contents {
                findings = .tokenAccount(holder: held.owner, mint: held.mint)
            }
            throw .recipient(findings)
        }
        guard !held.isFrozen else { throw .token(.frozen) }
        return held
    }

    @InstructionsBuilder private static func instructions(
        _ order: TransferOrder, _ token: Token, _ parts: [Part], to destination: PublicKey, isMade: Bool
    ) -> [Instruction] {
        if isMade {
            AssociatedTokenProgram.createIdempotent(
                payer: order.from, owner: order.to, mint: token.address, program: token.program.id)
        }
        // Right before the transfer, where a recipient that asks for memos looks for one.
        for part in parts {
            if let memo = order.memo, part == parts[0] { MemoProgram.memo(memo, signers: [order.from]) }
            token.program.transferChecked(
                source: part.source, mint: token.address, destination: destination, authority: order.from,
                amount: part.amount, decimals: token.mint.decimals)
        }
    }
}
