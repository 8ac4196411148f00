public import JSONRPC

/// A method of Solana's JSON-RPC: what is asked, and what the answer means.
///
/// A method of your own takes a name, its parameters and a reading of its result:
///
/// ```swift
/// struct GetBlockHeight: SolanaRPCMethod {
///     static let name = "getBlockHeight"
///     let parameters: [JSON] = []
///     func answer(_ result: RPCValue) throws(SolanaRPCError) -> UInt64 { try result.uint64() }
/// }
/// ```
public protocol SolanaRPCMethod: Sendable {
    /// What the result is read as.
    associatedtype Answer: Sendable

    /// As the node spells it: `getBalance`.
    static var name: String { get }

    /// The positional parameters, in their order.
    var parameters: [JSON] { get }

    /// Whether the transport may ask once more where it doesn't know what became of the first time.
    var isRepeatable: Bool { get }

    /// Reads the result.
    ///
    /// - Throws: ``SolanaRPCError/answer(method:path:)`` where it isn't what this method answers.
    func answer(_ result: RPCValue) throws(SolanaRPCError) -> Answer
}

extension SolanaRPCMethod {
    public var isRepeatable: Bool { true }
    public var parameters: [JSON] { [] }
}
