public import JSONRPC

/// The reason a method gave no answer.
public enum SolanaRPCError: Error, Sendable, Hashable {
    /// No answer came back, or none that counts.
    case transport(RPCTransportError)
    /// The node refused.
    case node(RPCNodeError)
    /// The node's answer doesn't belong to this method: a fault of the node, or a lie.
    ///
    /// `path` gives the place, such as `value.data[0]`; the value there isn't included.
    case answer(method: String, path: String)
}

/// A node's refusal, as it gave it.
public struct RPCNodeError: Error, Sendable, Hashable {
    /// The numbers that agave documents (`rpc-client-api/src/custom_error.rs`) and those of JSON-RPC 2.0.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let blockCleanedUp = Code(rawValue: -32001)
        /// The simulation before sending failed; see ``RPCNodeError/preflight``.
        public static let preflightFailure = Code(rawValue: -32002)
        public static let signatureVerificationFailure = Code(rawValue: -32003)
        public static let blockNotAvailable = Code(rawValue: -32004)
        public static let nodeUnhealthy = Code(rawValue: -32005)
        public static let precompileVerificationFailure = Code(rawValue: -32006)
        public static let slotSkipped = Code(rawValue: -32007)
        public static let noSnapshot = Code(rawValue: -32008)
        public static let longTermStorageSlotSkipped = Code(rawValue: -32009)
        public static let keyExcludedFromSecondaryIndex = Code(rawValue: -32010)
        public static let historyNotAvailable = Code(rawValue: -32011)
        public static let scanError = Code(rawValue: -32012)
        public static let signatureLengthMismatch = Code(rawValue: -32013)
        public static let blockStatusNotYetAvailable = Code(rawValue: -32014)
        /// The transaction's version is above `maxSupportedTransactionVersion`.
        public static let unsupportedVersion = Code(rawValue: -32015)
        /// The node is behind the slot that was asked for.
        public static let minContextSlotNotReached = Code(rawValue: -32016)
        public static let parseError = Code(rawValue: -32700)
        public static let invalidRequest = Code(rawValue: -32600)
        public static let methodNotFound = Code(rawValue: -32601)
        public static let invalidParams = Code(rawValue: -32602)
        public static let internalError = Code(rawValue: -32603)
    }

    public let code: Code
    /// The node's own words, unverified.
    public let message: String
    public let data: JSON?

    public init(code: Code, message: String, data: JSON? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// The result of the simulation before sending; nil if that isn't the reason.
    public var preflight: SimulationResult? {
        guard code == .preflightFailure, let data else { return nil }
        return try? SimulationResult(RPCValue(data, method: "sendTransaction"))
    }
}
