import SolanaTransactions
import Testing
import TransactionReview

/// Forms in which honest instructions come besides the usual one; the corpus executes the others.
@Suite struct NativeFormTests {
    private let me = ReviewSamples.payer
    private let other = ReviewSamples.recipient

    private func review(_ instruction: Instruction) throws -> TransactionReview {
        TransactionReview(try Transaction(feePayer: me, blockhash: Blockhash()) { instruction })
    }

    @Test func `accounts that the program ignores are listed, not hidden`() throws {
        var payment = SystemProgram.transfer(from: me, to: other, lamports: 5)
        payment.accounts.append(AccountMeta(ReviewSamples.key(8), isSigner: false))
        let instruction = try #require(try review(payment).instructions.first)
        #expect(
            instruction.name == "Transfer" && instruction.fields.map(\.name) == ["from", "to", "unused", "lamports"])
        #expect(instruction.fields[2].value == ReviewSamples.key(8).base58)
    }

    @Test func `behind a transfer of token-2022 only its authority may stand once more`() throws {
        func isKnown(_ more: PublicKey, _ program: any TokenInterface.Type) throws -> Bool {
            var transfer = program.transferChecked(
                source: ReviewSamples.key(5), mint: ReviewSamples.key(6), destination: other, authority: me, amount: 1,
                decimals: 0)
            transfer.accounts.append(AccountMeta(more, isSigner: true))
            return try review(transfer).isComplete
        }
        #expect(try isKnown(me, Token2022Program.self) && isKnown(me, TokenProgram.self))
        #expect(try !isKnown(ReviewSamples.key(8), Token2022Program.self))
        #expect(try isKnown(ReviewSamples.key(8), TokenProgram.self))
    }

    @Test func `a token program in a lookup table is known until the table names a stranger`() throws {
        let mint = ReviewSamples.key(6)
        let account = AssociatedTokenProgram.address(owner: other, mint: mint)
        let keys = [me, account, AssociatedTokenProgram.id, other, mint]
        let message = Message.v0(
            try MessageV0(
                header: MessageHeader(requiredSignatures: 1, readonlySigned: 0, readonlyUnsigned: 3), accountKeys: keys,
                recentBlockhash: Blockhash(),
                instructions: [CompiledInstruction(programIndex: 2, accountIndexes: [0, 1, 3, 4, 5, 6], data: [1])],
                addressTableLookups: [
                    AddressTableLookup(table: ReviewSamples.table, writableIndexes: [], readonlyIndexes: [0, 1])
                ]))
        let review = TransactionReview(try Transaction(message: message, signatures: [Signature()]))
        func rules(_ program: PublicKey) -> (rules: Set<String>, isComplete: Bool) {
            let facts = ChainSamples.facts([
                ReviewSamples.table: ChainSamples.table([SystemProgram.id, program])
            ])
            let verdict = ReviewVerdict(ReviewSubject(review, signer: me), facts: facts)
            return (Set(verdict.findings.map(\.id)), verdict.isComplete)
        }
        #expect(review.instructions.map(\.name) == ["CreateIdempotent"] && !review.isComplete)
        #expect(!rules(TokenProgram.id).rules.contains("R07") && !rules(TokenProgram.id).isComplete)
        #expect(rules(ReviewSamples.key(8)).rules.contains("R07"))
    }
}
