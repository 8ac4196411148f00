import SolanaRPC
public import SolanaTransactions
public import TransactionReview

extension NodeFacts {
    /// The most accounts that a node takes in one request.
    static let lot = 100

    public func accounts(
        _ addresses: [PublicKey]
    ) async throws(ChainFactsError) -> [PublicKey: ChainFact<AccountState>] {
        var facts: [PublicKey: ChainFact<AccountState>] = [:]
        for start in stride(from: 0, to: addresses.count, by: Self.lot) {
            let lot = Array(addresses[start..<min(start + Self.lot, addresses.count)])
            facts.merge(try await read(lot)) { first, _ in first }
        }
        return facts
    }

    /// Asks two nodes for each table: the contents of a table decide what is signed. The first of them is asked for the other accounts too.
    public func lookupTables(
        _ tables: [PublicKey], besides others: [PublicKey]
    ) async throws(ChainFactsError) -> LookupTableFacts {
        let besides = Array(others.prefix(max(0, Self.lot - tables.count)))
        var answers: [Answer] = []
        var failure: ChainFactsError?
        var untried = Array(nodes.indices)
        while answers.count < 2, !untried.isEmpty {
            let places = Array(untried.prefix(2 - answers.count))
            untried.removeFirst(places.count)
            // Two are waited for at once, so that one that doesn't answer costs its share of the time and not all of it.
            let limit = share(nodes.count > 1 ? 3 : 1)
            for (place, outcome) in await ask(places, for: tables, besides: besides, within: limit) {
                do throws(ChainFactsError) {
                    answers.append(Answer(place: place, accounts: try outcome.get()))
                } catch {
                    failure = failure ?? error
                }
            }
        }
        answers.sort { $0.place < $1.place }
        for answer in answers.reversed() { order.answered(answer.place) }
        guard let first = answers.first else { throw failure ?? .unreachable }
        return LookupTableFacts(first.accounts, answers.count > 1 ? answers[1].accounts : nil)
    }

    private struct Answer {
        let place: Int
        let accounts: [PublicKey: ChainFact<AccountState>]
    }

    /// Asks these nodes at once for the tables, and the first of them for the other accounts in the same request.
    private func ask(
        _ places: [Int], for tables: [PublicKey], besides others: [PublicKey], within limit: Deadline
    ) async -> [(Int, Result<[PublicKey: ChainFact<AccountState>], ChainFactsError>)] {
        await withTaskGroup(of: (Int, Result<[PublicKey: ChainFact<AccountState>], ChainFactsError>).self) { group in
            for place in places {
                let others = place == places.first ? others : []
                group.addTask {
                    do throws(ChainFactsError) {
                        let (accounts, source) = try await ask(place, within: limit) {
                            node throws(SolanaRPCError) in
                            do throws(SolanaRPCError) {
                                let answer = try await node.rpc.getMultipleAccounts(tables + others, options)
                                return (answer.value, answer.slot)
                            } catch {
                                guard case .transport(.tooLarge) = error, !others.isEmpty else { throw error }
                                let answer = try await node.rpc.getMultipleAccounts(tables, options)
                                return (answer.value, answer.slot)
                            }
                        }
                        return (place, .success(facts(tables + others, accounts, source)))
                    } catch {
                        return (place, .failure(error))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Reads accounts, in halves if they are too much for one answer. A single account that is too much stays unknown.
    private func read(_ addresses: [PublicKey]) async throws(ChainFactsError) -> [PublicKey: ChainFact<AccountState>] {
        let (accounts, source) = try await ask { node throws(SolanaRPCError) -> ([AccountInfo?]?, UInt64) in
            do throws(SolanaRPCError) {
                let answer = try await node.rpc.getMultipleAccounts(addresses, options)
                return (answer.value, answer.slot)
            } catch {
                guard case .transport(.tooLarge) = error else { throw error }
                return (nil, 0)
            }
        }
        if let accounts { return facts(addresses, accounts, source) }
        guard addresses.count > 1 else { return [:] }
        let half = addresses.count / 2
        return try await read(Array(addresses[..<half])).merging(try await read(Array(addresses[half...]))) { $1 }
    }

    private func facts(
        _ addresses: [PublicKey], _ accounts: [AccountInfo?], _ source: ChainSource
    ) -> [PublicKey: ChainFact<AccountState>] {
        zip(addresses, accounts).reduce(into: [:]) { facts, each in
            facts[each.0] = ChainFact(AccountState(each.1, naming: own), source)
        }
    }
}
