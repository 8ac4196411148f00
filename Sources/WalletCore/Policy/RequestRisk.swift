/// What a request would let out, and why a browser's word may not be enough for it.
public struct RequestRisk: Sendable, Hashable {
    /// Why a request is decided outside the browser; the order is the one in which they are told.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The user settled that every request is.
        case setting
        /// Not everything in it could be read.
        case incomplete
        /// It hands over control of an account, or a signature that never goes out of date.
        case danger
        /// A message that nobody wrote to be read.
        case binary
        /// It may move tokens, or something else that has no bound in lamports.
        case unbounded
        /// The origin's first signature.
        case firstSignature = "first-signature"
        /// It would pass what approvals in the browser may let out.
        case allowance
        /// Nothing was proved to this agent yet; the passphrase first.
        case locked
    }

    /// The most lamports that can go.
    public var lamports: UInt64
    /// What the bytes tell; a policy may add to it.
    public var reasons: Set<Reason>

    public init(lamports: UInt64 = 0, reasons: Set<Reason> = []) {
        self.lamports = lamports
        self.reasons = reasons
    }

    /// Both at once.
    public mutating func merge(_ other: RequestRisk) {
        let (sum, overflow) = lamports.addingReportingOverflow(other.lamports)
        lamports = overflow ? .max : sum
        reasons.formUnion(other.reasons)
    }
}
