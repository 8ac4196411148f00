import SolanaTransactions
import Testing
import TransactionReview

/// The rules that need the chain, with what a chain says before and after it executes a transaction (`chain_facts.py`).
@Suite struct ChainExecutionTests {
    private static let entries = Result { try ExecutedTransaction.printed(by: "chain_facts.py") }

    /// What the bytes tell, and what the chain tells with them.
    private func verdicts(_ entry: ExecutedTransaction) async throws -> (told: ReviewVerdict, shown: ReviewVerdict) {
        let (subject, facts) = try await entry.reviewed()
        for (address, fact) in facts.accounts {
            if case .present(let account) = fact.value, case .unreadable(let error) = account.contents {
                Issue.record("\(entry.name), \(address): \(error)")
            }
        }
        return (ReviewVerdict(subject), ReviewVerdict(subject, facts: facts))
    }

    private func entries(_ kind: String) throws -> [ExecutedTransaction] {
        try Self.entries.get().filter { $0.kind == kind }
    }

    @Test func `what honest transactions do was said, on chain too`() async throws {
        let entries = try entries("honest")
        #expect(entries.count >= 25)
        for entry in entries {
            let (told, shown) = try await verdicts(entry)
            let added = shown.findings.dropFirst(told.findings.count)
            // Somebody who is new to the chain, and no more.
            #expect(added.allSatisfy { $0.id == "R36" }, "\(entry.name): \(added)")
            #expect(shown.isComplete && shown.level.map { $0 < .danger } ?? true, "\(entry.name)")
        }
    }

    @Test func `a trick behind a lookup table is a danger once the table is read`() async throws {
        let entries = try entries("hidden")
        #expect(entries.count >= 10)
        for entry in entries {
            let (_, shown) = try await verdicts(entry)
            #expect(shown.level.map { $0 >= .danger } ?? false, "\(entry.name): \(shown.findings)")
            #expect(!shown.isComplete && shown.findings.contains { $0.id == "R06" })
            // Once read, its instructions say what happens.
            let untold = shown.findings.filter { ["R32", "R33", "R34", "R35", "R46"].contains($0.id) }
            #expect(untold.isEmpty, "\(entry.name): \(untold.map { "\($0)" })")
        }
    }

    @Test func `what an instruction does that nobody can read is seen when it is tried`() async throws {
        let entries = try entries("odd")
        #expect(entries.count >= 12)
        for entry in entries {
            let (told, shown) = try await verdicts(entry)
            #expect(told.findings.contains { $0.id == "R07" } && told.level == .warning, "\(entry.name)")
            let dangers = shown.findings.filter { $0.level == .danger }.map(\.id)
            #expect(!dangers.isEmpty, "\(entry.name): \(shown.findings.map { "\($0)" })")
            #expect(dangers.allSatisfy { ["R33", "R34", "R35", "R49"].contains($0) }, "\(entry.name): \(dangers)")
        }
    }

    @Test func `a Token-2022 mint's extensions are told with the transfer`() async throws {
        let (told, shown) = try await verdicts(try #require(try entries("extended").first))
        #expect(told.findings.isEmpty)
        #expect(shown.findings.map(\.id) == ["R39", "R41"])
        #expect(shown.findings.last?["basisPoints"] == "250" && shown.findings.last?["maximum"] == "9000")
    }
}
