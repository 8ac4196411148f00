/// A JSON-RPC error: `{code, message, data?: {reason, …}}`.
///
/// The message is one short English sentence in lower case that names offsets and sizes, never contents. Programs rely on the code and the reason.
public struct RPCError: Error, Sendable, Equatable {
    /// The kind of error.
    public let code: RPCErrorCode
    /// The exact reason, if the table has a word for it.
    public let reason: RPCReason?
    /// One short sentence for people.
    public let message: String
    /// The members of `data` without the reason.
    public let data: JSONObject

    /// Creates an error.
    public init(_ code: RPCErrorCode, _ reason: RPCReason?, _ message: String, data: JSONObject = [:]) {
        self.code = code
        self.reason = reason
        self.message = message
        self.data = data
    }

    /// The error for a parameter whose value isn't taken: -32602 (`param-value`), with its name in the data.
    public static func parameter(_ name: String, _ message: String) -> RPCError {
        RPCError(.invalidParams, .paramValue, message, data: ["name": .string(JSONString(name))])
    }

    /// The error as the `error` member of a response.
    public var json: JSON {
        var error: JSONObject = ["code": .number(code.rawValue), "message": .string(message)]
        var members: JSONObject = [:]
        members["reason"] = reason.map { .string($0.rawValue) }
        for member in data.members where members[member.name] == nil {
            members[member.name] = member.value
        }
        if !members.isEmpty {
            error["data"] = .object(members)
        }
        return .object(error)
    }

    /// Reads the `error` member of a response; nil if it isn't one.
    public init?(json: JSON) {
        guard let error = json.object,
            error.members.allSatisfy({
                $0.name.equals("code") || $0.name.equals("message") || $0.name.equals("data")
            }),
            let code = error["code"]?.int,
            let message = error["message"]?.text
        else { return nil }
        var data: JSONObject = [:]
        if let member = error["data"] {
            guard let object = member.object else { return nil }
            data = object
        }
        var reason: RPCReason?
        if let member = data["reason"] {
            guard let word = member.text else { return nil }
            reason = RPCReason(rawValue: word)
            data["reason"] = nil
        }
        self.init(RPCErrorCode(rawValue: code), reason, message, data: data)
    }
}

extension RPCError {
    /// Creates the error that answers a text that isn't JSON.
    public init(_ error: JSONError) {
        let (reason, message): (RPCReason, String) =
            switch error.code {
            case .syntax: (.jsonSyntax, "the text is not json")
            case .utf8: (.jsonUTF8, "the bytes are not utf-8")
            case .duplicate: (.jsonDuplicate, "a name stands twice in one object")
            case .depth: (.jsonDepth, "the nesting is too deep")
            case .surrogate: (.jsonSurrogate, "an escape is half of a surrogate pair")
            case .trailing: (.jsonTrailing, "something follows the value")
            }
        self.init(
            .parseError, reason, "\(message), at offset \(error.offset)", data: ["offset": .number(error.offset)])
    }
}

/// The number of a JSON-RPC error, as in the table at the end of `docs/protocol.md`. Append-only.
public struct RPCErrorCode: RawRepresentable, Sendable, Hashable {
    /// The number on the wire.
    public let rawValue: Int

    /// Creates a code from its number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The text isn't JSON (JSON-RPC 2.0).
    public static let parseError = RPCErrorCode(rawValue: -32700)
    /// The JSON isn't a request that is allowed here (JSON-RPC 2.0).
    public static let invalidRequest = RPCErrorCode(rawValue: -32600)
    /// There is no such method for this caller (JSON-RPC 2.0).
    public static let methodNotFound = RPCErrorCode(rawValue: -32601)
    /// The parameters don't fit the method (JSON-RPC 2.0).
    public static let invalidParams = RPCErrorCode(rawValue: -32602)
    /// A fault inside the agent (JSON-RPC 2.0).
    public static let internalError = RPCErrorCode(rawValue: -32603)
    /// The input can't be used, or has expired.
    public static let invalidInput = RPCErrorCode(rawValue: -32000)
    /// Too many requests are waiting.
    public static let tooManyPending = RPCErrorCode(rawValue: -32002)
    /// The node refused the transaction.
    public static let transactionRejected = RPCErrorCode(rawValue: -32003)
    /// The user rejected the request.
    public static let userRejected = RPCErrorCode(rawValue: 4001)
    /// The caller may not do this.
    public static let unauthorized = RPCErrorCode(rawValue: 4100)
    /// The session is locked; never told to a page.
    public static let locked = RPCErrorCode(rawValue: 4101)
    /// The host is missing or gone; made by the extension.
    public static let disconnected = RPCErrorCode(rawValue: 4900)
    /// The payload wasn't signed (walletlib).
    public static let notSigned = RPCErrorCode(rawValue: -3)
}

/// The error in a message, and the `id` under which to answer it.
public struct RPCFault: Error, Sendable, Equatable {
    /// The bad message's `id`; nil if it couldn't be read.
    public let id: String?

    /// The error to answer with.
    public let error: RPCError

    /// Creates a fault.
    public init(id: String?, error: RPCError) {
        self.id = id
        self.error = error
    }

    /// The answer to the bad message.
    public var response: RPCResponse { RPCResponse(id: id, outcome: .failure(error)) }
}
