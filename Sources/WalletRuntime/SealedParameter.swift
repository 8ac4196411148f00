public import JSONRPC
public import Salt

/// A parameter that was encrypted to the connection's key, read but not yet opened.
///
/// ```
/// {"enc": base64, "ciphertext": base64}
/// ```
///
/// A method reads all its parameters first and then opens the sealed ones. So an error in another parameter doesn't use up a sealed one.
public struct SealedParameter: Sendable {
    /// The parameter's name. A member of an object is preceded by the object's name, as in `unlock.passphrase`.
    public let name: String
    /// The sender's public key, of any length.
    public let encapsulatedKey: [UInt8]
    /// The encrypted secret, of any length.
    public let ciphertext: [UInt8]

    init(_ object: JSONObject, name: String) throws(RPCError) {
        var members = RPCParameters(object)
        encapsulatedKey = try members.base64("enc")
        ciphertext = try members.base64("ciphertext")
        try members.finish()
        self.name = name
    }
}

extension RPCParameters {
    /// Reads a secret that is sealed to the connection's key. One in clear text has the wrong type.
    ///
    /// - Parameter object: the name of the object that contains it, if it isn't a parameter itself.
    public mutating func sealed(_ name: String, in object: String? = nil) throws(RPCError) -> SealedParameter {
        try SealedParameter(self.object(name), name: Self.path(name, object))
    }

    /// Reads a sealed secret, if there is one.
    public mutating func optionalSealed(_ name: String, in object: String? = nil) throws(RPCError) -> SealedParameter? {
        guard let members = try optionalObject(name) else { return nil }
        return try SealedParameter(members, name: Self.path(name, object))
    }

    private static func path(_ name: String, _ object: String?) -> String {
        object.map { "\($0).\(name)" } ?? name
    }
}

/// An opener of the secrets that one client seals: the agent's key for its connection.
public protocol SecretOpening: Sendable {
    /// Opens a parameter of a method, once.
    ///
    /// - Throws: -32602 (`param-value`) if a sealed secret can't have these lengths; -32000 (`sealed-invalid`, `sealed-replayed`,
    ///   `sealing-exhausted`).
    func open(_ parameter: SealedParameter, of method: String) throws(RPCError) -> SecretBytes
}

extension MethodCall {
    /// Opens a parameter of this call, once.
    ///
    /// - Throws: As ``SecretOpening/open(_:of:)``.
    public func open(_ parameter: SealedParameter) throws(RPCError) -> SecretBytes {
        try secrets.open(parameter, of: request.method)
    }

    /// Opens a parameter of this call, if there is one.
    ///
    /// - Throws: As ``SecretOpening/open(_:of:)``.
    public func open(_ parameter: SealedParameter?) throws(RPCError) -> SecretBytes? {
        guard let parameter else { return nil }
        return try secrets.open(parameter, of: request.method)
    }
}
