public import SolanaTransactions

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
