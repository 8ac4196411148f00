public import SolanaTransactions
public import TransactionReview

/// A recipient's address and the findings about it.
public struct Recipient: Sendable, Hashable {
    public let address: PublicKey
    /// The findings, in the order in which they are shown.
    public let findings: [RecipientFinding]

    /// - Parameters:
    ///   - account: The account there, as a node reports it; nil if the node says that there is none.
    ///   - order: The transfer, with its sender.
    ///   - own: The user's accounts.
    ///   - contacts: The user's contacts.
    ///   - recipients: Earlier recipients of the user. Such an address is compared with the others too: it may have been the look-alike.
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

    /// Returns the finding that rules out a transfer; nil if there is none. Anything sent there is lost, or the user hasn't confirmed the intent.
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

/// A finding about a recipient's address.
public enum RecipientFinding: Sendable, Hashable {
    /// One of the user's own accounts.
    case own
    /// The account that sends.
    case sender
    /// One of the user's contacts.
    case contact
    /// No key belongs to the address: only a program can move anything from there.
    case offCurve
    /// A token's mint: anything sent there is lost.
    case mint
    /// A token account: tokens go to its holder, who can't use SOL that is sent there as such.
    case tokenAccount(holder: PublicKey, mint: PublicKey)
    /// A program.
    case program
    /// An account that belongs to a program, such as a stake or a nonce.
    case programAccount(PublicKey)
    /// The address has never been used on this cluster, as far as this node knows.
    case unused
    /// The address begins and ends like one that the user knows, but is another.
    case looksLike(PublicKey)

    /// The name by which it is paid stands for another address than the user knows, which this is: one that it stood for before, or stands for now.
    case nameChanged(PublicKey)
    /// The same `.sol` name stood for this other address before October 2026, and still does as `.sns`.
    case nameDiffers(PublicKey)
    /// One node alone says what the name stands for.
    case nameAlone
    /// The name that the address chose for itself could be taken for the name of this other address, which the user knows.
    case nameLike(PublicKey)

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
        case .nameChanged: "name-changed"
        case .nameDiffers: "name-differs"
        case .nameAlone: "name-alone"
        case .nameLike: "name-like"
        }
    }

    public var level: ReviewLevel {
        switch self {
        case .own, .contact, .nameAlone: .info
        case .sender, .offCurve, .programAccount, .unused, .nameDiffers, .nameLike: .warning
        case .looksLike, .nameChanged: .danger
        case .mint, .tokenAccount, .program: .forbidden
        }
    }

    /// The address in the finding: the holder of a token account, the known address that this one or its name looks like, or a name's other address.
    public var address: PublicKey? {
        switch self {
        case .tokenAccount(let holder, _): holder
        case .programAccount(let program): program
        case .looksLike(let known): known
        case .nameChanged(let other), .nameDiffers(let other), .nameLike(let other): other
        default: nil
        }
    }
}

/// The size of a mint's associated token account, in bytes.
enum TokenAccountSize {
    /// The bytes before the first extension, including the account's kind.
    private static let base: UInt64 = 166
    private static let header: UInt64 = 4

    /// The account extensions that a mint's extensions require: from the mint's type to the account's bytes.
    ///
    /// Transfer fee (withheld u64), non-transferable, transfer hook (a flag), pausable. Source: `ExtensionType::get_required_init_account_extensions`
    /// of `spl-token-2022-interface`.
    private static let required: [UInt16: UInt64] = [1: 8, 9: 0, 14: 1, 26: 0]

    static func bytes(of mint: Mint, program: PublicKey) -> UInt64 {
        guard program == Token2022Program.id else { return UInt64(TokenAccount.count) }
        // The associated token program has every account's owner fixed, which is an extension too.
        return mint.extensions.types.compactMap { required[$0] }.reduce(base + header) { $0 + header + $1 }
    }
}

/// A token account of the user that someone else may take tokens from.
public struct Delegation: Sendable, Hashable {
    public let account: PublicKey
    public let mint: PublicKey
    /// The token program that the account belongs to.
    public let program: PublicKey
    /// The delegate, who may take tokens.
    public let delegate: PublicKey
    /// The delegated amount, in the token's smallest unit.
    public let amount: UInt64
    /// True if the account is frozen: nothing works, not even revoking, until the mint's freeze authority allows it.
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

/// A plan that revokes as many delegates as fit one transaction.
public struct RevocationPlan: Sendable {
    public let transaction: PlannedTransaction
    /// The delegations that are revoked.
    public let revoked: [Delegation]
    /// The delegations that didn't fit and need another transaction.
    public let left: [Delegation]
    /// The sender's balance before, in lamports.
    public let balance: UInt64
    /// The node that was asked.
    public let node: String
}
