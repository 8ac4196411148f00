public import JSONRPC
import Salt

/// What the user is shown of a request, in the protocol's spelling, and the hash that an approval names.
public struct RequestReview: Sendable {
    /// What the request is about.
    public enum Kind: String, Sendable {
        case connect
        case messages
        case transactions
        /// An address that an app's link asks to have opened.
        case browse
    }

    /// Whether an approval has something signed.
    package var signs: Bool { kind == .messages || kind == .transactions }

    public let kind: Kind
    public let items: [JSON]
    /// What all transactions do together.
    public let totals: JSON?
    /// Whether everything the request would do is shown.
    public let isComplete: Bool
    /// What it would let out; not a part of what is shown.
    public private(set) var risk: RequestRisk
    /// SHA-256 over the whole review as it is written.
    public let hash: String

    /// Whether this says of the same request what another didn't: the user has seen too little then.
    ///
    /// What is less than before is no news: nothing that was found once is taken back.
    public func isWorse(than other: RequestReview) -> Bool {
        !risk.reasons.isSubset(of: other.risk.reasons) || risk.lamports > other.risk.lamports
            || other.isComplete && !isComplete || !findings.isSubset(of: other.findings)
    }

    /// Adds those of whom another look found that they get something.
    mutating func note(recipients: Set<String>) { risk.recipients.formUnion(recipients) }

    /// What it said, in the words that the activity log keeps: the weightiest level, `incomplete` where not everything could be read, and the rules that
    /// found something, each once; nil where nothing is signed.
    package var outcome: String? {
        guard signs else { return nil }
        let findings = items.flatMap { $0["findings"]?.array ?? [] }
        let found = Set(findings.compactMap { $0["level"]?.text })
        let level = ["forbidden", "danger", "warning"].first(where: found.contains) ?? "info"
        let rules = Set(findings.compactMap { $0["id"]?.text }).sorted()
        return ([level] + (isComplete ? [] : ["incomplete"]) + rules).joined(separator: " ")
    }

    /// What its items warn of, as it is written, each with its item's place.
    private var findings: Set<[UInt8]> {
        items.enumerated().reduce(into: []) { findings, item in
            for finding in item.element["findings"]?.array ?? [] where finding["level"] != "info" {
                findings.insert(([.number(item.offset), finding] as JSON).serialized())
            }
        }
    }

    public init(
        kind: Kind, items: [JSON] = [], totals: JSON? = nil, isComplete: Bool, risk: RequestRisk = RequestRisk()
    ) {
        self.totals = totals
        self.risk = risk
        self.kind = kind
        self.items = items
        self.isComplete = isComplete
        var whole: JSONObject = [
            "kind": .string(JSONString(kind.rawValue)), "items": .array(items), "complete": .bool(isComplete),
        ]
        whole["totals"] = totals
        hash = Hexadecimal.encode(SaltHash.sha256(JSON.object(whole).serialized()))
    }
}
