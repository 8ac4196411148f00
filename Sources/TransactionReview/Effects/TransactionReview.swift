public import SolanaTransactions

/// What a transaction does, read from its bytes alone.
///
/// What the chain decides (balances, owners, what stands in a lookup table) isn't in here. Lists of accounts and instructions are made at each use; take
/// one once.
public struct TransactionReview: Sendable {
    /// A lookup table that the message uses, and how many accounts it takes from it.
    public struct LookupTable: Hashable, Sendable {
        public let account: PublicKey
        /// How many of them may be written.
        public let writable: Int
        /// How many of them are only read.
        public let readonly: Int
    }

    private let transaction: Transaction
    let message: DecodedMessage
    let changes: TransactionEffects

    /// What a v1 message asks of the compute budget, nil in other versions.
    public let budget: TransactionConfiguration?

    /// The account that pays the fee; the first signer.
    public let feePayer: PublicKey

    /// Reviews a transaction.
    public init(_ transaction: Transaction) {
        self.init(transaction, DecodedMessage(transaction.encoding))
    }

    private init(_ transaction: Transaction, _ message: DecodedMessage) {
        let encoding = message.encoding
        self.transaction = transaction
        self.message = message
        feePayer = encoding.feePayer
        budget = encoding.layout.version == .v1 ? encoding.configuration : nil
        changes = TransactionEffects(
            of: message, signatures: Int(encoding.layout.header.requiredSignatures),
            priorityFee: budget?.priorityFee ?? 0)
    }

    /// The same transaction, read anew with other accounts in the place of those in lookup tables.
    func replacingHidden(_ replacement: (MessageAccount) -> MessageAccount) -> TransactionReview {
        TransactionReview(transaction, DecodedMessage(message.encoding, hidden: message.hidden.map(replacement)))
    }

    /// The version of the message.
    public var version: MessageVersion { layout.version }

    /// The bytes of the whole transaction.
    public var count: Int { layout.transactionCount }

    /// A recent block, or the value of a durable nonce.
    public var blockhash: Blockhash { message.encoding.lifetimeToken }

    /// The accounts that must sign, the fee payer first.
    public var signers: [PublicKey] { message.encoding.requiredSigners }

    /// Those of them whose signatures are there; whether a signature is right isn't looked at.
    public var signed: [PublicKey] {
        zip(signers, transaction.signatures).filter { $0.1 != Signature() }.map(\.0)
    }

    /// The number of signatures that the transaction needs.
    public var requiredSignatures: Int { Int(layout.header.requiredSignatures) }

    /// What a v1 message asks of the compute budget, as text; the priority fee is in lamports.
    public var configuration: [ReviewField] { budget?.reviewFields ?? [] }

    /// The lookup tables in their order; empty in other versions than v0.
    public var lookupTables: [LookupTable] {
        guard layout.lookupCount > 0 else { return [] }
        return message.encoding.lookups.map { lookup in
            LookupTable(
                account: lookup.table, writable: lookup.writableIndexes.count, readonly: lookup.readonlyIndexes.count)
        }
    }

    /// The instructions in their order.
    public var instructions: [InstructionReview] {
        (0..<message.instructionCount).map { InstructionReview(self, at: $0) }
    }

    /// The programs that its instructions call. What these call in their turn isn't in the bytes.
    public var programs: Set<PublicKey> { message.calls.reduce(into: []) { $0.insert(message.program($1)) } }

    /// Whether the bytes told everything: every instruction is known, and no account hides behind a lookup table.
    public var isComplete: Bool { layout.lookupCount == 0 && message.calls.allSatisfy { message.isUnderstood($0) } }

    private var layout: MessageLayout { message.encoding.layout }
}

extension TransactionReview: Hashable {
    public static func == (left: TransactionReview, right: TransactionReview) -> Bool {
        left.transaction == right.transaction && left.message.hidden == right.message.hidden
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(transaction) }
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
