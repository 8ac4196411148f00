/// The amount that a request would let out, and the reasons a browser's approval may not be enough for it.
public struct RequestRisk: Sendable, Hashable {
    /// A reason to decide a request outside the browser; the cases are in the order in which they are reported.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The user's policy decides every request outside the browser.
        case setting
        /// The request must not be signed, and nothing lets it through.
        case forbidden
        /// Another extension asks, which has no surface that the wallet could trust.
        case otherExtension = "other-extension"
        /// The copy of the extension that would decide isn't known.
        case unverifiedExtension = "unverified-extension"
        /// The account's key is on a hardware token, whose PIN no browser learns.
        case hardwareToken = "hardware-token"
        /// Not everything in the request could be read.
        case incomplete
        /// A rule found a danger in the request.
        case danger
        /// The message isn't text meant to be read.
        case binary
        /// The message is text, which may be an order to someone else's program; applies to all text except one sign-in to the site that asks.
        case message
        /// The request may do something that has no bound: hand over a power, execute an order in a memo, or move what no amount is known of.
        case unbounded
        /// The origin's first signature.
        case firstSignature = "first-signature"
        /// The request would exceed the amount that approvals in the browser may let out.
        case allowance
        /// A limit has expired.
        case limitExpired = "limit-expired"
        /// The request would let out more than a limit allows for one request.
        case limitCeiling = "limit-ceiling"
        /// The request would let out more than a limit has left in its period.
        case limitSpending = "limit-spending"
        /// A limit has no signatures left in its period.
        case limitSignatures = "limit-signatures"
        /// The request calls a program that a limit doesn't name, or not all of it could be read.
        case limitPrograms = "limit-programs"
        /// Only a program's promise bounds what a part of the request moves, and somebody can change the program.
        case promised
        /// Tokens leave, and their amounts are bounded: they are in ``RequestRisk/tokens``.
        case tokens
        /// The user has given this agent no proof yet; the passphrase comes first.
        case locked
    }

    /// The most lamports that can be let out.
    public var lamports: UInt64
    /// The most that can be let out of each mint in its smallest unit, by its base58 address, where the bytes or the chain bound it.
    ///
    /// It is what leaves: nothing that arrives is taken off.
    public var tokens: [String: UInt64]
    /// True if tokens leave and nothing that is known comes back.
    public var givesTokens: Bool
    /// The reasons found in the bytes; a policy may add to them.
    public var reasons: Set<Reason>
    /// The base58 addresses of the programs that are called, as far as they could be read.
    public var programs: Set<String>
    /// The base58 addresses of the recipients, as far as they could be read.
    public var recipients: Set<String>

    public init(
        lamports: UInt64 = 0, tokens: [String: UInt64] = [:], givesTokens: Bool = false, reasons: Set<Reason> = [],
        programs: Set<String> = [], recipients: Set<String> = []
    ) {
        self.lamports = lamports
        self.tokens = tokens
        self.givesTokens = givesTokens
        self.reasons = reasons
        self.programs = programs
        self.recipients = recipients
    }

    /// True if the request can't be approved under any policy.
    public var isForbidden: Bool { reasons.contains(.forbidden) }

    /// Merges another risk into this one.
    public mutating func merge(_ other: RequestRisk) {
        let (sum, overflow) = lamports.addingReportingOverflow(other.lamports)
        lamports = overflow ? .max : sum
        tokens.merge(other.tokens) { one, two in
            let (sum, overflow) = one.addingReportingOverflow(two)
            return overflow ? .max : sum
        }
        givesTokens = givesTokens || other.givesTokens
        reasons.formUnion(other.reasons)
        programs.formUnion(other.programs)
        recipients.formUnion(other.recipients)
    }
}
