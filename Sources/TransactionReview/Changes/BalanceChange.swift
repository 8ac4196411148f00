public import SolanaTransactions

/// A change of one asset in one of the user's accounts: what the bytes and programs' promises allow, and what a simulation expects.
///
/// ```
/// bytes, complete   leaving and arriving are exact
/// a promise         leaving is what leaves at most, arriving what arrives at least; the program can be changed by somebody
/// a guard           leaving is what leaves at most, arriving what arrives at least; the chain refuses the transaction otherwise
/// open              leaving and arriving are what is known; more can leave
/// expected          the balance before and after, as one node simulates it
/// ```
public struct BalanceChange: Hashable, Sendable {
    /// The asset that moves.
    public enum Asset: Hashable, Sendable {
        case lamports
        /// Tokens in their smallest unit, and their mint if it is known.
        case tokens(mint: MessageAccount.Source?)
    }

    /// A balance before and after the transaction.
    public struct Expectation: Hashable, Sendable {
        public var before: UInt64
        public var after: UInt64

        public init(before: UInt64, after: UInt64) {
            self.before = before
            self.after = after
        }
    }

    /// The account: a wallet for lamports, a token account for tokens.
    public let account: MessageAccount.Source
    public var asset: Asset
    /// The amount that leaves, at most; `UInt64.max` if there is more. With the fee, if the account pays it.
    public var leaving: UInt64 = 0
    /// The amount that arrives, at least.
    public var arriving: UInt64 = 0
    /// False if the chain decides some of the amount.
    public var isBounded = true
    /// True if some of the amounts are a program's promise.
    public var isPromised = false
    /// True if the chain refuses the transaction where less is left.
    public var isEnforced = false
    /// The balance as simulated; nil if nobody simulated it.
    public var expected: Expectation?
    /// The part of what leaves that is the fee.
    public var fee: UInt64 = 0
    /// Rent deposits for the user's own new token accounts, which come back when these are closed.
    public var deposit: UInt64 = 0
    /// Rent deposits that come back from the user's own closed token accounts.
    public var refund: UInt64 = 0
    /// The token's decimal places; nil for lamports, and if they aren't known for everything that was added up.
    public var decimals: UInt8?
    /// The symbol of a token that stands on the list of known tokens.
    public var symbol: String?
    /// The token's own name for itself: an unverified claim.
    public var claimedSymbol: String?
    /// The name that a token of which there is one gives itself: an unverified claim.
    public var claimedName: String?

    public init(account: MessageAccount.Source, asset: Asset, leaving: UInt64 = 0, arriving: UInt64 = 0) {
        self.account = account
        self.asset = asset
        self.leaving = leaving
        self.arriving = arriving
    }

    /// True if something leaves, or may leave.
    var isLosing: Bool {
        leaving > 0 || !isBounded || expected.map { $0.after < $0.before } ?? false
    }
}
