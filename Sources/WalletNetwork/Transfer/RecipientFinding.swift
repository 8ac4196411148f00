public import SolanaTransactions
public import TransactionReview

/// What was found out about the address that something is to be sent to.
public enum RecipientFinding: Sendable, Hashable {
    /// One of the user's own accounts.
    case own
    /// The account that sends.
    case sender
    /// Somebody to whom the user has given a name.
    case contact
    /// No key belongs to the address: only a program can move anything from there.
    case offCurve
    /// A token's mint: what is sent there is lost.
    case mint
    /// A token account: tokens go to whoever holds it, and SOL that is sent there isn't theirs to use as such.
    case tokenAccount(holder: PublicKey, mint: PublicKey)
    /// A program.
    case program
    /// An account that belongs to a program, as a stake or a nonce does.
    case programAccount(PublicKey)
    /// Nobody has ever used the address, on this cluster and as far as this node knows.
    case unused
    /// It begins and ends as an address that the user knows, and is another one.
    case looksLike(PublicKey)

    /// The name in the protocol. Append-only.
    public var name: String {
        switch self {
        case .own: "own"
        case .sender: "sender"
        case .contact: "contact"
        case .offCurve: "off-curve"
        case .mint: "mint"
        case .tokenAccount: "token-account"
        case .program: "program"
        case .programAccount: "program-account"
        case .unused: "unused"
        case .looksLike: "looks-like"
        }
    }

    public var level: ReviewLevel {
        switch self {
        case .own, .contact: .info
        case .sender, .offCurve, .programAccount, .unused: .warning
        case .looksLike: .danger
        case .mint, .tokenAccount, .program: .forbidden
        }
    }

    /// The address that goes with it: the holder of a token account, the known one that it looks like.
    public var address: PublicKey? {
        switch self {
        case .tokenAccount(let holder, _): holder
        case .programAccount(let program): program
        case .looksLike(let known): known
        default: nil
        }
    }
}
