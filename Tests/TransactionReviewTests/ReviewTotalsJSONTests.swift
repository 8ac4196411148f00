import JSONRPC
import SolanaTransactions
import Testing
import TransactionReview

@Suite struct ReviewTotalsJSONTests {
    private func key(_ byte: UInt8) throws -> PublicKey {
        try PublicKey(bytes: [UInt8](repeating: byte, count: 32))
    }

    private func totals(_ transactions: [Transaction], of me: PublicKey, own: Set<PublicKey> = []) -> JSON {
        let subjects = transactions.map { ReviewSubject(TransactionReview($0), signer: me, own: own) }
        return ReviewTotals(subjects, subjects.map { ReviewVerdict($0) }).json
    }

    @Test func `sums are strings, transactions count from one`() throws {
        let (me, other) = (try key(1), try key(2))
        let payments = try [UInt64.max, 1].map { lamports in
            try Transaction(feePayer: me, blockhash: Blockhash()) {
                SystemProgram.transfer(from: me, to: other, lamports: lamports)
                TokenProgram.approve(source: other, delegate: other, owner: me, amount: 1)
            }
        }
        #expect(
            totals(payments, of: me) == [
                "transactions": 2, "complete": true, "state": "complete", "level": "danger",
                "changes": [
                    [
                        "account": .string(me.base58), "leaving": "18446744073709551615", "arriving": "0",
                        "bounded": true, "asset": "lamports", "fee": "10000", "sources": ["bytes"],
                    ]
                ], "moreChanges": 0,
                "warnings": [
                    ["id": "R03", "level": "danger", "transactions": [1, 2]],
                    ["id": "R08", "level": "warning", "transactions": [1, 2]],
                ],
            ])
    }

    @Test func `of many accounts a hundred are listed and the rest counted, so that an answer fits its frame`() throws {
        let me = try key(1)
        let payments = try (0..<15).map { number in
            let sources = try (0..<10).map { try key(UInt8(2 + number * 10 + $0)) }
            return try Transaction(feePayer: me, blockhash: Blockhash()) {
                for source in sources {
                    TokenProgram.transfer(source: source, destination: me, authority: me, amount: 1)
                }
            }
        }
        let totals = totals(payments, of: me)
        #expect(totals["changes"]?.array?.count == 100)
        // One for the fees.
        #expect(totals["moreChanges"] == 51)
    }
}
