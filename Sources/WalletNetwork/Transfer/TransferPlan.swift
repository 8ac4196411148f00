public import DisplayText
public import SolanaRPC
public import SolanaTransactions
public import TransactionReview

/// A transfer as it would be sent, with what it costs and to whom it goes.
public struct TransferPlan: Sendable {
    public let order: TransferOrder
    public let recipient: Recipient
    public private(set) var transaction: PlannedTransaction
    /// What is sent, in the smallest unit.
    public let amount: UInt64
    /// What arrives, in the smallest unit: less where the token keeps a fee back.
    public let received: UInt64
    /// How many decimal places the smallest unit stands behind the point.
    public let decimals: UInt8
    /// What a node says of the token; nil for SOL.
    public let token: TokenDescription?
    /// The accounts that it is taken from: the sender's, or the sender's token accounts.
    public let sources: [PublicKey]
    /// The account that gets it: the recipient's, or the recipient's token account.
    public let destination: PublicKey
    /// Whether that account is made, and what it costs the sender in lamports.
    public let accountCost: UInt64?
    /// What the sender has before, in lamports.
    public let balance: UInt64
    /// The node that was asked.
    public let node: String

    /// The same transfer with the newest blockhash, for somebody who sends what was shown.
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

/// A transaction as it was built and tried, for somebody to sign.
public struct PlannedTransaction: Sendable {
    /// Nobody has signed it.
    public let transaction: Transaction
    /// What it costs in all, in lamports.
    public let fee: UInt64
    /// The part of the fee that is offered for priority, in lamports.
    public let priorityFee: UInt64
    /// The compute units that it asks for; nil where it sets no limit.
    public let computeUnits: UInt32?
    /// Until which height it can be executed.
    public let lifetime: LatestBlockhash
    /// The slot of the trial.
    public let slot: UInt64
    /// The accounts that were asked for, as the node says they would be afterwards; one that wouldn't be isn't among them.
    let outcome: [PublicKey: AccountInfo]
    /// Of what it was built.
    let instructions: [Instruction]
    let budget: ComputeBudget
}

/// What the user wants sent.
public struct TransferOrder: Sendable, Hashable {
    public enum Asset: Sendable, Hashable {
        case sol
        /// A token of either program, by its mint.
        case token(mint: PublicKey)
    }

    public enum Amount: Sendable, Hashable {
        /// In SOL or whole tokens, as it was typed (`DecimalAmount` of DisplayText).
        case decimal(String)
        /// All that there is; of SOL, all but the fee.
        case everything
    }

    public var asset: Asset
    public var amount: Amount
    /// The user's account, which also pays.
    public var from: PublicKey
    /// The recipient's wallet, never a token account.
    public var to: PublicKey
    /// At most ``maximumMemoCount`` bytes of UTF-8, for everybody to read.
    public var memo: String?
    public var priority: PriorityFee
    /// Whether the recipient may be an address that no key belongs to: a program's, a multisignature wallet's.
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

/// Why nothing can be sent.
public enum TransferError: Error, Sendable, Hashable {
    /// The text is no amount of this.
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
    /// So little would be left that the account couldn't stay; everything, or as much as this, can be sent.
    case remainder(minimum: UInt64, most: UInt64)
    /// An account that isn't there yet takes at least so many lamports.
    case tooLittleForRecipient(minimum: UInt64)
    /// Nothing is sent to an address like this one.
    case recipient(RecipientFinding)
    /// Nothing is built for a token like this one.
    case token(TokenFault)
    /// It doesn't fit a transaction.
    case tooLarge
    /// There is nothing to revoke: no account of the user's, or none that has a delegate.
    case noDelegate
    /// A node that tried it says that it would fail.
    case fails(TransactionFailure, logs: [String])
    /// The node gave no answer, or not this one's.
    case node(SolanaRPCError)

    /// Why an account can't pay. Append-only.
    public enum PayerFault: String, Sendable, Hashable {
        case empty
        case notAWallet = "not-a-wallet"
    }

    /// What is the matter with a token. Append-only.
    public enum TokenFault: String, Sendable, Hashable {
        case notAMint = "not-a-mint"
        case nonTransferable = "non-transferable"
        case paused
        /// It calls a program with every transfer, whose accounts aren't known here.
        case hook
        /// It has an extension that isn't known here, which may do anything.
        case unknownExtension = "unknown-extension"
        /// The account of the sender or of the recipient is frozen, or a new one would be.
        case frozen
    }
}
