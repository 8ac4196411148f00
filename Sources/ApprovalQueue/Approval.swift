public import JSONRPC
public import Salt

/// The surface on which a decision was made.
public enum ApprovalSurface: String, Sendable, Hashable {
    /// The extension's approval window or popup.
    case browser
    /// The command line: outside the browser.
    case commandLine = "command line"
    /// A prompt that the agent showed: outside the browser.
    case prompt
}

/// The proof of a native approval to the keys, for one use; the queue only carries it.
public protocol ApprovalProof: AnyObject, Sendable {}

/// A change of the user's rules that is made with an approval, in one step with its admission; the queue only carries it.
public protocol ApprovalAmendment: Sendable {}

/// An approval of one request, with the choices made for it.
public struct Approval: Sendable {
    /// The request's agent id.
    public let id: String
    /// The digest that the approver was shown.
    public let digest: String
    /// The hash of the review that the approver was shown.
    public private(set) var review: String
    public let surface: ApprovalSurface
    /// The base58 public keys that a `connect` shares; empty means the wallet's first.
    public private(set) var accounts: [String]
    /// The proof that came with it, as `ProofReason` requires; nil if it was a press alone.
    public var factor: ApprovalFactor?
    /// Opens the keys for this request alone, if no session is open.
    public var proof: (any ApprovalProof)?
    /// The PIN of the device with the account's key, where the user typed it with the approval; the queue only carries it.
    public var devicePIN: HeldSecret?
    /// A change of the user's rules that came with it: both count, or neither.
    public var amendment: (any ApprovalAmendment)?

    public init(
        id: String, digest: String, review: String, surface: ApprovalSurface, accounts: [String] = [],
        factor: ApprovalFactor? = nil
    ) {
        self.id = id
        self.digest = digest
        self.review = review
        self.surface = surface
        self.accounts = accounts
        self.factor = factor
    }

    /// The same for another review of the request, which the approver was shown in the meantime.
    public func naming(_ review: String) -> Approval {
        var approval = self
        approval.review = review
        return approval
    }

    /// The same with these accounts for a `connect` to share.
    public func sharing(_ accounts: [String]) -> Approval {
        var approval = self
        approval.accounts = accounts
        return approval
    }
}

/// The session that an approval signs in, as the queue sees it.
public protocol ApprovalSession: Sendable {
    /// Checks that the keys can be used now.
    ///
    /// - Throws: 4101 if the session has ended; the request then continues to wait, and its surface asks to unlock.
    func checkOpen() async throws(RPCError)

    /// Restarts the session's time because its user has approved something. An expired session stays expired.
    func use() async

    /// Refuses a request that can't be signed however it is decided, because the account's key is on a device that doesn't sign such content. Called
    /// before the user is asked.
    ///
    /// - Throws: -32000 with the device's reason.
    func checkSigner(of content: RequestContent) async throws(RPCError)

    /// The reasons to decide a request outside the browser that lie in the account's key and not in what is asked.
    func reasons(for content: RequestContent) async -> Set<RequestRisk.Reason>

    /// Checks that the device with the account's key is there and can sign the request as it was approved; nothing is signed yet.
    ///
    /// - Throws: 4100 with the device's reason; the request then continues to wait.
    func checkReady(_ request: ApprovalRequest, by approval: Approval) async throws(RPCError)
}

/// A session whose keys are all its own.
extension ApprovalSession {
    public func checkSigner(of content: RequestContent) async throws(RPCError) {}

    public func reasons(for content: RequestContent) async -> Set<RequestRisk.Reason> { [] }

    public func checkReady(_ request: ApprovalRequest, by approval: Approval) async throws(RPCError) {}
}
