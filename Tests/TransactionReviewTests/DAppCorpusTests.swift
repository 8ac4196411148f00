import Foundation
import SolanaTransactions
import Testing
import TransactionReview

/// Transactions as sites have people sign them, executed on a chain (`dapp_corpus.py`), and what a review calls each.
@Suite struct DAppCorpusTests {
    private struct Reviewed {
        let entry: ExecutedTransaction
        let subject: ReviewSubject
        let facts: ChainFacts
        let verdict: ReviewVerdict

        var isDanger: Bool { verdict.level.map { $0 >= .danger } ?? false }
        /// All findings in short, to see what a rule is missing.
        var found: [String] { verdict.findings.map { "\($0.id) \($0.level) \($0.parameters.map(\.value))" } }
        var dangers: [String] {
            verdict.findings.filter { $0.level >= .danger }.map { "\($0.id) \($0.parameters.map(\.value))" }
        }
    }

    private static let entries = Result { try ExecutedTransaction.printed(by: "dapp_corpus.py") }

    private static func reviewed() async throws -> [Reviewed] {
        var reviewed: [Reviewed] = []
        for entry in try entries.get() {
            let (subject, facts) = try await entry.reviewed()
            reviewed.append(
                Reviewed(entry: entry, subject: subject, facts: facts, verdict: ReviewVerdict(subject, facts: facts)))
        }
        return reviewed
    }

    @Test func `honest transactions are called honest, and a thief's dangerous`() async throws {
        let all = try await Self.reviewed()
        #expect(all.count >= 450 && Set(all.compactMap(\.entry.program)).count >= 40)
        let honest = all.filter { $0.entry.call == "honest" }
        let wrong = honest.filter(\.isDanger)
        #expect(wrong.count * 100 <= honest.count * 3, "\(wrong.map { "\($0.entry.name): \($0.dangers)" })")
        // A program that behaves until its state changes can't be told by what it did: guards on the chain will be the answer.
        let dangers = all.filter { $0.entry.call == "danger" && $0.entry.kind != "changing" }
        let missed = dangers.filter { !$0.isDanger }
        #expect(dangers.count >= 140 && honest.count >= 300)
        #expect(missed.count * 100 <= dangers.count * 3, "\(missed.map(\.entry.name))")
        // Whatever is missed isn't called complete by mistake: it is shown, and the rest takes the window.
        print(
            "dApp corpus: \(wrong.count) of \(honest.count) honest called danger, \(missed.count) of \(dangers.count) dangers missed"
        )
        for each in wrong { print("  honest, called danger: \(each.entry.name): \(each.dangers)") }
        for each in missed { print("  missed: \(each.entry.name): \(each.found)") }
    }

    @Test func `most of what sites ask for is read`() async throws {
        let known = try await Self.reviewed().filter { $0.entry.call == "honest" && $0.entry.program != nil }
        let read = known.filter { $0.verdict.state != .open }
        print("dApp corpus: \(read.count) of \(known.count) complete or read")
        for each in known where each.verdict.state == .open { print("  open: \(each.entry.name)") }
        // The aim is 75 %.
        #expect(read.count * 100 >= known.count * 84)
    }

    @Test func `what is proposed is read, and every check is explained`() async throws {
        var (proposals, checks) = (0, 0)
        for each in try await Self.reviewed() where each.entry.call == "honest" {
            for instruction in each.subject.review.instructions {
                if let proposal = instruction.proposal(each.facts), proposal.act == .creates {
                    let isRead = proposal.instructions?.allSatisfy { $0.isKnown && $0.effects != nil } ?? false
                    #expect(isRead, "\(each.entry.name)")
                    proposals += 1
                }
                for check in instruction.checks {
                    #expect(check.kind != .account && (check.value != nil || check.kind == .tokenDerived))
                    checks += 1
                }
            }
        }
        #expect(proposals >= 7 && checks >= 15, "\(proposals) proposals, \(checks) checks")
    }

    @Test(arguments: [
        ("drift: updateUserDelegate", "R59"), ("squads-v4: multisigAddMember", "R59"), ("bubblegum: delegate", "R59"),
        ("magic-eden-v2: sell, for nothing", "R58"), ("tensor-swap: list, for nothing", "R58"),
        ("raydium-cpmm: swapBaseInput gives nearly nothing", "R52"),
        ("orca-whirlpool: swap gives nearly nothing", "R35"), ("a fair swap, then a drainer", "R35"),
        ("a fair swap, then half of the SOL", "R60"), ("a fair swap, then all of a token", "R60"),
        ("a fair swap, then an NFT", "R60"), ("all of a token and most of the SOL", "R49"),
        ("many payments", "R53"), ("mpl-core: three assets", "R53"), ("a memo that pretends to be the wallet", "R56"),
        ("takeBidLegacy, for nothing", "R35"), ("sellNftTokenPool, for nothing", "R35"),
        ("JitoSOL for dust of BONK", "R35"), ("buyExactQuoteIn gives nearly nothing", "R35"),
        ("liquidUnstake gives nearly nothing", "R35"),
    ])
    func `a trick is found by the rule that is about it`(_ name: String, _ rule: String) async throws {
        let found = try await Self.reviewed().filter { $0.entry.name.contains(name) }
        #expect(!found.isEmpty)
        for each in found {
            let dangers = each.verdict.findings.filter { $0.level >= .danger }.map(\.id)
            #expect(dangers.contains(rule), "\(each.entry.name): \(dangers)")
        }
    }

    @Test func `what only looks like a theft is called none`() async throws {
        let near = try await Self.reviewed().filter { $0.entry.kind == "near" }
        #expect(near.count >= 30)
        for each in near { #expect(!each.isDanger, "\(each.entry.name): \(each.dangers)") }
    }

    @Test func `what goes to a stranger, or beyond a promise, is a danger`() async throws {
        let all = try await Self.reviewed()
        for each in all where each.entry.kind == "misdirected" || each.entry.kind == "overtaken" {
            #expect(each.isDanger, "\(each.entry.name): \(each.verdict.findings.map(\.id))")
        }
        #expect(all.count { ["misdirected", "overtaken"].contains($0.entry.kind) } > 10)
    }

    @Test func `the changes are those that happened`() async throws {
        var compared = 0
        for each in try await Self.reviewed() where each.entry.call == "honest" {
            let changes = ReviewTotals([each.subject], [each.verdict], facts: [each.facts]).changes
            var told: [String: Int128] = [:]
            for change in changes {
                guard let expected = change.expected else { continue }
                var difference = Int128(expected.after) - Int128(expected.before)
                var asset = "SOL"
                if case .tokens(let mint) = change.asset { asset = mint?.text ?? "?" }
                if asset == "So11111111111111111111111111111111111111112" { asset = "SOL" }
                difference += Int128(change.fee) + Int128(change.deposit) - Int128(change.refund)
                told[asset, default: 0] += difference
            }
            var happened: [String: Int128] = [:]
            for amount in each.entry.loses ?? [] { happened[amount.asset, default: 0] -= Int128(amount.amount) ?? 0 }
            for amount in each.entry.gains ?? [] { happened[amount.asset, default: 0] += Int128(amount.amount) ?? 0 }
            for (asset, amount) in happened where asset != "SOL" && told[asset] != nil {
                #expect(told[asset] == amount, "\(each.entry.name): \(asset)")
                compared += 1
            }
        }
        #expect(compared > 150)
    }
}
