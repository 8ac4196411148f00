import TestSupport
import Testing
import WalletState

/// That a set of limits counts as tightened exactly where it lets nothing more through, held against every request, count and time of a small world.
@Suite struct PolicyTighteningTests {
    /// Milliseconds of the short period; the long one is twice that.
    private static let short: Int64 = 64_000
    private static let now: Int64 = 1_000_000

    /// A request and a time at which one limit may have been used before; the others have no use.
    private struct Moment {
        let act: SigningAct
        let time: LimitTime
        /// 0 where the other limits let it pass, 1 where it is raised, 2 where it is refused, one more where the account is hidden too.
        let others: Int
        let limit: PolicyLimit?

        init(_ act: SigningAct, at date: Int64, _ number: Int, of limits: PolicyLimits) {
            self.act = act
            time = LimitTime(counted: now, date: date)
            limit = limits.byNumber[number]
            guard !limits.hides(act.account, from: act.origin, at: time) else {
                others = 3
                return
            }
            var others = 0
            for (other, limit) in limits.byNumber where other != number {
                others = max(others, Self.outcome(of: limit, act, LimitUse(), at: time))
            }
            self.others = others
        }

        func outcome(_ use: LimitUse) -> Int {
            max(others, limit.map { Self.outcome(of: $0, act, use, at: time) } ?? 0)
        }

        private static func outcome(
            of limit: PolicyLimit, _ act: SigningAct, _ use: LimitUse, at time: LimitTime
        ) -> Int {
            limit.breaches(act, use, at: time).isEmpty ? 0 : limit.action == .refuse ? 2 : 1
        }
    }

    /// Every request there can be, as far as limits tell them apart.
    private static let acts: [SigningAct] = {
        var acts: [SigningAct] = []
        for account in ["a", "other"] {
            for origin in ["x", "other"] {
                for lamports in [0, 1, 2, 3, nil] as [UInt64?] {
                    // Given away, tokens have no bound in SOL.
                    for (tokens, isGift) in [(0, false), (3, false), (1, true)] as [(UInt64, Bool)] {
                        for programs in [[], ["p"], ["q"], ["r"], nil] as [Set<String>?] {
                            for signatures in [1, 2] as [UInt64] {
                                // What can't be read has no bound either.
                                acts.append(
                                    SigningAct(
                                        account: account, origin: origin, lamports: lamports ?? 0,
                                        tokens: ["m": tokens], isBounded: lamports != nil && programs != nil,
                                        givesTokens: isGift, signatures: signatures, programs: programs))
                            }
                        }
                    }
                }
            }
        }
        return acts
    }()

    /// So much in the last short period, and so much in the one before it: let out or signed.
    ///
    /// Not both: of what was counted, one sort decides that a request breaks a limit, and less of the other lets no less through.
    private static let uses: [LimitUse] = {
        var uses: [LimitUse] = []
        for recent in 0...3 as ClosedRange<UInt64> {
            for older in 0...3 as ClosedRange<UInt64> {
                let entries = LimitUse.Entries(entries: [
                    .init(time: now - short - 1, sum: older), .init(time: now - 1, sum: recent),
                ])
                uses += [LimitUse(spending: entries), LimitUse(signatures: entries)]
            }
        }
        return uses
    }()

    private static func limit(_ random: inout SeededGenerator) -> PolicyLimit {
        var limit = PolicyLimit(
            account: Bool.random(using: &random) ? "a" : nil, origin: Bool.random(using: &random) ? "x" : nil,
            action: Bool.random(using: &random) ? .refuse : .raise)
        while limit.isEmpty || Int.random(in: 0..<3, using: &random) == 0 { change(&limit, &random) }
        return limit
    }

    private static func rate(_ random: inout SeededGenerator) -> PolicyLimit.Rate {
        .init(most: .random(in: 0...2, using: &random), period: Bool.random(using: &random) ? short : 2 * short)
    }

    private static func change(_ limit: inout PolicyLimit, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<14, using: &random) {
        case 13: limit.spendingAsset = limit.spendingAsset == .sol ? .tokens(mint: "m") : .sol
        case 0: limit.ceiling = .random(in: 0...2, using: &random)
        case 1: limit.spending = rate(&random)
        case 2: limit.signatures = rate(&random)
        case 3: limit.programs = [["p"], ["q"], ["p", "q"]].randomElement(using: &random) ?? []
        case 4: limit.expiry = Bool.random(using: &random) ? 3 : 7
        case 5: limit.account = limit.account == nil ? "a" : nil
        case 6: limit.origin = limit.origin == nil ? "x" : nil
        case 7: limit.action = limit.action == .raise ? .refuse : .raise
        case 8: limit.ceiling = nil
        case 9: limit.spending = nil
        case 10: limit.signatures = nil
        case 11: limit.programs = nil
        default: limit.expiry = nil
        }
    }

    /// Limits that are near others: what decides lies between them.
    private static func neighbour(_ limits: PolicyLimits, _ random: inout SeededGenerator) -> PolicyLimits {
        var limits = limits
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            guard let (number, old) = limits.ordered.randomElement(using: &random) else { break }
            var limit = old
            switch Int.random(in: 0..<5, using: &random) {
            case 0: _ = limits.remove(number)
            default:
                for _ in 0...1 { change(&limit, &random) }
                if !limit.isEmpty { _ = limits.replace(number, by: limit) }
            }
        }
        if Int.random(in: 0..<3, using: &random) == 0 { limits.add(limit(&random)) }
        return limits
    }

    /// A moment at which the others let through what these don't.
    private static func loosened(_ limits: PolicyLimits, _ others: PolicyLimits) -> Moment? {
        for number in Set(limits.byNumber.keys).union(others.byNumber.keys).sorted() {
            for date in [1, 5, 9] as [Int64] {
                for act in acts {
                    let moment = Moment(act, at: date, number, of: limits)
                    let then = Moment(act, at: date, number, of: others)
                    // Whatever was used, nothing is less than what the other limits say already.
                    guard then.others < max(moment.others, 2) else { continue }
                    if uses.contains(where: { then.outcome($0) < moment.outcome($0) }) { return moment }
                }
            }
        }
        return nil
    }

    @Test func `limits are tightened exactly where nothing more is let through`() {
        var random = SeededGenerator()
        var count = (tightened: 0, loosened: 0)
        for _ in 0..<120 {
            var limits = PolicyLimits()
            for _ in 0..<Int.random(in: 1...2, using: &random) { limits.add(Self.limit(&random)) }
            let others = Self.neighbour(limits, &random)
            let moment = Self.loosened(limits, others)
            #expect(
                limits.isTightened(to: others) == (moment == nil),
                "seed \(random.seed): \(limits.ordered) to \(others.ordered), \(String(describing: moment))")
            if moment == nil { count.tightened += 1 } else { count.loosened += 1 }
        }
        #expect(count.tightened > 10)
        #expect(count.loosened > 10)
    }
}
