package import SolanaRPC
package import SolanaTransactions
package import TransactionReview

/// What a name stands for, by the word of one node or two.
package struct ResolvedName: Sendable, Hashable {
    package let name: SolanaName
    package let address: PublicKey
    /// The nodes that said so, with the slots of their answers: two if two could be asked.
    package let sources: [ChainSource]
    /// The address of the same name in the SPL Name Service, where `.sol` stood until October 2026, if it is another one.
    package let former: PublicKey?

    /// True if no second node has confirmed it.
    package var isAlone: Bool { sources.count < 2 }
}

/// The reason that a name stands for nothing that the wallet would send to. Append-only.
package enum NameError: Error, Sendable, Hashable {
    case refused(NameLookup.Refusal)
    /// The name belongs to the holder of a token, and no node tells who that is.
    case holderUnknown
    /// Two nodes say different things; the addresses that they named.
    case disputed([PublicKey])
    case node(SolanaRPCError)
}

/// Asks nodes what names stand for, and what address goes by which name.
///
/// Whoever answers for a name decides where money goes, which no node does for a pasted address. So two nodes are asked where the user has two, each
/// for everything, and nothing counts on which they differ.
package struct NameResolver: Sendable {
    private let nodes: [NetworkNode]
    private let deadline: Deadline
    /// Seconds since 1970.
    private let now: Int64

    private static let options = RPCContextOptions(.confirmed)

    /// - Parameter now: Seconds since 1970, by the wallet's clock: the Record Service doesn't enforce its expiry.
    package init(_ nodes: [NetworkNode], until deadline: Deadline, now: Int64) {
        self.nodes = nodes
        self.deadline = deadline
        self.now = now
    }

    /// Resolves a name.
    ///
    /// - Throws: ``NameError``.
    package func resolve(_ name: SolanaName) async throws(NameError) -> ResolvedName {
        guard let lookup = try? NameLookup(name) else { throw .refused(.unknown) }
        let former = name.former.flatMap { try? NameLookup($0) }
        var answers: [(answer: Answer, source: ChainSource)] = []
        var failure: NameError?
        var untried = nodes[...]
        while answers.count < 2, !untried.isEmpty {
            let asked = untried.prefix(2 - answers.count)
            untried = untried.dropFirst(asked.count)
            let limit = untried.isEmpty ? deadline : deadline.part(2)
            for outcome in await ask(Array(asked), lookup, former, within: limit) {
                do throws(NameError) { answers.append(try outcome.get()) } catch { failure = failure ?? error }
            }
        }
        guard let first = answers.first else { throw failure ?? .node(.transport(.unreachable)) }
        guard answers.allSatisfy({ $0.answer.outcome == first.answer.outcome }) else {
            throw .disputed(answers.compactMap { try? $0.answer.outcome.get() })
        }
        let address: PublicKey
        do throws(NameLookup.Refusal) { address = try first.answer.outcome.get() } catch { throw .refused(error) }
        let others = answers.compactMap(\.answer.former).filter { $0 != address }
        return ResolvedName(name: name, address: address, sources: answers.map(\.source), former: others.first)
    }

    /// A node's whole answer.
    private struct Answer: Sendable {
        let outcome: Result<PublicKey, NameLookup.Refusal>
        let former: PublicKey?
    }

    /// Asks these nodes at once; the answers come in the nodes' order.
    private func ask(
        _ nodes: [NetworkNode], _ lookup: NameLookup, _ former: NameLookup?, within limit: Deadline
    ) async -> [Result<(answer: Answer, source: ChainSource), NameError>] {
        await withTaskGroup(of: (Int, Result<(answer: Answer, source: ChainSource), NameError>).self) { group in
            for (place, node) in nodes.enumerated() {
                group.addTask {
                    let answer = await limit.limiting {
                        () -> Result<(answer: Answer, source: ChainSource), NameError> in
                        do throws(NameError) {
                            return .success(try await Self.ask(node, lookup, former, now: now))
                        } catch {
                            return .failure(error)
                        }
                    }
                    return (place, answer ?? .failure(.node(.transport(.timedOut))))
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private static func ask(
        _ node: NetworkNode, _ lookup: NameLookup, _ former: NameLookup?, now: Int64
    ) async throws(NameError) -> (answer: Answer, source: ChainSource) {
        let addresses = lookup.addresses + (former?.addresses ?? [])
        let (accounts, slot) = try await read(addresses, from: node)
        let outcome: Result<PublicKey, NameLookup.Refusal>
        switch said(by: lookup, accounts, now: now) {
        case .success(.address(let address)): outcome = .success(address)
        case .success(.holder(let mint)): outcome = try await holder(of: mint, by: lookup.name.registry, on: node)
        case .failure(let refusal): outcome = .failure(refusal)
        }
        var other: PublicKey?
        if let former {
            switch try? former.outcome(accounts, now: now) {
            case .address(let address): other = address
            // Whoever holds the token, it isn't asked for: what the name's own account says is enough to warn.
            case .holder: other = accounts[former.account].flatMap { try? NameAccount(decoding: $0.data).owner }
            case nil: break
            }
        }
        return (Answer(outcome: outcome, former: other), ChainSource(node: node.name, slot: slot))
    }

    private static func said(
        by lookup: NameLookup, _ accounts: [PublicKey: NameLookup.Account], now: Int64
    ) -> Result<NameLookup.Outcome, NameLookup.Refusal> {
        do throws(NameLookup.Refusal) {
            return .success(try lookup.outcome(accounts, now: now))
        } catch {
            return .failure(error)
        }
    }

    private static func read(
        _ addresses: [PublicKey], from node: NetworkNode
    ) async throws(NameError) -> (accounts: [PublicKey: NameLookup.Account], slot: UInt64) {
        do throws(SolanaRPCError) {
            let answer = try await node.rpc.getMultipleAccounts(addresses, options)
            let found = zip(addresses, answer.value).compactMap { address, account in
                account.map { (address, NameLookup.Account(program: $0.owner, data: ByteSlice($0.data))) }
            }
            return (Dictionary(found) { first, _ in first }, answer.slot)
        } catch {
            throw .node(error)
        }
    }

    /// Finds the only holder of a token.
    ///
    /// - Throws: `.holderUnknown` if the node doesn't tell, which some public ones never do.
    private static func holder(
        of mint: PublicKey, by registry: SolanaName.Registry, on node: NetworkNode
    ) async throws(NameError) -> Result<PublicKey, NameLookup.Refusal> {
        let holders: [TokenHolder]
        do throws(SolanaRPCError) {
            holders = try await node.rpc.getTokenLargestAccounts(of: mint, options).value
        } catch {
            if case .node = error { throw .holderUnknown }
            throw .node(error)
        }
        let having = holders.filter { $0.amount.amount > 0 }
        guard having.count == 1, let address = having.first?.address else { return .failure(.record) }
        let (accounts, _) = try await read([mint, address], from: node)
        guard let token = accounts[mint], let account = accounts[address] else { return .failure(.record) }
        do throws(NameLookup.Refusal) {
            return .success(try NameLookup.holder(of: mint, by: registry, mint: token, holder: account))
        } catch {
            return .failure(error)
        }
    }
}

extension NameResolver {
    /// Finds the name that an address goes by, and makes sure that the name leads back to it.
    ///
    /// Only `.sns` says it on the chain, in an account that the address itself has set. A name below another's isn't told.
    ///
    /// - Returns: Nil if the address goes by no name, or by one that leads elsewhere.
    /// - Throws: ``NameError``, if no node answers or two disagree about the name.
    package func primaryName(of address: PublicKey) async throws(NameError) -> ResolvedName? {
        guard let name = try await primaryNames(toldFor: [address])[address] else { return nil }
        return try await resolved(name, leadingTo: address)
    }

    /// Finds the names that addresses go by, each as ``primaryName(of:)`` does.
    ///
    /// - Parameter addresses: At most 100.
    /// - Returns: The names that lead back; none of which no node told in time, and none on which two disagree.
    package func primaryNames(of addresses: [PublicKey]) async -> [PublicKey: ResolvedName] {
        let told: [PublicKey: SolanaName]
        do throws(NameError) { told = try await primaryNames(toldFor: addresses) } catch { return [:] }
        return await withTaskGroup(of: (PublicKey, ResolvedName?).self) { group in
            for (address, name) in told {
                group.addTask { (address, (try? await resolved(name, leadingTo: address)) ?? nil) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// The names that addresses have set for themselves, by one node's word; anyone can set any.
    private func primaryNames(toldFor addresses: [PublicKey]) async throws(NameError) -> [PublicKey: SolanaName] {
        let accounts = addresses.compactMap { address in
            (try? NameService.primary(of: address)).map { (address, $0) }
        }
        guard !accounts.isEmpty else { return [:] }
        do throws(SolanaRPCError) {
            return try await nodes.answer(until: deadline.part(2)) { node throws(SolanaRPCError) in
                let found = try await node.rpc.getMultipleAccounts(accounts.map(\.1), Self.options).value
                let reverses = zip(accounts, found).compactMap { account, found -> (PublicKey, PublicKey)? in
                    guard let found, found.owner == NameService.offers,
                        let domain = try? PrimaryName.account(in: ByteSlice(found.data)),
                        let reverse = try? NameService.reverse(of: domain)
                    else { return nil }
                    return (account.0, reverse)
                }
                guard !reverses.isEmpty else { return [:] }
                let told = try await node.rpc.getMultipleAccounts(reverses.map(\.1), Self.options).value
                return zip(reverses, told).reduce(into: [:]) { names, answer in
                    guard let told = answer.1, told.owner == NameService.program,
                        let label = try? ReverseName.label(in: ByteSlice(told.data)),
                        let name = try? SolanaName(label + ".sns"), name.subdomain == nil
                    else { return }
                    names[answer.0.0] = name
                }
            }
        } catch {
            throw .node(error)
        }
    }

    /// Resolves a name; nil if it leads anywhere else than to the address.
    private func resolved(
        _ name: SolanaName, leadingTo address: PublicKey
    ) async throws(NameError) -> ResolvedName? {
        do throws(NameError) {
            let resolved = try await resolve(name)
            return resolved.address == address ? resolved : nil
        } catch .refused {
            return nil
        } catch {
            throw error
        }
    }
}
