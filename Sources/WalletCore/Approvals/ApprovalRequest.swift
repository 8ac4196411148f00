public import JSONRPC

/// One request in the approval queue: what was asked, what is shown of it, and how it is fulfilled once approved.
public struct ApprovalRequest: Sendable {
    /// Does what was approved and makes the result; runs at most once.
    public typealias Fulfilment = @Sendable (ApprovalRequest, Approval) async throws(RPCError) -> JSON

    /// The agent's UUID for it.
    public let id: String
    /// The JSON-RPC request as it came.
    public let rpc: RPCRequest
    public let content: RequestContent
    public let review: RequestReview
    public let digest: RequestDigest
    let fulfil: Fulfilment

    package init(
        id: String, rpc: RPCRequest, content: RequestContent, review: RequestReview,
        fulfil: @escaping Fulfilment
    ) {
        self.id = id
        self.rpc = rpc
        self.content = content
        self.review = review
        self.fulfil = fulfil
        digest = RequestDigest(id: id, content: content)
    }
}
