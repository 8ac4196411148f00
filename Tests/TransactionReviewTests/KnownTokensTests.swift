import SolanaTransactions
import Testing
import TransactionReview

/// Of which token an amount is, and how many decimals it has.
@Suite struct KnownTokensTests {
    private let sample = ChainSamples.self
    private let checked = TokenProgram.transferChecked(
        source: ChainSamples.mine, mint: ChainSamples.mint, destination: ChainSamples.friends,
        authority: ChainSamples.me, amount: 5_000_000, decimals: 2)
    private let unchecked = TokenProgram.transfer(
        source: ChainSamples.mine, destination: ChainSamples.friends, authority: ChainSamples.me, amount: 5_000_000)

    private func review(_ instructions: [Instruction]) throws -> TransactionReview {
        TransactionReview(try ChainSamples.transaction(instructions))
    }

    private func token(_ instructions: [Instruction], _ facts: ChainFacts? = nil) throws -> KnownTokens.Token? {
        let review = try review(instructions)
        let effect = try #require(review.effects.first { $0.kind == .tokensOut && $0.account == .address(sample.mine) })
        return KnownTokens(in: review, facts: facts).token(of: effect)
    }

    private var told: ChainFacts {
        ChainSamples.facts([
            sample.mine: sample.tokens(of: sample.me, 9), sample.mint: sample.mint(),
            MetaplexMetadata.address(of: sample.mint): sample.metadata(name: "US Dollar X", symbol: "USDX"),
        ])
    }

    @Test func `decimals come from the instruction, else from a node, else from nobody`() throws {
        func said(_ token: KnownTokens.Token?) -> String {
            "\(token?.mint.text ?? "?") \(token?.decimals.map { "\($0)" } ?? "?") \(token?.claimedSymbol ?? "?")"
        }
        let mint = sample.mint.base58
        #expect(said(try token([checked])) == "\(mint) 2 ?")
        // The chain refuses the whole transaction where its decimals aren't the mint's: a node can't say better.
        #expect(said(try token([checked], told)) == "\(mint) 2 USDX")
        #expect(said(try token([unchecked], told)) == "\(mint) 6 USDX")
        #expect(try token([unchecked]) == nil)
    }

    @Test func `an instruction's decimals count for the whole transaction, and for no other`() throws {
        let burn = Instruction(
            programID: TokenProgram.id,
            accounts: [
                AccountMeta(sample.mine, isWritable: true), AccountMeta(sample.mint, isWritable: true),
                AccountMeta(sample.me, isSigner: true),
            ], data: [8, 7, 0, 0, 0, 0, 0, 0, 0])
        #expect(try token([burn])?.decimals == nil)
        #expect(try token([burn, checked])?.decimals == 2)
        func change(_ transactions: [[Instruction]]) throws -> BalanceChange? {
            let subjects = try transactions.map { ReviewSubject(try review($0), signer: sample.me) }
            return ReviewTotals(subjects, subjects.map { ReviewVerdict($0) }).changes
                .first { $0.account == .address(sample.mine) }
        }
        #expect(try change([[checked], [checked]])?.decimals == 2)
        // The first is never executed where it lies; the second is.
        #expect(try change([[checked], [burn]])?.decimals == nil)
        #expect(try change([[burn], [checked]])?.decimals == nil)
        let other = TokenProgram.transferChecked(
            source: sample.mine, mint: sample.mint, destination: sample.friends, authority: sample.me, amount: 1,
            decimals: 9)
        #expect(try change([[checked], [other]])?.decimals == nil)
    }

    @Test func `wrapped SOL has nine decimals, whoever is asked`() throws {
        let native = PublicKey("So11111111111111111111111111111111111111112")
        let facts = ChainSamples.facts([sample.mine: sample.tokens(of: sample.me, 9, mint: native, isNative: true)])
        #expect(try token([unchecked], facts)?.decimals == 9)
    }
}
