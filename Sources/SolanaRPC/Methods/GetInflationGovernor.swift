public import JSONRPC

/// How inflation changes, in parts of one, as the node writes them.
///
/// Source: https://solana.com/docs/rpc/http/getinflationgovernor
public struct GetInflationGovernor: SolanaRPCMethod {
    public static let name = "getInflationGovernor"

    public var options: RPCContextOptions

    public init(options: RPCContextOptions = RPCContextOptions()) {
        self.options = options
    }

    public var parameters: [JSON] { options.behind([]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> InflationGovernor {
        try InflationGovernor(result)
    }
}

extension SolanaRPC {
    /// How inflation changes, in parts of one, as the node writes them.
    public func getInflationGovernor(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError)
        -> InflationGovernor
    {
        try await answer(to: GetInflationGovernor(options: options))
    }
}

/// Rates as texts: nothing here counts with them.
public struct InflationGovernor: Sendable, Hashable {
    /// The rate at the beginning.
    public let initial: String
    /// The rate in the end.
    public let terminal: String
    /// The part by which the rate falls in a year.
    public let taper: String
    /// The foundation's part of the whole.
    public let foundation: String
    /// In years.
    public let foundationTerm: String

    init(_ value: RPCValue) throws(SolanaRPCError) {
        initial = try value.member("initial").numberText()
        terminal = try value.member("terminal").numberText()
        taper = try value.member("taper").numberText()
        foundation = try value.member("foundation").numberText()
        foundationTerm = try value.member("foundationTerm").numberText()
    }
}
