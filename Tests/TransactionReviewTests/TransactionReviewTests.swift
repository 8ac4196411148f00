import SolanaTransactions
import Testing
import TransactionReview

@Suite struct TransactionReviewTests {
    @Test func `a legacy transfer is told completely`() throws {
        let review = TransactionReview(try ReviewSamples.transactions()[0])
        #expect(review.version == .legacy)
        #expect(review.count == 215)
        #expect(review.feePayer == ReviewSamples.payer)
        #expect(review.signers == [ReviewSamples.payer])
        #expect(review.requiredSignatures == 1)
        #expect(review.lookupTables.isEmpty && review.configuration.isEmpty)
        #expect(review.isComplete)
        let instruction = try #require(review.instructions.first)
        #expect(instruction.programName == "System" && instruction.name == "Transfer")
        #expect(instruction.data == ReviewSamples.transferData)
        #expect(
            instruction.fields == [
                ReviewField(name: "from", value: ReviewSamples.payer.base58),
                ReviewField(name: "to", value: ReviewSamples.recipient.base58),
                ReviewField(name: "lamports", value: "5"),
            ])
        #expect(
            instruction.accounts == [
                MessageAccount(source: .address(ReviewSamples.payer), isSigner: true, isWritable: true),
                MessageAccount(source: .address(ReviewSamples.recipient), isSigner: false, isWritable: true),
            ])
    }

    @Test func `a recipient behind a lookup table is named by its place and leaves the review incomplete`() throws {
        let review = TransactionReview(try ReviewSamples.transactions()[1])
        #expect(review.version == .v0)
        #expect(!review.isComplete)
        #expect(review.lookupTables.map(\.account) == [ReviewSamples.table])
        #expect(review.lookupTables.map(\.writable) == [1] && review.lookupTables.map(\.readonly) == [0])
        let instruction = try #require(review.instructions.first)
        #expect(instruction.isKnown)
        #expect(instruction.fields[1].value == "\(ReviewSamples.table.base58)[7]")
        let hidden = MessageAccount.Source.lookup(table: ReviewSamples.table, entry: 7)
        #expect(instruction.accounts[1] == MessageAccount(source: hidden, isSigner: false, isWritable: true))
    }

    @Test func `a v1 message's own priority fee is told`() throws {
        let review = TransactionReview(try ReviewSamples.transactions()[2])
        #expect(review.version == .v1)
        #expect(review.isComplete)
        #expect(
            review.configuration == [
                ReviewField(name: "priorityFee", value: "18446744073709551615"),
                ReviewField(name: "computeUnitLimit", value: "300"),
            ])
    }

    @Test func `accounts come in the order of their indexes with the rights of the header`() throws {
        let keys = (1...6).map { ReviewSamples.key(UInt8($0)) }
        let message = Message.v0(
            try MessageV0(
                header: MessageHeader(requiredSignatures: 3, readonlySigned: 1, readonlyUnsigned: 2),
                accountKeys: keys, recentBlockhash: Blockhash(), instructions: [],
                addressTableLookups: [
                    AddressTableLookup(table: ReviewSamples.key(7), writableIndexes: [1], readonlyIndexes: [2]),
                    AddressTableLookup(table: ReviewSamples.key(8), writableIndexes: [3], readonlyIndexes: [4]),
                ]))
        let accounts = message.accounts
        #expect(accounts.prefix(6).map(\.source) == keys.map { .address($0) })
        let hidden = [(7, 1), (8, 3), (7, 2), (8, 4)].map { table, entry in
            MessageAccount.Source.lookup(table: ReviewSamples.key(UInt8(table)), entry: UInt8(entry))
        }
        #expect(accounts.suffix(4).map(\.source) == hidden)
        #expect(accounts.map(\.isSigner) == [true, true, true] + [Bool](repeating: false, count: 7))
        #expect(
            accounts.map(\.isWritable) == [true, true, false, true, false, false, true, true, false, false])
    }
}
