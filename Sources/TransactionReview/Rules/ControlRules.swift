import ProgramRegistry
import SolanaTransactions

/// An account, the user's or another's, is assigned to another program, which then controls everything in it.
///
/// An account with a key has no use for this. Attackers steal whole wallets this way, with an instruction that several simulators ignore.
enum OwnerRule: ReviewRule {
    static let id = "R01"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.owner).compactMap { effect in
            guard effect.after != .address(PublicKey()) else { return nil }
            return finding(subject.isOwn(effect.account) ? .forbidden : .warning, effect)
        }
    }
}

/// Control over an account, a mint, a stake, a nonce or a program passes to somebody else, or to no one.
enum AuthorityRule: ReviewRule {
    static let id = "R02"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        // An account that is made and given an owner in one step was nobody's before.
        subject.effects(.authority) { form, instruction in
            !form.before.isNone && subject.mayBeOwn(instruction.source(form.before))
        }.compactMap { effect in
            guard let after = effect.after else { return subject.isGuard(effect) ? nil : finding(.warning, effect) }
            return finding(subject.isForeign(after) ? .danger : .info, effect)
        }
    }
}

extension ReviewSubject {
    /// True if the effect is a guard's, which gives a token account's owner the right to close it that they have anyway.
    fileprivate func isGuard(_ effect: Effect) -> Bool {
        effect.role == TokenAuthority.closeAccount.rawValue && isOwn(effect.before)
            && GuardInstructions(in: review).places.contains(effect.instruction)
    }
}

/// Somebody may take tokens later, without asking again.
///
/// Nothing is left for later if the transaction itself uses the whole approval up, or revokes it with nothing unread in between. The tokens taken are
/// then among its effects.
enum DelegateRule: ReviewRule {
    static let id = "R03"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        let approvals = subject.effects(.delegate) { form, _ in !form.after.isNone }
        return approvals.compactMap { effect in
            guard effect.after != nil, subject.mayBeOwn(effect.before) else { return nil }
            guard subject.isForeign(effect.after) else { return finding(.info, effect) }
            return finding(subject.isUsedUp(effect) ? .warning : .danger, effect)
        }
    }
}

/// A key that is no program's may take as many tokens as there are, now and later.
///
/// A program's derived address can take no more than its code lets it. Behind an address on the curve stands somebody's key, which is bound by nothing.
enum UnlimitedKeyRule: ReviewRule {
    static let id = "R54"

    /// More units than almost any token has: sites that mean "everything" write this, or the largest number.
    private static let unlimited = UInt64(Int64.max)

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.delegate) { form, _ in !form.after.isNone }.compactMap { effect in
            guard let amount = effect.amount, amount >= unlimited, subject.mayBeOwn(effect.before),
                subject.isForeign(effect.after), !subject.isUsedUp(effect), effect.after?.address?.isOnCurve ?? false
            else { return nil }
            return finding(.danger, effect)
        }
    }
}

extension ReviewSubject {
    /// True if nothing is left of an approval at the end of the transaction, according to its instructions.
    func isUsedUp(_ approval: Effect) -> Bool {
        let unread = review.changes.unknown.contains { $0 >= approval.instruction }
        guard let amount = approval.amount, amount > 0, !unread else { return false }
        let later = effects.drop { $0 != approval }.dropFirst().filter { $0.account == approval.account }
        let next = later.first { $0.kind == .delegate }
        if let next { return next.after == nil }
        let taken = later.filter { $0.kind == .tokensOut && $0.before == approval.after && $0.amount != nil }
        return taken.reduce(UInt64(0)) { $0.addingSaturated($1.amount ?? 0) } == amount
    }

    /// True if the user approves, in the same transaction, the holder of an authority to take tokens out of an account.
    func isApproved(_ authority: MessageAccount.Source?, for account: MessageAccount.Source) -> Bool {
        guard let authority else { return false }
        return hasEffect(.delegate) { form, instruction in
            instruction.source(form.account) == account && instruction.source(form.after) == authority
                && mayBeOwn(instruction.source(form.before))
        }
    }
}

/// An account is closed, and its rent and wrapped SOL go to somebody else.
enum ClosureRule: ReviewRule {
    static let id = "R04"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.closed) { form, instruction in
            !form.staysInHands && subject.isForeign(instruction.source(form.counterpart))
                && (subject.mayBeOwn(instruction.source(form.before))
                    || subject.isOwn(instruction.source(form.account)))
        }.map { finding(.danger, $0) }
    }
}

/// One of the user's accounts is created anew as a program's, or given room for a program's data.
enum OverwrittenAccountRule: ReviewRule {
    static let id = "R10"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        let made = subject.effects(.created) { form, instruction in
            subject.isOwn(instruction.source(form.account))
        }.filter { $0.after != .address(PublicKey()) }
        let givenRoom = subject.effects(.written) { form, instruction in
            form.givesRoom && subject.isOwn(instruction.source(form.account))
        }
        return (made + givenRoom).sorted { $0.instruction < $1.instruction }.map { finding(.danger, $0) }
    }
}

/// The code of a program is replaced or removed, which only somebody who controls it can do.
enum ProgramCodeRule: ReviewRule {
    static let id = "R15"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.code).map { finding(.warning, $0) }
    }
}

/// A token account becomes unusable.
enum FreezeRule: ReviewRule {
    static let id = "R11"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.frozen).map { finding(.warning, $0) }
    }
}

/// A rule that checks the mints of the tokens that a transaction moves.
protocol MintRule: ChainRule {
    /// Returns the finding for one mint, if any.
    static func finding(in mint: Mint, of address: PublicKey, for subject: ReviewSubject) -> Finding?
}

extension MintRule {
    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        subject.mints(facts).compactMap { address in
            facts.account(address)?.mint.flatMap { finding(in: $0, of: address, for: subject) }
        }
    }
}

extension ReviewSubject {
    /// The mints of all tokens that the instructions move, or that the user holds in the simulation, in the order of their addresses.
    fileprivate func mints(_ facts: ChainFacts) -> [PublicKey] {
        var mints: Set<PublicKey> = []
        for effect in effects {
            for account in [effect.account, effect.counterpart] {
                if let token = facts.account(account)?.token { mints.insert(token.mint) }
            }
            if let mint = effect.mint?.address { mints.insert(mint) }
        }
        for change in facts.changes where isOwn(change) {
            if let token = change.after?.token { mints.insert(token.mint) }
        }
        return mints.sorted()
    }
}

/// Somebody may take or burn the token at any time, regardless of its holder.
enum PermanentDelegateRule: MintRule {
    static let id = "R39"

    static func finding(in mint: Mint, of address: PublicKey, for subject: ReviewSubject) -> Finding? {
        guard let delegate = mint.extensions.permanentDelegate, !subject.own.contains(delegate) else { return nil }
        return finding(.warning, ["mint": address.base58, "to": delegate.base58])
    }
}

/// In the simulation, power over one of the user's accounts passes to somebody else, and no instruction says so.
///
/// A program that the wallet can't read may call others with the user's signature. The effects of those calls show only in the simulation.
enum UntoldHandoverRule: ChainRule {
    static let id = "R33"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        // A stake that a program takes whole, as it says.
        let promised = Set(
            subject.promises.all.flatMap(\.moves.leaving).filter { $0.holder == .stakeAccount }
                .compactMap { $0.account?.address })
        return facts.changes.flatMap { change -> [Finding] in
            guard let after = change.after, !change.isGone, !promised.contains(change.address) else { return [] }
            var found = authorities(change.before, after, of: change.address, in: subject)
            guard subject.isOwn(change) else { return found }
            if let finding = owner(change.before, after, of: change.address, in: subject) { found.append(finding) }
            if let finding = delegate(change.before?.token, after.token, of: change.address, in: subject) {
                found.append(finding)
            }
            return found
        }
    }

    /// Checks the program that controls the account.
    private static func owner(
        _ before: ChainAccount?, _ after: ChainAccount, of account: PublicKey, in subject: ReviewSubject
    ) -> Finding? {
        guard after.program != (before?.program ?? SystemProgram.id) else { return nil }
        // A missing account was nobody's: a token account that a program makes for the user is the user's.
        let wasNothing = before.map { $0.contents == .empty && $0.program == SystemProgram.id } ?? true
        if wasNothing, !subject.own.contains(account), subject.isHeld(after) { return nil }
        let isTold = subject.effects(on: account).contains { effect in
            [.owner, .created].contains(effect.kind) && effect.after == .address(after.program)
                // Emptied, it is the System program's again.
                || effect.kind == .closed && after.program == SystemProgram.id
        }
        return isTold ? nil : handover(account, "owner", after.program)
    }

    private static func delegate(
        _ before: TokenAccount?, _ after: TokenAccount?, of account: PublicKey, in subject: ReviewSubject
    ) -> Finding? {
        guard let after, let delegate = after.delegate, !subject.own.contains(delegate),
            delegate != before?.delegate || after.delegatedAmount > before?.delegatedAmount ?? 0
        else { return nil }
        let isTold = subject.effects(on: account).contains { effect in
            effect.kind == .delegate && effect.after == .address(delegate)
                && effect.amount ?? 0 >= after.delegatedAmount
        }
        return isTold ? nil : handover(account, "delegate", delegate)
    }

    private static func authorities(
        _ before: ChainAccount?, _ after: ChainAccount, of account: PublicKey, in subject: ReviewSubject
    ) -> [Finding] {
        let (old, new) = (before?.authorities ?? [:], after.authorities)
        let isHeld = subject.isHeld(before) || subject.isHeld(after)
        return Set(old.keys).union(new.keys).sorted().compactMap { role in
            guard old[role] != new[role], isHeld || old[role].map(subject.own.contains) ?? false else { return nil }
            if let authority = new[role], subject.own.contains(authority) { return nil }
            let isTold = subject.effects(on: account).contains { effect in
                effect.kind == .authority && effect.role == role && effect.after?.address == new[role]
            }
            return isTold ? nil : handover(account, role, new[role])
        }
    }

    private static func handover(_ account: PublicKey, _ role: String, _ to: PublicKey?) -> Finding {
        finding(.danger, ["account": account.base58, "role": role, "to": to?.base58 ?? "nobody"])
    }
}

/// In the simulation, a nonce, a stake or code that the user holds disappears, and no instruction says so.
///
/// Tokens and SOL that go with an account are a loss as any other (R35).
enum UntoldClosureRule: ChainRule {
    static let id = "R34"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        facts.changes.compactMap { change -> Finding? in
            guard let before = change.before, subject.isHeld(before), before.token == nil, change.isGone else {
                return nil
            }
            let effects = subject.effects(on: change.address)
            let isTold = effects.contains { $0.kind == .closed }
            // A nonce or a stake of which everything is withdrawn is gone as well.
            let withdrawn = effects.filter { $0.kind == .lamportsOut }.reduce(UInt64(0)) {
                $0.addingSaturated($1.amount ?? 0)
            }
            guard !isTold, withdrawn < before.lamports else { return nil }
            return finding(.danger, ["account": change.address.base58])
        }
    }
}

/// In the simulation, a program that the user controls gets other code, and no instruction says so.
enum UntoldCodeRule: ChainRule {
    static let id = "R47"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        facts.changes.compactMap { change -> Finding? in
            guard case .loader(.code(let before, _)) = change.before?.contents,
                case .loader(.code(let after, _)) = change.after?.contents, before != after,
                subject.isOwn(change), !subject.effects.contains(where: { $0.kind == .code })
            else { return nil }
            return finding(.danger, ["account": change.address.base58])
        }
    }
}
