public import SolanaTransactions
public import TransactionReview

/// What an address holds, as one node told it: SOL, and tokens of both token programs.
public struct Portfolio: Hashable, Sendable {
    /// Whose it is.
    public let address: PublicKey
    /// SOL, in lamports; what lies in token accounts isn't counted.
    public let lamports: UInt64
    /// The token accounts in their addresses' order, empty ones too.
    public let tokens: [TokenHolding]
    /// Token accounts whose bytes nobody here can read, in their order.
    public let unreadable: [PublicKey]
    /// Who said so, and the earliest slot for which any of it holds.
    public let source: ChainSource

    /// Puts together what a node said.
    public init(
        address: PublicKey, lamports: UInt64, tokens: [TokenHolding] = [], unreadable: [PublicKey] = [],
        source: ChainSource
    ) {
        self.address = address
        self.lamports = lamports
        self.tokens = tokens
        self.unreadable = unreadable
        self.source = source
    }
}

/// Tokens of one mint in one account.
public struct TokenHolding: Hashable, Sendable {
    /// Where they lie.
    public let address: PublicKey
    /// Token or Token-2022.
    public let program: PublicKey
    /// How many there are, and who may take them besides the owner.
    public let contents: TokenAccount
    /// What the token is; nil where nobody can read its mint, so that the amount has no decimal point.
    public let token: TokenDescription?

    /// Whether somebody besides the owner may take tokens out, or close the account.
    public var isShared: Bool {
        contents.delegate != nil || contents.closeAuthority.map { $0 != contents.owner } ?? false
    }
}
