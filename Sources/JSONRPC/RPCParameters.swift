/// Reads a method's parameters one by one and refuses those that nobody asked for.
///
/// ```swift
/// var parameters = RPCParameters(request.params)
/// let transaction = try parameters.base64("tx")
/// let account = try parameters.optionalString("account")
/// try parameters.finish()
/// ```
///
/// Every method throws `-32602` with `param-missing`, `param-type`, `param-value` or `param-unknown` and the
/// parameter's name in `data.name`. `null` is no way to leave a parameter out: it has the wrong type.
public struct RPCParameters: ~Copyable, Sendable {
    private let object: JSONObject
    private var isRead: [Bool]

    /// Starts to read.
    public init(_ object: JSONObject) {
        self.object = object
        isRead = [Bool](repeating: false, count: object.count)
    }

    /// Whether the parameter is there; doesn't count as reading it.
    public func contains(_ name: String) -> Bool {
        object[name] != nil
    }

    /// The parameter, whatever it is; `nil` where it was left out.
    public mutating func optionalValue(_ name: String) -> JSON? {
        guard let index = object.index(of: name) else { return nil }
        isRead[index] = true
        return object.members[index].value
    }

    /// Ends the reading.
    ///
    /// - Throws: `param-unknown` for the first parameter that wasn't read.
    public func finish() throws(RPCError) {
        guard let index = isRead.firstIndex(of: false) else { return }
        // The name is the caller's: no more of it than an answer can hold, and no slice that keeps the source alive.
        let name = String(object.members[index].name.string.unicodeScalars.prefix(64))
        throw Self.error(.paramUnknown, name, "unknown parameter")
    }

    static func error(_ reason: RPCReason, _ name: String, _ message: String) -> RPCError {
        RPCError(.invalidParams, reason, message, data: ["name": .string(name)])
    }

    package mutating func optional<Value>(
        _ name: String, _ type: String, _ convert: (JSON) -> Value?
    ) throws(RPCError) -> Value? {
        guard let json = optionalValue(name) else { return nil }
        guard let value = convert(json) else {
            throw Self.error(.paramType, name, "the parameter is not \(type)")
        }
        return value
    }

    package func required<Value>(_ name: String, _ value: Value?) throws(RPCError) -> Value {
        guard let value else { throw Self.error(.paramMissing, name, "a parameter is missing") }
        return value
    }
}
