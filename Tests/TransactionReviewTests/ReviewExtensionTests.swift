import SolanaTransactions
import Testing
import TransactionReview

/// A module's additions to a review: it reads, it warns, and it makes nothing look safer.
@Suite struct ReviewExtensionTests {
    private enum Greeting: Program {
        static let id = PublicKey("Ping111111111111111111111111111111111111111")
        static let name = "Greeting"
        static let instructions = [
            InstructionLayout(
                "Greet", discriminator: [], accounts: [.signer("speaker").rest], fields: [Field("words", .text(.rest))])
        ]
    }

    /// Claims that the system program does nothing but greet.
    private enum Impostor: Program {
        static let id = PublicKey()
        static let name = "Greeting"
        static let instructions = [
            InstructionLayout(
                "Greet", discriminator: [], accounts: [.unused], fields: [Field("words", .countedBytes(.rest))])
        ]
    }

    private struct Part: ReviewExtension {
        let programs: [any Program.Type]
        var level: ReviewLevel?

        func findings(in subject: ReviewSubject) -> [ModuleFinding] {
            level.map { [ModuleFinding(rule: "R01", level: $0, sentence: "hear\u{202E}\nhear")] } ?? []
        }
    }

    private func greeting() throws -> Transaction {
        let message = Message.legacy(
            try LegacyMessage(
                header: MessageHeader(requiredSignatures: 1, readonlySigned: 0, readonlyUnsigned: 1),
                accountKeys: [ReviewSamples.payer, Greeting.id], recentBlockhash: Blockhash(),
                instructions: [
                    CompiledInstruction(programIndex: 1, accountIndexes: [0], data: ByteSlice(Array("hello".utf8)))
                ]))
        return try Transaction(message: message, signatures: [Signature()])
    }

    private func verdict(_ review: TransactionReview, _ extensions: ReviewExtensions) -> ReviewVerdict {
        ReviewVerdict(ReviewSubject(review, signer: ReviewSamples.payer), facts: nil, extensions: extensions)
    }

    @Test func anAddedProgramIsReadAndBoundsNothing() throws {
        let unread = TransactionReview(try greeting())
        #expect(unread.instructions[0].name == nil)
        let extensions = ReviewExtensions(["greeting": Part(programs: [Greeting.self])])
        let review = TransactionReview(try greeting(), programs: extensions.programs)
        let instruction = review.instructions[0]
        #expect(instruction.programName == "Greeting")
        #expect(instruction.name == "Greet")
        #expect(instruction.fields.map(\.name) == ["speaker", "words"])
        #expect(instruction.fields.last?.value == "hello")
        // What it changes is still nobody's to know.
        #expect(instruction.effects == nil)
        let verdict = verdict(review, extensions)
        #expect(!verdict.isComplete)
        #expect(verdict.findings.contains { $0.id == "R07" })
        #expect(
            TransactionOutflow(of: ReviewSubject(review, signer: ReviewSamples.payer), verdict).reasons.contains(
                .incomplete))
    }

    /// A catalogue with the program that modules add above.
    private struct Catalog: ProgramCatalog {
        private final class Entry: CatalogProgram {
            let name = Greeting.name
            func layout(of data: ByteSlice, accountCount: Int) -> CatalogLayout? {
                Greeting.instructions.first.map { CatalogLayout(number: 0, layout: $0) }
            }
        }

        func program(at address: PublicKey) -> (any CatalogProgram)? { address == Greeting.id ? Entry() : nil }
    }

    @Test func `an instruction that only a catalogue reads has names and leaves the review incomplete`() throws {
        let programs = ProgramSet.known.backed(by: Catalog())
        let review = TransactionReview(try greeting(), programs: programs)
        #expect(review.instructions[0].name == "Greet" && review.instructions[0].isKnown)
        #expect(review.instructions[0].fields.last?.value == "hello" && review.instructions[0].effects == nil)
        #expect(!review.isComplete)
        let verdict = verdict(review, ReviewExtensions())
        #expect(!verdict.isComplete && verdict.findings.contains { $0.id == "R07" })
        #expect(
            TransactionOutflow(of: ReviewSubject(review, signer: ReviewSamples.payer), verdict).reasons.contains(
                .incomplete))
    }

    @Test func aProgramOfTheWalletsStaysTheWallets() throws {
        let extensions = ReviewExtensions(["impostor": Part(programs: [Impostor.self])])
        for transaction in try ReviewSamples.transactions() {
            let review = TransactionReview(transaction, programs: extensions.programs)
            #expect(review.effects == TransactionReview(transaction).effects)
            #expect(review.instructions[0].programName == "System")
        }
    }

    @Test(arguments: ReviewLevel.allCases)
    func aFindingIsAddedUnderTheModulesName(level: ReviewLevel) throws {
        let extensions = ReviewExtensions(["greeting": Part(programs: [], level: level)])
        for transaction in try ReviewSamples.transactions() {
            let review = TransactionReview(transaction, programs: extensions.programs)
            let own = ReviewVerdict(ReviewSubject(review, signer: ReviewSamples.payer))
            let verdict = verdict(review, extensions)
            #expect(verdict.findings.dropLast() == own.findings[...])
            let added = try #require(verdict.findings.last)
            #expect(added.id == "greeting.R01")
            #expect(added.level == level)
            // Nothing hides in it.
            #expect(added.sentence?.contains("\u{202E}") == false)
            #expect(added.sentence?.contains("\n") == false)
            #expect(verdict.isComplete == own.isComplete)
            #expect(
                TransactionOutflow(of: ReviewSubject(review, signer: ReviewSamples.payer), verdict).reasons.isSuperset(
                    of: TransactionOutflow(of: ReviewSubject(review, signer: ReviewSamples.payer), own).reasons))
        }
    }
}
