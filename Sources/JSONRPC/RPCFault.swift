/// What is wrong with a message, and the `id` to answer it under.
public struct RPCFault: Error, Sendable, Equatable {
    /// The bad message's `id`, where it could be read.
    public let id: String?

    /// What to answer.
    public let error: RPCError

    /// Makes a fault.
    public init(id: String?, error: RPCError) {
        self.id = id
        self.error = error
    }

    /// The answer to the bad message.
    public var response: RPCResponse { RPCResponse(id: id, outcome: .failure(error)) }
}
