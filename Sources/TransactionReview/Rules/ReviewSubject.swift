public import SolanaTransactions

/// A transaction as rules look at it: what it changes, and whose accounts those are.
public struct ReviewSubject: Sendable {
    /// What its bytes say.
    public let review: TransactionReview
    /// The account that is to sign.
    public let signer: PublicKey
    /// The user's accounts besides the signer.
    private let others: Set<PublicKey>
    /// Whom the user has given a name: from the wallet's own records, never from a node.
    public let contacts: Set<PublicKey>
    /// To whom the user has sent something, as nodes told. Somebody who is like one of these is warned of; nobody is spared a warning by it.
    public let recipients: Set<PublicKey>
    /// Who asks, and when: what a sign-in in a memo is held against. Without it one is recognised and not checked.
    public let signIn: SignInContext?

    public init(
        _ review: TransactionReview, signer: PublicKey, own: Set<PublicKey> = [], contacts: Set<PublicKey> = [],
        recipients: Set<PublicKey> = [], signIn: SignInContext? = nil
    ) {
        self.review = review
        self.signer = signer
        others = own
        self.contacts = contacts
        self.recipients = recipients
        self.signIn = signIn
    }

    /// The same transaction with the accounts in place that a node says stand in its lookup tables.
    public func resolved(by facts: ChainFacts) -> ReviewSubject {
        guard !review.lookupTables.isEmpty else { return self }
        return ReviewSubject(
            review.resolved(by: facts), signer: signer, own: others, contacts: contacts, recipients: recipients,
            signIn: signIn)
    }

    /// The user's accounts, the signer among them.
    public var own: Set<PublicKey> { others.union([signer]) }

    /// What it changes. Made at each use; take it once.
    public var effects: [Effect] { review.effects }

    /// The effects of a kind that are meant, in their order; the fee isn't among them.
    @inline(__always)
    func effects(
        _ kind: Effect.Kind, where isMeant: (EffectForm, inout InstructionReader) -> Bool = { _, _ in true }
    ) -> [Effect] {
        guard review.changes.kinds.contains(EffectKinds(kind)) else { return [] }
        return review.effects(kind, where: isMeant)
    }

    /// Whether there is an effect of a kind, or of any, that is meant.
    @inline(__always)
    func hasEffect(_ kind: Effect.Kind?, where isMeant: (EffectForm, inout InstructionReader) -> Bool) -> Bool {
        if let kind, !review.changes.kinds.contains(EffectKinds(kind)) { return false }
        var isThere = false
        review.forEachEffect(kind) { form, instruction in
            isThere = isMeant(form, &instruction)
            return !isThere
        }
        return isThere
    }

    /// Whether somebody whom the user knows, the user among them, is meant.
    func hasKnown(_ isMeant: (PublicKey) -> Bool) -> Bool {
        isMeant(signer) || others.contains(where: isMeant) || contacts.contains(where: isMeant)
            || recipients.contains(where: isMeant)
    }

    /// Whether an address is one of the user's.
    func isOwn(_ address: PublicKey) -> Bool { address == signer || others.contains(address) }

    /// Whether an account is one of the user's. One behind a lookup table isn't known to be.
    func isOwn(_ account: MessageAccount.Source?) -> Bool {
        guard case .address(let address) = account else { return false }
        return isOwn(address)
    }

    /// Whether the user may be behind an authority: it is theirs, or it doesn't sign itself, as a multisignature account of theirs doesn't.
    func mayBeOwn(_ authority: MessageAccount.Source?) -> Bool {
        guard let authority else { return false }
        return isOwn(authority) || !review.signers.contains { authority == .address($0) }
    }

    /// Whether somebody else gets it; an account behind a lookup table counts as somebody else's.
    func isForeign(_ account: MessageAccount.Source?) -> Bool { account != nil && !isOwn(account) }
}
