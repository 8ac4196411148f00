import DisplayText

/// A text by which somebody signs in to a site with a Solana account (Sign In With Solana).
///
/// ```
/// [scheme://]DOMAIN wants you to sign in with your Solana account:
/// ADDRESS
///
/// STATEMENT
///
/// URI: …              the fields in this order, each of them optional
/// Version: 1
/// Chain ID: …
/// Nonce: …
/// Issued At: …
/// Expiration Time: …
/// Not Before: …
/// Request ID: …
/// Resources:
/// - …
/// ```
///
/// Lines end with a line feed, none stands at the end, and none in a value. The signature over such a text is what the
/// site takes for its user, so that one for another site is a theft of that account there.
public struct SignInMessage: Hashable, Sendable {
    /// What stands behind a label, by its label.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case uri = "URI"
        case version = "Version"
        case chainID = "Chain ID"
        case nonce = "Nonce"
        case issuedAt = "Issued At"
        case expirationTime = "Expiration Time"
        case notBefore = "Not Before"
        case requestID = "Request ID"
    }

    /// A scheme before the domain, which most sites leave out.
    public var scheme: String?

    /// The site: host, and port where it isn't the scheme's own.
    public var domain: String

    /// The account, base58.
    public var address: String

    /// What the site says to its user; one line.
    public var statement: String?

    /// What stands behind the labels.
    public var fields: [Field: String]

    /// What the site wants its user to know of, URIs; an empty list is a heading alone.
    public var resources: [String]?

    public init(
        scheme: String? = nil, domain: String, address: String, statement: String? = nil, fields: [Field: String] = [:],
        resources: [String]? = nil
    ) {
        self.scheme = scheme
        self.domain = domain
        self.address = address
        self.statement = statement
        self.fields = fields
        self.resources = resources
    }

    static let opening = " wants you to sign in with your Solana account:"
    static let resourcesLabel = "Resources:"

    /// The text that is signed.
    ///
    /// A value with a line break makes a text that ``init(parsing:)`` reads otherwise or not at all.
    public var text: String {
        var blocks = [(scheme.map { "\($0)://" } ?? "") + domain + Self.opening + "\n" + address]
        if let statement, !statement.isEmpty { blocks.append(statement) }
        var lines: [String] = []
        for field in Field.allCases {
            if let value = fields[field] { lines.append("\(field.rawValue): \(value)") }
        }
        if let resources {
            lines.append(Self.resourcesLabel)
            lines += resources.map { "- \($0)" }
        }
        if !lines.isEmpty { blocks.append(lines.joined(separator: "\n")) }
        return blocks.joined(separator: "\n\n")
    }

    /// What the text says, by its labels and in its order, each value with nothing hidden in it.
    public var reviewFields: [ReviewField] {
        var named = [("Domain", site), ("Address", address)]
        if let statement { named.append(("Statement", statement)) }
        for field in Field.allCases {
            if let value = fields[field] { named.append((field.rawValue, value)) }
        }
        for resource in resources ?? [] { named.append(("Resource", resource)) }
        return named.map { ReviewField(name: $0.0, value: VisibleText.escaping($0.1)) }
    }
}
