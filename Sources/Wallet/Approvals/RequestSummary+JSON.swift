import ApprovalQueue
import JSONRPC
import SolanaTransactions
import TransactionReview
import WalletKeys
import WalletNetwork
import WalletRuntime
import WalletState

extension RequestSummary {
    /// The summary as docs/protocol.md spells it, for one of the clients.
    ///
    /// - Parameters:
    ///   - signer: The device that signs, and what it will show.
    ///   - device: The kind of the device that it waits for.
    func json(for client: Client, signer: JSON? = nil, awaiting device: String? = nil) -> JSON {
        var summary: JSONObject = [
            "id": .string(id), "digest": .string(digest), "origin": .string(content.page.origin.serialized),
            "method": .string(content.method), "state": .string(state.rawValue), "tab": .number(content.page.tab),
            "container": .string(content.page.container), "private": .bool(content.page.isPrivate),
            "own": .bool(content.client.connection == client.connection), "created": .number(created),
            "remaining": .number(remaining.milliseconds),
        ]
        if !progress.isEmpty { summary["progress"] = .array(progress.map(\.json)) }
        if let account = content.account { summary["account"] = .string(account) }
        summary["signer"] = signer
        summary["awaits"] = device.map { .string(JSONString($0)) }
        if let cluster = content.cluster { summary["cluster"] = .string(cluster) }
        if let app = content.page.app {
            summary["app"] = ["url": .string(JSONString(app.url)), "redirect": .string(JSONString(app.redirect))]
        }
        return .object(summary)
    }
}

extension RequestProgress {
    /// The progress of one of its transactions; `item` counts from 0.
    var json: JSON { .object(members) }

    var members: JSONObject {
        var members: JSONObject = [
            "item": .number(item), "stage": .string(stage.rawValue), "signature": .string(signature),
        ]
        members["slot"] = slot.map { .string("\($0)") }
        return members
    }
}

extension RequestExpiry {
    /// The time for which it can still be executed.
    var json: JSON {
        switch self {
        case .blocks(let blocks, let remaining):
            ["kind": "blocks", "blocks": .string("\(blocks)"), "remaining": .number(remaining.milliseconds)]
        case .nonce: ["kind": "nonce"]
        case .expired: ["kind": "expired"]
        }
    }
}

/// Reviews in the protocol's spelling; docs/protocol.md, "The review", lists the members.
extension RequestReview {
    /// The bytes of items that go into one answer: half a frame, so that the rest of the answer always fits.
    static let maximumItemBytes = 512 * 1024

    /// The most bytes of one item, so that it fits a frame.
    static let maximumItemCount = 1_000_000

    var largestItem: Int { items.map { $0.serialized().count }.max() ?? 0 }

    init(messages: [MessageReview]) {
        var reasons: Set<RequestRisk.Reason> = messages.reduce(into: []) { $0.formUnion($1.riskReasons) }
        // No site signs in twice at once, and each sign-in would be a session of its own.
        if reasons.isEmpty, messages.count != 1 || !messages[0].isOwnSignIn { reasons.insert(.message) }
        self.init(
            kind: .messages, items: messages.map(\.json), isComplete: messages.allSatisfy { $0.encoding == .text },
            risk: RequestRisk(reasons: reasons))
    }

    /// - Parameters:
    ///   - facts: The nodes' facts about each of the transactions; nil if there is no network to ask.
    ///   - signIn: The asker, for sign-ins in memos.
    ///   - extensions: The packages whose rules apply besides the wallet's own.
    ///   - isWaiting: True if the facts are still to come.
    ///   - guarded: The bytes that are signed in the place of those that were asked for; `transactions` are their reviews.
    ///   - unguarded: The reasons that transactions have no guards, in their places.
    ///   - isRepeated: True if the site got the same with guards a moment ago, and asks again.
    init(
        transactions: [TransactionReview], signer: PublicKey, known: KnownAddresses, facts: [ChainFacts]? = nil,
        signIn: SignInContext? = nil, extensions: ReviewExtensions, isWaiting: Bool = false,
        guarded: [[UInt8]?] = [], unguarded: [String?] = [], isRepeated: Bool = false,
        paidNames: [String: String] = [:]
    ) {
        let subjects = transactions.map {
            ReviewSubject(
                $0, signer: signer, own: known.own, contacts: known.contacts, recipients: known.recipients,
                changedNames: known.changedNames, signIn: signIn)
        }
        let told = facts.map { $0.map(Optional.some) } ?? [ChainFacts?](repeating: nil, count: subjects.count)
        let verdicts = zip(subjects, told).map { ReviewVerdict($0, facts: $1, extensions: extensions) }
        var risk = RequestRisk()
        for ((subject, facts), verdict) in zip(zip(subjects, told), verdicts) {
            let outflow = TransactionOutflow(of: subject, verdict, facts: facts)
            risk.merge(RequestRisk(outflow, calling: subject.review.programs))
        }
        for (subject, facts) in zip(subjects, told) {
            risk.recipients.formUnion(subject.payees(facts).map(\.base58))
        }
        self.init(
            kind: .transactions,
            items: zip(zip(subjects, verdicts), told).enumerated().map { place, each in
                let ((subject, verdict), facts) = each
                let json = subject.review.json(subject, verdict, facts: facts)
                guard var item = json.object else { return json }
                if unguarded.indices.contains(place), let reason = unguarded[place] {
                    item["unguarded"] = .string(JSONString(reason))
                }
                if isRepeated { item["repeated"] = true }
                return .object(item)
            },
            totals: ReviewTotals(subjects, verdicts, facts: told).json,
            isComplete: verdicts.allSatisfy(\.isComplete),
            isBounded: verdicts.allSatisfy { $0.state <= .bounded }, isWaiting: isWaiting,
            guarded: guarded, risk: risk, paidNames: paidNames)
    }

    /// The items from an index on that fit one answer, at least one, and the index of the next item.
    func items(from start: Int) -> (items: [JSON], next: Int?) { Self.page(of: items, from: start) { $0 } }

    /// The items of a list from an index on that fit one answer.
    static func page<Item>(of items: [Item], from start: Int, json: (Item) -> JSON) -> (items: [JSON], next: Int?) {
        var page: [JSON] = []
        var size = 0
        for item in items.dropFirst(start) {
            let item = json(item)
            size += item.serialized().count + 1
            guard page.isEmpty || size <= maximumItemBytes else { return (page, start + page.count) }
            page.append(item)
        }
        return (page, nil)
    }
}

extension RequestRisk {
    /// Takes the outflow that a transaction may cause, as the policy reads it.
    init(_ outflow: TransactionOutflow, calling programs: Set<PublicKey>) {
        self.init(
            lamports: outflow.lamports,
            tokens: Dictionary(outflow.tokens.map { ($0.key.base58, $0.value) }) { first, _ in first },
            givesTokens: outflow.givesTokens,
            reasons: Set(
                outflow.reasons.map { reason in
                    switch reason {
                    case .incomplete: .incomplete
                    case .promised: .promised
                    case .tokens: .tokens
                    case .danger: .danger
                    case .forbidden: .forbidden
                    case .unbounded: .unbounded
                    }
                }), programs: Set(programs.map(\.base58)))
    }
}

extension MessageReview {
    /// The reasons the browser may not decide this alone.
    fileprivate var riskReasons: Set<RequestRisk.Reason> {
        var reasons: Set<RequestRisk.Reason> = isBinary ? [.binary] : []
        let others = findings.filter { $0.id != MessageRule.binary.rawValue }
        if others.contains(where: { $0.level >= .danger }) { reasons.insert(.danger) }
        return reasons
    }
}

/// The names of addresses in a request: those that the user gave to accounts and contacts, those by which the user pays or has paid them, and those that
/// strangers chose for themselves.
///
/// Only names of addresses in the request are told. The browser can change labels; a contact's name takes the passphrase. What an address chose for itself
/// is told where there is no other name, and only once it is known whose name it could be taken for.
struct RequestNames: Sendable {
    let keys: WalletKeyring
    let book: AddressBook
    /// Tells the cluster that a request means if it names none; nil if there is no network.
    let network: (any SolanaNetwork)?

    /// The accounts that an approval shares with the site that wants to connect; none for any other request.
    func shares(_ review: RequestReview, chosen: [String] = []) async throws(RPCError) -> [String] {
        review.kind == .connect ? try await keys.chosen(chosen) : []
    }

    /// `[{address, label, kind: "account" | "contact" | "name" | "claim", name?, like?: {address, name}}]`, in the order of the addresses.
    func json(of summary: JSON, _ review: RequestReview, shares: [String] = []) async -> JSON {
        let accounts = await keys.status().accounts
        // None before the first unlock, when the address book is anybody's claim.
        let contacts = (try? await book.contacts()) ?? []
        let preferred = await network?.preferred.rawValue
        let cluster = summary["cluster"]?.text ?? preferred ?? ""
        let known = await book.paidNames(on: cluster).merging(review.paidNames) { $1 }
        let added = await book.names(on: cluster)
        guard !accounts.isEmpty || !contacts.isEmpty || !known.isEmpty else { return [] }
        var found = Set(shares)
        for value in [summary["account"] ?? .null, review.totals ?? .null] + review.items {
            value.collect(into: &found)
        }
        var names: [String: JSON] = [:]
        for (address, name) in review.claimedNames where found.contains(address) {
            names[address] = try? await claim(name, of: address, on: cluster)
        }
        for (address, name) in known where found.contains(address) {
            names[address] = Self.name(address, name, "name")
        }
        for contact in contacts where found.contains(contact.address) {
            let address = contact.address
            let name = review.paidNames[address] ?? added[address]
            names[address] = Self.name(address, contact.label, "contact", name: name)
        }
        for account in accounts where found.contains(account.publicKey.description) {
            let address = account.publicKey.description
            names[address] = Self.name(address, account.label, "account")
        }
        return .array(names.sorted { $0.key < $1.key }.map(\.value))
    }

    /// - Throws: 4101 before the first unlock.
    private func claim(_ name: String, of address: String, on cluster: String) async throws(RPCError) -> JSON {
        let likeness = try await book.likeness(of: name, at: address, on: cluster)
        var json: JSONObject = ["address": .string(address), "label": .string(JSONString(name)), "kind": "claim"]
        json["like"] = likeness.map { ["address": .string($0.address), "name": .string(JSONString($0.name))] }
        return .object(json)
    }

    private static func name(_ address: String, _ label: String, _ kind: JSON, name: String? = nil) -> JSON {
        var json: JSONObject = ["address": .string(address), "label": .string(label), "kind": kind]
        json["name"] = name.map { .string(JSONString($0)) }
        return .object(json)
    }
}

extension JSON {
    /// Collects every text in it that may be an address.
    fileprivate func collect(into texts: inout Set<String>) {
        switch self {
        case .string(let string):
            let text = string.string
            if (32...44).contains(text.utf8.count) { texts.insert(text) }
        case .array(let values): for value in values { value.collect(into: &texts) }
        case .object(let object): for member in object.members { member.value.collect(into: &texts) }
        case .null, .bool, .number: break
        }
    }
}
