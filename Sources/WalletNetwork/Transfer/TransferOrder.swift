public import SolanaTransactions

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
