import DisplayText
import SolanaTransactions

/// A text with which a user signs in to a site with a Solana account (Sign In With Solana).
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
/// Lines end with a line feed; the text doesn't end with one, and no value contains one. The site takes the signature over such a text as proof of
/// its user. A signature for another site is therefore a theft of the account there.
public struct SignInMessage: Hashable, Sendable {
    /// A labelled field; the raw value is its label.
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

    /// A scheme before the domain, which most sites omit.
    public var scheme: String?

    /// The site: host, and port if it isn't the scheme's own.
    public var domain: String

    /// The account, base58.
    public var address: String

    /// The site's statement to its user; one line.
    public var statement: String?

    /// The values of the labelled fields.
    public var fields: [Field: String]

    /// The resources that the site wants to point its user to, as URIs; an empty list is a heading alone.
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

    /// The text to sign.
    ///
    /// A value with a line break makes a text that ``init(parsing:)`` reads differently or rejects.
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

    /// The text's values under their labels and in its order, each with nothing hidden in it.
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

extension SignInMessage {
    /// The maximum age of a sign-in, and the maximum that a clock may be ahead, in milliseconds.
    static let tolerance: Int64 = 10 * 60 * 1000

    /// Returns a finding for every check that the sign-in fails, in the order of the text.
    public func findings(in context: SignInContext) -> [Finding] {
        var findings: [Finding] = []
        if !context.isOwn(domain: domain, scheme: scheme) {
            findings.append(Self.foreign(site, context))
        }
        if address != context.account.base58 {
            findings.append(MessageRule.signInAddress.finding(["address": address]))
        }
        for (field, isUnusual) in malformed {
            let rule: MessageRule = isUnusual ? .signInCharacters : .signInField
            findings.append(rule.finding(["field": field]))
        }
        if let uri = fields[.uri], !context.isOwn(uri: uri) {
            findings.append(MessageRule.signInURI.finding(["uri": uri, "origin": context.origin]))
        }
        if let chainID = fields[.chainID], let chain = context.chain, chain != Self.chain(of: chainID) {
            findings.append(MessageRule.signInChain.finding(["chain": chainID]))
        }
        if fields[.nonce] == nil { findings.append(MessageRule.signInReusable.finding()) }
        return findings + times(at: context.now)
    }

    /// The site as the text's first line names it.
    public var site: String {
        (scheme.map { "\($0)://" } ?? "") + domain
    }

    static func foreign(_ site: String, _ context: SignInContext) -> Finding {
        MessageRule.signInDomain.finding(["domain": site, "origin": context.origin])
    }

    private func times(at now: Int64) -> [Finding] {
        var findings: [Finding] = []
        if let issued = time(.issuedAt) {
            if issued < now - Self.tolerance {
                findings.append(MessageRule.signInOld.finding(["time": fields[.issuedAt] ?? ""]))
            } else if issued > now + Self.tolerance {
                findings.append(early(.issuedAt))
            }
        }
        if let expires = time(.expirationTime), expires <= now {
            findings.append(MessageRule.signInExpired.finding(["time": fields[.expirationTime] ?? ""]))
        }
        if let begins = time(.notBefore), begins > now { findings.append(early(.notBefore)) }
        return findings
    }

    private func early(_ field: Field) -> Finding {
        MessageRule.signInEarly.finding(["field": field.rawValue, "time": fields[field] ?? ""])
    }

    private func time(_ field: Field) -> Int64? {
        fields[field].flatMap { InternetTime($0)?.milliseconds }
    }

    private static func chain(of chainID: String) -> String {
        chainID.hasPrefix("solana:") ? chainID : "solana:\(chainID)"
    }
}

extension SignInMessage {
    /// The place at which a text stops being a sign-in.
    public struct GrammarError: Error, Hashable, Sendable {
        /// The line, counted from 1.
        public let line: Int
    }

    /// Parses the whole text by the lines of the grammar; ``malformed`` checks the values.
    ///
    /// - Throws: `GrammarError` with the first line that isn't allowed there.
    public init(parsing text: String) throws(GrammarError) {
        // By bytes: to Swift a carriage return and a line feed are one character.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String($0) }
        var next = 0
        func peek() -> String? {
            // A carriage return, or another control character, makes a line that isn't what it looks like.
            guard next < lines.count, let line = lines[next] else { return nil }
            return line.utf8.contains { $0 < 0x20 || $0 == 0x7F } ? nil : line
        }
        guard let first = peek(), first.hasSuffix(Self.opening) else { throw GrammarError(line: 1) }
        let site = String(first.dropLast(Self.opening.count))
        next = 1
        guard let address = peek(), !address.isEmpty, !site.isEmpty else {
            throw GrammarError(line: site.isEmpty ? 1 : 2)
        }
        let (scheme, domain) = Self.parts(of: site)
        self.init(scheme: scheme, domain: domain, address: address)
        next = 2
        if next == lines.count { return }
        guard peek() == "", next + 1 < lines.count else { throw GrammarError(line: next + 1) }
        next = 3
        guard let line = peek(), !line.isEmpty else { throw GrammarError(line: next + 1) }
        if !Self.isField(line) {
            statement = line
            next = 4
            if next == lines.count { return }
            guard peek() == "", next + 1 < lines.count else { throw GrammarError(line: next + 1) }
            next = 5
            guard let line = peek(), Self.isField(line) else { throw GrammarError(line: next + 1) }
        }
        for field in Field.allCases {
            guard let line = peek(), line.hasPrefix("\(field.rawValue): ") else { continue }
            fields[field] = String(line.dropFirst(field.rawValue.count + 2))
            next += 1
        }
        if peek() == Self.resourcesLabel {
            next += 1
            var resources: [String] = []
            while let line = peek(), line.hasPrefix("- ") {
                resources.append(String(line.dropFirst(2)))
                next += 1
            }
            self.resources = resources
        }
        guard next == lines.count else { throw GrammarError(line: next + 1) }
    }

    private static func isField(_ line: String) -> Bool {
        line == resourcesLabel || Field.allCases.contains { line.hasPrefix("\($0.rawValue): ") }
    }

    /// Returns the scheme, if one precedes the domain, and the domain.
    public static func parts(of site: String) -> (scheme: String?, domain: String) {
        let bytes = Array(site.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[(colon + 1)...].starts(with: "//".utf8), SignInGrammar.isScheme(bytes[..<colon])
        else { return (nil, site) }
        return (
            String(decoding: bytes[..<colon], as: UTF8.self), String(decoding: bytes[(colon + 3)...], as: UTF8.self)
        )
    }
}
