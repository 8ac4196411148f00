/// A JSON-RPC notification: a message that is never answered.
public struct RPCNotification: Sendable, Equatable {
    /// What is told.
    public let method: String
    /// The parameters. Those of a notification that was read are slices of its ``JSONSource`` and keep it alive.
    public let params: JSONObject

    /// Makes a notification.
    public init(method: String, params: JSONObject = [:]) {
        self.method = method
        self.params = params
    }

    /// The notification as a JSON value; empty `params` are left out.
    public var json: JSON {
        var message: JSONObject = ["jsonrpc": "2.0", "method": .string(method)]
        message["params"] = params.isEmpty ? nil : .object(params)
        return .object(message)
    }

    /// The notification as the payload of one frame.
    public func serialized() -> [UInt8] { json.serialized() }
}
