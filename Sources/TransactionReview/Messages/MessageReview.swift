import DisplayText
import SolanaTransactions

/// The contents of a message, for the user who is asked to sign it.
public struct MessageReview: Hashable, Sendable {
    /// The encoding of the content.
    public enum Encoding: String, Sendable {
        /// UTF-8 text, with invisible characters written as `\u{…}`.
        case text
        /// Lower-case hex digits, because the bytes aren't UTF-8.
        case hex
    }

    /// The encoding of the content.
    public let encoding: Encoding

    /// The whole message.
    public let content: String

    /// The number of the message's bytes.
    public let count: Int

    /// True if the message isn't meant to be read: not UTF-8, or with control characters besides tab and line breaks.
    public let isBinary: Bool

    /// The rules' findings, the most severe first.
    public let findings: [Finding]

    /// The text as a sign-in; nil if it isn't written as one.
    public let signIn: SignInMessage?

    /// True if this is only a sign-in to the site that asks: it follows the grammar, is in no envelope, and causes no warning of any kind.
    public let isOwnSignIn: Bool

    /// The off-chain message whose text this is; nil if it isn't one's.
    public let envelope: OffchainMessage?

    /// The level of the most severe finding.
    public var level: ReviewLevel { findings.first?.level ?? .info }

    /// Reviews the bytes to sign.
    ///
    /// - Parameter context: The context that a sign-in is checked against; without it, a sign-in is recognised but not checked.
    public init(_ bytes: [UInt8], signIn context: SignInContext? = nil) {
        var findings: [Finding] = []
        if Self.isWholeTransaction(bytes) { findings.append(MessageRule.transaction.finding()) }
        if Self.isOffchain(bytes) { findings.append(MessageRule.offchainPrefix.finding()) }
        self.init(body: bytes, of: nil, findings: findings, context)
    }

    /// Reviews the text of an off-chain message, which its envelope keeps apart from all else.
    public init(_ message: OffchainMessage, signIn context: SignInContext? = nil) {
        self.init(body: Array(message.text.utf8), of: message, findings: [], context)
    }

    private init(body bytes: [UInt8], of envelope: OffchainMessage?, findings: [Finding], _ context: SignInContext?) {
        var findings = findings
        self.envelope = envelope
        count = bytes.count
        if let text = String(validating: bytes, as: UTF8.self) {
            encoding = .text
            content = VisibleText.escaping(text)
            isBinary = bytes.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) || $0 == 0x7F }
            let hidden = VisibleText.hiddenCount(in: text)
            if hidden > 0 { findings.append(MessageRule.hidden.finding(["count": String(hidden)])) }
            signIn = Self.signIn(in: text, context, &findings)
            // A sign-in begins with a site and what it wants: no protocol takes that for its order.
            if signIn == nil, let form = AuthorityText.form(of: text, signer: context?.account.base58) {
                findings.append(MessageRule.authority.finding(["form": form.rawValue]))
            }
        } else {
            encoding = .hex
            isBinary = true
            content = String(decoding: bytes.flatMap(Self.hexDigits), as: UTF8.self)
            // Many a site reads what isn't UTF-8 as text all the same, with a mark in the place of the odd bytes.
            _ = Self.signIn(in: String(decoding: bytes, as: UTF8.self), context, &findings)
            signIn = nil
        }
        if isBinary { findings.append(MessageRule.binary.finding(["bytes": String(count)])) }
        isOwnSignIn =
            context != nil && envelope == nil && signIn != nil && findings.allSatisfy { $0.level == .info }
        self.findings = findings.sorted { $0.level != $1.level ? $0.level > $1.level : $0.id < $1.id }
    }

    /// Looks for sign-ins, well-formed or nearly so, and checks every one against the context.
    private static func signIn(in text: String, _ context: SignInContext?, _ findings: inout [Finding])
        -> SignInMessage?
    {
        let forms = SignInForm.all(in: text)
        guard let first = forms.first else { return nil }
        findings.append(MessageRule.signIn.finding(["domain": first.domain]))
        var parsed: SignInMessage?
        do throws(SignInMessage.GrammarError) {
            parsed = try SignInMessage(parsing: text)
        } catch {
            findings.append(MessageRule.signInForm.finding(error.line > 1 ? ["line": String(error.line)] : [:]))
        }
        let kind = Lookalike.folded("Solana")
        for form in forms where !form.kind.utf8.elementsEqual(kind) {
            findings.append(MessageRule.signInKind.finding(["kind": form.kind]))
        }
        guard let context else { return parsed }
        if let parsed { findings += parsed.findings(in: context) }
        // The one that was parsed is among these: it may have others in its statement.
        for form in forms {
            let (scheme, domain) = SignInMessage.parts(of: form.domain)
            if !context.isOwn(domain: domain, scheme: scheme) {
                let foreign = SignInMessage.foreign(form.domain, context)
                if !findings.contains(foreign) { findings.append(foreign) }
            }
        }
        return parsed
    }

    /// Returns true if the bytes are a whole transaction, or the message of one, of any version.
    ///
    /// A page that has such bytes signed as a text has a transaction signed unseen. The function parses them to the last byte and doesn't guess. It
    /// ignores only the limit on a transaction's size, which a cluster may raise.
    public static func isWholeTransaction(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            isTransaction(buffer) || isMessage(buffer)
        }
    }

    /// Returns true if the bytes begin like an off-chain message of any version, which `signOffchainMessage` builds itself.
    public static func isOffchain(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: OffchainMessage.prefix)
    }

    private static func isTransaction(_ buffer: UnsafeRawBufferPointer) -> Bool {
        (try? MessageLayout.inTransaction(buffer)) != nil
    }

    private static func isMessage(_ buffer: UnsafeRawBufferPointer) -> Bool {
        var reader = ByteReader(buffer)
        return (try? MessageLayout(&reader)) != nil && reader.isAtEnd
    }

    private static func hexDigits(_ byte: UInt8) -> [UInt8] {
        [byte >> 4, byte & 0xf].map { $0 < 10 ? 0x30 + $0 : 0x57 + $0 }
    }
}

/// The findings that a message can have; the numbers are append-only.
public enum MessageRule: String, Hashable, Sendable, CaseIterable {
    /// The bytes aren't text, or have control characters: they aren't meant to be read. `bytes`
    case binary = "M01"
    /// The text has invisible characters, or some that change the direction of writing. `count`
    case hidden = "M02"
    /// A whole transaction or transaction message.
    case transaction = "M03"
    /// Begins like an off-chain message, which has a method of its own.
    case offchainPrefix = "M04"
    /// The text signs in to a site. `domain`
    case signIn = "M05"
    /// It has the form of a sign-in but isn't written as one: a careless site may still accept it. `line` if the lines before it are right
    case signInForm = "M06"
    /// A field of a sign-in violates the grammar. `field`
    case signInField = "M07"
    /// A field of a sign-in has characters that the grammar forbids, but that can deceive no one. `field`
    case signInCharacters = "M08"
    /// The sign-in is to another site than the one that asks: anyone with the signature can go there as the user. `domain`, `origin`
    case signInDomain = "M09"
    /// The sign-in names another account than the one that signs. `address`
    case signInAddress = "M10"
    /// The sign-in's URI is another site's. `uri`, `origin`
    case signInURI = "M11"
    /// The sign-in is for another chain than the request. `chain`
    case signInChain = "M12"
    /// The sign-in was issued more than ten minutes ago. `time`
    case signInOld = "M13"
    /// The sign-in becomes valid later: the signature is for a time when no one watches. `field`, `time`
    case signInEarly = "M14"
    /// The sign-in has expired. `time`
    case signInExpired = "M15"
    /// The sign-in has no nonce: anyone with the signature can use it more than once.
    case signInReusable = "M16"
    /// The sign-in isn't for a Solana account. `kind`
    case signInKind = "M17"
    /// The text looks like an order or a permission that a program reads: a long run of hex, base64 or base58, JSON, typed data, parameters, encoded binary. `form`
    case authority = "M18"

    /// Its severity.
    public var level: ReviewLevel {
        switch self {
        case .signIn, .signInReusable: .info
        case .hidden, .signInCharacters, .signInKind: .warning
        case .binary, .signInForm, .signInField, .signInAddress, .signInURI, .signInChain, .signInOld, .signInEarly,
            .signInExpired, .authority:
            .danger
        case .transaction, .offchainPrefix, .signInDomain: .forbidden
        }
    }

    /// Returns the rule's finding, with hidden characters in its values made visible.
    func finding(_ parameters: KeyValuePairs<String, String> = [:]) -> Finding {
        Finding(
            id: rawValue, level: level,
            parameters: parameters.map { name, value in
                ReviewField(
                    name: name, value: VisibleText.escaping(value),
                    isQuoted: ["address", "domain", "uri", "chain", "time"].contains(name))
            })
    }
}
