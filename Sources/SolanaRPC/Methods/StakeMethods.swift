public import JSONRPC
public import SolanaTransactions

/// The course of inflation, in fractions of one, as the node writes them.
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
    /// The course of inflation, in fractions of one, as the node writes them.
    public func getInflationGovernor(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError)
        -> InflationGovernor
    {
        try await answer(to: GetInflationGovernor(options: options))
    }
}

/// Rates as texts: nothing here calculates with them.
public struct InflationGovernor: Sendable, Hashable {
    /// The initial rate.
    public let initial: String
    /// The final rate.
    public let terminal: String
    /// The part by which the rate falls in a year.
    public let taper: String
    /// The foundation's part of the whole.
    public let foundation: String
    /// The term of the foundation's part, in years.
    public let foundationTerm: String

    init(_ value: RPCValue) throws(SolanaRPCError) {
        initial = try value.member("initial").numberText()
        terminal = try value.member("terminal").numberText()
        taper = try value.member("taper").numberText()
        foundation = try value.member("foundation").numberText()
        foundationTerm = try value.member("foundationTerm").numberText()
    }
}

/// The inflation of the current epoch, in fractions of one, as the node writes them.
///
/// Source: https://solana.com/docs/rpc/http/getinflationrate
public struct GetInflationRate: SolanaRPCMethod {
    public static let name = "getInflationRate"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> InflationRate {
        try InflationRate(result)
    }
}

extension SolanaRPC {
    /// The inflation of the current epoch, in fractions of one, as the node writes them.
    public func getInflationRate() async throws(SolanaRPCError) -> InflationRate {
        try await answer(to: GetInflationRate())
    }
}

/// Rates as texts: nothing here calculates with them.
public struct InflationRate: Sendable, Hashable {
    public let epoch: UInt64
    /// The whole rate.
    public let total: String
    /// The validators' part.
    public let validator: String
    /// The foundation's part.
    public let foundation: String

    init(_ value: RPCValue) throws(SolanaRPCError) {
        epoch = try value.member("epoch").uint64()
        total = try value.member("total").numberText()
        validator = try value.member("validator").numberText()
        foundation = try value.member("foundation").numberText()
    }
}

/// The rewards of stakes in an epoch, in the order of the request; nil for a stake without one.
///
/// Source: https://solana.com/docs/rpc/http/getinflationreward
public struct GetInflationReward: SolanaRPCMethod {
    public static let name = "getInflationReward"

    public var addresses: [PublicKey]
    /// The epoch; the last one by default.
    public var epoch: UInt64?
    public var options: RPCContextOptions

    public init(addresses: [PublicKey], epoch: UInt64? = nil, options: RPCContextOptions = RPCContextOptions()) {
        self.addresses = addresses
        self.epoch = epoch
        self.options = options
    }

    public var parameters: [JSON] {
        var more = JSONObject()
        more["epoch"] = epoch.map { .number($0) }
        return options.behind([.array(addresses.map { .string($0.base58) })], more)
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [InflationReward?] {
        let rewards = try result.map { element throws(SolanaRPCError) -> InflationReward? in
            guard let reward = element.unlessNull else { return nil }
            return try InflationReward(reward)
        }
        guard rewards.count == addresses.count else { throw result.fault }
        return rewards
    }
}

extension SolanaRPC {
    /// The rewards of stakes in an epoch, in the order of the request; nil for a stake without one.
    public func getInflationReward(
        _ addresses: [PublicKey], epoch: UInt64? = nil, _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> [InflationReward?] {
        try await answer(to: GetInflationReward(addresses: addresses, epoch: epoch, options: options))
    }
}

/// The reward of one stake.
public struct InflationReward: Sendable, Hashable {
    /// The epoch that it is for.
    public let epoch: UInt64
    /// The slot in which it was credited.
    public let effectiveSlot: UInt64
    /// The reward, in lamports.
    public let amount: UInt64
    /// The balance afterwards, in lamports.
    public let balance: UInt64
    /// The commission, in hundredths.
    public let commission: UInt8?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        epoch = try value.member("epoch").uint64()
        effectiveSlot = try value.member("effectiveSlot").uint64()
        amount = try value.member("amount").uint64()
        balance = try value.member("postBalance").uint64()
        commission = try value.optional("commission")?.uint8()
    }
}

/// The fewest lamports that can be delegated.
///
/// Source: https://solana.com/docs/rpc/http/getstakeminimumdelegation
public struct GetStakeMinimumDelegation: SolanaRPCMethod {
    public static let name = "getStakeMinimumDelegation"

    public var options: RPCContextOptions

    public init(options: RPCContextOptions = RPCContextOptions()) {
        self.options = options
    }

    public var parameters: [JSON] { options.behind([]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<UInt64> {
        try Slotted(result) { value throws(SolanaRPCError) in try value.uint64() }
    }
}

extension SolanaRPC {
    /// The fewest lamports that can be delegated.
    public func getStakeMinimumDelegation(_ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<UInt64>
    {
        try await answer(to: GetStakeMinimumDelegation(options: options))
    }
}

/// The number of lamports that exist, and how many of them circulate.
///
/// Source: https://solana.com/docs/rpc/http/getsupply
public struct GetSupply: SolanaRPCMethod {
    public static let name = "getSupply"

    public var options: RPCContextOptions

    public init(options: RPCContextOptions = RPCContextOptions()) {
        self.options = options
    }

    public var parameters: [JSON] { options.behind([], ["excludeNonCirculatingAccountsList": true]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<Supply> {
        try Slotted(result) { value throws(SolanaRPCError) in try Supply(value) }
    }
}

extension SolanaRPC {
    /// The number of lamports that exist, and how many of them circulate.
    public func getSupply(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError) -> Slotted<
        Supply
    > {
        try await answer(to: GetSupply(options: options))
    }
}

/// The supply of lamports.
public struct Supply: Sendable, Hashable {
    /// The total, in lamports.
    public let total: UInt64
    /// The lamports that anyone may have.
    public let circulating: UInt64
    /// The lamports that are locked or set aside.
    public let nonCirculating: UInt64

    init(_ value: RPCValue) throws(SolanaRPCError) {
        total = try value.member("total").uint64()
        circulating = try value.member("circulating").uint64()
        nonCirculating = try value.member("nonCirculating").uint64()
    }
}

/// The validators that vote, and those that no longer do.
///
/// Source: https://solana.com/docs/rpc/http/getvoteaccounts
public struct GetVoteAccounts: SolanaRPCMethod {
    public static let name = "getVoteAccounts"

    /// The only vote account to tell; nil for all.
    public var vote: PublicKey?
    /// True to be told validators without stake, too, if they are behind.
    public var keepsUnstaked: Bool
    public var options: RPCContextOptions

    public init(
        vote: PublicKey? = nil, keepsUnstaked: Bool = false, options: RPCContextOptions = RPCContextOptions()
    ) {
        self.vote = vote
        self.keepsUnstaked = keepsUnstaked
        self.options = options
    }

    public var parameters: [JSON] {
        var more = JSONObject()
        more["votePubkey"] = vote.map { .string($0.base58) }
        if keepsUnstaked { more["keepUnstakedDelinquents"] = true }
        return options.behind([], more)
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> VoteAccounts {
        try VoteAccounts(result)
    }
}

extension SolanaRPC {
    /// The validators that vote, and those that no longer do.
    ///
    /// - Parameters:
    ///   - vote: The only vote account to tell; nil for all.
    ///   - keepsUnstaked: True to be told validators without stake, too, if they are behind.
    public func getVoteAccounts(
        of vote: PublicKey? = nil, keepsUnstaked: Bool = false, _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> VoteAccounts {
        try await answer(to: GetVoteAccounts(vote: vote, keepsUnstaked: keepsUnstaked, options: options))
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
        /// The active stake, in lamports.
        public let activatedStake: UInt64
        /// The commission, in hundredths.
        public let commission: UInt8
        /// The newest slot that it voted for.
        public let lastVote: UInt64
        /// The newest slot that is final for it.
        public let rootSlot: UInt64
        /// The credits of its last epochs, five at most, the oldest first.
        public let history: [Credits]

        init(_ value: RPCValue) throws(SolanaRPCError) {
            vote = try value.member("votePubkey").publicKey()
            node = try value.member("nodePubkey").publicKey()
            activatedStake = try value.member("activatedStake").uint64()
            commission = try value.member("commission").uint8()
            lastVote = try value.member("lastVote").uint64()
            rootSlot = try value.member("rootSlot").uint64()
            history =
                try value.optional("epochCredits")?.map { element throws(SolanaRPCError) in
                    try Credits(element)
                } ?? []
        }
    }

    /// The credits that a validator's votes earned in an epoch; rewards follow from them.
    public struct Credits: Sendable, Hashable {
        public let epoch: UInt64
        public let earned: UInt64

        /// Reads the epoch, the credits at its end and those at its beginning.
        init(_ value: RPCValue) throws(SolanaRPCError) {
            let numbers = try value.map { element throws(SolanaRPCError) in try element.uint64() }
            guard numbers.count == 3, numbers[1] >= numbers[2] else { throw value.fault }
            (epoch, earned) = (numbers[0], numbers[1] - numbers[2])
        }
    }

    /// The validators that keep up.
    public let current: [Validator]
    /// The validators that are behind.
    public let delinquent: [Validator]

    init(_ value: RPCValue) throws(SolanaRPCError) {
        current = try value.member("current").map { element throws(SolanaRPCError) in try Validator(element) }
        delinquent = try value.member("delinquent").map { element throws(SolanaRPCError) in try Validator(element) }
    }
}
