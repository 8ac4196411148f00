public import SolanaTransactions

/// A transaction with its result.
public struct ExecutedTransaction: Sendable {
    /// A token account's balance before or after.
    public struct TokenBalance: Sendable, Hashable {
        /// The place in ``ExecutedTransaction/accounts``.
        public let account: Int
        public let mint: PublicKey
        public let owner: PublicKey?
        public let program: PublicKey?
        public let amount: TokenAmount

        init(_ value: RPCValue) throws(SolanaRPCError) {
            account = Int(try value.member("accountIndex").uint8())
            mint = try value.member("mint").publicKey()
            owner = try value.optional("owner")?.publicKey()
            program = try value.optional("programId")?.publicKey()
            amount = try TokenAmount(try value.member("uiTokenAmount"))
        }
    }

    /// The slot in which it was executed.
    public let slot: UInt64
    /// Seconds since 1970, as the validators estimated them.
    public let blockTime: Int64?
    public let transaction: Transaction
    /// The failure; nil if it succeeded.
    public let failure: TransactionFailure?
    /// The fee, in lamports.
    public let fee: UInt64
    /// The message's own accounts, then those that the node read from lookup tables: writable ones, then the others.
    public let accounts: [PublicKey]
    /// The lamports of each account before the transaction.
    public let balancesBefore: [UInt64]
    /// The lamports of each account afterwards.
    public let balancesAfter: [UInt64]
    /// The balances of the token accounts before the transaction.
    public let tokensBefore: [TokenBalance]
    /// The balances of the token accounts afterwards.
    public let tokensAfter: [TokenBalance]
    /// The programs' logs, truncated by the node if they are long.
    public let logs: [String]
    /// The compute units that it used.
    public let unitsConsumed: UInt64?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        slot = try value.member("slot").uint64()
        blockTime = try value.optional("blockTime")?.int64()
        let encoded = try value.member("transaction")
        guard let transaction = try? Transaction(decoding: try encoded.encodedBytes()) else { throw encoded.fault }
        self.transaction = transaction
        let meta = try value.member("meta")
        failure = try TransactionFailure.optional(meta)
        fee = try meta.member("fee").uint64()
        let own = transaction.message.accounts.compactMap { account in
            if case .address(let address) = account.source { address } else { nil }
        }
        let loaded = try meta.optional("loadedAddresses")
        let writable = try loaded?.member("writable").map { key throws(SolanaRPCError) in try key.publicKey() } ?? []
        let readonly = try loaded?.member("readonly").map { key throws(SolanaRPCError) in try key.publicKey() } ?? []
        accounts = own + writable + readonly
        balancesBefore = try meta.member("preBalances").map { number throws(SolanaRPCError) in try number.uint64() }
        balancesAfter = try meta.member("postBalances").map { number throws(SolanaRPCError) in try number.uint64() }
        tokensBefore = try Self.tokens(meta, "preTokenBalances")
        tokensAfter = try Self.tokens(meta, "postTokenBalances")
        logs = try meta.optional("logMessages")?.map { line throws(SolanaRPCError) in try line.text() } ?? []
        unitsConsumed = try meta.optional("computeUnitsConsumed")?.uint64()
        // Balances of other accounts than these would be told of the wrong ones.
        let count = transaction.message.accounts.count
        guard accounts.count == count, balancesBefore.count == count, balancesAfter.count == count,
            (tokensBefore + tokensAfter).allSatisfy({ $0.account < count })
        else { throw meta.fault }
    }

    private static func tokens(_ meta: RPCValue, _ name: String) throws(SolanaRPCError) -> [TokenBalance] {
        try meta.optional(name)?.map { balance throws(SolanaRPCError) in try TokenBalance(balance) } ?? []
    }
}
