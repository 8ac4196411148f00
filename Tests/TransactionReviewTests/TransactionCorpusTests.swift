import Foundation
import SolanaTransactions
import Testing
import TransactionReview

/// Transactions as wallets meet them, each held against what it changed when a chain executed it.
@Suite struct TransactionCorpusTests {
    private func verdict(_ entry: CorpusTransaction) throws -> (review: TransactionReview, verdict: ReviewVerdict) {
        let review = TransactionReview(try Transaction(decoding: Array(entry.transaction)))
        return (review, ReviewVerdict(ReviewSubject(review, signer: try PublicKey(base58: entry.user))))
    }

    @Test func `there are at least sixty, in all versions`() throws {
        let entries = try CorpusTransaction.all.get()
        #expect(entries.count >= 280 && entries.count(where: \.honest) >= 70)
        let versions = try entries.map { try Transaction(decoding: Array($0.transaction)).message.version }
        #expect(Set(versions) == [.legacy, .v0, .v1])
        #expect(Set(entries.map(\.name)).count == entries.count)
    }

    @Test func `each trick stands in every version, alone, hidden, with a nonce, and behind tables`() throws {
        let tricks = try CorpusTransaction.all.get().filter { !$0.honest }
        let ways = Dictionary(grouping: tricks) { $0.name.split(separator: ",").first ?? "" }.mapValues(\.count)
        #expect(ways.count >= 13 && ways.values.allSatisfy { $0 == 16 }, "\(ways)")
        let transactions = try tricks.map { try Transaction(decoding: Array($0.transaction)) }
        for version in MessageVersion.allCases {
            let made = transactions.filter { $0.message.version == version }
            #expect(made.contains { $0.message.instructions.count == 1 })
            #expect(made.contains { $0.message.instructions.count > 20 && $0.requiredSigners.count == 1 })
            #expect(made.contains { $0.message.instructions.count > 20 && $0.requiredSigners.count == 2 })
        }
        #expect(transactions.count { !$0.message.addressTableLookups.isEmpty } > 40)
    }

    @Test func `no honest one is called a danger, and each is understood whole`() throws {
        for entry in try CorpusTransaction.all.get() where entry.honest {
            let (_, verdict) = try verdict(entry)
            #expect(verdict.isComplete, "\(entry.name)")
            #expect(verdict.level.map { $0 < .danger } ?? true, "\(entry.name): \(verdict.findings)")
        }
    }

    @Test func `every trick is a danger, or plainly not understood whole`() throws {
        for entry in try CorpusTransaction.all.get() where !entry.honest {
            let (review, verdict) = try verdict(entry)
            let isDanger = verdict.level.map { $0 >= .danger } ?? false
            #expect(isDanger || !verdict.isComplete, "\(entry.name): \(verdict.findings)")
            // Only where accounts hide behind a table may a trick be no more than not understood.
            #expect(isDanger || !review.lookupTables.isEmpty, "\(entry.name): \(verdict.findings)")
        }
    }

    @Test func `nothing happened that a review which called itself complete hadn't said`() throws {
        var compared = 0
        for entry in try CorpusTransaction.all.get() {
            let (review, verdict) = try verdict(entry)
            guard verdict.isComplete else { continue }
            let effects = review.effects
            #expect(!entry.changes.isEmpty)
            for change in entry.changes {
                let said = SaidOfAccount(change.account, effects: effects)
                for missing in said.missing(in: change) { Issue.record("\(entry.name), \(change.account): \(missing)") }
                compared += 1
            }
        }
        #expect(compared > 550)
    }

    /// The control: what is taken out of a review is missed.
    @Test(arguments: Effect.Kind.allCases.filter { ![.written, .thawed, .frozen, .code].contains($0) })
    func `an effect that isn't told is missed`(_ kind: Effect.Kind) throws {
        let isMissed = try CorpusTransaction.all.get().contains { entry in
            let (review, verdict) = try verdict(entry)
            let effects = review.effects.filter { $0.kind != kind }
            return verdict.isComplete && effects.count < review.effects.count
                && entry.changes.contains { !SaidOfAccount($0.account, effects: effects).missing(in: $0).isEmpty }
        }
        #expect(isMissed)
    }
}

/// What a review says of one account.
private struct SaidOfAccount {
    let effects: [Effect]
    private let fee: UInt64

    init(_ account: String, effects: [Effect]) {
        self.effects = effects.filter { $0.account.text == account }
        fee = self.effects.first { $0.instruction < 0 }?.amount ?? 0
    }

    /// What happened to the account and wasn't said.
    func missing(in change: CorpusTransaction.Change) -> [String] {
        let (before, after) = (change.before, change.after)
        var missing: [String] = []
        func expect(_ isSaid: Bool, _ what: String) { if !isSaid { missing.append(what) } }
        // Wrapped SOL that is sent is lamports as well.
        let isWrapped = (after ?? before)?.token?.mint == TokenProgram.nativeMint.base58
        let sent =
            isWrapped ? effects.filter { $0.kind == .tokensIn && $0.counterpart != nil }.compactMap(\.amount) : []
        let spent =
            isWrapped ? effects.filter { $0.kind == .tokensOut && $0.counterpart != nil }.compactMap(\.amount) : []
        let wrapped = Int64(clamping: sent.reduce(0, +)) - Int64(clamping: spent.reduce(0, +))
        let lamports = (after?.lamports ?? 0) - (before?.lamports ?? 0) - wrapped
        expect(isSaid(lamports, .lamportsIn, .lamportsOut, slack: fee), "lamports")
        let amounts = [before, after].map { Int64($0?.token?.amount ?? "0") ?? 0 }
        expect(isSaid(amounts[1] - amounts[0], .tokensIn, .tokensOut) || after == nil, "tokens")
        if let before, after == nil { expect(has(.closed) || before.data == nil && before.token == nil, "closed") }
        if let after, before?.owner != after.owner {
            // An account of the System program needs no making: lamports are enough.
            expect(has(.created) || has(.owner) || after.owner == PublicKey().base58, "owner")
        }
        if let token = after?.token {
            expect(before?.token?.holder == token.holder || has(.authority, "accountOwner"), "holder")
            expect(before?.token?.closer == token.closer || has(.authority, "closeAccount"), "closer")
            expect(before?.token?.delegate == token.delegate || has(.delegate) || has(.tokensOut), "delegate")
            expect((before?.token?.frozen ?? false) == token.frozen || has(.frozen) || has(.thawed), "frozen")
        }
        if let mint = after?.mint {
            expect(before?.mint?.minter == mint.minter || has(.authority, "mintTokens"), "minter")
            expect(before?.mint?.freezer == mint.freezer || has(.authority, "freezeAccount"), "freezer")
        }
        if let nonce = after?.nonce {
            expect(before?.nonce?.authority == nonce.authority || has(.authority, "nonce"), "nonce's authority")
        }
        if let stake = after?.stake {
            expect(before?.stake?.withdrawer == stake.withdrawer || has(.authority, "withdrawer"), "withdrawer")
            // Who may withdraw may do all that a staker may, so that a split one's is said with it.
            let isSaid = has(.authority, "staker") || before == nil && has(.authority, "withdrawer")
            expect(before?.stake?.staker == stake.staker || isSaid, "staker")
            let nobody = PublicKey().base58
            expect(before?.stake?.custodian ?? nobody == stake.custodian || has(.authority, "custodian"), "custodian")
            expect(before?.stake?.vote == stake.vote || has(.written), "delegation")
            expect(before?.stake?.stopped ?? false == stake.stopped || has(.written), "delegation's end")
        }
        if before?.data != after?.data { expect(has(.created) || has(.written), "data") }
        return missing
    }

    private func has(_ kind: Effect.Kind, _ role: String? = nil) -> Bool {
        effects.contains { $0.kind == kind && (role == nil || $0.role == role) }
    }

    /// Returns whether a difference is what the effects add up to; one without an amount may be anything, in its direction.
    private func isSaid(
        _ difference: Int64, _ arriving: Effect.Kind, _ leaving: Effect.Kind, slack: UInt64 = 0
    ) -> Bool {
        var (low, high): (Int64, Int64) = (0, Int64(clamping: slack))
        for effect in effects where effect.kind == arriving || effect.kind == leaving {
            switch (effect.kind == arriving, effect.amount) {
            case (true, let amount?):
                low += Int64(clamping: amount)
                high += Int64(clamping: amount)
            case (false, let amount?):
                low -= Int64(clamping: amount)
                high -= Int64(clamping: amount)
            case (true, nil): high = .max / 2
            case (false, nil): low = .min / 2
            }
        }
        return (low...max(low, high)).contains(difference)
    }
}
