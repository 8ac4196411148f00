import ApprovalQueue
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState

/// The names that the recipients of a request chose for themselves, asked for beside the facts about it.
///
/// Only addresses are asked about that the user doesn't know, and that a key belongs to: pools and other accounts of programs have no name in practice.
/// The names count for nothing. An attacker chooses the recipient, and the name with it.
struct RecipientNames: Sendable {
    /// The most recipients of one request.
    private static let most = 4

    let knownAddresses: KnownAddressSource
    let network: any SolanaNetwork
    let cluster: Cluster
    let names: NameBook

    init(_ knownAddresses: KnownAddressSource, _ network: any SolanaNetwork, on cluster: Cluster, _ names: NameBook) {
        self.knownAddresses = knownAddresses
        self.network = network
        self.cluster = cluster
        self.names = names
    }

    /// Begins to ask; the names come at the end of ``LateReview/limit`` at the latest.
    ///
    /// - Parameters:
    ///   - paid: The recipient that the user gave by its name, which needs no other; nil if there is none.
    ///   - facts: Waits for the facts about the transactions, which tell who holds the token accounts that tokens go to.
    func ask(
        about reviews: [TransactionReview], of signer: PublicKey, paying paid: PublicKey? = nil,
        facts: @escaping @Sendable () async -> [ChainFacts]?
    ) -> LateValue<[String: String]> {
        let names = LateValue<[String: String]>()
        Task { names.give(await self.names(in: reviews, of: signer, paying: paid, facts: facts)) }
        return names
    }

    private func names(
        in reviews: [TransactionReview], of signer: PublicKey, paying paid: PublicKey?,
        facts: @escaping @Sendable () async -> [ChainFacts]?
    ) async -> [String: String] {
        let end = names.clock.now + LateReview.limit
        let known = await knownAddresses.now(beside: [])
        let kept = await Set(knownAddresses.book.paidNames(on: cluster.rawValue).keys)
        let subjects = reviews.map {
            ReviewSubject($0, signer: signer, own: known.own, contacts: known.contacts)
        }
        func strangers(_ facts: [ChainFacts]?) -> [PublicKey] {
            var found: [PublicKey] = []
            for (place, subject) in subjects.enumerated() {
                let facts = facts.flatMap { $0.indices.contains(place) ? $0[place] : nil }
                for person in subject.unknownPersons(facts)
                where found.count < Self.most && person != paid && !found.contains(person)
                    && !kept.contains(person.base58)
                {
                    found.append(person)
                }
            }
            return found
        }
        let first = strangers(nil)
        async let early = asked(first, until: end)
        let told = await Deadline(end, of: names.clock).limiting { await facts() } ?? nil
        let others = strangers(told).filter { !first.contains($0) }.prefix(Self.most - first.count)
        let late = await asked(Array(others), until: end)
        return await early.merging(late) { $1 }
    }

    private func asked(_ addresses: [PublicKey], until end: Duration) async -> [String: String] {
        guard !addresses.isEmpty, let nodes = try? await network.nodes(of: cluster) else { return [:] }
        let found = await names.claimedNames(of: addresses, by: nodes, within: end - names.clock.now)
        return Dictionary(found.map { ($0.key.base58, $0.value.name.description) }) { first, _ in first }
    }
}
