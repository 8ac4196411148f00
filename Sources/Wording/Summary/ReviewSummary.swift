public import JSONRPC

/// A request as every surface shows it, from the top to the bottom: window, popup, terminal and prompt draw the same texts in the same order.
///
/// ```
/// asker       example.com
///             careful: letters in the site's name can look like others
/// sentence    You send 0.5 SOL to Ana (B5k9…Y7FC).
/// changes     − 0.5 SOL
/// findings    Danger: somebody else may take tokens out of 3ab…
/// shares      Shares: B5k9… “Main”
/// facts       network: Mainnet
/// items       each transaction or message, folded: its sentence, its findings, each instruction, each address whole
/// ```
///
/// Every text that somebody else chose has its control characters spelled out, and is quoted: between quotation marks, or as a
/// ``Detail/quote(_:)``.
public struct ReviewSummary: Sendable, Hashable {
    public let asker: Asker
    /// One sentence about what the request does, with its amounts.
    public let sentence: String
    /// The rights that an approval gives from now on; for a connection.
    public let consequences: [Consequence]
    /// The accounts that the site will see; for a connection. A surface on which the user chooses them shows its choice instead.
    public let shares: [Fact]
    /// The changes in the user's accounts, a line for each asset of an account.
    public let changes: [Change]
    /// What is still to come from the network; nil if nothing is awaited.
    public let waiting: String?
    /// The findings that matter to the decision, the heaviest first. Notes stand with their items.
    public let findings: [Finding]
    public let facts: [Fact]
    public let items: [Item]

    /// The one who asks.
    public struct Asker: Sendable, Hashable {
        /// A site's host, an extension's ID, or what stands for an app or the wallet.
        public let name: String
        /// Oddities of the name, and claims of the asker.
        public let notes: [String]
    }

    /// One thing that a connection allows, or that it never does.
    public struct Consequence: Sendable, Hashable {
        public let isAllowed: Bool
        public let text: String
    }

    /// An amount that leaves or reaches an account of the user's.
    public struct Change: Sendable, Hashable {
        public enum Direction: String, Sendable {
            case leaving
            case arriving
            /// An amount that nobody knows in advance.
            case open
        }

        public let direction: Direction
        public let text: String
        /// The account's whole address, with the user's name for it; nil for the account that signs.
        public let account: String?
    }

    public struct Finding: Sendable, Hashable {
        /// `forbidden`, `danger`, `warning` or `info`; an unknown one as the agent spells it.
        public let level: String
        /// The level in words.
        public let name: String
        public let text: String
    }

    /// A named value.
    public struct Fact: Sendable, Hashable {
        public enum Form: String, Sendable {
            case text
            /// An address, whole, which may have the user's name behind it.
            case address
            /// Somebody else's words.
            case quoted
        }

        public let name: String
        public let value: String
        public var form = Form.text
    }

    /// One transaction or message.
    public struct Item: Sendable, Hashable {
        /// Its number among several; nil for a single one.
        public let title: String?
        /// One sentence about what it does; nil for a single one, which the summary's sentence is about.
        public let sentence: String?
        public let findings: [Finding]
        public let details: [Detail]
        /// True if it is to be read in any case: unfolded from the start.
        public let isOpen: Bool
    }

    /// A part of what can be unfolded.
    public indirect enum Detail: Sendable, Hashable {
        case text(String)
        case fact(Fact)
        /// Somebody else's words, with their lines.
        case quote(String)
        /// Somebody else's bytes, which are no text, in hex.
        case hex(String)
        /// One instruction, or a part of one, with its number: `2`, or `2.1`.
        case group(number: String, title: String, [Detail])
    }
}

extension ReviewSummary {
    /// The summary as docs/protocol.md spells it, without its items.
    public var json: JSONObject {
        var json: JSONObject = [
            "asker": ["name": .string(JSONString(asker.name)), "notes": .array(asker.notes.map(Self.text))],
            "sentence": Self.text(sentence),
            "consequences": .array(
                consequences.map { ["allowed": .bool($0.isAllowed), "text": Self.text($0.text)] }),
            "changes": .array(
                changes.map { change in
                    var json: JSONObject = [
                        "direction": .string(JSONString(change.direction.rawValue)), "text": Self.text(change.text),
                    ]
                    json["account"] = change.account.map(Self.text)
                    return .object(json)
                }),
            "findings": .array(findings.map(\.json)), "shares": .array(shares.map { .object($0.json) }),
            "facts": .array(facts.map { .object($0.json) }),
        ]
        json["waiting"] = waiting.map(Self.text)
        return json
    }

    fileprivate static func text(_ text: String) -> JSON { .string(JSONString(text)) }
}

extension ReviewSummary.Finding {
    fileprivate var json: JSON {
        [
            "level": .string(JSONString(level)), "name": .string(JSONString(name)),
            "text": .string(JSONString(text)),
        ]
    }
}

extension ReviewSummary.Fact {
    fileprivate var json: JSONObject {
        [
            "name": .string(JSONString(name)), "value": .string(JSONString(value)),
            "form": .string(JSONString(form.rawValue)),
        ]
    }
}

extension ReviewSummary.Item {
    /// The item as docs/protocol.md spells it.
    public var json: JSON {
        var json: JSONObject = [
            "findings": .array(findings.map(\.json)), "details": .array(details.map(\.json)), "open": .bool(isOpen),
        ]
        json["title"] = title.map { .string(JSONString($0)) }
        json["sentence"] = sentence.map { .string(JSONString($0)) }
        return .object(json)
    }
}

extension ReviewSummary.Detail {
    /// The part as docs/protocol.md spells it.
    public var json: JSON {
        switch self {
        case .text(let text): ["kind": "text", "text": .string(JSONString(text))]
        case .fact(let fact): .object(fact.json.adding("kind", "fact"))
        case .quote(let text): ["kind": "quote", "text": .string(JSONString(text))]
        case .hex(let text): ["kind": "hex", "text": .string(JSONString(text))]
        case .group(let number, let title, let details):
            [
                "kind": "group", "number": .string(JSONString(number)), "title": .string(JSONString(title)),
                "details": .array(details.map(\.json)),
            ]
        }
    }
}

extension JSONObject {
    fileprivate func adding(_ name: String, _ value: JSON) -> JSONObject {
        var object = self
        object[name] = value
        return object
    }
}
