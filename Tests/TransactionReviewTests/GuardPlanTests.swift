import JSONRPC
import SolanaTransactions
import TestSupport
import Testing
import TransactionReview

/// Which guards a transaction gets, and what they make of its review.
@Suite struct GuardPlanTests {
    private static let user = key(1)
    private static let program = key(2)
    private static let pool = key(3)
    private static let mint = key(4)
    private static let wallet = key(5)
    private static let vault = key(6)
    private static let authority = key(7)

    private static func key(_ byte: UInt8) -> PublicKey {
        // 32 bytes are always a key.
        (try? PublicKey(bytes: [UInt8](repeating: byte, count: 32))) ?? SystemProgram.id
    }

    /// A swap at a program that nobody knows: SOL for tokens.
    private static func swap(_ signers: [PublicKey] = [user]) -> Instruction {
        Instruction(
            programID: program,
            accounts: signers.map { AccountMeta($0, isSigner: true, isWritable: true) } + [
                AccountMeta(pool, isWritable: true), AccountMeta(wallet, isWritable: true),
                AccountMeta(vault, isWritable: true), AccountMeta(TokenProgram.id),
            ], data: [1, 2, 3])
    }

    private static func transaction(_ instructions: [Instruction]) throws -> Transaction {
        try Transaction(feePayer: user, blockhash: Blockhash(), version: .v0) { instructions }
    }

    private static func tokens(
        _ amount: UInt64, _ owner: PublicKey, cutBy missing: Int = 0, of program: PublicKey = TokenProgram.id
    ) -> AccountState {
        var data = mint.bytes + owner.bytes
        data += withUnsafeBytes(of: amount.littleEndian) { Array($0) }
        data += [UInt8](repeating: 0, count: 36) + [1] + [UInt8](repeating: 0, count: 56 - missing)
        return .present(
            ChainAccount(lamports: 2_039_280, program: program, data: ByteSlice(data), naming: [user]))
    }

    private static func lamports(_ amount: UInt64) -> AccountState {
        .present(ChainAccount(lamports: amount, program: SystemProgram.id, naming: [user]))
    }

    /// 3 SOL of 10 leave, 1,000 tokens arrive beside 50.
    private static func facts(isConfirmed: Bool = true, naming: Set<PublicKey>? = [user]) -> ChainFacts {
        let one = ChainSource(node: "one", slot: 5)
        let two: ChainSource? = isConfirmed ? ChainSource(node: "two", slot: 5) : nil
        let state = AccountState.present(
            ChainAccount(
                lamports: 5_000_000, program: program, data: ByteSlice([UInt8](repeating: 8, count: 300)),
                naming: naming))
        let before: [PublicKey: AccountState] = [
            user: lamports(10_000_000_000), pool: state, wallet: tokens(50, user), vault: tokens(90_000, authority),
            authority: .absent,
        ]
        let after: [PublicKey: AccountState] = [
            user: lamports(6_999_995_000), pool: state, wallet: tokens(1_050, user), vault: tokens(89_000, authority),
        ]
        return ChainFacts(
            accounts: before.mapValues { ChainFact($0, one, second: two) },
            simulation: ChainFact(Simulation(.succeeded, accounts: after), one))
    }

    private static func plan(_ transaction: Transaction, _ facts: ChainFacts = facts()) -> GuardPlan? {
        GuardPlan(of: ReviewSubject(TransactionReview(transaction), signer: user), facts)
    }

    private static func guarded(_ transaction: Transaction, _ facts: ChainFacts = facts()) throws -> GuardedTransaction
    {
        try GuardedTransaction(transaction, by: #require(plan(transaction, facts)), facts)
    }

    private static func verdict(_ transaction: Transaction, _ facts: ChainFacts = facts()) -> ReviewVerdict {
        ReviewVerdict(ReviewSubject(TransactionReview(transaction), signer: user), facts: facts)
    }

    private static func instructions(of message: Message) -> [Instruction] {
        let keys = message.accountKeys
        return message.instructions.map { instruction in
            Instruction(
                programID: keys[Int(instruction.programIndex)],
                accounts: instruction.accountIndexes.map { index in
                    let account = message.accounts[Int(index)]
                    return AccountMeta(keys[Int(index)], isSigner: account.isSigner, isWritable: account.isWritable)
                }, data: Array(instruction.data))
        }
    }

    @Test func `SOL keeps what was shown and what arrives may be one percent less`() throws {
        let transaction = try Self.transaction([Self.swap()])
        let guarded = try Self.guarded(transaction)
        #expect(guarded.gaps.isEmpty)
        let place = Guard.TokenPlace(
            account: Self.wallet, program: TokenProgram.id, owner: Self.user, mint: Self.mint, decimals: nil)
        #expect(
            guarded.guards == [
                .lamports(account: Self.user, rest: 6_999_995_000), .tokens(place, rest: 1_040), .delegate(place),
                .closeAuthority(place, kept: nil),
            ])
        let verdict = Self.verdict(guarded.transaction)
        #expect(verdict.state == .bounded && !verdict.isComplete)
        // Guards warn of nothing.
        #expect(verdict.findings == Self.verdict(transaction).findings)
        let subject = ReviewSubject(TransactionReview(guarded.transaction), signer: Self.user)
        let outflow = TransactionOutflow(of: subject, verdict, facts: Self.facts())
        #expect(outflow.lamports == 3_000_005_000 && outflow.reasons.isEmpty)
    }

    @Test(arguments: [(0, 1_050), (1, 1_050), (50, 1_045), (1_000, 950)] as [(UInt16, UInt64)])
    func `of what arrives no more may be missing than the tolerance`(_ tolerance: UInt16, _ rest: UInt64) throws {
        let subject = ReviewSubject(TransactionReview(try Self.transaction([Self.swap()])), signer: Self.user)
        let plan = try #require(GuardPlan(of: subject, Self.facts(), tolerance: tolerance))
        let held = plan.guards.compactMap { if case .tokens(_, let rest) = $0 { rest } else { nil } }
        #expect(held == [rest])
        // What leaves is held exactly.
        #expect(plan.guards.first == .lamports(account: Self.user, rest: 6_999_995_000))
    }

    @Test func `one node's word bounds nothing`() throws {
        let facts = Self.facts(isConfirmed: false)
        let guarded = try Self.guarded(Self.transaction([Self.swap()]), facts)
        #expect(guarded.gaps.contains { $0.reason == .unconfirmed })
        #expect(Self.verdict(guarded.transaction, facts).state == .open)
    }

    @Test func `where two nodes differ about what is whose, nothing is bounded and the review says so`() throws {
        let transaction = try Self.transaction([Self.swap()])
        let other = Self.key(9)
        func pool(_ count: Int, of program: PublicKey = Self.program, naming user: Bool = false) -> AccountState {
            let data = [UInt8](repeating: 8, count: count) + (user ? Self.user.bytes : [])
            return .present(
                ChainAccount(lamports: 5_000_000, program: program, data: ByteSlice(data), naming: [Self.user]))
        }
        // What the second node says of an account that the first one has told of.
        let differing: [(String, PublicKey, AccountState)] = [
            ("another owner of the vault", Self.vault, Self.tokens(90_000, Self.user)),
            ("another owner of the user's tokens", Self.wallet, Self.tokens(50, other)),
            ("fewer of the user's tokens", Self.wallet, Self.tokens(49, Self.user)),
            ("another program of the tokens", Self.wallet, Self.tokens(50, Self.user, of: Token2022Program.id)),
            ("a token account that is cut", Self.vault, Self.tokens(90_000, Self.authority, cutBy: 1)),
            ("no vault", Self.vault, .absent), ("no pool", Self.pool, .absent),
            ("a shorter pool", Self.pool, pool(299)), ("a longer pool", Self.pool, pool(332)),
            ("another program of the pool", Self.pool, pool(300, of: other)),
            ("a pool that names the user", Self.pool, pool(268, naming: true)),
            ("another balance of the wallet", Self.user, Self.lamports(10_000_000_001)),
            ("no wallet", Self.user, .absent),
        ]
        let second = ChainSource(node: "two", slot: 6)
        var same = Self.facts(isConfirmed: false)
        let said = same.accounts.mapValues(\.value)
        same.confirm(by: said, second, own: [Self.user])
        #expect(try Self.verdict(Self.guarded(transaction, same).transaction, same).state == .bounded)
        for (what, account, state) in differing {
            var facts = Self.facts(isConfirmed: false)
            facts.confirm(by: said.merging([account: state]) { $1 }, second, own: [Self.user])
            let guarded = try Self.guarded(transaction, facts)
            #expect(
                guarded.gaps == [GuardPlan.Gap(account: .address(account), reason: .unconfirmed)],
                Comment(rawValue: what))
            let review = TransactionReview(guarded.transaction)
            let verdict = Self.verdict(guarded.transaction, facts)
            #expect(verdict.state == .open, Comment(rawValue: what))
            let shown = review.json(ReviewSubject(review, signer: Self.user), verdict, facts: facts)
            #expect(
                shown["guards"]?["gaps"] == [["account": .string(account.base58), "reason": "unconfirmed"]],
                Comment(rawValue: what))
        }
        // Somebody else's balances change from slot to slot.
        var later = Self.facts(isConfirmed: false)
        later.confirm(
            by: said.merging([Self.vault: Self.tokens(70_000, Self.authority)]) { $1 }, second, own: [Self.user])
        #expect(try Self.verdict(Self.guarded(transaction, later).transaction, later).state == .bounded)
        // Nor does a node confirm itself.
        var alone = Self.facts(isConfirmed: false)
        alone.confirm(by: said, ChainSource(node: "one", slot: 6), own: [Self.user])
        #expect(try Self.verdict(Self.guarded(transaction, alone).transaction, alone).state == .open)
    }

    @Test func `a wallet of which nothing has to be left isn't held, and a guard of nothing bounds nothing`() throws {
        let transaction = try Self.transaction([Self.swap()])
        var facts = Self.facts()
        for left in [0, 1] as [UInt64] {
            facts.simulation = facts.simulation.map { fact in
                var after = fact.value.accounts
                after[Self.user] = Self.lamports(left)
                return ChainFact(Simulation(.succeeded, accounts: after), fact.source)
            }
            let guarded = try Self.guarded(transaction, facts)
            let isHeld = guarded.guards.contains { if case .lamports = $0 { true } else { false } }
            #expect(isHeld == (left > 0))
            #expect(guarded.gaps == (left > 0 ? [] : [GuardPlan.Gap(account: .address(Self.user), reason: .emptied)]))
            #expect((Self.verdict(guarded.transaction, facts).state == .bounded) == (left > 0))
        }
        // One of somebody else's making, which the program can pass with a wallet that is its own.
        let message = try Self.guarded(transaction).transaction.message
        var instructions = Self.instructions(of: message)
        instructions[1] = SystemProgram.transfer(from: Self.user, to: Self.user, lamports: 0)
        #expect(try Self.verdict(Self.transaction(instructions)).state == .open)
        instructions[1] = SystemProgram.transfer(from: Self.user, to: Self.user, lamports: 1)
        #expect(try Self.verdict(Self.transaction(instructions)).state == .bounded)
    }

    @Test func `a record in which nobody has looked for the user bounds nothing`() throws {
        let facts = Self.facts(naming: nil)
        let guarded = try Self.guarded(Self.transaction([Self.swap()]), facts)
        #expect(guarded.gaps == [GuardPlan.Gap(account: .address(Self.pool), reason: .record)])
        #expect(Self.verdict(guarded.transaction, facts).state == .open)
    }

    @Test func `a guard that is missing, too early or of another account leaves it open`() throws {
        let transaction = try Self.transaction([Self.swap()])
        let whole = try Self.guarded(transaction).transaction.message
        let instructions = Self.instructions(of: whole)
        #expect(try Self.verdict(Self.transaction(instructions)).state == .bounded)
        for place in instructions.indices.dropFirst() {
            var missing = instructions
            missing.remove(at: place)
            #expect(try Self.verdict(Self.transaction(missing)).state == .open, "without \(place)")
            var early = instructions
            early.insert(early.remove(at: place), at: 0)
            #expect(try Self.verdict(Self.transaction(early)).state == .open, "\(place) before the swap")
        }
        // What comes after a guard isn't held by it.
        let later = instructions + [SystemProgram.transfer(from: Self.user, to: Self.vault, lamports: 7)]
        #expect(try Self.verdict(Self.transaction(later)).state == .open)
        var foreign = instructions
        foreign[1] = SystemProgram.transfer(from: Self.user, to: Self.pool, lamports: 6_999_995_000)
        #expect(try Self.verdict(Self.transaction(foreign)).state == .open)
    }

    @Test func `a transaction that others sign is left as it is`() throws {
        let shared = try Self.transaction([Self.swap([Self.user, Self.key(9)])])
        let plan = try #require(Self.plan(shared))
        #expect(throws: GuardedTransaction.Refusal.severalSigners) {
            try GuardedTransaction(shared, by: plan, Self.facts())
        }
        let alone = try Self.transaction([Self.swap()])
        let signed = try alone.placing(Signature(bytes: [UInt8](repeating: 7, count: 64)), for: Self.user)
        #expect(throws: GuardedTransaction.Refusal.signed) {
            try GuardedTransaction(signed, by: #require(Self.plan(signed)), Self.facts())
        }
    }

    @Test func `where there is room for some guards only, SOL is held first and the review stays open`() throws {
        var data: [UInt8] = [1, 2, 3]
        var sizes: Set<Int> = []
        while data.count < 1_100 {
            data.append(0)
            var swap = Self.swap()
            swap.data = data
            guard let transaction = try? Self.transaction([swap]) else { break }
            let plan = try #require(Self.plan(transaction))
            guard let guarded = try? GuardedTransaction(transaction, by: plan, Self.facts()) else { continue }
            sizes.insert(guarded.guards.count)
            guard case .lamports? = guarded.guards.first else {
                Issue.record("SOL isn't held")
                return
            }
            let isWhole = guarded.guards.count == plan.guards.count
            #expect(guarded.gaps.isEmpty == isWhole)
            #expect((Self.verdict(guarded.transaction).state == .bounded) == isWhole)
        }
        #expect(sizes == [1, 2, 3, 4])
    }

    @Test func `without a simulation that succeeds there is no plan`() throws {
        let transaction = try Self.transaction([Self.swap()])
        var facts = Self.facts()
        facts.simulation = facts.simulation.map {
            ChainFact(Simulation(.failed(instruction: 0, reason: "Custom(1)")), $0.source)
        }
        #expect(Self.plan(transaction, facts) == nil)
        facts.simulation = nil
        #expect(Self.plan(transaction, facts) == nil)
    }
}
