import SolanaTransactions
import TransactionReview

let payer = PublicKey("vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg")
let stranger = PublicKey("Stake11111111111111111111111111111111111111")
let transaction = try Transaction(feePayer: payer, blockhash: Blockhash()) {
    SystemProgram.transfer(from: payer, to: stranger, lamports: 2_000_000_000)
    SystemProgram.assign(payer, owner: stranger)
}

let review = TransactionReview(try Transaction(decoding: transaction.encoded()))
for effect in review.effects {
    print(effect.kind.rawValue, effect.amount.map { "\($0) lamports" } ?? "-")
}

let verdict = ReviewVerdict(ReviewSubject(review, signer: payer))
for finding in verdict.findings { print(finding.level.rawValue, finding.id) }
print(verdict.isComplete)
