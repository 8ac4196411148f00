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

    /// Asks two nodes for each table: the contents of a table decide what is signed.
    public func lookupTables(_ addresses: [PublicKey]) async throws(ChainFactsError) -> LookupTableFacts {
        var answers: [Answer] = []
        var failure: ChainFactsError?
        var untried = Array(nodes.indices)
        while answers.count < 2, !untried.isEmpty {
            let places = Array(untried.prefix(2 - answers.count))
            untried.removeFirst(places.count)
            // Two are waited for at once, so that one that doesn't answer costs its share of the time and not all of it.
            let limit = share(nodes.count > 1 ? 3 : 1)
            for (place, outcome) in await ask(places, for: addresses, within: limit) {
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

    private func ask(
        _ places: [Int], for addresses: [PublicKey], within limit: Deadline
    ) async -> [(Int, Result<[PublicKey: ChainFact<AccountState>], ChainFactsError>)] {
        await withTaskGroup(of: (Int, Result<[PublicKey: ChainFact<AccountState>], ChainFactsError>).self) { group in
            for place in places {
                group.addTask {
                    do throws(ChainFactsError) {
                        let (accounts, source) = try await ask(place, within: limit) {
                            node throws(SolanaRPCError) in
                            let answer = try await node.rpc.getMultipleAccounts(addresses, options)
                            return (answer.value, answer.slot)
                        }
                        return (place, .success(facts(addresses, accounts, source)))
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
