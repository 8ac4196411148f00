import Foundation
import SolanaTransactions
import TestSupport
import Testing
import TransactionReview

/// Every instruction that the review knows, as solders and the `solana` package build it, whole and damaged.
@Suite struct ProgramVectorTests {
    struct Vector: Decodable {
        let wire: String
        let known: Bool
        let program: String?
        let name: String?
        let fields: [[String]]

        var transaction: Transaction {
            get throws {
                try Transaction(
                    decoding: stride(from: 0, to: wire.utf8.count, by: 2).map { index in
                        let start = wire.utf8.index(wire.startIndex, offsetBy: index)
                        return try #require(UInt8(wire[start...].prefix(2), radix: 16))
                    })
            }
        }
    }

    static let vectors = Result {
        let decoder = JSONDecoder()
        return try PythonScript("vectors_review.py").run().split(separator: UInt8(ascii: "\n")).map { line in
            try decoder.decode(Vector.self, from: line)
        }
    }

    @Test func `every known instruction is read to its last byte and account, and no other one is`() throws {
        let vectors = try Self.vectors.get()
        #expect(vectors.count > 800)
        for vector in vectors {
            let review = TransactionReview(try vector.transaction)
            let instruction = try #require(review.instructions.first)
            let context: Comment = "\(vector.name ?? "unknown") \(vector.wire)"
            #expect(instruction.isKnown == vector.known, context)
            #expect(review.isComplete == vector.known, context)
            #expect(instruction.programName == vector.program, context)
            #expect(instruction.name == vector.name, context)
            #expect(instruction.fields.map { [$0.name, $0.value] } == vector.fields, context)
        }
    }

    @Test func `each program's instructions are among the vectors`() throws {
        let known = try Self.vectors.get().filter(\.known)
        let counts = Dictionary(grouping: known, by: { $0.program ?? "" }).mapValues { Set($0.map(\.name)).count }
        let wanted = [
            "System": 14, "Token": 27, "Token-2022": 32, "Associated Token": 3, "Compute Budget": 4, "Memo": 1,
            "Memo (v1)": 1,
        ]
        #expect(counts == wanted)
    }
}
