import SolanaTransactions
import Testing
import TransactionReview

/// A site may take a transaction with a text in its memo for a sign-in: what is refused as a message is refused as a memo.
@Suite struct MemoRuleTests {
    private let me = SignInSamples.account
    private let stranger = ReviewSamples.key(8)
    private static let fourth = PublicKey("Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH")

    private func verdict(_ instruction: Instruction, _ context: SignInContext? = SignInSamples.context()) throws
        -> ReviewVerdict
    {
        let transaction = try Transaction(feePayer: ReviewSamples.payer, blockhash: Blockhash()) { instruction }
        return ReviewVerdict(
            ReviewSubject(TransactionReview(transaction), signer: ReviewSamples.payer, signIn: context))
    }

    private func text(of site: String) -> String { SignInSamples.message(domain: site).text }

    @Test(arguments: [MemoProgram.id, LegacyMemoProgram.id, fourth, ReviewSamples.key(8)])
    func `another site's sign-in is forbidden in every memo, and in what nobody can read`(_ program: PublicKey) throws {
        for text in [text(of: "bank.example"), "bank.example Wants You To Sign In With Your Sоlana Account:\nx"] {
            let memo = Instruction(programID: program, accounts: [], data: Array(text.utf8))
            let verdict = try verdict(memo)
            #expect(verdict.level == .forbidden)
            let finding = try #require(verdict.findings.first { $0.id == "M09" })
            #expect(finding["domain"] == "bank.example" && finding["instruction"] == "1")
        }
    }

    @Test func `one's own sign-in is checked as a message's is`() throws {
        let own = try verdict(MemoProgram.memo(text(of: "example.org")))
        #expect(own.findings.contains { $0.id == "M05" } && (own.level ?? .info) < .forbidden)
        let old = SignInSamples.message([.issuedAt: "2020-01-01T00:00:00Z"]).text
        #expect(try verdict(MemoProgram.memo(old)).findings.contains { $0.id == "M13" })
        // Nobody knows who asks: it is recognised, and not checked.
        let unchecked = try verdict(MemoProgram.memo(text(of: "bank.example")), nil)
        #expect(unchecked.findings.contains { $0.id == "M05" } && !unchecked.findings.contains { $0.id == "M09" })
    }

    @Test func `hidden characters are found, and a plain memo is none's business`() throws {
        #expect(try verdict(MemoProgram.memo("pay\u{202e}me")).findings.map(\.id).contains("M02"))
        for text in ["thanks", "line\nline", ""] {
            #expect(try verdict(MemoProgram.memo(text)).findings == [], "\(text)")
        }
        #expect(
            try verdict(Instruction(programID: stranger, accounts: [], data: Array("\u{202e}".utf8))).findings.map(\.id)
                == ["R07"])
    }

    @Test(arguments: [("{\"order\":7}", "json"), (String(repeating: "9f", count: 64), "hex")])
    func `an order in a memo is warned of, and has no bound in lamports`(_ text: String, _ form: String) throws {
        let transaction = try Transaction(feePayer: ReviewSamples.payer, blockhash: Blockhash()) {
            MemoProgram.memo(text)
        }
        let review = TransactionReview(transaction)
        let subject = ReviewSubject(review, signer: ReviewSamples.payer)
        let verdict = ReviewVerdict(subject)
        #expect(verdict.findings.map(\.id) == ["M18"] && verdict.level == .warning)
        #expect(verdict.findings.first?["form"] == form)
        #expect(TransactionOutflow(of: subject, verdict).reasons == [.unbounded])
    }
}
