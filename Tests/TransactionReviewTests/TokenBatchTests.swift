import SolanaTransactions
import Testing
import TransactionReview

/// Several instructions of a token program in one: each is read as if it stood alone.
@Suite struct TokenBatchTests {
    private let me = ReviewSamples.payer
    private let other = ReviewSamples.recipient
    private let account = ReviewSamples.key(5)
    private let mint = ReviewSamples.key(6)

    /// A batch of these instructions: their numbers of accounts, then all their accounts.
    private func batch(
        _ program: PublicKey, _ inner: [Instruction], cutting: Int = 0, more: [AccountMeta] = []
    ) -> Instruction {
        let data = inner.reduce(into: [255] as [UInt8]) { data, instruction in
            data += [UInt8(instruction.accounts.count), UInt8(instruction.data.count)] + instruction.data
        }
        return Instruction(programID: program, accounts: inner.flatMap(\.accounts) + more, data: data.dropLast(cutting))
    }

    private func review(_ instructions: Instruction...) throws -> TransactionReview {
        TransactionReview(try Transaction(feePayer: me, blockhash: Blockhash()) { for one in instructions { one } })
    }

    private func verdict(_ review: TransactionReview) -> ReviewVerdict {
        ReviewVerdict(ReviewSubject(review, signer: me))
    }

    @Test(arguments: [TokenProgram.self, Token2022Program.self] as [any TokenInterface.Type])
    func `an authority that goes away inside a batch is found`(_ program: any TokenInterface.Type) throws {
        let transfer = program.transferChecked(
            source: account, mint: mint, destination: other, authority: me, amount: 7, decimals: 2)
        let handover = try program.setAuthority(of: account, .accountOwner, authority: me, newAuthority: other)
        let review = try review(
            SystemProgram.transfer(from: me, to: other, lamports: 1), batch(program.id, [transfer, handover]))
        let verdict = verdict(review)
        #expect(verdict.isComplete)
        #expect(verdict.findings.filter { $0.id == "R02" }.map(\.level) == [.danger])
        #expect(verdict.findings.first { $0.id == "R02" }?.parameters.first?.value == "2")
        let instructions = review.instructions
        #expect(instructions.map(\.name) == ["Transfer", "Batch"] && instructions.allSatisfy(\.isKnown))
        #expect(instructions[1].nested.map(\.name) == ["TransferChecked", "SetAuthority"])
        #expect(instructions[1].nested[1].fields.last?.value == other.base58)
        let effects = try #require(instructions[1].effects)
        #expect(effects.map(\.kind) == [.tokensOut, .tokensIn, .authority])
        #expect(effects.allSatisfy { $0.instruction == 1 } && effects[0].amount == 7)
        #expect(effects == instructions[1].nested.flatMap { $0.effects ?? [] })
    }

    @Test func `what a batch lets out has no bound in lamports`() throws {
        let transfer = TokenProgram.transfer(source: account, destination: other, authority: me, amount: 7)
        let review = try review(batch(TokenProgram.id, [transfer]))
        #expect(TransactionOutflow(of: ReviewSubject(review, signer: me), verdict(review)).reasons == [.unbounded])
        // A mint that is named bounds it.
        let named = TokenProgram.transferChecked(
            source: account, mint: mint, destination: other, authority: me, amount: 7, decimals: 2)
        let checked = try self.review(batch(TokenProgram.id, [named, named]))
        let outflow = TransactionOutflow(of: ReviewSubject(checked, signer: me), verdict(checked))
        #expect(outflow.reasons == [.tokens] && outflow.tokens == [mint: 14])
    }

    @Test func `a batch that the program refuses, or that nobody can read whole, is unknown`() throws {
        let transfer = TokenProgram.transfer(source: account, destination: other, authority: me, amount: 7)
        let nested = batch(TokenProgram.id, [transfer])
        let strange = Instruction(programID: TokenProgram.id, accounts: transfer.accounts, data: [200])
        let empty = Instruction(programID: TokenProgram.id, accounts: transfer.accounts, data: [])
        let broken = [
            batch(TokenProgram.id, []), batch(TokenProgram.id, [transfer, nested]),
            batch(TokenProgram.id, [transfer, strange]), batch(TokenProgram.id, [transfer, empty]),
            batch(TokenProgram.id, [transfer], cutting: 1),
            batch(TokenProgram.id, [transfer], more: [AccountMeta(other, isSigner: false, isWritable: true)]),
            Instruction(programID: TokenProgram.id, accounts: [], data: nested.data),
            Instruction(programID: SystemProgram.id, accounts: nested.accounts, data: nested.data),
        ]
        for (index, batch) in broken.enumerated() {
            let review = try review(batch)
            #expect(!verdict(review).isComplete && review.instructions.map(\.isKnown) == [false], "\(index)")
            #expect(verdict(review).findings.filter { $0.id == "R07" }.count == 1, "\(index)")
            #expect(review.instructions[0].effects == nil, "\(index)")
            #expect(
                TransactionOutflow(of: ReviewSubject(review, signer: me), verdict(review)).reasons.isSuperset(of: [
                    .incomplete, .unbounded,
                ]))
        }
    }

    @Test func `what can be read of a batch is looked at, although the rest can't`() throws {
        let handover = try TokenProgram.setAuthority(of: account, .accountOwner, authority: me, newAuthority: other)
        let strange = Instruction(programID: TokenProgram.id, accounts: handover.accounts, data: [200])
        let verdict = verdict(try review(batch(TokenProgram.id, [strange, handover])))
        #expect(verdict.level == .danger && !verdict.isComplete)
    }
}
