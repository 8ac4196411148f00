import SolanaTransactions
import TestSupport
import Testing
import TransactionReview

/// Properties of a verdict that hold whatever a node says.
@Suite struct ChainVerdictTests {
    private typealias Samples = ChainSamples
    private static let keys = (1...16).map { ReviewSamples.key($0) } + [Samples.friend]

    /// Transactions of every kind, with and without tables.
    private static func subjects() throws -> [ReviewSubject] {
        let (me, mine) = (Samples.me, Samples.mine)
        let steps: [Instruction] = [
            Samples.pay(Samples.friend), Samples.send(7), Samples.unknown([mine, me]),
            TokenProgram.approve(source: mine, delegate: Samples.thief, owner: me, amount: 5),
            try TokenProgram.setAuthority(of: mine, .accountOwner, authority: me, newAuthority: Samples.thief),
            TokenProgram.closeAccount(mine, to: Samples.thief, owner: me),
            AssociatedTokenProgram.create(payer: me, owner: Samples.friend, mint: Samples.mint),
            SystemProgram.assign(me, owner: Samples.stranger),
            StakeProgram.withdraw(mine, to: Samples.friend, authority: me, lamports: 9),
        ]
        let hidden = [Samples.friend, Samples.thief, mine, Samples.friends]
        return try (steps.map { [$0] } + [steps]).flatMap { steps in
            try [[], hidden].map { tables in
                try Samples.subject(contacts: [Samples.friend], tables: tables, steps)
            }
        } + ReviewSamples.transactions().map { ReviewSubject(TransactionReview($0), signer: me) }
    }

    private func account(_ kind: Int, _ random: inout SeededGenerator) -> ChainAccount? {
        let key = Self.keys.randomElement(using: &random) ?? Samples.me
        let amount = UInt64.random(in: 0...200, using: &random)
        switch kind {
        case 0: return nil
        case 1: return Samples.wallet(.random(in: 0...Samples.sol, using: &random))
        case 2: return Samples.tokens(of: Samples.me, amount)
        case 3: return Samples.tokens(of: key, amount, delegate: Samples.thief, delegated: amount, closer: key)
        case 4:
            let known: [(UInt16, [UInt8])] = [
                (12, key.bytes), (14, key.bytes + key.bytes), (1, [UInt8](repeating: 1, count: 108)), (6, [2]),
                (9, []), (99, [1]),
            ]
            let extensions = known.filter { _ in Bool.random(using: &random) }
            return Samples.mint(authority: key, extensions: extensions)
        case 5: return Samples.stake(staker: key, withdrawer: key)
        case 6: return ChainAccount(lamports: 1, program: key, isExecutable: Bool.random(using: &random))
        case 7 where amount < 100: return Samples.code(of: Samples.me, slot: amount)
        case 7: return Samples.tokens(of: Samples.me, amount, program: Token2022Program.id)
        case 8:
            let entries = (0..<4).compactMap { _ in Self.keys.randomElement(using: &random) }
            let ended: UInt64 = Bool.random(using: &random) ? .max : .random(in: 0...2_000, using: &random)
            return Samples.table(Array(entries.prefix(.random(in: 0...4, using: &random))), endedAt: ended)
        default:
            let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...2, using: &random)
            }
            let programs = [TokenProgram.id, Token2022Program.id, AddressLookupTableProgram.id, StakeProgram.id, key]
            return ChainAccount(
                lamports: amount, program: programs.randomElement(using: &random) ?? key, data: ByteSlice(bytes))
        }
    }

    private func accounts(_ random: inout SeededGenerator) -> [PublicKey: ChainAccount?] {
        var accounts: [PublicKey: ChainAccount?] = [:]
        for key in Self.keys where Int.random(in: 0...3, using: &random) > 0 {
            // A mint's and a table's address hold one half of the time.
            let likely = [Samples.mint: 4, Samples.table: 8][key].flatMap { Bool.random(using: &random) ? $0 : nil }
            accounts.updateValue(account(likely ?? .random(in: 0...9, using: &random), &random), forKey: key)
        }
        return accounts
    }

    private func facts(_ random: inout SeededGenerator) -> ChainFacts {
        let before = accounts(&random)
        switch Int.random(in: 0...5, using: &random) {
        case 0: return Samples.facts(before)
        case 1, 2:
            var facts = Samples.facts(before)
            let outcomes: [Simulation.Outcome] = [
                .failed(instruction: nil, reason: "x"), .failed(instruction: 3, reason: ""), .impossible(reason: "y"),
            ]
            facts.simulation = ChainFact(
                Simulation(outcomes.randomElement(using: &random) ?? .succeeded), Samples.source)
            return facts
        default: return Samples.facts(before, becoming: accounts(&random))
        }
    }

    @Test func `a node adds findings, and takes away none`() throws {
        var random = SeededGenerator(seed: 5)
        let subjects = try Self.subjects()
        var seen: Set<String> = []
        for _ in 0..<50 {
            let facts = facts(&random)
            for subject in subjects {
                let told = ReviewVerdict(subject)
                let verdict = ReviewVerdict(subject, facts: facts)
                #expect(verdict.findings.starts(with: told.findings))
                #expect(verdict.isComplete == told.isComplete)
                switch (told.level, verdict.level) {
                case (nil, _): break
                case (let before?, let after): #expect(after.map { $0 >= before } ?? false)
                }
                // Nothing depends on the order in which a dictionary hands out what it has.
                #expect(
                    ReviewVerdict(
                        subject,
                        facts: ChainFacts(
                            accounts: Dictionary(uniqueKeysWithValues: facts.accounts.map { ($0, $1) }),
                            simulation: facts.simulation)) == verdict)
                seen.formUnion(verdict.findings.map(\.id))
            }
        }
        // Every rule that needs the chain has spoken at some time.
        #expect(Set((30...47).filter { $0 != 37 }.map { "R\($0)" }).subtracting(seen) == [])
    }

    @Test func `who said it, and when, changes no verdict`() throws {
        var random = SeededGenerator(seed: 6)
        let subject = try Samples.subject([Samples.pay(Samples.friend)])
        for _ in 0..<20 {
            let facts = facts(&random)
            var later = facts
            let source = ChainSource(node: "another", slot: Samples.slot)
            later.accounts = facts.accounts.mapValues { ChainFact($0.value, source) }
            later.simulation = facts.simulation.map { ChainFact($0.value, source) }
            #expect(ReviewVerdict(subject, facts: later) == ReviewVerdict(subject, facts: facts))
        }
    }
}
