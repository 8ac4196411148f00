public import SolanaTransactions

/// What a transaction does, read from its bytes alone.
///
/// What the chain decides (balances, owners, what stands in a lookup table) isn't in here.
public struct TransactionReview: Hashable, Sendable {
    /// A lookup table that the message uses, and how many accounts it takes from it.
    public struct LookupTable: Hashable, Sendable {
        public let account: PublicKey
        public let writable: Int
        public let readonly: Int
    }

    public let version: MessageVersion

    /// The bytes of the whole transaction.
    public let count: Int

    public let feePayer: PublicKey

    /// A recent block, or the value of a durable nonce.
    public let blockhash: Blockhash

    /// The accounts that must sign, the fee payer first.
    public let signers: [PublicKey]

    /// What a v1 message asks of the compute budget; the priority fee is in lamports.
    public let configuration: [ReviewField]

    public let lookupTables: [LookupTable]

    public let instructions: [InstructionReview]

    /// The number of signatures that the transaction needs.
    public var requiredSignatures: Int { signers.count }

    /// Whether the bytes told everything: every instruction is known, and no account hides behind a lookup table.
    public var isComplete: Bool {
        lookupTables.isEmpty && instructions.allSatisfy(\.isKnown)
    }

    /// Reviews a transaction.
    public init(_ transaction: Transaction) {
        let message = transaction.message
        let accounts = message.accounts
        version = message.version
        count = transaction.encoded().count
        feePayer = message.feePayer
        blockhash = message.lifetimeToken
        signers = transaction.requiredSigners
        lookupTables = message.addressTableLookups.map { lookup in
            LookupTable(
                account: lookup.table, writable: lookup.writableIndexes.count, readonly: lookup.readonlyIndexes.count)
        }
        instructions = message.instructions.map { instruction in
            InstructionReview(instruction, in: accounts)
        }
        configuration =
            if case .v1(let message) = message {
                message.configuration.reviewFields
            } else {
                []
            }
    }
}

extension TransactionConfiguration {
    fileprivate var reviewFields: [ReviewField] {
        let values: [(name: String, value: UInt64?)] = [
            ("priorityFee", priorityFee), ("computeUnitLimit", computeUnitLimit.map(UInt64.init)),
            ("loadedAccountsDataSizeLimit", loadedAccountsDataSizeLimit.map(UInt64.init)),
            ("heapSize", heapSize.map(UInt64.init)),
        ]
        return values.compactMap { name, value in
            value.map { ReviewField(name: name, value: String($0)) }
        }
    }
}
