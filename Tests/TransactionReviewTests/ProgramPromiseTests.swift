import SolanaTransactions
import Testing
import TransactionReview

/// Promises of programs of the registry, from the view of the one who signs.
@Suite struct ProgramPromiseTests {
    private typealias Samples = ChainSamples
    private let me = Samples.me
    private let thief = Samples.thief
    private let usdc = PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")
    private let jupiter = PublicKey("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4")
    private let orca = PublicKey("whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc")
    private let marinade = PublicKey("MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD")
    private let staked = PublicKey("mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So")
    private let lock = PublicKey("LocpQgucEQHbqNABEYvBvwoxCPsSbG91A1QaQhQQqjn")
    private var wrapped: PublicKey { AssociatedTokenProgram.address(owner: me, mint: TokenProgram.nativeMint) }
    private var dollars: PublicKey { AssociatedTokenProgram.address(owner: me, mint: usdc) }

    private func instruction(
        _ program: PublicKey, _ name: String, _ accounts: [String: PublicKey],
        _ arguments: KeyValuePairs<String, ArgumentValue>
    ) throws -> Instruction { try Samples.instruction(program, name, accounts, arguments) }

    private func swap(to destination: PublicKey? = nil, out: UInt64 = 5_000_000_000) throws -> [Instruction] {
        try Samples.swap(to: destination, out: out).instructions
    }

    private func changes(_ subject: ReviewSubject, _ facts: ChainFacts? = nil) -> [BalanceChange] {
        ReviewTotals([subject], [ReviewVerdict(subject, facts: facts)], facts: [facts]).changes
    }

    @Test func `a swap is read, and says what leaves at most and what arrives at least`() throws {
        let subject = try Samples.subject(try swap())
        let verdict = ReviewVerdict(subject)
        #expect(verdict.state == .read && !verdict.isComplete)
        #expect(!verdict.findings.contains { $0.id == "R07" } && verdict.level.map { $0 < .danger } ?? true)
        let (sol, tokens) = (try #require(changes(subject).first), try #require(changes(subject).last))
        let deposits: UInt64 = 2 * 2_039_280
        #expect(sol.asset == .lamports && sol.leaving == 5_000_000_000 + 5_000 + deposits && sol.fee == 5_000)
        #expect(sol.isPromised && sol.isBounded && sol.arriving == 0)
        #expect(tokens.asset == .tokens(mint: .address(usdc)) && tokens.arriving == 648_450_000 && tokens.leaving == 0)
        #expect(tokens.symbol == "USDC" && tokens.decimals == 6 && changes(subject).count == 2)
        let outflow = TransactionOutflow(of: subject, verdict)
        #expect(outflow.reasons == [.promised] && outflow.lamports == sol.leaving)
    }

    @Test func `a swap whose proceeds go to somebody else isn't read, and a danger once the account is seen`() throws {
        let subject = try Samples.subject(try swap(to: Samples.thiefs))
        #expect(ReviewVerdict(subject).state == .open)
        let facts = Samples.facts([Samples.thiefs: Samples.tokens(of: thief, 0, mint: usdc)])
        let verdict = ReviewVerdict(subject, facts: facts)
        #expect(verdict.state == .open)
        #expect(verdict.findings.first { $0.id == "R51" }?["to"] == thief.base58)
        #expect(verdict.level == .danger)
    }

    @Test func `what the simulation takes beyond a promise is a danger, whatever comes back`() throws {
        let subject = try Samples.subject(try swap())
        func verdict(lost: UInt64, gained: UInt64) -> ReviewVerdict {
            let before: [PublicKey: ChainAccount?] = [
                me: Samples.wallet(20 * Samples.sol), wrapped: nil, dollars: nil, usdc: Samples.mint(),
            ]
            let after: [PublicKey: ChainAccount?] = [
                me: Samples.wallet(20 * Samples.sol - 5_000 - 2_039_280 - lost),
                dollars: Samples.tokens(of: me, gained, mint: usdc),
            ]
            return ReviewVerdict(subject, facts: Samples.facts(before, becoming: after))
        }
        let honest = verdict(lost: 5 * Samples.sol, gained: 655_000_000)
        #expect(!honest.findings.contains { ["R35", "R51", "R52"].contains($0.id) } && honest.state == .read)
        let greedy = verdict(lost: 6 * Samples.sol, gained: 655_000_000)
        #expect(greedy.findings.first { $0.id == "R35" }?["back"] == "more" && greedy.level == .danger)
        let stingy = verdict(lost: 5 * Samples.sol, gained: 600_000_000)
        #expect(stingy.findings.first { $0.id == "R52" }.map(\.level) == .danger)
        #expect(stingy.findings.first { $0.id == "R52" }?["known"] == "USDC")
    }

    @Test func `the direction of a swap is in its arguments`() throws {
        for aToB in [true, false] {
            let swap = try instruction(
                orca, "swap", ["tokenAuthority": me, "tokenOwnerAccountA": wrapped, "tokenOwnerAccountB": dollars],
                [
                    "amount": .unsigned(7), "otherAmountThreshold": .unsigned(3), "sqrtPriceLimit": .wideUnsigned(0),
                    "amountSpecifiedIsInput": .bool(true), "aToB": .bool(aToB),
                ])
            let subject = try Samples.subject([swap])
            let facts = Samples.facts([
                wrapped: Samples.tokens(of: me, 9, mint: TokenProgram.nativeMint, isNative: true),
                dollars: Samples.tokens(of: me, 9, mint: usdc),
            ])
            #expect(ReviewVerdict(subject, facts: facts).state == .read)
            let moved = changes(subject, facts).reduce(into: [:]) { $0[$1.account] = ($1.leaving, $1.arriving) }
            let (from, to) = aToB ? (wrapped, dollars) : (dollars, wrapped)
            #expect(moved[.address(from)]?.0 == 7 && moved[.address(to)]?.1 == 3)
        }
    }

    @Test func `a stake promises nothing back, and only lamports leave`() throws {
        let stake = try instruction(
            marinade, "deposit",
            [
                "transferFrom": me, "msolMint": staked,
                "mintTo": AssociatedTokenProgram.address(owner: me, mint: staked),
            ], ["lamports": .unsigned(3 * Samples.sol)])
        let subject = try Samples.subject([stake])
        let verdict = ReviewVerdict(subject)
        #expect(verdict.state == .read)
        #expect(changes(subject).map(\.leaving) == [3 * Samples.sol + 5_000])
        #expect(TransactionOutflow(of: subject, verdict).reasons == [.promised])
    }

    @Test func `one unread instruction leaves all of it open`() throws {
        let subject = try Samples.subject(try swap() + [Samples.unknown([me])])
        let verdict = ReviewVerdict(subject)
        #expect(verdict.state == .open && verdict.findings.filter { $0.id == "R07" }.count == 1)
        #expect(TransactionOutflow(of: subject, verdict).reasons.contains(.incomplete))
    }

    @Test func `somebody else's authority promises nothing for the user`() throws {
        let stake = try instruction(
            marinade, "deposit", ["transferFrom": thief, "mintTo": Samples.mine], ["lamports": .unsigned(3)])
        #expect(ReviewVerdict(try Samples.subject([stake])).state == .open)
    }

    /// A claim of unlocked tokens into an account.
    private func claim(into account: PublicKey) throws -> Instruction {
        try instruction(
            lock, "claim",
            ["recipient": me, "recipientToken": account], ["maxAmount": .unsigned(.max)])
    }

    @Test func `a claim is read only if it fills an account of the user's`() throws {
        let own = [dollars: Samples.tokens(of: me, 9, mint: usdc)]
        let subject = try Samples.subject([try claim(into: dollars)])
        // Without a node nobody knows whose the account is.
        #expect(ReviewVerdict(subject).state == .open)
        #expect(ReviewVerdict(subject, facts: Samples.facts(own)).state == .read)
        let theirs = try Samples.subject([try claim(into: Samples.thiefs)])
        let facts = Samples.facts([Samples.thiefs: Samples.tokens(of: thief, 0, mint: usdc)])
        let verdict = ReviewVerdict(theirs, facts: facts)
        #expect(verdict.state == .open && verdict.findings.first { $0.id == "R51" }?["to"] == thief.base58)
        // Somebody else's claim promises the user nothing.
        let other = try instruction(
            lock, "claim",
            ["recipient": thief, "recipientToken": dollars], ["maxAmount": .unsigned(1)])
        #expect(ReviewVerdict(try Samples.subject([other]), facts: Samples.facts(own)).state == .open)
    }

    @Test func `a vote is read, and what else the program can do with a member's signature isn't`() throws {
        let squads = PublicKey("SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf")
        let memo = ArgumentValue.record([NamedArgument("memo", .absent)])
        let vote = try instruction(squads, "proposalApprove", ["member": me], ["args": memo])
        let subject = try Samples.subject([vote])
        #expect(ReviewVerdict(subject).state == .read)
        // Nothing moves but the fee.
        #expect(changes(subject).map(\.leaving) == [5_000] && changes(subject).map(\.fee) == [5_000])
        for name in ["vaultTransactionExecute", "configTransactionExecute", "batchExecuteTransaction"] {
            let run = try instruction(squads, name, ["member": me], [:])
            #expect(ReviewVerdict(try Samples.subject([vote, run])).state == .open, "\(name)")
        }
    }

    @Test func `tokens that a multisignature account of mine gives away have no bound beside a swap`() throws {
        let (group, from, to) = (ReviewSamples.key(50), ReviewSamples.key(51), ReviewSamples.key(52))
        func reasons(_ authority: [AccountMeta]) throws -> Set<TransactionOutflow.Reason> {
            let send = Instruction(
                programID: TokenProgram.id,
                accounts: [AccountMeta(from, isWritable: true), AccountMeta(to, isWritable: true)] + authority,
                data: [3] + Samples.bytes(UInt64(9)))
            let subject = try Samples.subject(try swap() + [send])
            let verdict = ReviewVerdict(subject)
            #expect(verdict.state == .read)
            return TransactionOutflow(of: subject, verdict).reasons
        }
        // Its members sign for it, and it doesn't sign itself.
        #expect(try reasons([AccountMeta(group), AccountMeta(me, isSigner: true)]) == [.promised, .unbounded])
        #expect(try reasons([AccountMeta(me, isSigner: true)]) == [.promised, .unbounded])
        // Somebody else who signs gives their own.
        #expect(try reasons([AccountMeta(thief, isSigner: true)]) == [.promised])
    }

    @Test func `a trade that names no least amount, for a token that nobody knows, is a danger`() throws {
        let coin = ReviewSamples.key(60)
        let raydium = PublicKey("CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C")
        func back(_ least: UInt64, held: UInt64? = nil) throws -> String? {
            let trade = try instruction(
                raydium, "swapBaseInput",
                [
                    "payer": me, "inputTokenAccount": dollars, "outputTokenAccount": Samples.mine,
                    "inputTokenMint": usdc, "outputTokenMint": coin,
                ], ["amountIn": .unsigned(30_000_000), "minimumAmountOut": .unsigned(least)])
            let facts = Samples.facts(
                [
                    dollars: Samples.tokens(of: me, 90_000_000, mint: usdc), usdc: Samples.mint(), coin: Samples.mint(),
                    Samples.mine: held.map { Samples.tokens(of: me, $0, mint: coin) },
                    me: Samples.wallet(),
                ],
                becoming: [
                    dollars: Samples.tokens(of: me, 60_000_000, mint: usdc),
                    Samples.mine: Samples.tokens(
                        of: me, (held ?? 0) + 500_000, mint: coin, lamports: held == nil ? 0 : 2_039_280),
                    me: Samples.wallet(Samples.sol - 5_000),
                ])
            return Samples.found("R35", try Samples.subject([trade]), facts).first?["back"]
        }
        #expect(try back(0) == "unlisted" && back(1) == "unlisted")
        #expect(try back(2) == nil && back(490) == nil)
        // One that the user has bought before.
        #expect(try back(0, held: 5) == nil)
    }
}
