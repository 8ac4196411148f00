public import JSONRPC
public import Salt

/// A parameter that came encrypted to the connection's key, read and not opened yet.
///
/// ```
/// {"enc": base64, "ciphertext": base64}
/// ```
///
/// A method reads all its parameters first and opens the sealed ones then: what is refused for another parameter's sake isn't used up.
public struct SealedParameter: Sendable {
    /// The parameter's name; a member of an object has the object's before it, as in `unlock.passphrase`.
    public let name: String
    /// The sender's public key, whatever its length.
    public let encapsulatedKey: [UInt8]
    /// The encrypted secret, whatever its length.
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
    /// A secret, sealed to the connection's key. One in clear text has the wrong type.
    ///
    /// - Parameter object: the name of the object whose member it is, where it isn't a parameter itself.
    public mutating func sealed(_ name: String, in object: String? = nil) throws(RPCError) -> SealedParameter {
        try SealedParameter(self.object(name), name: Self.path(name, object))
    }

    /// A sealed secret, where it is there.
    public mutating func optionalSealed(_ name: String, in object: String? = nil) throws(RPCError) -> SealedParameter? {
        guard let members = try optionalObject(name) else { return nil }
        return try SealedParameter(members, name: Self.path(name, object))
    }

    private static func path(_ name: String, _ object: String?) -> String {
        object.map { "\($0).\(name)" } ?? name
    }
}

/// What opens the secrets that one client seals: the agent's key for its connection.
public protocol SecretOpening: Sendable {
    /// Opens a parameter of a method, once.
    ///
    /// - Throws: -32602 (`param-value`) where its lengths are none of a sealed secret; -32000 (`sealed-invalid`, `sealed-replayed`,
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

    /// Opens a parameter of this call, where it is there.
    ///
    /// - Throws: As ``SecretOpening/open(_:of:)``.
    public func open(_ parameter: SealedParameter?) throws(RPCError) -> SecretBytes? {
        guard let parameter else { return nil }
        return try secrets.open(parameter, of: request.method)
    }
}
