/// The number of a JSON-RPC error, as in the table at the end of `docs/protocol.md`. Append-only.
public struct RPCErrorCode: RawRepresentable, Sendable, Hashable {
    /// The number on the wire.
    public let rawValue: Int

    /// Makes a code of its number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The text isn't JSON (JSON-RPC 2.0).
    public static let parseError = RPCErrorCode(rawValue: -32700)
    /// The JSON isn't a request that may stand here (JSON-RPC 2.0).
    public static let invalidRequest = RPCErrorCode(rawValue: -32600)
    /// There is no such method for this caller (JSON-RPC 2.0).
    public static let methodNotFound = RPCErrorCode(rawValue: -32601)
    /// The parameters don't fit the method (JSON-RPC 2.0).
    public static let invalidParams = RPCErrorCode(rawValue: -32602)
    /// A fault inside the agent (JSON-RPC 2.0).
    public static let internalError = RPCErrorCode(rawValue: -32603)
    /// The input can't be used, or has expired.
    public static let invalidInput = RPCErrorCode(rawValue: -32000)
    /// Too many requests wait.
    public static let tooManyPending = RPCErrorCode(rawValue: -32002)
    /// The node refused the transaction.
    public static let transactionRejected = RPCErrorCode(rawValue: -32003)
    /// The user said no.
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
