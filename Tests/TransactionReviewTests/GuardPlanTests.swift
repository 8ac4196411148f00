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

    private static func tokens(_ amount: UInt64, _ owner: PublicKey) -> AccountState {
        var data = mint.bytes + owner.bytes
        data += withUnsafeBytes(of: amount.littleEndian) { Array($0) }
        data += [UInt8](repeating: 0, count: 36) + [1] + [UInt8](repeating: 0, count: 56)
        return .present(
            ChainAccount(lamports: 2_039_280, program: TokenProgram.id, data: ByteSlice(data), naming: [user]))
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

    @Test func `one node's word bounds nothing`() throws {
        let facts = Self.facts(isConfirmed: false)
        let guarded = try Self.guarded(Self.transaction([Self.swap()]), facts)
        #expect(guarded.gaps.contains { $0.reason == .unconfirmed })
        #expect(Self.verdict(guarded.transaction, facts).state == .open)
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
        let keys = whole.accountKeys
        let instructions = whole.instructions.map { instruction in
            Instruction(
                programID: keys[Int(instruction.programIndex)],
                accounts: instruction.accountIndexes.map { index in
                    let account = whole.accounts[Int(index)]
                    return AccountMeta(keys[Int(index)], isSigner: account.isSigner, isWritable: account.isWritable)
                }, data: Array(instruction.data))
        }
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
