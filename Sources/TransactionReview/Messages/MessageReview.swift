import DisplayText
import SolanaTransactions

/// What a message says, for someone who is asked to sign it.
public struct MessageReview: Hashable, Sendable {
    /// How the content is written.
    public enum Encoding: String, Sendable {
        /// UTF-8 text, with what can't be seen written as `\u{…}`.
        case text
        /// Lower-case hex digits, because the bytes aren't UTF-8.
        case hex
    }

    /// How the content is written.
    public let encoding: Encoding

    /// The whole message.
    public let content: String

    /// The number of the message's bytes.
    public let count: Int

    /// Whether nobody wrote this to be read: not UTF-8, or with control characters besides tab and line breaks.
    public let isBinary: Bool

    /// What the rules have found, the heaviest first.
    public let findings: [Finding]

    /// The sign-in that the text is, where it is written as one.
    public let signIn: SignInMessage?

    /// True where this is nothing but a sign-in to the site that asks: by the grammar, not in an envelope, and without a warning of any kind.
    public let isOwnSignIn: Bool

    /// The off-chain message whose text this is, where it is one's.
    public let envelope: OffchainMessage?

    /// The heaviest of the findings.
    public var level: ReviewLevel { findings.first?.level ?? .info }

    /// Reviews the bytes that would be signed.
    ///
    /// - Parameter context: What a sign-in is held against; without it one is recognised and not checked.
    public init(_ bytes: [UInt8], signIn context: SignInContext? = nil) {
        var findings: [Finding] = []
        if Self.isWholeTransaction(bytes) { findings.append(MessageRule.transaction.finding()) }
        if Self.isOffchain(bytes) { findings.append(MessageRule.offchainPrefix.finding()) }
        self.init(body: bytes, of: nil, findings: findings, context)
    }

    /// Reviews the text of an off-chain message, which the envelope around it keeps apart from all else.
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

    /// Looks for a sign-in, well written or nearly, and holds every one against the context.
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

    /// Whether the bytes are a whole transaction, or the message of one, of any version.
    ///
    /// A page that has such bytes signed as a text has a transaction signed unseen. They are parsed to the last byte
    /// and not guessed at; only the limit of a transaction's size isn't looked at, which a cluster may raise.
    public static func isWholeTransaction(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            isTransaction(buffer) || isMessage(buffer)
        }
    }

    /// Whether the bytes begin as an off-chain message of any version, which `signOffchainMessage` builds by itself.
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

/// What can be found in a message; the numbers are append-only.
public enum MessageRule: String, Hashable, Sendable, CaseIterable {
    /// The bytes aren't text, or have control characters: nobody wrote this to be read. `bytes`
    case binary = "M01"
    /// The text has characters that can't be seen, or that turn the direction of writing. `count`
    case hidden = "M02"
    /// A whole transaction or transaction message.
    case transaction = "M03"
    /// Begins as an off-chain message, which has a method of its own.
    case offchainPrefix = "M04"
    /// The text signs in to a site. `domain`
    case signIn = "M05"
    /// It has the form of a sign-in and isn't written as one: a careless site may take it all the same. `line` where the lines are right so far
    case signInForm = "M06"
    /// A field of a sign-in isn't what the grammar allows there. `field`
    case signInField = "M07"
    /// A field of a sign-in has characters that the grammar doesn't allow, and nobody can be fooled by. `field`
    case signInCharacters = "M08"
    /// The sign-in is to another site than the one that asks: whoever has the signature can go there as the user. `domain`, `origin`
    case signInDomain = "M09"
    /// The sign-in names another account than the one that signs. `address`
    case signInAddress = "M10"
    /// The sign-in's URI is another site's. `uri`, `origin`
    case signInURI = "M11"
    /// The sign-in is for another chain than the request. `chain`
    case signInChain = "M12"
    /// The sign-in was issued more than ten minutes ago. `time`
    case signInOld = "M13"
    /// The sign-in begins to count later: the signature is for a time when nobody looks. `field`, `time`
    case signInEarly = "M14"
    /// The sign-in has expired. `time`
    case signInExpired = "M15"
    /// The sign-in has no nonce: whoever has the signature can use it more than once.
    case signInReusable = "M16"
    /// The sign-in isn't for a Solana account. `kind`
    case signInKind = "M17"
    /// The text looks like an order or a permission that a program reads: a long run of hex, base64 or base58, JSON, typed data, parameters, encoded binary. `form`
    case authority = "M18"

    /// How much it weighs.
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

    /// The rule's finding; values are made visible.
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
