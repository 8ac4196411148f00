public import JSONRPC
public import WalletRuntime

/// One request in the approval queue: its content, its review, and the work that fulfils it once approved.
public struct ApprovalRequest: Sendable {
    /// Performs the approved request and returns its result; runs at most once.
    public typealias Fulfilment = @Sendable (ApprovalRequest, Approval) async throws(RPCError) -> JSON

    /// Reviews the request once more, just before it is signed; nil if nothing that the review depends on has changed. It is given the review that was seen.
    ///
    /// - Throws: An error if it may not be signed now. The request continues to wait, except for `blockhash-expired`, which ends it.
    public typealias Renewal = @Sendable (RequestReview) async throws(RPCError) -> RequestReview?

    /// Returns how long the request can still be executed; called often, and never waits for a node.
    public typealias Expiry = @Sendable () async -> RequestExpiry?

    /// Returns the names that addresses of the request chose for themselves, by base58 address, once nodes told them or ``LateReview/limit`` is over.
    public typealias ClaimedNames = @Sendable () async -> [String: String]

    /// The agent's UUID for the request.
    public let id: String
    /// The JSON-RPC request as it came.
    public let rpc: RPCRequest
    public let content: RequestContent
    public internal(set) var review: RequestReview
    public let digest: RequestDigest
    /// The reasons to decide it outside the browser that lie in the account's key, whatever its review says.
    public let reasons: Set<RequestRisk.Reason>
    let renew: Renewal?
    /// The function that reports how long it can be executed; nil if it isn't sent.
    public let expiry: Expiry?
    let fulfil: Fulfilment

    package init(
        id: String, rpc: RPCRequest, content: RequestContent, review: RequestReview,
        reasons: Set<RequestRisk.Reason> = [], renew: Renewal? = nil, expiry: Expiry? = nil,
        fulfil: @escaping Fulfilment
    ) {
        self.reasons = reasons
        self.id = id
        self.rpc = rpc
        self.content = content
        self.review = review
        self.renew = renew
        self.expiry = expiry
        self.fulfil = fulfil
        digest = RequestDigest(id: id, content: content)
    }

    /// Puts a new review in the place of the one before. Recipients that were found, and names that addresses chose, aren't lost by another look.
    ///
    /// - Returns: False if it is the same as before.
    mutating func show(_ next: RequestReview) -> Bool {
        let next = next.claiming(review.claimedNames)
        guard next.hash != review.hash else { return false }
        let recipients = review.risk.recipients
        review = next
        review.note(recipients: recipients)
        return true
    }
}

/// The complete request of a page: everything that a decision depends on.
public struct RequestContent: Sendable, Hashable {
    public let client: Client
    public let page: PageContext
    public let method: String
    /// The base58 public key that will sign; nil for `connect`, whose accounts the user chooses.
    public let account: String?
    public let cluster: String?
    /// The options for sending it, as the method writes them; nil if it isn't sent.
    public let options: String?
    /// The exact bytes of each message or transaction, in the order of the request.
    public let items: [[UInt8]]

    public init(
        client: Client, page: PageContext, method: String, account: String? = nil, cluster: String? = nil,
        options: String? = nil, items: [[UInt8]] = []
    ) {
        self.client = client
        self.page = page
        self.method = method
        self.account = account
        self.cluster = cluster
        self.options = options
        self.items = items
    }
}
