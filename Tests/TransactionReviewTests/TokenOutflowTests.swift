import SolanaTransactions
import Testing
import TransactionReview

/// The tokens that a transaction takes out, where the bytes or the chain bound them.
@Suite struct TokenOutflowTests {
    private typealias Samples = ChainSamples
    private static let me = Samples.me
    private static let mint = Samples.mint

    private static func outflow(
        _ facts: ChainFacts? = nil, own: Set<PublicKey> = [], _ instructions: Instruction...
    ) throws -> TransactionOutflow {
        let subject = try Samples.subject(own: own, instructions)
        return TransactionOutflow(of: subject, ReviewVerdict(subject, facts: facts), facts: facts)
    }

    private static func send(
        _ amount: UInt64, of mint: PublicKey = mint, from source: PublicKey = Samples.mine,
        to destination: PublicKey = Samples.friends
    ) -> Instruction {
        TokenProgram.transferChecked(
            source: source, mint: mint, destination: destination, authority: me, amount: amount, decimals: 6)
    }

    @Test func `tokens are counted by the mint that the instruction names`() throws {
        let other = ReviewSamples.key(40)
        let one = try Self.outflow(nil, Self.send(7))
        #expect(one.tokens == [Self.mint: 7] && one.reasons == [.tokens] && one.givesTokens)
        #expect(one.lamports == 5000)
        let more = try Self.outflow(
            nil,
            Self.send(7), Self.send(8), Self.send(9, of: other),
            TokenProgram.burnChecked(source: Samples.mine, mint: other, owner: Self.me, amount: 1, decimals: 6))
        #expect(more.tokens == [Self.mint: 15, other: 10])
        #expect(try Self.outflow(nil, Self.send(.max), Self.send(.max)).tokens == [Self.mint: .max])
        // What stays with the user isn't lost, and nothing that arrives is taken off.
        let facts = Samples.facts([
            Samples.mine: Samples.tokens(of: Self.me, 90), Samples.friends: Samples.tokens(of: Self.me, 5),
        ])
        #expect(try Self.outflow(facts, Self.send(7)).tokens.isEmpty)
        let back = Self.send(7, from: Samples.friends, to: Samples.mine)
        #expect(try Self.outflow(facts, back, Self.send(7, to: Samples.thiefs)).tokens == [Self.mint: 7])
    }

    @Test func `without a name only the address of an associated account tells the mint, and no node`() throws {
        let (mine, friends) = (Samples.mine, Samples.friends)
        #expect(try Self.outflow(nil, Samples.send(7)).reasons == [.unbounded])
        // A node that lies calls dollars a coin without worth.
        let lie = Samples.facts([mine: Samples.tokens(of: Self.me, 90), friends: Samples.tokens(of: Samples.friend, 5)])
        let told = try Self.outflow(lie, Samples.send(7))
        #expect(told.reasons == [.unbounded] && told.tokens.isEmpty)
        let derived = AssociatedTokenProgram.address(owner: Self.me, mint: Self.mint, program: TokenProgram.id)
        let facts = Samples.facts([derived: Samples.tokens(of: Self.me, 90)])
        let known = try Self.outflow(facts, Samples.send(7, from: derived))
        #expect(known.reasons == [.tokens] && known.tokens == [Self.mint: 7])
    }

    @Test func `a token account that is closed into the user's wallet lets nothing out`() throws {
        func close(_ account: PublicKey, to wallet: PublicKey) -> Instruction {
            TokenProgram.closeAccount(account, to: wallet, owner: Self.me)
        }
        let (mine, other) = (Samples.mine, ReviewSamples.key(41))
        let kept = try Self.outflow(nil, close(mine, to: Self.me), close(other, to: Self.me))
        #expect(kept.reasons.isEmpty && kept.tokens.isEmpty && kept.lamports == 5000)
        // Into anybody else's, what it holds is gone, and no bytes say how much that is.
        #expect(try Self.outflow(nil, close(mine, to: Samples.friend)).reasons.contains(.unbounded))
        // One of two is enough, and what comes back pays for nothing else.
        let both = try Self.outflow(nil, close(mine, to: Self.me), close(other, to: Samples.friend))
        #expect(both.reasons.contains(.unbounded))
        let paid = try Self.outflow(nil, close(mine, to: Self.me), Self.send(7))
        #expect(paid.tokens == [Self.mint: 7])
    }

    @Test func `wrapped SOL counts as SOL`() throws {
        let wrapped = try Self.outflow(nil, Self.send(7, of: TokenProgram.nativeMint))
        #expect(wrapped.tokens.isEmpty && wrapped.reasons.isEmpty && wrapped.lamports == 5007)
    }

    @Test func `a power that goes with the tokens has no bound`() throws {
        let approval = TokenProgram.approve(source: Samples.mine, delegate: Samples.thief, owner: Self.me, amount: 1)
        #expect(try Self.outflow(nil, Self.send(7), approval).reasons == [.danger, .tokens, .unbounded])
        let withdrawal = try Self.outflow(
            nil,
            Self.send(7),
            SystemProgram.transfer(from: Self.me, to: Samples.friend, lamports: 1))
        #expect(withdrawal.reasons == [.tokens] && withdrawal.lamports == 5001)
    }

    // Bounded by guards

    /// A program that nobody knows, and the state after it: what the user's wallet and token account hold.
    private static func guarded(
        lamports: UInt64, tokens: UInt64, _ more: [Instruction] = []
    ) throws -> TransactionOutflow {
        let one = ChainSource(node: "one", slot: 5)
        let two = ChainSource(node: "two", slot: 5)
        func wallet(_ lamports: UInt64) -> ChainAccount {
            ChainAccount(lamports: lamports, program: SystemProgram.id, naming: [me])
        }
        let before: [PublicKey: ChainAccount?] = [
            me: wallet(10_000_000_000), Samples.mine: Samples.tokens(of: me, 1_000),
        ]
        let after: [PublicKey: ChainAccount?] = [me: wallet(lamports), Samples.mine: Samples.tokens(of: me, tokens)]
        let facts = ChainFacts(
            accounts: Samples.states(before).mapValues { ChainFact($0, one, second: two) },
            simulation: ChainFact(Simulation(.succeeded, accounts: Samples.states(after)), one))
        let call = Instruction(
            programID: Samples.stranger,
            accounts: [
                AccountMeta(me, isSigner: true, isWritable: true), AccountMeta(Samples.mine, isWritable: true),
                AccountMeta(TokenProgram.id),
            ], data: [1])
        let plain = try Transaction(feePayer: me, blockhash: Blockhash(), version: .v0) { more + [call] }
        let plan = try #require(GuardPlan(of: ReviewSubject(TransactionReview(plain), signer: me), facts))
        let transaction = try GuardedTransaction(plain, by: plan, facts).transaction
        let subject = ReviewSubject(TransactionReview(transaction), signer: me)
        let verdict = ReviewVerdict(subject, facts: facts)
        #expect(verdict.state == .bounded)
        return TransactionOutflow(of: subject, verdict, facts: facts)
    }

    @Test func `what the chain lets leave at most is counted, whatever arrives for it`() throws {
        let sale = try Self.guarded(lamports: 12_000_000_000, tokens: 400)
        #expect(sale.tokens == [Self.mint: 600] && sale.reasons == [.tokens] && !sale.givesTokens)
        #expect(sale.lamports == 0)
        let gift = try Self.guarded(lamports: 9_999_995_000, tokens: 400)
        #expect(gift.tokens == [Self.mint: 600] && gift.givesTokens && gift.reasons.contains(.tokens))
        #expect(!gift.reasons.contains(.unbounded) && gift.lamports == 5000)
        let purchase = try Self.guarded(lamports: 7_000_000_000, tokens: 9_000)
        #expect(purchase.tokens.isEmpty && purchase.reasons.isEmpty && purchase.lamports == 3_000_000_000)
    }

    @Test func `what is given beside the guards is counted, and a power beside them has no bound`() throws {
        let other = ReviewSamples.key(41)
        let aside = try Self.guarded(
            lamports: 7_000_000_000, tokens: 9_000, [Self.send(50, from: other, to: Samples.thiefs)])
        #expect(aside.tokens == [Self.mint: 50])
        let stake = try Self.guarded(
            lamports: 12_000_000_000, tokens: 1_000,
            [SystemProgram.withdrawNonce(other, to: Samples.thief, authority: Self.me, lamports: 5)])
        #expect(stake.reasons.contains(.unbounded))
    }
}
