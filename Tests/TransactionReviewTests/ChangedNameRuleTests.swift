import SolanaTransactions
import Testing
import TransactionReview

/// R62: a name that stands for another address than the user knows.
@Suite struct ChangedNameRuleTests {
    private func verdict(_ changed: [ChangedName], _ facts: ChainFacts? = nil) throws -> ReviewVerdict {
        let plain = try ChainSamples.subject([ChainSamples.pay(ChainSamples.friend)])
        let subject = ReviewSubject(plain.review, signer: plain.signer, own: plain.own, changedNames: changed)
        return ReviewVerdict(subject, facts: facts)
    }

    @Test func `R62: the name has moved, before any node is asked and after`() throws {
        let changed = ChangedName(name: "alice.sol", before: ChainSamples.thief, now: ChainSamples.friend)
        for facts in [nil, ChainSamples.facts([:])] {
            let found = try verdict([changed], facts).findings.filter { $0.id == "R62" }
            #expect(found.count == 1 && found.first?.level == .danger)
            let parameters = found.first?.parameters.map { "\($0.name) \($0.value)" }
            #expect(
                parameters == [
                    "name alice.sol", "before \(ChainSamples.thief.base58)", "now \(ChainSamples.friend.base58)",
                ])
            #expect(try !verdict([], facts).findings.contains { $0.id == "R62" })
        }
    }
}
