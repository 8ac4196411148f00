public import SolanaRPC
public import SolanaTransactions
public import TransactionReview

/// A Squads multisig on the chain, as one node shows it.
public struct HeldMultisig: Sendable, Hashable {
    public let address: PublicKey
    public let contents: MultisigAccount

    /// Reads an account; nil if it is no multisig of Squads, or if its address isn't that of its contents.
    init?(_ address: PublicKey, _ account: AccountInfo?) {
        guard let account, account.owner == SquadsProgram.id,
            let contents = try? MultisigAccount(decoding: ByteSlice(account.data)),
            SquadsProgram.multisig(contents.createKey) == address
        else { return nil }
        self.address = address
        self.contents = contents
    }
}

/// A proposal of a multisig that still takes votes or can still be executed.
public struct HeldProposal: Sendable {
    /// The account with the votes.
    public let address: PublicKey
    public let contents: MultisigProposal
    /// The account with the instructions.
    public let transaction: PublicKey
    /// That account as the node shows it; nil if there is none.
    public let keeper: ChainAccount?
    /// The kind of that account; nil if it is none of Squads' transactions.
    public let kind: MultisigTransactionKind?
}

/// A part of a multisig's proposals, the newest first.
public struct HeldProposals: Sendable {
    public let proposals: [HeldProposal]
    /// The number at which the next part begins; nil at the end.
    public let next: UInt64?
}

extension NetworkNode {
    /// The places among the members at which an account is looked for.
    ///
    /// Members stand in the order of their keys, so that in a larger multisig a member's place can be behind these.
    public static let searchedMembers: UInt64 = 10
    /// The questions that are asked at the same time.
    private static let together = 5
    /// The numbers that one part of the proposals goes through: as many accounts as one question takes.
    private static let lot = 100
    /// The open proposals in a part: what each of them does can be long.
    public static let mostProposals = 8

    /// Returns the multisigs with an account among their first members, in order of their addresses.
    ///
    /// A filter compares bytes at one place, so each place is a question of its own. Some public nodes refuse them all. Anyone can make an account a
    /// member of a multisig, so that there may be many.
    public func multisigs(of member: PublicKey) async throws(SolanaRPCError) -> [HeldMultisig] {
        let offsets = MultisigAccount.memberOffsets.flatMap { first in
            (0..<Self.searchedMembers).map { first + $0 * MultisigAccount.memberCount }
        }
        var found: [PublicKey: HeldMultisig] = [:]
        // A node that refuses the first question isn't asked the others.
        for lot in [offsets.prefix(1)] + offsets.dropFirst().parts(of: Self.together) {
            let answers = await withTaskGroup { group in
                for offset in lot { group.addTask { await multisigs(of: member, at: offset) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for answer in answers {
                for each in try answer.get() where each.contents.members[member] != nil { found[each.address] = each }
            }
        }
        return found.values.sorted { $0.address < $1.address }
    }

    private func multisigs(of member: PublicKey, at offset: UInt64) async -> Result<[HeldMultisig], SolanaRPCError> {
        do throws(SolanaRPCError) {
            let accounts = try await rpc.getProgramAccounts(
                of: SquadsProgram.id,
                [.memcmp(offset: 0, bytes: MultisigAccount.kind), .memcmp(offset: offset, bytes: member.bytes)],
                RPCContextOptions(.confirmed)
            ).value
            return .success(accounts.compactMap { HeldMultisig($0.publicKey, $0.account) })
        } catch {
            return .failure(error)
        }
    }

    /// Returns the multisig at an address; nil if there is none.
    public func multisig(_ address: PublicKey) async throws(SolanaRPCError) -> HeldMultisig? {
        let accounts = try await rpc.getMultipleAccounts([address], RPCContextOptions(.confirmed)).value
        return HeldMultisig(address, accounts.first ?? nil)
    }

    /// Returns the proposals that take votes or can be executed, from a number downwards.
    ///
    /// Each address is derived from the multisig and a number: a node can keep a proposal back, and can't add one of another multisig.
    ///
    /// - Parameters:
    ///   - first: The number to begin with; nil for the newest one.
    ///   - most: The most proposals to return; ``mostProposals`` at most.
    public func proposals(
        of multisig: HeldMultisig, from first: UInt64? = nil, most: Int = mostProposals
    ) async throws(SolanaRPCError) -> HeldProposals {
        let top = min(first ?? .max, multisig.contents.index)
        guard top > 0 else { return HeldProposals(proposals: [], next: nil) }
        let bottom = top > UInt64(Self.lot) ? top - UInt64(Self.lot) + 1 : 1
        let numbers = Array((bottom...top).reversed())
        let addresses = numbers.map { SquadsProgram.proposal($0, of: multisig.address) }
        let accounts = try await rpc.getMultipleAccounts(addresses, RPCContextOptions(.confirmed)).value
        var open: [(address: PublicKey, contents: MultisigProposal)] = []
        for ((number, address), account) in zip(zip(numbers, addresses), accounts) {
            guard let contents = MultisigProposal(account, number, of: multisig.address),
                [.active, .approved].contains(contents.status)
            else { continue }
            open.append((address, contents))
        }
        let shown = Array(open.prefix(min(most, Self.mostProposals)))
        let end = shown.count < open.count ? shown.last?.contents.index ?? bottom : bottom
        let transactions = shown.map { SquadsProgram.transaction($0.contents.index, of: multisig.address) }
        let keepers =
            transactions.isEmpty
            ? [] : try await rpc.getMultipleAccounts(transactions, RPCContextOptions(.confirmed)).value
        let held = zip(zip(shown, transactions), keepers).map { each, account in
            HeldProposal(
                address: each.0.address, contents: each.0.contents, transaction: each.1,
                keeper: account.map { ChainAccount($0) },
                kind: account.flatMap {
                    $0.owner == SquadsProgram.id ? MultisigTransactionKind(ByteSlice($0.data)) : nil
                })
        }
        return HeldProposals(proposals: held, next: end > 1 ? end - 1 : nil)
    }
}

extension MultisigProposal {
    /// Reads a proposal; nil if the account isn't there, is another kind, or is the proposal of another transaction.
    init?(_ account: AccountInfo?, _ index: UInt64, of multisig: PublicKey) {
        guard let account, account.owner == SquadsProgram.id,
            let proposal = try? MultisigProposal(decoding: ByteSlice(account.data)), proposal.multisig == multisig,
            proposal.index == index
        else { return nil }
        self = proposal
    }
}

extension Collection {
    /// The elements in parts of so many.
    fileprivate func parts(of count: Int) -> [SubSequence] {
        var parts: [SubSequence] = []
        var rest = self[...]
        while !rest.isEmpty {
            parts.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return parts
    }
}
