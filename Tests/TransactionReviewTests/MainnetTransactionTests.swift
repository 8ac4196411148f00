import Foundation
import SolanaTransactions
import Testing
import TransactionReview

/// Transactions that sites made for mainnet, by no encoder of ours; no rule was written with them at hand (`mainnet_transactions.json`).
@Suite struct MainnetTransactionTests {
    private struct Entry: Decodable {
        let name: String
        let source: String
        let transaction: Data
    }

    private static func entries() throws -> [Entry] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Support/mainnet_transactions.json")
        return try JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))
    }

    @Test func `honest transactions of mainnet are no danger by their bytes, and known programs are read`() throws {
        let entries = try Self.entries()
        #expect(entries.count >= 4)
        var read = 0
        for entry in entries {
            let transaction = try Transaction(decoding: Array(entry.transaction))
            let review = TransactionReview(transaction)
            let subject = ReviewSubject(review, signer: review.feePayer)
            let verdict = ReviewVerdict(subject)
            let found = verdict.findings.map { "\($0.id) \($0.level)" }
            print("mainnet: \(entry.name): \(verdict.state), \(found)")
            #expect(verdict.level.map { $0 < .danger } ?? true, "\(entry.name): \(found)")
            // A promise or a table is in each, so that the bytes alone decide none.
            #expect(verdict.state != .complete, "\(entry.name)")
            if !found.contains(where: { $0.hasPrefix("R07") }) { read += 1 }
        }
        #expect(read == entries.count)
    }
}
