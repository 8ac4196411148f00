public import JSONRPC
public import SolanaTransactions

/// The validators that vote, and those that don't any more.
///
/// Source: https://solana.com/docs/rpc/http/getvoteaccounts
public struct GetVoteAccounts: SolanaRPCMethod {
    public static let name = "getVoteAccounts"

    public var options: RPCContextOptions

    public init(options: RPCContextOptions = RPCContextOptions()) {
        self.options = options
    }

    public var parameters: [JSON] { options.behind([]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> VoteAccounts {
        try VoteAccounts(result)
    }
}

extension SolanaRPC {
    /// The validators that vote, and those that don't any more.
    public func getVoteAccounts(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError)
        -> VoteAccounts
    {
        try await answer(to: GetVoteAccounts(options: options))
    }
}

/// The cluster's validators.
public struct VoteAccounts: Sendable, Hashable {
    /// One validator.
    public struct Validator: Sendable, Hashable {
        /// The vote account.
        public let vote: PublicKey
        /// The validator that votes with it.
        public let node: PublicKey
        /// In lamports.
        public let activatedStake: UInt64
        /// In hundredths.
        public let commission: UInt8
        /// The newest slot that it voted for.
        public let lastVote: UInt64
        /// The newest slot that is final for it.
        public let rootSlot: UInt64

        init(_ value: RPCValue) throws(SolanaRPCError) {
            vote = try value.member("votePubkey").publicKey()
            node = try value.member("nodePubkey").publicKey()
            activatedStake = try value.member("activatedStake").uint64()
            commission = try value.member("commission").uint8()
            lastVote = try value.member("lastVote").uint64()
            rootSlot = try value.member("rootSlot").uint64()
        }
    }

    /// Those that keep up.
    public let current: [Validator]
    /// Those that are behind.
    public let delinquent: [Validator]

    init(_ value: RPCValue) throws(SolanaRPCError) {
        current = try value.member("current").map { element throws(SolanaRPCError) in try Validator(element) }
        delinquent = try value.member("delinquent").map { element throws(SolanaRPCError) in try Validator(element) }
    }
}
