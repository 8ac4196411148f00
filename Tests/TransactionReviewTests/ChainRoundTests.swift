import SolanaTransactions
import Testing
import TransactionReview

/// The rounds in which a source is asked, and what each of them asks for.
@Suite(.timeLimit(.minutes(5))) struct ChainRoundTests {
    private typealias Samples = ChainSamples

    /// Answers from a dictionary, and writes down what it was asked.
    private actor Node: ChainFactsSource {
        enum Question: Equatable {
            case tables([PublicKey], besides: [PublicKey])
            case accounts([PublicKey])
            case simulation([PublicKey])
        }

        let known: ChainFacts
        let simulated: Result<Simulation, ChainFactsError>
        /// The questions for accounts that fail, by their number from 0.
        let failing: [Int: ChainFactsError]
        private(set) var asked: [Question] = []

        init(
            _ known: ChainFacts, _ simulated: Result<Simulation, ChainFactsError> = .failure(.refused),
            failing: [Int: ChainFactsError] = [:]
        ) {
            self.known = known
            self.simulated = simulated
            self.failing = failing
        }

        /// Those for accounts, without tables.
        var accounts: [[PublicKey]] { asked.compactMap { if case .accounts(let asked) = $0 { asked } else { nil } } }
        var simulations: [[PublicKey]] {
            asked.compactMap { if case .simulation(let asked) = $0 { asked } else { nil } }
        }

        func lookupTables(
            _ tables: [PublicKey], besides others: [PublicKey]
        ) async throws(ChainFactsError) -> LookupTableFacts {
            asked.append(.tables(tables, besides: others))
            return LookupTableFacts(known.accounts)
        }

        func accounts(
            _ addresses: [PublicKey]
        ) async throws(ChainFactsError) -> [PublicKey: ChainFact<AccountState>] {
            let number = accounts.count
            asked.append(.accounts(addresses))
            // An answer that waits for the simulation's question: one that came afterwards would never come.
            while simulations.isEmpty, number == 0 { await Task.yield() }
            if let error = failing[number] { throw error }
            // More than was asked for.
            return known.accounts
        }

        func simulation(
            of transaction: Transaction, showing accounts: [PublicKey]
        ) async throws(ChainFactsError) -> ChainFact<Simulation> {
            asked.append(.simulation(accounts))
            while self.accounts.isEmpty { await Task.yield() }
            return ChainFact(try simulated.get(), ChainSamples.source)
        }
    }

    private func facts(_ node: Node, _ transaction: Transaction) async throws(ChainFactsError) -> ChainFacts {
        try await node.facts(for: TransactionReview(transaction), of: transaction)
    }

    private let metadata = MetaplexMetadata.address(of: Samples.mint)

    /// Tokens of mine to the friend's account.
    private func known() -> ChainFacts {
        Samples.facts([
            Samples.table: Samples.table([Samples.friends]), Samples.me: Samples.wallet(),
            Samples.mine: Samples.tokens(of: Samples.me, 9), Samples.friends: Samples.tokens(of: Samples.friend, 1),
            Samples.mint: Samples.mint(), Samples.friend: Samples.wallet(), Samples.thief: Samples.wallet(),
            metadata: nil,
        ])
    }

    @Test func `without tables, accounts and simulation are asked for at once, and then what they reveal`() async throws
    {
        let transaction = try Samples.transaction([Samples.send(5)])
        let node = Node(known(), .success(Simulation(.succeeded)))
        let facts = try await facts(node, transaction)
        #expect(await node.asked.count == 3)
        #expect(Set(await node.accounts[0]) == [Samples.me, Samples.mine, Samples.friends])
        #expect(await node.simulations == [[Samples.me, Samples.mine, Samples.friends].sorted()])
        #expect(await node.accounts.last == [Samples.mint, Samples.friend, metadata].sorted())
        #expect(facts.accounts.keys.contains(Samples.friend) && !facts.accounts.keys.contains(Samples.thief))
        #expect(facts.simulation?.value.outcome == .succeeded && facts.sources == [Samples.source])
    }

    @Test func `with tables, all that the bytes reveal comes with them, and the simulation with what they hide`()
        async throws
    {
        let transaction = try Samples.transaction(tables: [Samples.friends], [Samples.send(5)])
        let node = Node(known(), .success(Simulation(.succeeded)))
        let facts = try await facts(node, transaction)
        let asked = await node.asked
        #expect(asked.count == 4)
        #expect(asked.first == .tables([Samples.table], besides: [Samples.me, Samples.mine].sorted()))
        #expect(await node.simulations == [[Samples.me, Samples.mine, Samples.friends].sorted()])
        // What the visible accounts reveal is asked for together with the hidden ones.
        #expect(await node.accounts == [[Samples.friends, Samples.mint, metadata].sorted(), [Samples.friend]])
        #expect(facts.account(Samples.friend) != nil && facts.accounts[Samples.thief] == nil)
    }

    @Test func `a swap that the registry reads takes one round: the bytes name mints, and the mints their names`()
        async throws
    {
        let swap = try Samples.swap()
        let transaction = try Samples.transaction([swap.route])
        var accounts: [PublicKey: ChainAccount?] = [
            Samples.me: Samples.wallet(), swap.source: nil, swap.destination: nil,
            swap.bought: Samples.mint(), TokenProgram.nativeMint: Samples.mint(),
        ]
        let after: [PublicKey: AccountState] = [
            Samples.me: .present(Samples.wallet()), swap.source: .absent,
            swap.destination: .present(Samples.tokens(of: Samples.me, 655_000_000, mint: swap.bought)),
        ]
        let first = ChainQuestions(of: TransactionReview(transaction)).accounts
        for address in first where accounts[address] == nil { accounts[address] = .some(nil) }
        let node = Node(Samples.facts(accounts), .success(Simulation(.succeeded, accounts: after)))
        let facts = try await facts(node, transaction)
        #expect(await node.accounts == [first])
        #expect(await node.asked.count == 2)
        for mint in [swap.bought, TokenProgram.nativeMint] {
            #expect(facts.accounts[MetaplexMetadata.address(of: mint)] != nil)
        }
    }

    @Test func `what only the simulation reveals is asked for afterwards, but nothing beside a mint that isn't there`()
        async throws
    {
        // A program that nobody knows makes a token account of mine.
        let transaction = try Samples.transaction([Samples.unknown([Samples.me, Samples.mine])])
        let made = Simulation(
            .succeeded, accounts: [Samples.mine: .present(Samples.tokens(of: Samples.me, 5))])
        let before: [PublicKey: ChainAccount?] = [Samples.me: Samples.wallet(), Samples.mine: nil]
        let first = Node(
            Samples.facts(before.merging([Samples.mint: Samples.mint(), metadata: nil]) { $1 }), .success(made))
        let told = try await facts(first, transaction)
        #expect(await first.accounts.last == [Samples.mint, metadata].sorted())
        #expect(told.account(Samples.mint) != nil && told.accounts[Samples.mine]?.value == .absent)
        // The mint is named, and known not to be there, by the time that its name would be asked for.
        let both = try Samples.transaction([Samples.unknown([Samples.me, Samples.mine, Samples.mint])])
        let node = Node(Samples.facts(before.merging([Samples.mint: nil]) { $1 }), .success(made))
        _ = try await facts(node, both)
        #expect(await node.accounts.count == 1)
    }

    @Test func `facts stay without a simulation that fails, and end where nobody waits for it`() async throws {
        let transaction = try Samples.transaction([Samples.send(5)])
        let whole = try await facts(Node(known(), .success(Simulation(.succeeded))), transaction)
        for error in ChainFactsError.allCases where error != .cancelled {
            let without = try await facts(Node(known(), .failure(error)), transaction)
            #expect(without.simulation == nil && without.accounts == whole.accounts)
        }
        await #expect(throws: ChainFactsError.cancelled) {
            _ = try await facts(Node(known(), .failure(.cancelled)), transaction)
        }
        for number in 0...1 {
            await #expect(throws: ChainFactsError.refused) {
                let node = Node(known(), .success(Simulation(.succeeded)), failing: [number: .refused])
                _ = try await facts(node, transaction)
            }
        }
    }

    @Test func `whoever answers nothing isn't asked twice for the same`() async throws {
        let plain = Node(ChainFacts())
        _ = try await facts(plain, try Samples.transaction([Samples.send(5)]))
        #expect(await plain.asked.count == 2)
        let hidden = Node(ChainFacts())
        let told = try await facts(hidden, try Samples.transaction(tables: [Samples.friends], [Samples.send(5)]))
        // The accounts that came with the tables are asked for once more, the tables never.
        #expect(await hidden.asked.count == 3)
        #expect(await !hidden.accounts.joined().contains(Samples.table))
        #expect(told.accounts.isEmpty)
    }

    @Test func `a second answer replaces no first one`() async throws {
        /// Tells of another balance with each answer.
        actor Changing: ChainFactsSource {
            private var count: UInt64 = 0

            func accounts(
                _ addresses: [PublicKey]
            ) async throws(ChainFactsError) -> [PublicKey: ChainFact<AccountState>] {
                count += 1
                return ChainSamples.facts([
                    ChainSamples.me: ChainSamples.wallet(count),
                    ChainSamples.mine: ChainSamples.tokens(of: ChainSamples.me, count),
                    ChainSamples.friends: ChainSamples.tokens(of: ChainSamples.friend, count),
                ]).accounts
            }

            func simulation(
                of transaction: Transaction, showing accounts: [PublicKey]
            ) async throws(ChainFactsError) -> ChainFact<Simulation> { throw .refused }
        }
        let transaction = try Samples.transaction([Samples.send(5)])
        let facts = try await Changing().facts(for: TransactionReview(transaction), of: transaction)
        #expect(facts.account(Samples.me)?.lamports == 1)
    }
}
