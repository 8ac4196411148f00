/// One JSON-RPC 2.0 message, read with the closed schema of `docs/protocol.md`.
///
/// ```
/// request       {"jsonrpc": "2.0", "id": string, "method": string, "params"?: object}
/// notification  {"jsonrpc": "2.0", "method": string, "params"?: object}
/// response      {"jsonrpc": "2.0", "id": string | null, "result": any}
///               {"jsonrpc": "2.0", "id": string | null, "error": {"code", "message", "data"?: object}}
/// ```
public enum RPCMessage: Sendable, Equatable {
    case request(RPCRequest)
    case notification(RPCNotification)
    case response(RPCResponse)

    /// The length of an `id` in bytes of UTF-8.
    public static let idCounts = 1...128

    /// Reads the payload of one frame.
    ///
    /// - Throws: The error to answer with, under the message's own `id` if that could be read.
    public init(parsing source: JSONSource) throws(RPCFault) {
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: source)
        } catch {
            throw RPCFault(id: nil, error: RPCError(error))
        }
        try self.init(json)
    }

    /// Reads a message from a JSON value.
    ///
    /// - Throws: The error to answer with, under the message's own `id` if that could be read.
    public init(_ json: JSON) throws(RPCFault) {
        if json.array != nil {
            throw RPCFault(id: nil, error: RPCError(.invalidRequest, .batch, "batches are not taken"))
        }
        guard let message = json.object else {
            throw RPCFault(id: nil, error: RPCError(.invalidRequest, .notARequest, "the message is not an object"))
        }
        let members = Members(message)
        let id = try members.checkedID()
        do throws(RPCError) {
            try members.checkClosed()
            self = members.isResponse ? .response(try members.response(id: id)) : try members.call(id: id)
        } catch {
            throw RPCFault(id: id, error: error)
        }
    }
}

/// The members of a message, separated in one pass.
private struct Members {
    private var version, id, method, params, result, error: JSON?
    private var hasOthers = false

    init(_ message: JSONObject) {
        for index in message.members.indices {
            let name = message.members[index].name
            let value = message.members[index].value
            if name.equals("jsonrpc") {
                version = value
            } else if name.equals("id") {
                id = value
            } else if name.equals("method") {
                method = value
            } else if name.equals("params") {
                params = value
            } else if name.equals("result") {
                result = value
            } else if name.equals("error") {
                error = value
            } else {
                hasOthers = true
            }
        }
    }

    var isResponse: Bool { method == nil && (result != nil || error != nil) }

    /// Returns the message's `id`; nil if it has none.
    func checkedID() throws(RPCFault) -> String? {
        guard let id else { return nil }
        if isResponse, id.isNull { return nil }
        guard let string = id.string, RPCMessage.idCounts.contains(string.utf8Count) else {
            throw RPCFault(
                id: nil, error: RPCError(.invalidRequest, .idInvalid, "the id is not a string of 1 to 128 bytes"))
        }
        return string.string
    }

    /// Checks that the members are those of a call or of a response, and that the version is right.
    func checkClosed() throws(RPCError) {
        guard let version = version?.string, version.equals("2.0") else {
            throw RPCError(.invalidRequest, .notARequest, "\"jsonrpc\": \"2.0\" is missing")
        }
        let hasStray = isResponse ? params != nil : result != nil || error != nil
        guard !hasOthers, !hasStray else {
            throw RPCError(.invalidRequest, .notARequest, "the message has a member it may not have")
        }
    }

    func call(id: String?) throws(RPCError) -> RPCMessage {
        guard let method = method?.text else {
            throw RPCError(.invalidRequest, .notARequest, "the method is missing or not a string")
        }
        guard let params = params.map(\.object) ?? [:] else {
            throw RPCError(.invalidRequest, .notARequest, "params is not an object")
        }
        guard let id else { return .notification(RPCNotification(method: method, params: params)) }
        return .request(RPCRequest(id: id, method: method, params: params))
    }

    func response(id: String?) throws(RPCError) -> RPCResponse {
        guard self.id != nil else {
            throw RPCError(.invalidRequest, .notARequest, "the response has no id")
        }
        switch (result, error) {
        case (let result?, nil):
            return RPCResponse(id: id, outcome: .success(result))
        case (nil, let member?):
            guard let error = RPCError(json: member) else {
                throw RPCError(.invalidRequest, .notARequest, "the error is not one")
            }
            return RPCResponse(id: id, outcome: .failure(error))
        default:
            throw RPCError(.invalidRequest, .notARequest, "the response has both a result and an error")
        }
    }
}

/// A JSON-RPC request: a message that gets exactly one answer.
public struct RPCRequest: Sendable, Equatable {
    /// The caller's name for the request, 1 to 128 bytes of UTF-8.
    public let id: String
    /// The requested method.
    public let method: String
    /// The parameters. Those of a request that was read are slices of its ``JSONSource`` and keep it alive.
    public let params: JSONObject

    /// Creates a request.
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

    /// Returns the request as the payload of one frame.
    public func serialized() -> [UInt8] { json.serialized() }
}

/// The answer to a JSON-RPC request.
public struct RPCResponse: Sendable, Equatable {
    /// The request's `id`; nil, written as `null`, if a bad message's couldn't be read.
    public let id: String?
    /// The result, or the error if there is none.
    public let outcome: Result<JSON, RPCError>

    /// Creates an answer.
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

    /// Returns the answer as the payload of one frame.
    public func serialized() -> [UInt8] { json.serialized() }
}

/// A JSON-RPC notification: a message that is never answered.
public struct RPCNotification: Sendable, Equatable {
    /// The method of the notification.
    public let method: String
    /// The parameters. Those of a notification that was read are slices of its ``JSONSource`` and keep it alive.
    public let params: JSONObject

    /// Creates a notification.
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

    /// Returns the notification as the payload of one frame.
    public func serialized() -> [UInt8] { json.serialized() }
}
