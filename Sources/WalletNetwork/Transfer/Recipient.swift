public import SolanaTransactions
public import TransactionReview

/// An address that something is to be sent to, and what is known of it.
public struct Recipient: Sendable, Hashable {
    public let address: PublicKey
    /// In the order in which they are told.
    public let findings: [RecipientFinding]

    /// - Parameters:
    ///   - account: What a node says stands there; nil where it says that nothing does.
    ///   - order: What is sent, and by whom.
    ///   - own: The user's accounts.
    ///   - contacts: Whom the user has given a name.
    ///   - recipients: To whom the user has sent something before. Such an address is compared with the others too: it may have been the look-alike.
    package init(
        _ address: PublicKey, account: ChainAccount?, order: TransferOrder, own: Set<PublicKey>,
        contacts: Set<PublicKey>, recipients: Set<PublicKey> = []
    ) {
        self.address = address
        var findings: [RecipientFinding] = []
        let isKnown = own.contains(address) || contacts.contains(address)
        if address == order.from {
            findings.append(.sender)
        } else if own.contains(address) {
            findings.append(.own)
        }
        if contacts.contains(address) { findings.append(.contact) }
        if !isKnown {
            findings += own.union(contacts).union(recipients).filter { $0 != address && address.looksLike($0) }
                .sorted().map(RecipientFinding.looksLike)
        }
        if let account {
            if let kind = Self.kind(of: account) { findings.append(kind) }
        } else if !own.contains(address) {
            findings.append(.unused)
        }
        if !address.isOnCurve { findings.append(.offCurve) }
        self.findings = findings
    }

    /// The finding for which nothing is built: something sent there is lost, or the user hasn't said that they mean it.
    func refusal(_ order: TransferOrder) -> RecipientFinding? {
        findings.first { finding in
            switch finding {
            case .mint, .tokenAccount, .program: true
            // A token account of one's own for oneself: nothing would happen, and a fee would be paid.
            case .sender: true
            case .offCurve: !order.allowsOffCurve
            default: false
            }
        }
    }

    private static func kind(of account: ChainAccount) -> RecipientFinding? {
        guard !account.isExecutable else { return .program }
        switch account.contents {
        case .mint: return .mint
        case .token(let token): return .tokenAccount(holder: token.owner, mint: token.mint)
        case .loader: return .program
        default:
            return account.program == SystemProgram.id && account.count == 0 ? nil : .programAccount(account.program)
        }
    }
}

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

/// How many bytes an associated token account of a mint has.
enum TokenAccountSize {
    /// The bytes before the first extension, its kind among them.
    private static let base: UInt64 = 166
    private static let header: UInt64 = 4

    /// The extensions that an account has because its mint has one: mint's type to the account's bytes.
    ///
    /// Transfer fee (withheld u64), non-transferable, transfer hook (a flag), pausable. Source: `ExtensionType::get_required_init_account_extensions` of
    /// `spl-token-2022-interface`.
    private static let required: [UInt16: UInt64] = [1: 8, 9: 0, 14: 1, 26: 0]

    static func bytes(of mint: Mint, program: PublicKey) -> UInt64 {
        guard program == Token2022Program.id else { return UInt64(TokenAccount.count) }
        // The associated token program has every account's owner fixed, which is an extension too.
        return mint.extensions.types.compactMap { required[$0] }.reduce(base + header) { $0 + header + $1 }
    }
}

/// A token account of the user's that somebody else may take tokens from.
public struct Delegation: Sendable, Hashable {
    public let account: PublicKey
    public let mint: PublicKey
    /// The token program that the account belongs to.
    public let program: PublicKey
    /// Who may take.
    public let delegate: PublicKey
    /// How much, in the token's smallest unit.
    public let amount: UInt64
    /// Whether nothing can be done to it until the mint's freeze authority allows it; revoking neither.
    public let isFrozen: Bool

    init?(_ account: PublicKey, _ held: TokenAccount, program: PublicKey) {
        guard let delegate = held.delegate else { return nil }
        self.account = account
        mint = held.mint
        self.program = program
        self.delegate = delegate
        amount = held.delegatedAmount
        isFrozen = held.isFrozen
    }
}

/// The revoking of delegates, as much as fits one transaction.
public struct RevocationPlan: Sendable {
    public let transaction: PlannedTransaction
    /// What is revoked.
    public let revoked: [Delegation]
    /// What didn't fit, and takes another transaction.
    public let left: [Delegation]
    /// What the sender has before, in lamports.
    public let balance: UInt64
    /// The node that was asked.
    public let node: String
}
