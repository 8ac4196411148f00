public import JSONRPC
import Salt

/// The review of a request that the user is shown, in the protocol's form, and the hash that an approval names.
public struct RequestReview: Sendable {
    /// The kind of request.
    public enum Kind: String, Sendable {
        case connect
        case messages
        case transactions
        /// A request of an app's link to open an address.
        case browse
    }

    /// True if an approval leads to a signature.
    package var signs: Bool { kind == .messages || kind == .transactions }

    public let kind: Kind
    public let items: [JSON]
    /// The combined effect of all transactions.
    public let totals: JSON?
    /// True if the review shows everything the request would do.
    public let isComplete: Bool
    /// True if the chain refuses what isn't shown, though not everything was read.
    public let isBounded: Bool
    /// True if facts from the network are still awaited: it is shown, and can't be approved.
    public let isWaiting: Bool
    /// The bytes that are signed in the place of a transaction that was asked for, in its place: the same with guards. The review is about these.
    public let guarded: [[UInt8]?]
    /// The findings about the site that asks, in the protocol's form; they stand before those of the items.
    public private(set) var site: [JSON] = []
    /// The risk of the items, without the site's.
    private var itemRisk: RequestRisk
    /// The amount that it would let out, with other risks; not part of what is shown.
    public var risk: RequestRisk {
        var risk = itemRisk
        for finding in site {
            switch finding["level"]?.text {
            case "danger": risk.reasons.insert(.danger)
            case "forbidden": risk.reasons.insert(.forbidden)
            default: break
            }
        }
        return risk
    }
    /// The names by which the user pays the addresses of a transfer: what each stands for is kept once it is approved. No part of what is hashed: the
    /// addresses are, and the names stand beside them.
    public let paidNames: [String: String]
    /// The names that addresses in it chose for themselves, by base58 address. They count for no level, no limit and no policy.
    public private(set) var claimedNames: [String: String] = [:]
    /// The SHA-256 hash of the whole review as it is written.
    public private(set) var hash = ""

    /// Returns true if this review reports something that another review of the same request didn't: the user has then seen too little.
    ///
    /// A review that reports less isn't worse, and nothing that was found once is withdrawn.
    public func isWorse(than other: RequestReview) -> Bool {
        !risk.reasons.isSubset(of: other.risk.reasons) || risk.lamports > other.risk.lamports
            || risk.tokens.contains { $0.value > other.risk.tokens[$0.key] ?? 0 }
            || risk.givesTokens && !other.risk.givesTokens
            || other.isComplete && !isComplete || other.isBounded && !isBounded && !isComplete
            || !findings.isSubset(of: other.findings)
    }

    /// The bytes to sign, item by item.
    package func signing(_ items: [[UInt8]]) -> [[UInt8]] {
        items.enumerated().map { place, item in guarded.indices.contains(place) ? guarded[place] ?? item : item }
    }

    /// Adds recipients that another review of the request found.
    mutating func note(recipients: Set<String>) { itemRisk.recipients.formUnion(recipients) }

    /// The outcome in the words of the activity log: the most severe level, `incomplete` if not everything could be read, and the rules with
    /// findings, each once. It is nil if nothing is signed.
    package var outcome: String? {
        guard signs else { return nil }
        let findings = site + items.flatMap { $0["findings"]?.array ?? [] }
        let found = Set(findings.compactMap { $0["level"]?.text })
        let level = ["forbidden", "danger", "warning"].first(where: found.contains) ?? "info"
        let rules = Set(findings.compactMap { $0["id"]?.text }).sorted()
        return ([level] + (isComplete ? [] : ["incomplete"]) + rules).joined(separator: " ")
    }

    /// The warnings about its items as they are written, each with its item's index.
    private var findings: Set<[UInt8]> {
        var found = Set(site.filter { $0["level"] != "info" }.map { $0.serialized() })
        for (place, item) in items.enumerated() {
            for finding in item["findings"]?.array ?? [] where finding["level"] != "info" {
                found.insert(([.number(place), finding] as JSON).serialized())
            }
        }
        return found
    }

    public init(
        kind: Kind, items: [JSON] = [], totals: JSON? = nil, isComplete: Bool, isBounded: Bool = false,
        isWaiting: Bool = false, guarded: [[UInt8]?] = [], risk: RequestRisk = RequestRisk(),
        paidNames: [String: String] = [:]
    ) {
        self.paidNames = paidNames
        self.guarded = guarded
        self.isBounded = isBounded
        self.isWaiting = isWaiting
        self.totals = totals
        itemRisk = risk
        self.kind = kind
        self.items = items
        self.isComplete = isComplete
        hash = wholeHash
    }

    /// The same review with these findings about the site, in the place of those that it had.
    func withSite(_ findings: [JSON]) -> RequestReview {
        // Most sites have none, and writing the whole again for its hash takes as long as a tenth of the signatures.
        guard findings != site else { return self }
        var review = self
        review.site = findings
        review.hash = review.wholeHash
        return review
    }

    /// The same review with these names of addresses besides those that it has.
    public func claiming(_ names: [String: String]) -> RequestReview {
        guard !names.isEmpty else { return self }
        var review = self
        review.claimedNames.merge(names) { $1 }
        review.hash = review.wholeHash
        return review
    }

    private var wholeHash: String {
        var whole: JSONObject = [
            "kind": .string(JSONString(kind.rawValue)), "items": .array(items), "complete": .bool(isComplete),
        ]
        whole["totals"] = totals
        if isWaiting { whole["waiting"] = true }
        if !site.isEmpty { whole["site"] = .array(site) }
        if !claimedNames.isEmpty {
            whole["claimedNames"] = .array(
                claimedNames.sorted { $0.key < $1.key }.map {
                    ["address": .string(JSONString($0.key)), "name": .string(JSONString($0.value))]
                })
        }
        return Hexadecimal.encode(SaltHash.sha256(JSON.object(whole).serialized()))
    }
}
