public import SolanaTransactions
package import TransactionReview

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
