/// The answer to a JSON-RPC request.
public struct RPCResponse: Sendable, Equatable {
    /// The request's `id`; `nil`, written as `null`, where a bad message's couldn't be known.
    public let id: String?
    /// The result, or why there is none.
    public let outcome: Result<JSON, RPCError>

    /// Makes an answer.
    public init(id: String?, outcome: Result<JSON, RPCError>) {
        self.id = id
        self.outcome = outcome
    }

    /// The answer as a JSON value.
    public var json: JSON {
        var message: JSONObject = ["jsonrpc": "2.0", "id": id.map { .string($0) } ?? .null]
        switch outcome {
        case .success(let result): message["result"] = result
        case .failure(let error): message["error"] = error.json
        }
        return .object(message)
    }

    /// The answer as the payload of one frame.
    public func serialized() -> [UInt8] { json.serialized() }
}
