public import JSONRPC

/// The six errors that walletlib's authors know.
public enum WalletlibRpcErrors {
    /// -32700
    public static let parseError = RPCError(.parseError, nil, "parse error")
    /// -32600
    public static let invalidRequest = RPCError(.invalidRequest, nil, "invalid request")
    /// -32601
    public static let methodNotFound = RPCError(.methodNotFound, nil, "method not found")
    /// -32602
    public static let invalidParams = RPCError(.invalidParams, nil, "invalid params")
    /// -32603
    public static let internalError = RPCError(.internalError, nil, "internal error")
    /// -3
    public static let notSigned = RPCError(.notSigned, nil, "payload not signed")
}
