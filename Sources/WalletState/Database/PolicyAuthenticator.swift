/// A key of the vault's under which policy and grants are authenticated.
public protocol PolicyAuthenticator: Sendable {
    /// The identifier of the vault that the key comes from, 16 bytes.
    var vault: [UInt8] { get }

    /// The code over bytes, 32 bytes.
    func code(over bytes: [UInt8]) -> [UInt8]

    /// Whether a code is the one over these bytes.
    func isCode(_ code: [UInt8], over bytes: [UInt8]) -> Bool
}
