public import JSONRPC

/// The fee of a message in lamports; nil where its blockhash is too old.
///
/// Source: https://solana.com/docs/rpc/http/getfeeformessage
public struct GetFeeForMessage: SolanaRPCMethod {
    public static let name = "getFeeForMessage"

    /// The message's bytes, of any version.
    public var message: [UInt8]
    public var options: RPCContextOptions

    public init(message: [UInt8], options: RPCContextOptions = RPCContextOptions()) {
        self.message = message
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.string(Base64.encode(message))]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<UInt64?> {
        try Slotted(result) { value throws(SolanaRPCError) in try value.unlessNull?.uint64() }
    }
}

extension SolanaRPC {
    /// The fee of a message in lamports; nil where its blockhash is too old.
    public func getFeeForMessage(_ message: [UInt8], _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<UInt64?>
    {
        try await answer(to: GetFeeForMessage(message: message, options: options))
    }
}
