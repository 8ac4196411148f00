/// A JSON-RPC request: a message that gets exactly one answer.
public struct RPCRequest: Sendable, Equatable {
    /// The asker's name for the request, 1 to 128 bytes of UTF-8.
    public let id: String
    /// What is asked for.
    public let method: String
    /// The parameters. Those of a request that was read are slices of its ``JSONSource`` and keep it alive.
    public let params: JSONObject

    /// Makes a request.
    public init(id: String, method: String, params: JSONObject = [:]) {
        self.id = id
        self.method = method
        self.params = params
    }

    /// The request as a JSON value; empty `params` are left out.
    public var json: JSON {
        var message: JSONObject = ["jsonrpc": "2.0", "id": .string(id), "method": .string(method)]
        message["params"] = params.isEmpty ? nil : .object(params)
        return .object(message)
    }

    /// The request as the payload of one frame.
    public func serialized() -> [UInt8] { json.serialized() }
}
