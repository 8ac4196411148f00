public import JSONRPC

/// From where a decision came.
public enum ApprovalSurface: String, Sendable, Hashable {
    /// The extension's approval window or popup.
    case browser
    /// The command line: outside the browser.
    case commandLine = "command line"
    /// A prompt that the agent showed: outside the browser.
    case prompt
}

/// What proves a native approval to the keys, for one use; the queue only carries it.
public protocol ApprovalProof: AnyObject, Sendable {}

/// A yes to one request, and what was chosen with it.
public struct Approval: Sendable {
    /// The request's agent id.
    public let id: String
    /// The digest that the approver was shown.
    public let digest: String
    /// The hash of the review that the approver was shown.
    public let review: String
    public let surface: ApprovalSurface
    /// The base58 public keys that a `connect` shares; empty means the wallet's first.
    public let accounts: [String]
    /// Whether the passphrase or a passkey came with it, as `ProofReason` takes.
    public var isProven: Bool
    /// Opens the keys for this request alone, where no session is open.
    public var proof: (any ApprovalProof)?

    public init(
        id: String, digest: String, review: String, surface: ApprovalSurface, accounts: [String] = [],
        isProven: Bool = false
    ) {
        self.id = id
        self.digest = digest
        self.review = review
        self.surface = surface
        self.accounts = accounts
        self.isProven = isProven
    }
}

/// The session that an approval signs in, as the queue sees it.
public protocol ApprovalSession: Sendable {
    /// Checks that the keys can be used now.
    ///
    /// - Throws: 4101 where the session has ended; the request goes on waiting then, and its surface asks to unlock.
    func checkOpen() async throws(RPCError)

    /// Counts the session from now, because its user has approved something. A session that is over stays so.
    func use() async
}
