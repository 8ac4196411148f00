public import JSONRPC
import Salt

/// What the user is shown of a request, in the protocol's spelling, and the hash that an approval names.
public struct RequestReview: Sendable {
    public enum Kind: String, Sendable {
        case connect
        case messages
        case transactions
    }

    public let kind: Kind
    public let items: [JSON]
    /// Whether everything the request would do is shown.
    public let isComplete: Bool
    /// What it would let out; not a part of what is shown.
    public let risk: RequestRisk
    /// SHA-256 over the whole review as it is written.
    public let hash: String

    public init(kind: Kind, items: [JSON] = [], isComplete: Bool, risk: RequestRisk = RequestRisk()) {
        self.risk = risk
        self.kind = kind
        self.items = items
        self.isComplete = isComplete
        let whole: JSON = [
            "kind": .string(JSONString(kind.rawValue)), "items": .array(items), "complete": .bool(isComplete),
        ]
        hash = Hexadecimal.encode(SaltHash.sha256(whole.serialized()))
    }
}
