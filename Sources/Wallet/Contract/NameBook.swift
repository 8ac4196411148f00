import JSONRPC
import SolanaRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState

/// Resolves names by the user's nodes, and compares the answers with what the wallet knows of each name.
struct NameBook: Sendable {
    let records: AuthenticatedStore
    let clock: any MonotonicClock
    let wallClock: any WallClock

    init(records: AuthenticatedStore, clock: any MonotonicClock, wallClock: any WallClock) {
        self.records = records
        self.clock = clock
        self.wallClock = wallClock
    }

    init(_ parts: WalletParts) {
        self.init(records: parts.records, clock: parts.context.clock, wallClock: parts.context.wallClock)
    }

    /// The time limit for all questions about one name.
    private static let limit: Duration = .seconds(15)
    /// The same for a contact's name and for one that an address chose, which only add a warning or a note.
    static let glance: Duration = .seconds(5)

    /// Resolves a name.
    ///
    /// - Throws: -32000 (`name-unknown`, `name-unresolved`, `name-disputed`), and the errors of nodes.
    func resolve(_ name: SolanaName, by nodes: [NetworkNode]) async throws(RPCError) -> ResolvedName {
        do throws(NameError) {
            return try await resolver(nodes, within: Self.limit).resolve(name)
        } catch {
            throw RPCError(error, from: nodes.map(\.name))
        }
    }

    /// Resolves the name under which a contact was added; nil if the address is no such contact's, or nodes tell nothing now.
    func contactName(
        of address: PublicKey, by nodes: [NetworkNode], on cluster: Cluster
    ) async -> (name: String, resolved: ResolvedName?)? {
        let known = await records.names(on: cluster.rawValue)
        let names = known.filter { $0.value.contact == address.base58 }.keys.sorted()
        guard let text = names.first, let name = try? SolanaName(text) else { return nil }
        return (text, try? await resolver(nodes, within: Self.glance).resolve(name))
    }

    /// Finds the name that an address goes by.
    ///
    /// - Throws: the errors of nodes; -32000 (`name-disputed`).
    func primaryName(of address: PublicKey, by nodes: [NetworkNode]) async throws(RPCError) -> ResolvedName? {
        do throws(NameError) {
            return try await resolver(nodes, within: Self.limit).primaryName(of: address)
        } catch {
            throw RPCError(error, from: nodes.map(\.name))
        }
    }

    /// The names that addresses chose for themselves and that lead back to them, as far as nodes tell within the limit.
    ///
    /// - Parameter addresses: At most 100.
    func claimedNames(
        of addresses: [PublicKey], by nodes: [NetworkNode], within limit: Duration
    ) async -> [PublicKey: ResolvedName] {
        guard !addresses.isEmpty else { return [:] }
        let deadline = Deadline(clock.now + limit, of: clock)
        return await deadline.limiting { await resolver(nodes, within: limit).primaryNames(of: addresses) } ?? [:]
    }

    /// The name that an address chose for itself, and whose name that could be taken for.
    ///
    /// - Returns: Nil if nodes told none within the limit, and before the first unlock, when nobody knows what it resembles.
    func claim(
        of address: PublicKey, by nodes: [NetworkNode], on cluster: Cluster, within limit: Duration
    ) async -> ClaimedName? {
        guard let found = await claimedNames(of: [address], by: nodes, within: limit)[address] else { return nil }
        return await claim(of: found, on: cluster)
    }

    /// The same of a name that nodes told.
    func claim(of found: ResolvedName, on cluster: Cluster) async -> ClaimedName? {
        let book = AddressBook(records: records, wallClock: wallClock)
        do throws(RPCError) {
            let likeness = try await book.likeness(
                of: found.name.description, at: found.address.base58, on: cluster.rawValue)
            return ClaimedName(resolved: found, likeness: likeness)
        } catch {
            return nil
        }
    }

    /// The change of a name since the user last paid by it or made a contact of it; nil if there is none, and before the first unlock.
    func change(of name: String, to address: PublicKey, on cluster: String) async -> ChangedName? {
        guard let known = await records.names(on: cluster)[name] else { return nil }
        // What a contact stands for was proven by the passphrase, so it comes first.
        let before = [known.contact, known.address].compactMap { $0 }.first { $0 != address.base58 }
        return before.flatMap { try? PublicKey(base58: $0) }.map {
            ChangedName(name: name, before: $0, now: address)
        }
    }

    private func resolver(_ nodes: [NetworkNode], within limit: Duration) -> NameResolver {
        NameResolver(
            nodes, until: Deadline(clock.now + limit, of: clock), now: wallClock.milliseconds / 1_000)
    }
}

/// The name that an address chose for itself: anyone can choose any name that is free.
struct ClaimedName: Sendable, Hashable {
    let resolved: ResolvedName
    /// The name of another address, which the user knows, that it could be taken for.
    let likeness: NameLikeness?

    /// The name as it is shown; nil where a warning says so instead.
    var json: JSON? {
        guard likeness == nil else { return nil }
        return PaidName(name: resolved.name.description, address: resolved.address, resolved: resolved).json
    }

    /// The warning that it could be taken for another's.
    var findings: [RecipientFinding] {
        (likeness.flatMap { try? PublicKey(base58: $0.address) }).map { [.nameLike($0)] } ?? []
    }
}

/// The name by which the user pays an address.
struct PaidName: Sendable, Hashable {
    let name: String
    /// The address that is paid.
    let address: PublicKey
    /// The answer of nodes; nil for a contact's name of which they told nothing.
    let resolved: ResolvedName?

    /// The change since the user last paid by the name; for a contact whose name stands for another address now, that one.
    func change(in book: NameBook, on cluster: String) async -> ChangedName? {
        guard let now = resolved?.address else { return nil }
        guard now == address else { return ChangedName(name: name, before: address, now: now) }
        return await book.change(of: name, to: now, on: cluster)
    }

    /// The findings about the name, in the order in which they are shown.
    func findings(_ changed: ChangedName?) -> [RecipientFinding] {
        guard let resolved else { return [] }
        var findings: [RecipientFinding] = []
        if let changed { findings.append(.nameChanged(changed.before == address ? changed.now : changed.before)) }
        if let former = resolved.former { findings.append(.nameDiffers(former)) }
        if resolved.isAlone { findings.append(.nameAlone) }
        return findings
    }

    /// `{name, nodes: [{node, slot}]}`; nobody was asked where there are no nodes.
    var json: JSON {
        [
            "name": .string(JSONString(name)),
            "nodes": .array(
                (resolved?.sources ?? []).map { ["node": .string(JSONString($0.node)), "slot": .string("\($0.slot)")] }),
        ]
    }

    static let form = ValueType.object([
        .required("name"), .required("nodes", .list(.object([.required("node"), .required("slot", .u64)]))),
    ])
}

extension ParameterForm where Value == SolanaName {
    /// A name in its one spelling.
    static var name: Self {
        ParameterForm<String>.text.map { text, _ throws(RPCError) in
            do throws(SolanaName.Fault) { return try SolanaName(text) } catch { throw RPCError(error) }
        }
    }
}

extension RPCError {
    /// The protocol's error for a text that ends as a name does and isn't one.
    init(_ fault: SolanaName.Fault) {
        let sentence =
            switch fault {
            case .ending: "a name ends in .sol or .sns"
            case .capital: "a name has small letters only"
            case .foreign: "a name has letters of ASCII only; others can look like them"
            case .character: "a name has small letters, digits, - and _ only"
            case .length: "a name has 64 bytes at most"
            case .parts: "a name of this ending has fewer parts"
            }
        self.init(.invalidInput, .nameInvalid, sentence, data: ["fault": .string(JSONString(fault.rawValue))])
    }

    init(_ error: NameError, from nodes: [String]) {
        switch error {
        case .refused(.unknown): self.init(.invalidInput, .nameUnknown, "nobody has this name")
        case .refused(.expired):
            self.init(.invalidInput, .nameUnknown, "this name has expired", data: ["fault": "expired"])
        case .refused(.record):
            self.init(
                .invalidInput, .nameUnresolved, "the name's records aren't verified, so it stands for nothing",
                data: ["fault": "record"])
        case .holderUnknown:
            self.init(
                .invalidInput, .nameUnresolved, "the name belongs to a token, and no node tells who holds it",
                data: ["fault": "holder"])
        case .disputed(let addresses):
            self.init(
                .invalidInput, .nameDisputed, "two nodes say different things about this name",
                data: [
                    "nodes": .array(nodes.map { .string(JSONString($0)) }),
                    "addresses": .array(addresses.map { .string($0.base58) }),
                ])
        case .node(let fault): self.init(fault, from: nodes)
        }
    }
}
