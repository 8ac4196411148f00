import SolanaTransactions
import Testing
import TransactionReview

/// Questions to nodes, and their answers.
@Suite struct ChainFactsTests {
    private typealias Samples = ChainSamples

    @Test func `an account is read as its program lays it out`() {
        func contents(_ program: PublicKey, _ data: [UInt8]) -> ChainAccount.Contents {
            ChainAccount(lamports: 1, program: program, data: ByteSlice(data)).contents
        }
        #expect(Samples.wallet().contents == .empty)
        guard case .token(let token) = Samples.tokens(of: Samples.me, 7).contents else {
            Issue.record("no tokens")
            return
        }
        #expect(token.amount == 7 && token.owner == Samples.me)
        guard case .mint = Samples.mint().contents, case .lookupTable = Samples.table([]).contents,
            case .stake = Samples.stake(staker: Samples.me, withdrawer: Samples.me).contents
        else {
            Issue.record("no mint, table or stake")
            return
        }
        let zeros = [UInt8](repeating: 0, count: 165)
        #expect(contents(TokenProgram.id, zeros) == .unreadable(CodingError(.uninitialized, at: 108)))
        #expect(contents(TokenProgram.id, Array(zeros.dropLast())) == .other)
        #expect(contents(TokenProgram.id, zeros + [2]) == .other)
        #expect(contents(Token2022Program.id, zeros + [3]) == .other)
        #expect(contents(Samples.stranger, zeros) == .other)
        #expect(contents(AddressLookupTableProgram.id, [0]) == .unreadable(CodingError(.truncated, at: 0)))
    }

    @Test func `a node's words have nothing hidden in them, and an end`() {
        #expect(ChainSource(node: "a\u{202E}b", slot: 1).node == #"a\u{202e}b"#)
        let reason = String(repeating: "\u{202E}", count: 1_000)
        guard case .failed(_, let shown) = Simulation(.failed(instruction: nil, reason: reason)).outcome else {
            Issue.record("no failure")
            return
        }
        #expect(shown.count == 64 * 8 && !shown.contains("\u{202E}"))
        // Neither a second line nor what looks like an escape of ours.
        let twisted = Simulation(.impossible(reason: "a\nb\\u{202e}"))
        #expect(twisted.outcome == .impossible(reason: #"a\u{a}b\u{5c}u{202e}"#))
    }

    @Test func `a token's name is a claim with nothing hidden in it`() throws {
        func text(_ text: String) -> [UInt8] { Samples.bytes(UInt32(text.utf8.count)) + Array(text.utf8) }
        let zeros = [UInt8](repeating: 0, count: 64)
        let claims = zeros + text("USD\u{200B} Coin\n") + text(String(repeating: "x", count: 99)) + text("") + text("")
        let facts = Samples.facts([Samples.mint: Samples.mint(extensions: [(19, claims)])])
        // Behind the texts comes the number of pairs, which an empty text spells as well.
        let token = try #require(facts.token(Samples.mint))
        #expect(token.decimals == 6 && token.source == Samples.source)
        #expect(token.claimedName == #"USD\u{200b} Coin\u{a}"#)
        #expect(token.claimedSymbol == String(repeating: "x", count: 32))
        #expect(Samples.facts([Samples.mint: Samples.mint()]).token(Samples.mint)?.claimedName == nil)
        #expect(Samples.facts([Samples.mint: nil]).token(Samples.mint) == nil)
    }

    @Test func `a name beside the mint is that mint's, Metaplex's, and a claim`() throws {
        let place = MetaplexMetadata.address(of: Samples.mint)
        func token(_ metadata: ChainAccount, _ mint: ChainAccount = Samples.mint()) throws -> TokenDescription {
            try #require(Samples.facts([Samples.mint: mint, place: metadata]).token(Samples.mint))
        }
        let usual = try token(Samples.metadata(name: "USD\u{202E} Coin", symbol: "USDC"))
        #expect(usual.claimedName == #"USD\u{202e} Coin"# && usual.claimedSymbol == "USDC" && usual.decimals == 6)
        #expect(try token(Samples.metadata(name: "", symbol: "\u{0}A")).claimedName == nil)
        #expect(try token(Samples.metadata(name: "", symbol: "\u{0}A")).claimedSymbol == #"\u{0}A"#)
        for hostile in [
            Samples.metadata(name: "USD Coin", mint: Samples.thief),
            Samples.metadata(name: "USD Coin", program: Samples.stranger),
            Samples.metadata(name: "USD Coin", program: TokenProgram.id),
            Samples.metadata(name: "USD Coin", kind: 6), Samples.metadata(name: String(repeating: "x", count: 33)),
        ] {
            #expect(try token(hostile).claimedName == nil)
        }
        // What the mint says itself counts.
        func text(_ text: String) -> [UInt8] { Samples.bytes(UInt32(text.utf8.count)) + Array(text.utf8) }
        let claims = [UInt8](repeating: 0, count: 64) + text("Own") + text("O") + text("") + text("")
        let both = try token(Samples.metadata(name: "Other", symbol: "X"), Samples.mint(extensions: [(19, claims)]))
        #expect(both.claimedName == "Own" && both.claimedSymbol == "O")
        // At another address it says nothing.
        let elsewhere = Samples.facts([
            Samples.mint: Samples.mint(), Samples.friend: Samples.metadata(name: "USD Coin"),
        ])
        #expect(elsewhere.token(Samples.mint)?.claimedName == nil)
    }

    @Test func `only what there is one of, and what can't be divided, is called by its name`() throws {
        let place = MetaplexMetadata.address(of: Samples.mint)
        for (supply, decimals, isUnique) in [(1, 0, true), (2, 0, false), (1, 6, false), (0, 0, false)] {
            let facts = Samples.facts([
                Samples.mint: Samples.mint(supply: UInt64(supply), decimals: UInt8(decimals)),
                place: Samples.metadata(name: "Mad\u{202E} Lads #1"),
            ])
            let token = try #require(facts.token(Samples.mint))
            #expect(token.isUnique == isUnique && token.claimedName == #"Mad\u{202e} Lads #1"#)
        }
    }

    @Test func `what is asked for leads from tables to accounts to mints and holders`() throws {
        let subject = try Samples.subject(
            tables: [Samples.friends, Samples.mine], [Samples.send(5, to: Samples.friends, from: Samples.mine)])
        let first = ChainQuestions(of: subject.review)
        #expect(Set(first.accounts) == [Samples.table, Samples.me])
        var facts = Samples.facts([
            Samples.table: Samples.table([Samples.friends, Samples.mine]), Samples.me: Samples.wallet(),
        ])
        let second = ChainQuestions(of: subject.review, knowing: facts)
        #expect(Set(second.accounts) == [Samples.friends, Samples.mine])
        #expect(Set(second.writable) == [Samples.me, Samples.friends, Samples.mine])
        facts.accounts.merge(
            Samples.facts([
                Samples.mine: Samples.tokens(of: Samples.me, 9), Samples.friends: Samples.tokens(of: Samples.friend, 1),
            ]).accounts
        ) { $1 }
        let third = ChainQuestions(of: subject.review, knowing: facts)
        let metadata = MetaplexMetadata.address(of: Samples.mint)
        #expect(Set(third.accounts) == [Samples.mint, Samples.friend, metadata])
        facts.accounts.merge(
            Samples.facts([Samples.mint: Samples.mint(), Samples.friend: nil, metadata: nil]).accounts
        ) { $1 }
        #expect(ChainQuestions(of: subject.review, knowing: facts).accounts.isEmpty)
    }

    @Test func `rules look behind lookup tables, and the bytes' findings stay`() throws {
        let close = TokenProgram.closeAccount(Samples.mine, to: Samples.thief, owner: Samples.me)
        let hidden = try Samples.subject(tables: [Samples.me], [Samples.pay(Samples.friend), close])
        #expect(ReviewVerdict(hidden).level == .danger)
        // A stranger's account as it seems, which the table tells is one's own.
        let approve = TokenProgram.approve(
            source: Samples.mine, delegate: Samples.thief, owner: Samples.me, amount: 5)
        let subject = try Samples.subject(tables: [Samples.thief], [approve])
        let told = ReviewVerdict(subject)
        let lie = Samples.facts([Samples.table: Samples.table([Samples.me])])
        let verdict = ReviewVerdict(subject, facts: lie)
        #expect(verdict.findings.starts(with: told.findings) && verdict.level == .danger)
        #expect(Samples.found("R03", subject, lie).map(\.level) == [.danger, .info])
        #expect(!verdict.isComplete)
        let truth = Samples.facts([Samples.table: Samples.table([Samples.thief])])
        #expect(Samples.found("R03", subject, truth).last?["to"] == Samples.thief.base58)
    }

    @Test func `no facts are what the bytes tell`() throws {
        let subject = try Samples.subject([Samples.pay(Samples.friend)])
        #expect(ReviewVerdict(subject, facts: nil) == ReviewVerdict(subject))
    }
}
