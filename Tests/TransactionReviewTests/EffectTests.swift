import SolanaTransactions
import Testing
import TransactionReview

/// Effects are read at places that were worked out once for each layout; what is shown is read by names.
@Suite struct EffectTests {
    @Test func `what an effect says stands in its instruction`() throws {
        var seen = 0
        for vector in try ProgramVectorTests.vectors.get() where vector.known {
            let review = TransactionReview(try vector.transaction)
            let instruction = try #require(review.instructions.first)
            let values = Set(instruction.fields.map(\.value) + [instruction.program.base58])
            func value(_ names: String...) -> String? {
                instruction.fields.first { names.contains($0.name) }?.value
            }
            for effect in instruction.effects ?? [] {
                let context: Comment = "\(instruction.name ?? "") \(effect)"
                let sources = [effect.account, effect.counterpart, effect.mint, effect.before, effect.after]
                for source in sources.compactMap({ $0 }) { #expect(values.contains(source.text), context) }
                if let amount = effect.amount { #expect(values.contains("\(amount)"), context) }
                if let role = effect.role, let chosen = value("authorityType") { #expect(role == chosen, context) }
                if effect.kind == .tokensOut {
                    #expect(effect.account.text == value("source", "nestedAccount"), context)
                    #expect(effect.before?.text == value("authority", "owner", "wallet"), context)
                }
                if effect.kind == .delegate { #expect(effect.after?.text == value("delegate"), context) }
                #expect(effect.instruction == 0, context)
                seen += 1
            }
            #expect(review.effects.dropFirst() == (instruction.effects ?? [])[...])
        }
        #expect(seen > 300)
    }

    @Test(arguments: TokenAuthority.allCases)
    func `each authority of a token is told by its name`(_ authority: TokenAuthority) throws {
        let keys = (1...3).map { ReviewSamples.key(UInt8($0)) }
        let instruction = try Token2022Program.instruction(
            "SetAuthority", accounts: ["account": keys[1], "authority": keys[0]],
            arguments: ["authorityType": .choice(authority.rawValue), "newAuthority": .key(keys[2])])
        let transaction = try Transaction(feePayer: keys[0], blockhash: Blockhash()) { instruction }
        let effects = TransactionReview(transaction).effects.dropFirst()
        #expect(effects.map(\.role) == [authority.rawValue] && effects.first?.after == .address(keys[2]))
    }
}
