import SolanaTransactions
import Testing
import TransactionReview

/// The totals of several transactions.
@Suite struct ReviewTotalsTests {
    private let me = ReviewSamples.payer
    private let mine = ReviewSamples.key(9)
    private let other = ReviewSamples.recipient
    private let tokens = ReviewSamples.key(5)
    private let mint = ReviewSamples.key(6)

    private func totals(
        _ transactions: [[Instruction]], own: Set<PublicKey> = []
    ) throws -> ReviewTotals {
        let subjects = try transactions.map { instructions in
            let transaction = try Transaction(feePayer: me, blockhash: Blockhash()) {
                for instruction in instructions { instruction }
            }
            return ReviewSubject(TransactionReview(transaction), signer: me, own: own)
        }
        return ReviewTotals(subjects, subjects.map { ReviewVerdict($0) })
    }

    @Test func `what is little in each is added up, with its fees`() throws {
        let payment = SystemProgram.transfer(from: me, to: other, lamports: 400)
        let back = SystemProgram.transfer(from: other, to: me, lamports: 7)
        let totals = try totals([[payment], [payment, payment], [back]])
        #expect(totals.count == 3)
        #expect(totals.state == .complete)
        // The last needs the other's signature too.
        #expect(totals.changes == [change(.address(me), leaving: 1200 + 4 * 5000, arriving: 7, fee: 4 * 5000)])
    }

    @Test func `another account of the user's has a sum of its own, and a stranger's has none`() throws {
        let totals = try totals(
            [[SystemProgram.transfer(from: me, to: mine, lamports: 3)]], own: [mine])
        #expect(
            totals.changes == [
                change(.address(me), leaving: 5003, fee: 5000), change(.address(mine), arriving: 3),
            ])
    }

    @Test func `tokens are counted by their account, where the user signs for what leaves it`() throws {
        let out = TokenProgram.transferChecked(
            source: tokens, mint: mint, destination: other, authority: me, amount: 50, decimals: 2)
        let into = TokenProgram.transfer(source: other, destination: tokens, authority: me, amount: 20)
        let foreign = TokenProgram.transfer(source: other, destination: mine, authority: other, amount: .max)
        let totals = try totals([[out], [out, foreign], [into]])
        let tokenChanges = totals.changes.filter { $0.asset != .lamports }
        #expect(
            tokenChanges == [
                change(.address(tokens), .tokens(mint: .address(mint)), leaving: 100, arriving: 20),
                change(.address(other), .tokens(mint: .address(mint)), leaving: .max, arriving: 100),
            ])
    }

    @Test func `sums stop at the most there is, and what a closed account gives back is no loss`() throws {
        let all = SystemProgram.transfer(from: me, to: other, lamports: .max)
        let closing = TokenProgram.closeAccount(tokens, to: me, owner: me)
        let totals = try totals([[all], [all, closing]])
        #expect(totals.changes == [change(.address(me), leaving: .max, fee: 10_000)])
    }

    @Test func `each rule is told once, with where it found something, the heaviest first`() throws {
        let approve = TokenProgram.approve(source: tokens, delegate: other, owner: me, amount: 1)
        let burn = TokenProgram.burnChecked(source: tokens, mint: mint, owner: me, amount: 1, decimals: 0)
        let payment = SystemProgram.transfer(from: me, to: other, lamports: 1)
        let totals = try totals([[burn], [payment], [approve, approve, burn]])
        #expect(totals.level == .danger)
        // The recipient of the payment lies off the curve.
        #expect(totals.warnings.map(\.id) == ["R03", "R08", "R12"])
        #expect(totals.warnings.map(\.transactions) == [[2], [1], [0, 2]])
    }

    private func change(
        _ account: MessageAccount.Source, _ asset: BalanceChange.Asset = .lamports, leaving: UInt64 = 0,
        arriving: UInt64 = 0, fee: UInt64 = 0
    ) -> BalanceChange {
        var change = BalanceChange(account: account, asset: asset, leaving: leaving, arriving: arriving)
        change.fee = fee
        return change
    }
}
