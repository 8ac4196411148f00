import DisplayText
public import JSONRPC

extension ReviewSummary {
    /// The summary of a request whose review is in the protocol's spelling.
    ///
    /// - Parameters:
    ///   - summary: The request's summary, as docs/protocol.md lists it.
    ///   - kind: "connect", "messages", "transactions" or "browse".
    ///   - items: All items of the review.
    ///   - totals: The effects of all transactions together.
    ///   - names: The user's names for the addresses in it, from the answer of `approvals.get`.
    ///   - site: The findings about the site that asks.
    ///   - shares: The accounts that a connection shares where the user chooses no others.
    ///   - isWaiting: True if facts from the network are still to come.
    ///   - words: The texts of the reader's language.
    public init(
        summary: JSON, kind: String, items: [JSON], totals: JSON? = nil, names: JSON? = nil, site: [JSON] = [],
        shares: [String] = [], isComplete: Bool, isWaiting: Bool = false,
        in words: Phrasebook
    ) {
        let names = AddressWording(names, in: words)
        let changes = ChangeWording(totals, items: items, account: summary["account"]?.text, names, in: words)
        let request = RequestSentence(kind: kind, items: items, totals: totals, changes: changes, names, in: words)
        let items = ItemWording(items, kind: kind, changes, account: summary["account"]?.text, names, in: words)
        self.init(
            asker: AskerWording(summary, items: items.items, in: words).asker, sentence: request.sentence,
            consequences: kind == "connect" ? Self.consequences(in: words) : [],
            shares: shares.map { Fact(name: words(.factShares), value: names.named($0), form: .address) },
            changes: changes.changes, waiting: isWaiting ? words(.waitingForNetwork) : nil,
            findings: items.findings(
                isComplete: isComplete || changes.isRead || kind != "transactions", site: site)
                + DeviceWording(summary["signer"], names, in: words).findings,
            facts: Self.facts(summary, kind: kind, changes, request, names, in: words), items: items.all)
    }

    private static func consequences(in words: Phrasebook) -> [Consequence] {
        [
            Consequence(isAllowed: true, text: words(.connectSeesAddress)),
            Consequence(isAllowed: true, text: words(.connectAsks)),
            Consequence(isAllowed: false, text: words(.connectNeverSigns)),
        ]
    }

    private static func facts(
        _ summary: JSON, kind: String, _ changes: ChangeWording, _ request: RequestSentence, _ names: AddressWording,
        in words: Phrasebook
    ) -> [Fact] {
        var facts: [Fact] = []
        if let account = summary["account"]?.text {
            facts.append(Fact(name: words(.factAccount), value: names.named(account), form: .address))
        }
        for recipient in request.recipients {
            facts.append(Fact(name: words(.factRecipient), value: names.named(recipient), form: .address))
        }
        facts += DeviceWording(summary["signer"], names, in: words).facts
        if let guarded = changes.guarded { facts.append(Fact(name: words(.factGuard), value: words(guarded))) }
        if changes.isRepeated { facts.append(Fact(name: words(.factRepeated), value: words(.factRepeatedMeans))) }
        if let reason = changes.unguarded { facts.append(Fact(name: words(.factUnguarded), value: words(reason))) }
        if let cluster = summary["cluster"]?.text {
            let name = TextKey("network", cluster.replacing("solana:", with: "")).map { words($0) } ?? cluster.visible
            facts.append(Fact(name: words(.factNetwork), value: name))
        }
        if let fee = changes.fee { facts.append(Fact(name: words(.factFee), value: fee)) }
        if let deposit = changes.deposit { facts.append(Fact(name: words(.factDeposit), value: deposit)) }
        if let refund = changes.refund { facts.append(Fact(name: words(.factRefund), value: refund)) }
        return facts
    }
}

/// The one who asks, and what is odd in the name.
struct AskerWording {
    private let summary: JSON
    private let items: [JSON]
    private let words: Phrasebook

    init(_ summary: JSON, items: [JSON], in words: Phrasebook) {
        self.summary = summary
        self.items = items
        self.words = words
    }

    var asker: ReviewSummary.Asker {
        var notes: [String] = []
        if hosts.contains(where: { $0.split(separator: ".").contains { $0.hasPrefix("xn--") } }) {
            notes.append(words(.requestPunycode))
        }
        if origin == "offline-file" { notes.append(words(.requestOffline)) }
        if summary["private"]?.bool == true { notes.append(words(.requestPrivate)) }
        if isApp {
            for claim in items.filter({ $0["kind"] == "app" }) + (summary["app"].map { [$0] } ?? []) {
                notes += claims(claim)
            }
            let key = origin.dropFirst(4)
            if key != "unknown" { notes.append(words(.requestAppKey, ["app": String(key)])) }
        }
        for address in items where address["kind"] == "address" {
            notes.append(words(.requestAppClaims, ["url": quoted("ref", of: address)]))
        }
        return ReviewSummary.Asker(name: name, notes: notes)
    }

    private var origin: String { summary["origin"]?.text?.visible ?? "?" }
    private var isApp: Bool { origin.hasPrefix("app:") }

    /// The page that asks, and the page around it if it is in a frame: `https://pay.example.com in https://example.com`.
    private var pages: [String] { origin.replacing(" in ", with: "\n").split(separator: "\n").map(String.init) }

    private var hosts: [String] { pages.map(Self.host) }

    private var name: String {
        if origin == "sidekey" { return words(.originWallet) }
        if origin == "offline-file" { return words(.originOfflineFile) }
        if isApp { return words(.originAnApp) }
        let prefix = "extension:"
        if origin.hasPrefix(prefix) {
            return words(.originExtension, ["extension": String(origin.dropFirst(prefix.count))])
        }
        let names = hosts.map(Self.shown)
        guard names.count == 2 else { return names.first ?? "?" }
        return words(.requestFrame, ["page": names[0], "top": names[1]])
    }

    /// The host of an origin; the whole of it unless the connection to it is encrypted.
    private static func host(_ origin: String) -> String {
        origin.hasPrefix("https://") ? String(origin.dropFirst("https://".count)) : origin
    }

    /// A long name is quoted, because a window would break it anywhere; its end tells its owner.
    private static func shown(_ host: String) -> String {
        guard host.count > 40 else { return host }
        return QuotedText.inline(host.count > 128 ? "\(host.prefix(16))…\(host.suffix(100))" : host)
    }

    /// The claimed identity of an app, and the destination of the user's answer.
    private func claims(_ app: JSON) -> [String] {
        var claims = [
            words(.requestAppClaims, ["url": quoted("url", of: app)]),
            words(.requestAppPlace, ["place": quoted("redirect", of: app)]),
        ]
        if let days = app["days"]?.int { claims.append(words(.requestAppDays, ["days": "\(days)"])) }
        return claims
    }

    /// The whole address from a link, as the link's words.
    private func quoted(_ name: String, of value: JSON) -> String {
        QuotedText.inline(value[name]?.text ?? "?", most: 4096)
    }
}
