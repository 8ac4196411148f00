public import JSONRPC
public import WalletRuntime

/// One request in the approval queue: what was asked, what is shown of it, and how it is fulfilled once approved.
public struct ApprovalRequest: Sendable {
    /// Does what was approved and makes the result; runs at most once.
    public typealias Fulfilment = @Sendable (ApprovalRequest, Approval) async throws(RPCError) -> JSON

    /// Looks at the request once more, just before it is signed; nil where nothing that the review depends on has changed.
    ///
    /// - Throws: where it may not be signed now. It goes on waiting, but for `blockhash-expired`, which ends it.
    public typealias Renewal = @Sendable () async throws(RPCError) -> RequestReview?

    /// Says how long it can still be executed; asked often, and never waits for a node.
    public typealias Expiry = @Sendable () async -> RequestExpiry?

    /// The agent's UUID for it.
    public let id: String
    /// The JSON-RPC request as it came.
    public let rpc: RPCRequest
    public let content: RequestContent
    public internal(set) var review: RequestReview
    public let digest: RequestDigest
    let renew: Renewal?
    /// Nil where it isn't sent.
    public let expiry: Expiry?
    let fulfil: Fulfilment

    package init(
        id: String, rpc: RPCRequest, content: RequestContent, review: RequestReview, renew: Renewal? = nil,
        expiry: Expiry? = nil, fulfil: @escaping Fulfilment
    ) {
        self.id = id
        self.rpc = rpc
        self.content = content
        self.review = review
        self.renew = renew
        self.expiry = expiry
        self.fulfil = fulfil
        digest = RequestDigest(id: id, content: content)
    }
}

/// What a page asked for, complete: everything a decision is about.
public struct RequestContent: Sendable, Hashable {
    public let client: Client
    public let page: PageContext
    public let method: String
    /// The base58 public key that will sign; `nil` for `connect`, whose accounts the user chooses.
    public let account: String?
    public let cluster: String?
    /// How it is to be sent, as the method writes it down; `nil` for what isn't sent.
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
