public import JSONRPC
public import SolanaTransactions

/// The transactions that name an address, the newest first.
///
/// Source: https://solana.com/docs/rpc/http/getsignaturesforaddress
public struct GetSignaturesForAddress: SolanaRPCMethod {
    public static let name = "getSignaturesForAddress"

    public var address: PublicKey
    /// 1 to 1,000, which is the node's default.
    public var limit: Int?
    /// Only those before this one.
    public var before: Signature?
    /// Only those after this one.
    public var until: Signature?
    public var options: RPCContextOptions

    public init(
        address: PublicKey, limit: Int? = nil, before: Signature? = nil, until: Signature? = nil,
        options: RPCContextOptions = RPCContextOptions()
    ) {
        self.address = address
        self.limit = limit
        self.before = before
        self.until = until
        self.options = options
    }

    public var parameters: [JSON] {
        var more = JSONObject()
        more["limit"] = limit.map { .number($0) }
        more["before"] = before.map { .string($0.base58) }
        more["until"] = until.map { .string($0.base58) }
        return options.behind([.string(address.base58)], more)
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [SignatureInfo] {
        try result.map { element throws(SolanaRPCError) in try SignatureInfo(element) }
    }
}

extension SolanaRPC {
    /// The transactions that name an address, the newest first.
    public func getSignaturesForAddress(
        _ address: PublicKey, limit: Int? = nil, before: Signature? = nil, until: Signature? = nil,
        _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> [SignatureInfo] {
        try await answer(
            to: GetSignaturesForAddress(address: address, limit: limit, before: before, until: until, options: options))
    }
}
