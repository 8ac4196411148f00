import Foundation
import SolanaTransactions
import TestSupport
import Testing
import TransactionReview

/// Guards against programs that behave while they are tried and then don't, executed on a chain in this process (`guard_scenes.py`).
@Suite struct GuardExecutionTests {
    private struct Scene: Decodable {
        struct Account: Decodable {
            let lamports: UInt64
            let program: String
            let executable: Bool
            let data: Data
        }

        let transaction: Data
        let user: String
        /// What no guard can hold, by address.
        let gaps: [String: String]
        let attacks: [String]
        let before: [String: Account?]
        /// Nil if the simulation fails.
        let after: [String: Account?]?
    }

    private struct Outcome: Decodable {
        /// True if it succeeds with the state that it was tried with.
        let honest: Bool
        let refusal: String
        /// True if without guards the attack takes more than was shown.
        let bare: Bool
        /// True if the attack succeeds all the same.
        let attack: Bool
        /// True if the wallet itself is a program's then.
        let assigned: Bool
        /// The promises that it breaks then.
        let broken: [String]
    }

    private struct Answer: Encodable {
        let guarded: Data?
    }

    /// What a plan is held against: the whole test's transactions, or a part of them.
    private static let count = ProcessInfo.processInfo.environment["SIDEKEY_TESTS"] == "whole" ? 10_000 : 600

    @Test func `never is more gone than was shown and never does an honest transaction fail by its guards`() throws {
        let seed = UInt32.random(in: 0...9_999)
        let comment: Comment = "seed \(seed)"
        let arguments = ["\(seed)", "\(Self.count)"]
        let script = PythonScript("guard_scenes.py")
        let scenes = try script.run(["make"] + arguments).split(separator: UInt8(ascii: "\n")).map { line in
            try JSONDecoder().decode(Scene.self, from: line)
        }
        try #require(scenes.count == Self.count)
        let encoder = JSONEncoder()
        var input = Data()
        var (guarded, refused): (Int, [GuardedTransaction.Refusal: Int]) = (0, [:])
        for scene in scenes {
            var answer: Data?
            if let after = scene.after {
                switch try Self.guarded(scene, after, comment) {
                case .success(let transaction): answer = Data(transaction.encoded())
                case .failure(let refusal): refused[refusal, default: 0] += 1
                }
                if answer != nil { guarded += 1 }
            }
            input += try encoder.encode(Answer(guarded: answer)) + [0x0A]
        }
        let outcomes = try script.run(["judge"] + arguments, input: input).split(separator: UInt8(ascii: "\n")).map {
            line in
            try JSONDecoder().decode(Outcome?.self, from: line)
        }
        try #require(outcomes.count == Self.count)
        var (stopped, harmless, assigned) = (0, 0, 0)
        for (place, (scene, outcome)) in zip(scenes, outcomes).enumerated() {
            guard let outcome else { continue }
            if !outcome.honest {
                Issue.record("scene \(place), \(comment): fails by its guard: \(outcome.refusal) \(scene.gaps)")
            }
            if !outcome.broken.isEmpty {
                Issue.record("scene \(place), \(comment): \(outcome.broken) by \(scene.attacks), gaps \(scene.gaps)")
            }
            if outcome.bare, !outcome.attack { stopped += 1 }
            if outcome.attack { harmless += 1 }
            // The attack on a wallet of which nothing has to be left works, so it has to be called a gap.
            if outcome.assigned {
                assigned += 1
                if scene.gaps[scene.user] != "emptied" { Issue.record("scene \(place), \(comment): assigned") }
            }
        }
        // Most of them are guarded, and most attacks would have taken something.
        #expect(guarded * 10 > Self.count * 7, comment)
        #expect(stopped * 10 > guarded * 4, comment)
        #expect(harmless > 0 && assigned > 0, comment)
        #expect(refused.keys.allSatisfy { $0 == .room }, comment)
        print(
            "guards: \(guarded) of \(Self.count) guarded, \(stopped) attacks stopped, \(harmless) left nothing to stop, refused \(refused), \(comment)"
        )
    }

    private static func guarded(
        _ scene: Scene, _ after: [String: Scene.Account?], _ comment: Comment
    ) throws -> Result<Transaction, GuardedTransaction.Refusal> {
        let transaction = try Transaction(decoding: Array(scene.transaction))
        let user = try PublicKey(base58: scene.user)
        let subject = ReviewSubject(TransactionReview(transaction), signer: user)
        let source = ChainSource(node: "a chain in this process", slot: 1)
        var facts = ChainFacts()
        for (address, account) in scene.before {
            facts.accounts[try PublicKey(base58: address)] = ChainFact(
                try state(account, user), source, second: source)
        }
        var states: [PublicKey: AccountState] = [:]
        for (address, account) in after { states[try PublicKey(base58: address)] = try state(account, user) }
        facts.simulation = ChainFact(Simulation(.succeeded, accounts: states), source)
        let plan = try #require(GuardPlan(of: subject, facts), comment)
        // Nothing is called held that isn't, and nothing else is left open.
        var left: [String: String] = [:]
        for gap in plan.gaps {
            guard case .address(let address) = gap.account else { continue }
            left[address.base58] = gap.reason.rawValue
        }
        if left != scene.gaps { Issue.record("gaps \(left), \(scene.gaps) by hand, \(comment)") }
        let guarded = Result { () throws(GuardedTransaction.Refusal) in
            try GuardedTransaction(transaction, by: plan, facts)
        }
        if let guarded = try? guarded.get() { check(guarded, of: user, facts, comment) }
        return guarded.map(\.transaction)
    }

    /// What a review makes of the guarded transaction: bounded if nothing is left open, with the bound that its guards say.
    private static func check(
        _ guarded: GuardedTransaction, of user: PublicKey, _ facts: ChainFacts, _ comment: Comment
    ) {
        let subject = ReviewSubject(TransactionReview(guarded.transaction), signer: user)
        let verdict = ReviewVerdict(subject, facts: facts)
        if (verdict.state == .bounded) != guarded.gaps.isEmpty {
            Issue.record("\(verdict.state) with gaps \(guarded.gaps), \(comment)")
        }
        guard verdict.state == .bounded else { return }
        let outflow = TransactionOutflow(of: subject, verdict, facts: facts)
        func lost(_ before: UInt64?, _ rest: UInt64) -> UInt64 { before.map { $0 > rest ? $0 - rest : 0 } ?? 0 }
        // Wrapped or not, SOL that leaves counts, and none that arrives makes up for it.
        let bound = guarded.guards.reduce(UInt64(0)) { sum, held in
            switch held {
            case .lamports(_, let rest): sum + lost(facts.account(user)?.lamports, rest)
            case .tokens(let place, let rest) where place.mint == TokenProgram.nativeMint:
                sum + lost(Self.tokens(in: facts.account(place.account)), rest)
            case .tokens, .delegate, .closeAuthority: sum
            }
        }
        if outflow.lamports != bound {
            Issue.record("\(outflow.lamports) lamports leave at most, \(bound) by the guards, \(comment)")
        }
    }

    private static func tokens(in account: ChainAccount?) -> UInt64? {
        if case .token(let token) = account?.contents { token.amount } else { nil }
    }

    private static func state(_ account: Scene.Account?, _ user: PublicKey) throws -> AccountState {
        guard let account else { return .absent }
        return .present(
            ChainAccount(
                lamports: account.lamports, program: try PublicKey(base58: account.program),
                isExecutable: account.executable, data: ByteSlice(Array(account.data)), naming: [user]))
    }
}
