/// What a request would let out, and why a browser's word may not be enough for it.
public struct RequestRisk: Sendable, Hashable {
    /// Why a request is decided outside the browser; the order is the one in which they are told.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The user settled that every request is.
        case setting
        /// Nobody should sign it, and nothing lets it through.
        case forbidden
        /// Another extension asks, which has no surface that the wallet could believe.
        case otherExtension = "other-extension"
        /// Not everything in it could be read.
        case incomplete
        /// A rule has found a danger in it.
        case danger
        /// A message that nobody wrote to be read.
        case binary
        /// Text, which may be an order to somebody else's program; all but one sign-in to the site that asks.
        case message
        /// It may move more than SOL: tokens, what an order in a memo names, or something else that has no bound in lamports.
        case unbounded
        /// The origin's first signature.
        case firstSignature = "first-signature"
        /// It would pass what approvals in the browser may let out.
        case allowance
        /// A limit's time is over.
        case limitExpired = "limit-expired"
        /// It would let out more than a limit lets one request.
        case limitCeiling = "limit-ceiling"
        /// It would let out more than a limit has left of its period.
        case limitSpending = "limit-spending"
        /// A limit has no more signatures left of its period.
        case limitSignatures = "limit-signatures"
        /// It calls a program that a limit doesn't name, or not all of it could be read.
        case limitPrograms = "limit-programs"
        /// Nothing was proved to this agent yet; the passphrase first.
        case locked
    }

    /// The most lamports that can go.
    public var lamports: UInt64
    /// What the bytes tell; a policy may add to it.
    public var reasons: Set<Reason>
    /// The base58 addresses of the programs that are called, as far as it could be read.
    public var programs: Set<String>
    /// The base58 addresses of those who get something, as far as it could be read.
    public var recipients: Set<String>

    public init(
        lamports: UInt64 = 0, reasons: Set<Reason> = [], programs: Set<String> = [], recipients: Set<String> = []
    ) {
        self.lamports = lamports
        self.reasons = reasons
        self.programs = programs
        self.recipients = recipients
    }

    /// Whether it can't be approved, whatever the policy says.
    public var isForbidden: Bool { reasons.contains(.forbidden) }

    /// Both at once.
    public mutating func merge(_ other: RequestRisk) {
        let (sum, overflow) = lamports.addingReportingOverflow(other.lamports)
        lamports = overflow ? .max : sum
        reasons.formUnion(other.reasons)
        programs.formUnion(other.programs)
        recipients.formUnion(other.recipients)
    }
}
