public import DisplayText
public import SolanaRPC
public import SolanaTransactions
public import TransactionReview

/// A transfer as it would be sent, with its cost and its recipient.
public struct TransferPlan: Sendable {
    public let order: TransferOrder
    public let recipient: Recipient
    public private(set) var transaction: PlannedTransaction
    /// The amount sent, in the smallest unit.
    public let amount: UInt64
    /// The amount that arrives, in the smallest unit: less if the token withholds a fee.
    public let received: UInt64
    /// The number of decimal places of the smallest unit.
    public let decimals: UInt8
    /// The token as a node describes it; nil for SOL.
    public let token: TokenDescription?
    /// The accounts that it is taken from: the sender's, or the sender's token accounts.
    public let sources: [PublicKey]
    /// The account that gets it: the recipient's, or the recipient's token account.
    public let destination: PublicKey
    /// The sender's cost of creating that account, in lamports; nil if it isn't created.
    public let accountCost: UInt64?
    /// The sender's balance before, in lamports.
    public let balance: UInt64
    /// The node that was asked.
    public let node: String

    /// Returns the same transfer with the newest blockhash, to send exactly what was shown.
    ///
    /// - Throws: ``TransferError/node(_:)``.
    public func renewed(by node: NetworkNode) async throws(TransferError) -> TransferPlan {
        var renewed = self
        renewed.transaction = try await transaction.renewed(by: node, payer: order.from)
        return renewed
    }

    /// All lamports that leave the sender.
    public var total: UInt64 {
        // Each sum was checked against the balance before this was made.
        (order.asset == .sol ? amount : 0) &+ transaction.fee &+ (accountCost ?? 0)
    }
}

/// A transaction that was built and simulated, ready to be signed.
public struct PlannedTransaction: Sendable {
    /// The transaction, without signatures.
    public let transaction: Transaction
    /// The whole fee, in lamports.
    public let fee: UInt64
    /// The part of the fee that is offered for priority, in lamports.
    public let priorityFee: UInt64
    /// The compute units that it asks for; nil if it sets no limit.
    public let computeUnits: UInt32?
    /// The blockhash, with the height until which it can be executed.
    public let lifetime: LatestBlockhash
    /// The slot of the simulation.
    public let slot: UInt64
    /// The requested accounts, as the node says they would be afterwards; one that wouldn't exist is left out.
    let outcome: [PublicKey: AccountInfo]
    /// The instructions that it was built from.
    let instructions: [Instruction]
    let budget: ComputeBudget
}

/// A transfer that the user wants.
public struct TransferOrder: Sendable, Hashable {
    public enum Asset: Sendable, Hashable {
        case sol
        /// A token of either program, by its mint.
        case token(mint: PublicKey)

        /// The token's mint; nil for SOL.
        public var mint: PublicKey? { if case .token(let mint) = self { mint } else { nil } }
    }

    public enum Amount: Sendable, Hashable {
        /// An amount in SOL or whole tokens, as it was typed (`DecimalAmount` of DisplayText).
        case decimal(String)
        /// The whole balance; of SOL, all but the fee.
        case everything
    }

    public var asset: Asset
    public var amount: Amount
    /// The user's account, which also pays.
    public var from: PublicKey
    /// The recipient's wallet, never a token account.
    public var to: PublicKey
    /// A public text of at most ``maximumMemoCount`` bytes of UTF-8.
    public var memo: String?
    public var priority: PriorityFee
    /// True if the recipient may be an address without a key: a program's, a multisignature wallet's.
    public var allowsOffCurve: Bool

    public static let maximumMemoCount = 256

    public init(
        _ asset: Asset, _ amount: Amount, from: PublicKey, to: PublicKey, memo: String? = nil,
        priority: PriorityFee = PriorityFee(), allowsOffCurve: Bool = false
    ) {
        self.asset = asset
        self.amount = amount
        self.from = from
        self.to = to
        self.memo = memo
        self.priority = priority
        self.allowsOffCurve = allowsOffCurve
    }
}

/// The reason nothing can be sent.
public enum TransferError: Error, Sendable, Hashable {
    /// The text isn't an amount of this asset.
    case amount(DecimalAmountError)
    /// Nothing would be sent.
    case nothing
    /// A memo has 1 to 256 bytes.
    case memo
    /// The account that pays has nothing, or isn't an account that may pay.
    case payer(PayerFault)
    /// There is less SOL than is needed, in lamports.
    case lamports(needed: UInt64, available: UInt64)
    /// There are fewer tokens than are needed, in the smallest unit.
    case tokens(needed: UInt64, available: UInt64)
    /// The tokens lie in more accounts than one transaction can take from.
    case scattered(available: UInt64)
    /// The rest would be too little for the account to stay; the user can send everything, or as much as `most`.
    case remainder(minimum: UInt64, most: UInt64)
    /// An account that doesn't exist yet needs at least this many lamports.
    case tooLittleForRecipient(minimum: UInt64)
    /// The wallet sends nothing to an address like this one.
    case recipient(RecipientFinding)
    /// The wallet builds nothing for a token like this one.
    case token(TokenFault)
    /// It doesn't fit a transaction.
    case tooLarge
    /// There is nothing to revoke: the account isn't the user's, or has no delegate.
    case noDelegate
    /// There is nothing to close: no token account is empty, or one of the named ones can't be closed.
    case nothingToClose
    /// There are no tokens of this mint to burn.
    case nothingToBurn
    /// The nonce can't be advanced to make a transaction void, or there is none to sign over.
    case nonce(NonceFault)
    /// The stake can't be deactivated or withdrawn.
    case stake(StakeFault)
    /// Fewer lamports than can be delegated.
    case stakeTooSmall(minimum: UInt64)
    /// Nothing is delegated to this validator.
    case validator(ValidatorFault)
    /// The vote on a multisig's proposal can't be given.
    case vote(VoteFault)
    /// A node's simulation says that it would fail.
    case fails(TransactionFailure, logs: [String])
    /// The node gave no answer, or a wrong one.
    case node(SolanaRPCError)

    /// The reason a nonce can't be used. Append-only.
    public enum NonceFault: String, Sendable, Hashable {
        /// It doesn't hold the transaction's value: it was advanced, or never held it.
        case advanced
        /// Somebody else is its authority.
        case foreign
        /// There is none at the address, or none of the account's.
        case missing
        /// Something waits for a signature over each of them.
        case taken
        /// The account has made as many as it can.
        case full
    }

    /// The reason a stake can't be deactivated or withdrawn. Append-only.
    public enum StakeFault: Sendable, Hashable {
        /// There is no stake account at this address.
        case unknown
        /// Somebody else may do that.
        case foreign
        /// The lockup isn't over: seconds since 1970, and an epoch; 0 for none.
        case locked(time: Int64, epoch: UInt64)
        /// It isn't delegated, or was deactivated already.
        case inactive
        /// All of it is staked, or still on its way out.
        case staked
        /// Fewer lamports can be withdrawn: so many, which leave the account its rent deposit, or all of them.
        case excess(available: UInt64)
    }

    /// The reason a vote on a multisig's proposal can't be given. Append-only.
    public enum VoteFault: String, Sendable, Hashable {
        /// There is no Squads multisig at this address.
        case unknown
        /// The account isn't one of its members.
        case foreign
        /// The account is a member that may not vote.
        case notAllowed = "not-allowed"
        /// The multisig has no proposal with this number.
        case noProposal = "no-proposal"
        /// The proposal is in a state in which it takes no such vote.
        case closed
        /// Members or threshold changed since it was made, so that it takes no vote any more.
        case stale
        /// The member gave this vote already.
        case given
    }

    /// The reason that nothing is delegated to a validator. Append-only.
    public enum ValidatorFault: String, Sendable, Hashable {
        /// There is no vote account at this address.
        case unknown
        /// It doesn't keep up with the cluster, so its stakes earn nothing.
        case delinquent
    }

    /// The reason an account can't pay. Append-only.
    public enum PayerFault: String, Sendable, Hashable {
        case empty
        case notAWallet = "not-a-wallet"
    }

    /// The reason a token can't be sent. Append-only.
    public enum TokenFault: String, Sendable, Hashable {
        case notAMint = "not-a-mint"
        case nonTransferable = "non-transferable"
        case paused
        /// Every transfer calls a program whose accounts aren't known here.
        case hook
        /// It has an unknown extension, which may do anything.
        case unknownExtension = "unknown-extension"
        /// The account of the sender or of the recipient is frozen, or a new one would be.
        case frozen
        /// Wrapped SOL is unwrapped, not burned.
        case native
    }
}
