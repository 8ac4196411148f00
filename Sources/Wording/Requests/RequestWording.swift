import DisplayText
public import JSONRPC

/// A request in words for a reader outside the browser: a terminal and a prompt show the same text for the same review.
///
/// The review comes in the protocol's spelling. Every text that a site chose has its control characters spelled out, and is
/// between quotation marks or behind a bar. ``LineFold`` keeps it there when it breaks a line.
public struct RequestWording: Sendable {
    private let summary: JSON
    private let kind: String
    private let items: [JSON]
    private let totals: TotalsWording?
    private let expiry: JSON?
    private let isComplete: Bool
    private let names: AddressWording
    private let words: Phrasebook

    /// - Parameters:
    ///   - summary: The request's summary, as docs/protocol.md lists it.
    ///   - kind: "connect", "messages" or "transactions".
    ///   - items: All items of the review.
    ///   - totals: The effects of all transactions together.
    ///   - expiry: The time for which the transactions to be sent can still be executed.
    ///   - names: The user's names for the addresses in it, from the answer of `approvals.get`.
    ///   - words: The texts of the reader's language.
    public init(
        summary: JSON, kind: String, items: [JSON], totals: JSON? = nil, expiry: JSON? = nil, names: JSON? = nil,
        isComplete: Bool, in words: Phrasebook
    ) {
        self.summary = summary
        self.kind = kind
        self.items = items
        self.expiry = expiry
        self.isComplete = isComplete
        self.words = words
        self.names = AddressWording(names, in: words)
        self.totals = totals.map {
            TotalsWording($0, of: summary["account"]?.text, AddressWording(names, in: words), in: words)
        }
    }

    /// The requester and its method, the account that signs, and the amounts that move: a few lines that appear wherever the
    /// request is decided.
    public var head: [String] {
        var lines = [heading]
        if isApp, kind != "browse" { lines.append(appKey) }
        if let account = summary["account"]?.text {
            lines.append(words(.requestAccount, ["account": names.named(account)]))
        }
        guard let totals else { return lines + (kind == "transactions" && !isComplete ? [words(.totalsUnread)] : []) }
        return lines + totals.head
    }

    /// The requester and its method.
    public var heading: String {
        if isApp { return words(.requestApp, ["method": word("method", of: summary)]) }
        let method = word("method", of: summary)
        guard let id = extensionID else {
            let (page, top) = Self.parts(of: word("origin", of: summary))
            let name =
                top.map { words(.requestFrame, ["page": Self.name(page), "top": Self.name($0)]) } ?? Self.name(page)
            return words(.requestHeading, ["origin": name, "method": method])
        }
        return words(.requestExtension, ["extension": Self.name(id), "method": method])
    }

    /// The page that asks, and the page around it if it is in a frame: `https://pay.example.com in https://example.com`.
    private static func parts(of origin: String) -> (page: String, top: String?) {
        guard let place = origin.firstRange(of: " in ") else { return (origin, nil) }
        return (String(origin[..<place.lowerBound]), String(origin[place.upperBound...]))
    }

    /// The requester's name from the browser. A long name is quoted, because a window would break it anywhere; its end tells its
    /// owner.
    private static func name(_ origin: String) -> String {
        guard origin.count > 40 else { return origin }
        return QuotedText.inline(origin.count > 128 ? "\(origin.prefix(16))…\(origin.suffix(100))" : origin)
    }

    /// The ID of the other extension that asks; nil if none asks. An extension's origin is in a name space of its own.
    private var extensionID: String? {
        let (origin, prefix) = (word("origin", of: summary), "extension:")
        return origin.hasPrefix(prefix) ? String(origin.dropFirst(prefix.count)) : nil
    }

    /// True if an app asks, by a link: its origin is its key, in a name space of its own.
    private var isApp: Bool { word("origin", of: summary).hasPrefix("app:") }

    /// The lines about an app that the user saw at `connect`. Its key, which identifies the app and is no name, is in the head.
    private var appLines: [String] {
        guard isApp, kind != "browse" else { return [] }
        return summary["app"].map(claim) ?? []
    }

    private var appKey: String { words(.requestAppKey, ["app": String(word("origin", of: summary).dropFirst(4))]) }

    /// The lines about an app from its link.
    private func app(_ item: JSON) -> [String] {
        claim(item) + ["  " + words(.requestAppDays, ["days": "\(item["days"]?.int ?? 0)"])]
    }

    /// The claimed identity of an app, and the destination of the user's answer.
    private func claim(_ app: JSON) -> [String] {
        [
            words(.requestAppClaims, ["url": quoted("url", of: app)]),
            words(.requestAppPlace, ["place": quoted("redirect", of: app)]),
        ].map { "  " + $0 }
    }

    /// The address to open, and the claimed requester.
    private func address(_ item: JSON) -> [String] {
        [
            words(.requestBrowse, ["url": quoted("url", of: item)]),
            words(.requestAppClaims, ["url": quoted("ref", of: item)]),
        ].map { "  " + $0 }
    }

    /// The whole address from a link, as the link's words.
    private func quoted(_ name: String, of value: JSON) -> String {
        QuotedText.inline(value[name]?.text ?? "?", most: 4096)
    }

    /// The request after its head, line by line.
    public var lines: [String] {
        var lines: [String] = []
        if isPunycode { lines.append("  " + words(.requestPunycode)) }
        lines += appLines
        if let cluster = summary["cluster"]?.text {
            lines.append("  " + words(.requestCluster, ["cluster": cluster.visible]))
        }
        if let expiry { lines.append("  " + line(expiry)) }
        if kind == "connect" { lines.append("  " + words(.requestConnect)) }
        if summary["private"]?.bool == true { lines.append("  " + words(.requestPrivate)) }
        lines += totals?.lines ?? []
        for (index, item) in items.enumerated() {
            if items.count > 1 {
                lines.append(words(.requestItem, ["number": "\(index + 1)", "count": "\(items.count)"]))
            }
            switch item["kind"]?.text {
            case "transaction": lines += TransactionWording(item, names, in: words).lines
            case "app": lines += app(item)
            case "address": lines += address(item)
            default: lines += message(item)
            }
        }
        if !isComplete, kind == "transactions" { lines.append(words(.requestIncomplete)) }
        return lines
    }

    private func line(_ expiry: JSON) -> String {
        switch expiry["kind"]?.text {
        case "blocks": words(.expiryBlocks, ["seconds": "\((expiry["remaining"]?.int ?? 0) / 1000)"])
        case "nonce": words(.expiryNonce)
        default: words(.expiryExpired)
        }
    }

    /// True if the origin's host stands for other letters than it is spelled with here (RFC 3492).
    private var isPunycode: Bool {
        word("origin", of: summary).split { "./ ".contains($0) }.contains { $0.hasPrefix("xn--") }
    }

    private func message(_ item: JSON) -> [String] {
        guard let content = item["content"]?.text else { return [] }
        let bytes = item["bytes"]?.int ?? 0
        let what: CountedKey = item["encoding"]?.text == "hex" ? .messageHex : .messageText
        // A signature under other names than the user's own can be half of an agreement that they don't see.
        let others = (item["envelope"]?["signers"]?.array ?? []).compactMap(\.text).filter {
            $0 != summary["account"]?.text
        }
        // Led by a bar, so that no line of the message passes for one of ours.
        return FindingWording.lines(of: item, names, in: words)
            + others.map { "  " + words(.messageSigner, ["account": names.named($0)]) } + ["  " + words(what, bytes)]
            + QuotedText.lines(content).map { "  " + QuotedText.bar + $0 }
    }

    /// A transaction of a review, line by line.
    public static func transaction(_ item: JSON, in words: Phrasebook) -> [String] {
        TransactionWording(item, AddressWording(nil, in: words), in: words).lines
    }

    private func word(_ name: String, of value: JSON) -> String { value[name]?.text?.visible ?? "?" }
}

extension String {
    var visible: String { VisibleText.spellingOut(self, keepingLines: false) }
}
