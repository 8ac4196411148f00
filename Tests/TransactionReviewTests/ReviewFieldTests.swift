import SolanaTransactions
import Testing
import TransactionReview

/// The texts of arguments of each kind.
@Suite struct ReviewFieldTests {
    private let key = (1...9).map { ReviewSamples.key(UInt8($0)) }

    private func review(_ instruction: Instruction) throws -> InstructionReview {
        let transaction = try Transaction(feePayer: key[0], blockhash: Blockhash()) { instruction }
        let review = TransactionReview(transaction)
        #expect(review.isComplete)
        return try #require(review.instructions.first)
    }

    private func field(_ name: String, _ value: String) -> ReviewField { ReviewField(name: name, value: value) }

    @Test func `a stake's new authority is told by its kind`() throws {
        let told = try review(StakeProgram.authorize(key[1], .withdrawer, authority: key[0], newAuthority: key[2]))
        #expect(told.programName == "Stake" && told.name == "Authorize")
        #expect(
            told.fields == [
                field("stake", key[1].base58), field("clock", Sysvars.clock.base58), field("authority", key[0].base58),
                field("newAuthority", key[2].base58), field("authorityType", "withdrawer"),
            ])
    }

    @Test func `lists, alternatives, numbers with a sign and bytes are told`() throws {
        let extend = try review(
            AddressLookupTableProgram.extend(key[1], authority: key[0], payer: nil, addresses: [key[3], key[4]]))
        #expect(
            extend.fields.suffix(2) == [field("newAddress", key[3].base58), field("newAddress", key[4].base58)])
        let update = try review(
            Token2022Program.instruction(
                "UpdateTokenMetadataField", accounts: ["metadata": key[1], "updateAuthority": key[0]],
                arguments: ["field": .variant("key", .text("site")), "value": .text("\u{202e}moc")]))
        // Whoever writes a text there chooses its words.
        #expect(
            update.fields.suffix(3) == [
                field("field", "key"), ReviewField(name: "key", value: "site", isQuoted: true),
                ReviewField(name: "value", value: "\\u{202e}moc", isQuoted: true),
            ])
        let lockup = try review(
            StakeProgram.instruction(
                "SetLockup", accounts: ["stake": key[1], "authority": key[0]],
                arguments: ["unixTimestamp": .signed(-1), "epoch": .absent, "custodian": .absent]))
        #expect(
            lockup.fields.suffix(3) == [
                field("unixTimestamp", "-1"), field("epoch", "none"), field("custodian", "none"),
            ])
        let write = try review(
            UpgradeableLoaderProgram.instruction(
                "Write", accounts: ["buffer": key[1], "authority": key[0]],
                arguments: ["offset": .unsigned(7), "bytes": .bytes([0x0a, 0xff])]))
        #expect(write.fields.suffix(2) == [field("offset", "7"), field("bytes", "0aff")])
        let scale = try review(
            Token2022Program.instruction(
                "UpdateMultiplierScaledUiMint", accounts: ["mint": key[1], "authority": key[0]],
                arguments: ["multiplier": .float(1.5), "effectiveTimestamp": .signed(9)]))
        #expect(scale.fields.suffix(2) == [field("multiplier", "1.5"), field("effectiveTimestamp", "9")])
    }

    @Test func `a native program is told by name and its instruction isn't known`() throws {
        let vote = PublicKey("Vote111111111111111111111111111111111111111")
        let transaction = try Transaction(feePayer: key[0], blockhash: Blockhash()) {
            Instruction(programID: vote, accounts: [], data: [1, 0, 0, 0])
        }
        let review = TransactionReview(transaction)
        #expect(review.instructions.map(\.programName) == ["Vote"] && !review.isComplete)
        #expect(review.instructions.allSatisfy { $0.name == nil && !$0.isKnown })
    }

    @Test func `what is newly known has no bound in lamports all the same`() throws {
        let transaction = try Transaction(feePayer: key[0], blockhash: Blockhash()) {
            StakeProgram.authorize(key[1], .withdrawer, authority: key[0], newAuthority: key[2])
        }
        let review = TransactionReview(transaction)
        let subject = ReviewSubject(review, signer: key[0])
        let outflow = TransactionOutflow(of: subject, ReviewVerdict(subject))
        #expect(outflow.reasons == [.danger, .unbounded])
    }
}
