/// A JSON-RPC error: `{code, message, data?: {reason, …}}`.
///
/// The message is one short English sentence in lower case that names offsets and sizes, never contents. Programs go
/// by the code and the reason.
public struct RPCError: Error, Sendable, Equatable {
    /// The kind of error.
    public let code: RPCErrorCode
    /// What exactly went wrong, where the table has a word for it.
    public let reason: RPCReason?
    /// One short sentence for people.
    public let message: String
    /// What else `data` holds, without the reason.
    public let data: JSONObject

    /// Makes an error.
    public init(_ code: RPCErrorCode, _ reason: RPCReason?, _ message: String, data: JSONObject = [:]) {
        self.code = code
        self.reason = reason
        self.message = message
        self.data = data
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

    /// Reads the `error` member of a response; `nil` where it isn't one.
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
    /// The error that answers a text that isn't JSON.
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
