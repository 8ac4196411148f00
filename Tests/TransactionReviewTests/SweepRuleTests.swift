import ProgramRegistry
import SolanaTransactions
import Testing
import TransactionReview

/// The rules for sweeps that hide behind small parts, NFTs without token accounts, and fair trades.
@Suite struct SweepRuleTests {
    private typealias Samples = ChainSamples
    private let me = Samples.me
    private let friend = Samples.friend
    private let thief = Samples.thief
    private let mine = Samples.mine
    private let sol = Samples.sol
    private let core = PublicKey("CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d")
    private let raydium = PublicKey("CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C")
    private let usdc = PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")

    private func found(
        _ id: String, _ steps: [Instruction], _ accounts: [PublicKey: ChainAccount?]? = nil,
        contacts: Set<PublicKey> = []
    ) throws -> [Finding] {
        Samples.found(id, try Samples.subject(contacts: contacts, steps), accounts.map { Samples.facts($0) })
    }

    // MARK: R53

    @Test func `R53: one asset goes to a stranger in many parts`() throws {
        let parts = [1, 2, 3].map { Samples.pay(thief, $0 * sol) }
        let finding = try #require(try found("R53", parts, [me: Samples.wallet(12 * sol)]).first)
        #expect(finding.level == .danger && finding["to"] == thief.base58 && finding["kind"] == "parts")
        #expect(try found("R53", parts, [me: Samples.wallet(12 * sol + 2)]) == [])
        // Nobody tells how much there is.
        #expect(try found("R53", parts) == [])
        #expect(try found("R53", parts, [me: Samples.wallet(6 * sol)], contacts: [thief]) == [])
        // Two payments are two payments, and of three one goes to somebody else.
        #expect(try found("R53", Array(parts.dropFirst()), [me: Samples.wallet(5 * sol)]) == [])
        let split = [Samples.pay(friend, 3 * sol)] + parts.prefix(2)
        #expect(try found("R53", split, [me: Samples.wallet(6 * sol)]) == [])
    }

    @Test func `R53: tokens in many parts`() throws {
        let parts = [5, 6, 7].map { Samples.send($0, to: Samples.thiefs) }
        func accounts(_ held: UInt64) -> [PublicKey: ChainAccount?] {
            [mine: Samples.tokens(of: me, held), Samples.thiefs: Samples.tokens(of: thief, 0)]
        }
        #expect(try found("R53", parts, accounts(36)).map { $0["kind"] } == ["parts"])
        #expect(try found("R53", parts, accounts(38)) == [])
    }

    /// Core's instruction that gives an NFT to somebody: asset, no collection, payer, no other authority, the new owner.
    private func give(_ asset: PublicKey, to owner: PublicKey, from payer: PublicKey? = nil) -> Instruction {
        Instruction(
            programID: core,
            accounts: [
                AccountMeta(asset, isWritable: true), AccountMeta(core),
                AccountMeta(payer ?? me, isSigner: true, isWritable: true),
                AccountMeta(payer ?? me, isSigner: true), AccountMeta(owner), AccountMeta(core), AccountMeta(core),
            ], data: [14, 0])
    }

    @Test func `R53: NFTs that lie in no token account count by themselves`() throws {
        let gifts = (0..<3).map { give(ReviewSamples.key(UInt8(90 + $0)), to: thief) }
        #expect(try found("R53", gifts).map { $0["to"] } == [thief.base58])
        #expect(try found("R53", gifts, contacts: [thief]) == [])
        #expect(try found("R53", Array(gifts.prefix(2))) == [])
        // With SOL from the wallet it is three.
        #expect(try found("R53", Array(gifts.prefix(2)) + [Samples.pay(thief)]).count == 1)
        // One given twice is one, and others' NFTs aren't the user's.
        #expect(try found("R53", Array(gifts.prefix(2)) + [gifts[0]]) == [])
        let theirs = (0..<3).map { give(ReviewSamples.key(UInt8(90 + $0)), to: thief, from: friend) }
        #expect(try found("R53", theirs) == [])
        let spread = [thief, friend, ReviewSamples.key(33)].enumerated().map {
            give(ReviewSamples.key(UInt8(90 + $0.offset)), to: $0.element)
        }
        #expect(try found("R53", spread) == [])
    }

    // MARK: R49

    @Test func `R49: all of a token and half of the SOL`() throws {
        func accounts(_ lamports: UInt64) -> [PublicKey: ChainAccount?] {
            [
                me: Samples.wallet(lamports), mine: Samples.tokens(of: me, 9),
                Samples.thiefs: Samples.tokens(of: thief, 0),
            ]
        }
        let both = [Samples.send(9, to: Samples.thiefs), Samples.pay(thief, 5 * sol)]
        #expect(try found("R49", both, accounts(10 * sol)).map { $0["account"] } == [me.base58])
        #expect(try found("R49", both, accounts(11 * sol)) == [])
        let less = [Samples.send(8, to: Samples.thiefs), Samples.pay(thief, 5 * sol)]
        #expect(try found("R49", less, accounts(10 * sol)) == [])
    }

    // MARK: R60

    /// A swap of 100 tokens of `mine` for USDC, by a program that promises 90 of it.
    private func swap() throws -> Instruction {
        let layout = try #require(ProgramTable.known.layouts(of: raydium).first { $0.name == "swapBaseInput" })
        let named = [
            "payer": me, "inputTokenAccount": mine, "outputTokenAccount": dollars, "inputTokenMint": Samples.mint,
            "outputTokenMint": usdc,
        ]
        let keys = layout.accounts.enumerated().map { index, role in
            (role.name, named[role.name] ?? ReviewSamples.key(UInt8(100 + index)))
        }
        let made = try layout.instruction(
            raydium, accounts: keys,
            arguments: [NamedArgument("amountIn", .unsigned(100)), NamedArgument("minimumAmountOut", .unsigned(90))])
        return Instruction(
            programID: raydium,
            accounts: made.accounts.map { AccountMeta($0.key, isSigner: $0.key == me, isWritable: $0.isWritable) },
            data: made.data)
    }

    private var dollars: PublicKey { AssociatedTokenProgram.address(owner: me, mint: usdc) }

    private func accounts(_ lamports: UInt64 = 10 * ChainSamples.sol) -> [PublicKey: ChainAccount?] {
        [
            me: Samples.wallet(lamports), mine: Samples.tokens(of: me, 500),
            dollars: Samples.tokens(of: me, 7, mint: usdc),
            ReviewSamples.key(40): Samples.tokens(of: me, 10, mint: ReviewSamples.key(41)),
            ReviewSamples.key(42): Samples.tokens(of: thief, 0, mint: ReviewSamples.key(41)),
            ReviewSamples.key(43): Samples.tokens(of: thief, 0, mint: usdc),
        ]
    }

    @Test func `R60: beside a trade, something else goes to a stranger`() throws {
        let trade = try swap()
        let half = Samples.pay(thief, sol)
        let finding = try #require(try found("R60", [trade, half], accounts()).first)
        #expect(finding.level == .danger && finding["to"] == thief.base58)
        // Without a trade it is a payment, and nothing hides it.
        #expect(try found("R60", [half], accounts()) == [])
        #expect(try found("R60", [trade, half], accounts(), contacts: [thief]) == [])
        // A fee of the site: below a tenth of what there is, or below 0.1 SOL.
        #expect(try found("R60", [trade, half], accounts(11 * sol)) == [])
        #expect(try found("R60", [trade, Samples.pay(thief, 99_999_999)], accounts(sol / 10)) == [])
        // In parts, or after the trade's own instructions: the sum counts.
        let parts = (0..<4).map { Samples.pay(thief, sol / 4 + $0) }
        #expect(try found("R60", parts + [trade], accounts()).count == 1)
    }

    @Test func `R60: tokens, but not those that the trade brings`() throws {
        let trade = try swap()
        func send(_ amount: UInt64, _ from: PublicKey, _ to: UInt8) -> Instruction {
            Samples.send(amount, to: ReviewSamples.key(to), from: from)
        }
        let other = ReviewSamples.key(40)
        #expect(
            try found("R60", [trade, send(5, other, 42)], accounts()).map { $0["to"] } == [ReviewSamples.key(42).base58]
        )
        #expect(try found("R60", [trade, send(4, other, 42)], accounts()) == [])
        #expect(try found("R60", [send(5, other, 42)], accounts()) == [])
        // What was bought is paid to a shop.
        #expect(try found("R60", [trade, send(90, dollars, 43)], accounts()) == [])
        #expect(try found("R60", [trade, send(5, other, 42)], accounts(), contacts: [thief]) == [])
    }

    // MARK: R35 and the worth of what comes back

    @Test func `R35: a few units of a token of which there are very many are no price`() throws {
        let bonk = PublicKey("DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263")
        func mint(_ supply: UInt64) -> ChainAccount {
            let data =
                [UInt8](repeating: 0, count: 36) + Samples.bytes(supply) + [6, 1] + [UInt8](repeating: 0, count: 36)
            return ChainAccount(lamports: 1, program: TokenProgram.id, data: ByteSlice(data))
        }
        func back(_ gained: UInt64, supply: UInt64, lost: UInt64 = 5 * ChainSamples.sol) throws -> String? {
            let subject = try Samples.subject([Samples.unknown([me, mine])])
            let facts = Samples.facts(
                [me: Samples.wallet(10 * sol), mine: nil, bonk: mint(supply)],
                becoming: [
                    me: Samples.wallet(10 * sol - 5_000 - lost),
                    mine: Samples.tokens(of: me, gained, mint: bonk, lamports: 0),
                ])
            return Samples.found("R35", subject, facts).first?["back"]
        }
        // 5 of 88 trillion, if all of them are worth a hundred billion dollars, are half a cent.
        #expect(try back(5_000_000, supply: 8_800_000_000_000_000_000) == "dust")
        #expect(try back(5_000_000_000_000, supply: 8_800_000_000_000_000_000) == nil)
        // Of a rare token 5 can be worth anything, and a node that doesn't tell the supply makes nothing worse.
        #expect(try back(5_000_000, supply: 1_000_000_000_000) == nil)
        #expect(try back(5_000_000, supply: 0) == nil)
    }
}
