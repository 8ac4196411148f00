public import SolanaTransactions

/// A transaction as the rules see it: its changes, and the owners of its accounts.
public struct ReviewSubject: Sendable {
    /// The contents of its bytes.
    public let review: TransactionReview
    /// The account that signs.
    public let signer: PublicKey
    /// The user's accounts, the signer among them.
    public let own: Set<PublicKey>
    /// The addresses that the user has named: from the wallet's own records, never from a node.
    public let contacts: Set<PublicKey>
    /// The addresses to which the user has sent something, as nodes report. A rule warns of addresses that resemble one of these; being among them
    /// spares no warning.
    public let recipients: Set<PublicKey>
    /// Names by which the user pays and that have changed their addresses. Set only for transfers of the wallet's own, whose recipient was given by name.
    public let changedNames: [ChangedName]
    /// The site, account and time that a sign-in in a memo is checked against. Without it, the rules recognise a sign-in but don't check it.
    public let signIn: SignInContext?
    /// The promises of programs: most rules ask for them, so each instruction is looked up once.
    let promises: ProgramPromises

    public init(
        _ review: TransactionReview, signer: PublicKey, own: Set<PublicKey> = [], contacts: Set<PublicKey> = [],
        recipients: Set<PublicKey> = [], changedNames: [ChangedName] = [], signIn: SignInContext? = nil
    ) {
        self.review = review
        promises = ProgramPromises(in: review)
        self.signer = signer
        self.own = own.union([signer])
        self.contacts = contacts
        self.recipients = recipients
        self.changedNames = changedNames
        self.signIn = signIn
    }

    /// Returns the same transaction with the accounts that a node reports for its lookup tables filled in.
    public func resolved(by facts: ChainFacts) -> ReviewSubject {
        guard !review.lookupTables.isEmpty else { return self }
        return ReviewSubject(
            review.resolved(by: facts), signer: signer, own: own, contacts: contacts, recipients: recipients,
            changedNames: changedNames, signIn: signIn)
    }

    /// The transaction's effects. They are computed at each use, so read them once.
    public var effects: [Effect] { review.effects }

    /// Returns the effects of a kind that match the predicate, in their order; the fee isn't among them.
    @inline(__always)
    func effects(
        _ kind: Effect.Kind, where isMeant: (EffectForm, inout InstructionReader) -> Bool = { _, _ in true }
    ) -> [Effect] {
        guard review.changes.kinds.contains(EffectKinds(kind)) else { return [] }
        return review.effects(kind, where: isMeant)
    }

    /// True if an effect of the kind, or of any kind if it is nil, matches the predicate.
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

    /// True if the predicate matches an address that the user knows, their own included.
    func hasKnown(_ isMeant: (PublicKey) -> Bool) -> Bool {
        own.contains(where: isMeant) || contacts.contains(where: isMeant)
            || recipients.contains(where: isMeant)
    }

    /// True if an address is one of the user's.
    func isOwn(_ address: PublicKey) -> Bool { address == signer || own.contains(address) }

    /// True if an account is one of the user's. An account behind a lookup table isn't known to be.
    func isOwn(_ account: MessageAccount.Source?) -> Bool {
        guard case .address(let address) = account else { return false }
        return isOwn(address)
    }

    /// True if the user may control an authority: it is theirs, or it doesn't sign itself, like a multisignature account of theirs.
    func mayBeOwn(_ authority: MessageAccount.Source?) -> Bool {
        guard let authority else { return false }
        return isOwn(authority) || !review.signers.contains { authority == .address($0) }
    }

    /// True if the account is somebody else's; an account behind a lookup table counts as somebody else's.
    func isForeign(_ account: MessageAccount.Source?) -> Bool { account != nil && !isOwn(account) }
}

/// A name that stands for another address than the user knows.
public struct ChangedName: Hashable, Sendable {
    /// In its one spelling: `alice.sol`.
    public let name: String
    /// The address that the user knows by this name.
    public let before: PublicKey
    /// The address that nodes report for it now.
    public let now: PublicKey

    public init(name: String, before: PublicKey, now: PublicKey) {
        self.name = name
        self.before = before
        self.now = now
    }
}

extension ReviewSubject {
    /// True if the user can take the contents of an account that a node shows: tokens, a nonce, a stake.
    func isHeld(_ account: ChainAccount?) -> Bool {
        account?.holders.contains { own.contains($0) } ?? false
    }

    /// True if the change is to an account of the user's: one of their own, or one that they hold before or after.
    func isOwn(_ change: SimulatedChange) -> Bool {
        own.contains(change.address) || isHeld(change.before) || isHeld(change.after)
    }

    /// Returns the effects of the instructions on an account.
    func effects(on account: PublicKey) -> [Effect] {
        let told = review.effects(nil) { form, instruction in instruction.source(form.account) == .address(account) }
        return account == review.feePayer ? [review.feeEffect] + told : told
    }
}

extension SimulatedChange {
    /// True if nothing is left of the account.
    var isGone: Bool {
        guard let after, after.lamports > 0 else { return true }
        guard let before else { return false }
        return after.contents == .empty && before.contents != .empty
    }
}

/// A recipient, other than the user, of something that is the user's.
struct Recipient {
    /// The address's part in the transfer.
    enum Part {
        /// It receives lamports.
        case lamports
        /// It is the token account that receives tokens.
        case tokenAccount
        /// It holds the token account that receives tokens.
        case holder
    }

    let part: Part
    let address: PublicKey
    let effect: Effect
}

extension ReviewSubject {
    /// Returns the addresses of all others who receive something that may be the user's; for those behind lookup tables, the addresses that a node
    /// reports.
    public func payees(_ facts: ChainFacts?) -> Set<PublicKey> {
        let facts = facts ?? ChainFacts()
        return Set(resolved(by: facts).recipients(facts).map(\.address))
    }

    /// Returns the addresses that `LookalikeRecipientRule` checks; for those behind lookup tables, the addresses that a node reports.
    public func strangers(_ facts: ChainFacts?) -> [PublicKey] { facts.map { resolved(by: $0).strangers } ?? strangers }

    /// Returns all others who receive something that may be the user's; the chain tells who holds their token accounts.
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

    /// The addresses that receive something or a right of the user's and that the user doesn't know, and those that instructions which nobody can
    /// read may write: one of these may be their recipient. Past recipients count as unknown too: one of
    /// them may have been a look-alike.
    var strangers: [PublicKey] {
        var strangers = recipients().map(\.address)
        for effect in effects where effect.after != nil && mayBeOwn(effect.before) {
            if let after = effect.after?.address { strangers.append(after) }
        }
        strangers += reached
        strangers.removeAll { own.contains($0) || contacts.contains($0) }
        return strangers
    }

    /// The accounts that instructions which nobody can read may write.
    private var reached: [PublicKey] {
        let message = review.message
        return review.changes.unknown.flatMap { place -> [PublicKey] in
            let call = message.calls[place]
            guard call.batch == nil, !message.isFromCatalog(call) else { return [] }
            return message.accounts(call).filter(\.isWritable).compactMap(\.source.address)
        }
    }

    /// True if an address of ``reached`` matches the predicate.
    func hasReached(_ isMeant: (PublicKey) -> Bool) -> Bool {
        !review.changes.unknown.isEmpty && reached.contains(where: isMeant)
    }

    /// True if the transaction creates the account.
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
