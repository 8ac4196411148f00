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

extension ReviewSubject {
    /// Whether the user can take what is in an account that a node shows: tokens, a nonce, a stake.
    func isHeld(_ account: ChainAccount?) -> Bool {
        account?.holders.contains { own.contains($0) } ?? false
    }

    /// Whether a change is one of an account of the user's: theirs itself, or held by them before or after.
    func isOwn(_ change: SimulatedChange) -> Bool {
        own.contains(change.address) || isHeld(change.before) || isHeld(change.after)
    }

    /// What the instructions say of an account.
    func effects(on account: PublicKey) -> [Effect] {
        let told = review.effects(nil) { form, instruction in instruction.source(form.account) == .address(account) }
        return account == review.feePayer ? [review.feeEffect] + told : told
    }
}

extension SimulatedChange {
    /// Whether there is nothing left of the account.
    var isGone: Bool {
        guard let after, after.lamports > 0 else { return true }
        guard let before else { return false }
        return after.contents == .empty && before.contents != .empty
    }
}

/// Somebody else who gets something of the user's.
struct Recipient {
    /// What the address is to what is sent.
    enum Part {
        /// It gets lamports.
        case lamports
        /// It is the token account that gets tokens.
        case tokenAccount
        /// It holds the token account that gets tokens.
        case holder
    }

    let part: Part
    let address: PublicKey
    let effect: Effect
}

extension ReviewSubject {
    /// The addresses of everybody else who gets something that may be the user's, those behind lookup tables as a node tells them.
    public func payees(_ facts: ChainFacts?) -> Set<PublicKey> {
        let facts = facts ?? ChainFacts()
        return Set(resolved(by: facts).recipients(facts).map(\.address))
    }

    /// Everybody whom `LookalikeRecipientRule` looks at, those behind lookup tables as a node tells them.
    public func strangers(_ facts: ChainFacts?) -> [PublicKey] { facts.map { resolved(by: $0).strangers } ?? strangers }

    /// Everybody else who gets something that may be the user's; whose token accounts those are, the chain tells.
    func recipients(_ facts: ChainFacts = ChainFacts()) -> [Recipient] {
        var recipients: [Recipient] = []
        for effect in effects where effect.instruction >= 0 {
            switch effect.kind {
            case .lamportsOut, .closed, .tokensOut: break
            default: continue
            }
            guard let address = effect.counterpart?.address, !own.contains(address) else { continue }
            switch effect.kind {
            case .lamportsOut where effect.amount != nil && mayBeOwn(effect.account),
                .closed where mayBeOwn(effect.before):
                recipients.append(Recipient(part: .lamports, address: address, effect: effect))
            case .tokensOut where mayBeOwn(effect.before) || isApproved(effect.before, for: effect.account):
                let holder = holder(of: address, facts)
                if let holder, own.contains(holder) { continue }
                recipients.append(Recipient(part: .tokenAccount, address: address, effect: effect))
                if let holder { recipients.append(Recipient(part: .holder, address: holder, effect: effect)) }
            default: continue
            }
        }
        return recipients
    }

    /// Whoever gets something or a right of the user's and isn't known to them. One to whom something was sent before is as much a stranger: it may have been
    /// a look-alike.
    var strangers: [PublicKey] {
        var strangers = recipients().map(\.address)
        for effect in effects where effect.after != nil && mayBeOwn(effect.before) {
            if let after = effect.after?.address { strangers.append(after) }
        }
        strangers.removeAll { own.contains($0) || contacts.contains($0) }
        return strangers
    }

    /// Whether the transaction makes the account.
    func isMade(_ account: PublicKey) -> Bool {
        hasEffect(.created) { form, instruction in instruction.source(form.account) == .address(account) }
    }

    private func holder(of account: PublicKey, _ facts: ChainFacts) -> PublicKey? {
        let handovers = effects(.authority) { form, instruction in
            instruction.source(form.account) == .address(account)
        }
        let told = handovers.last { $0.role == TokenAuthority.accountOwner.rawValue }
        return facts.account(account)?.token?.owner ?? told?.after?.address
    }
}
