import SolanaTransactions

/// In the simulation, one of the user's accounts ends up with less than its instructions say.
enum UntoldLossRule: ChainRule {
    static let id = "R35"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        facts.changes.flatMap { change -> [Finding] in
            guard subject.isOwn(change) else { return [] }
            let effects = subject.effects(on: change.address)
            return [
                lost(lamports(change, effects, subject, facts), "lamports", of: change.address),
                lost(tokens(change, effects, facts), "tokens", of: change.address, token(change, facts)),
            ].compactMap { $0 }
        }
    }

    private static func lost(
        _ amount: UInt64, _ unit: String, of account: PublicKey, _ token: KeyValuePairs<String, String> = [:]
    ) -> Finding? {
        guard amount > 0 else { return nil }
        return finding(.danger, ["account": account.base58, "amount": String(amount), "unit": unit], token)
    }

    /// The mint of an account's token, and its decimals if a node has shown the mint.
    private static func token(_ change: SimulatedChange, _ facts: ChainFacts) -> KeyValuePairs<String, String> {
        guard let mint = (change.before?.token ?? change.after?.token)?.mint else { return [:] }
        guard let decimals = facts.token(mint)?.decimals else { return ["mint": mint.base58] }
        return ["mint": mint.base58, "decimals": String(decimals)]
    }

    /// The number of lamports that are missing afterwards.
    private static func lamports(
        _ change: SimulatedChange, _ effects: [Effect], _ subject: ReviewSubject, _ facts: ChainFacts
    ) -> UInt64 {
        // Wrapped SOL is counted as tokens, and a closed account by another rule.
        guard change.before?.token?.nativeReserve == nil, change.after?.token?.nativeReserve == nil else { return 0 }
        let isWallet = subject.own.contains(change.address)
        guard isWallet || !change.isGone else { return 0 }
        var left = change.before?.lamports ?? 0
        for effect in effects where effect.kind == .lamportsIn { left = left.addingSaturated(effect.amount ?? 0) }
        var made: Set<PublicKey> = []
        for effect in effects where effect.kind == .lamportsOut {
            if let amount = effect.amount {
                left = left.subtractingSaturated(amount)
            } else if isWallet, let account = effect.counterpart?.address {
                // It pays the rent of what is made or grows, and no more.
                guard let rent = facts.rent(of: account) else { return 0 }
                if made.insert(account).inserted { left = left.subtractingSaturated(rent) }
            } else {
                return 0
            }
        }
        return left.subtractingSaturated(change.after?.lamports ?? 0)
    }

    /// The number of tokens that are missing afterwards.
    private static func tokens(_ change: SimulatedChange, _ effects: [Effect], _ facts: ChainFacts) -> UInt64 {
        guard let token = change.before?.token ?? change.after?.token, !change.isGone else { return 0 }
        var left = change.before?.token?.amount ?? 0
        // A mint may keep back a part of what arrives; how much, its instructions don't say.
        if let mint = facts.account(token.mint)?.mint, mint.extensions.transferFee == nil {
            for effect in effects where effect.kind == .tokensIn { left = left.addingSaturated(effect.amount ?? 0) }
        }
        for effect in effects where effect.kind == .tokensOut {
            guard let amount = effect.amount else { return 0 }
            left = left.subtractingSaturated(amount)
        }
        return left.subtractingSaturated(change.after?.token?.amount ?? 0)
    }
}

extension ChainFacts {
    /// The most lamports that an account needs for its bytes; nil if the simulation doesn't show it.
    fileprivate func rent(of account: PublicKey) -> UInt64? {
        guard let before = accounts[account]?.value, let after = simulation?.value.accounts[account] else { return nil }
        guard let after = after.account else { return 0 }
        return min(ChainAccount.rent(after.count), after.lamports.subtractingSaturated(before.account?.lamports ?? 0))
    }
}

/// Almost all SOL of an account, or all that it has of several tokens, goes to somebody whom the user doesn't know.
///
/// Each transfer looks honest, but together they are the work of a drainer.
enum EmptiedAccountRule: ChainRule {
    static let id = "R49"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        let recipients = subject.recipients(facts)
        let emptied = withoutSOL(recipients, subject, facts).union(withoutTokens(recipients, subject, facts))
        return emptied.sorted().map { finding(.danger, ["account": $0.base58]) }
    }

    /// The accounts that keep no more than a twentieth of their SOL.
    private static func withoutSOL(
        _ recipients: [Recipient], _ subject: ReviewSubject, _ facts: ChainFacts
    ) -> Set<PublicKey> {
        var leaving: [PublicKey: UInt64] = [:]
        for recipient in recipients where recipient.part == .lamports && recipient.effect.kind == .lamportsOut {
            guard let account = recipient.effect.account.address, subject.own.contains(account),
                !subject.contacts.contains(recipient.address), !subject.isKept(recipient.address, facts)
            else { continue }
            leaving[account, default: 0] = leaving[account, default: 0].addingSaturated(recipient.effect.amount ?? 0)
        }
        return Set(
            leaving.filter { account, amount in
                guard let lamports = facts.account(account)?.lamports, lamports > 0 else { return false }
                return amount >= lamports - lamports / 20
            }.keys)
    }

    /// The owners whose accounts of two mints or more are left without a token.
    private static func withoutTokens(
        _ recipients: [Recipient], _ subject: ReviewSubject, _ facts: ChainFacts
    ) -> Set<PublicKey> {
        let known = Set(
            recipients.filter { $0.part == .holder && subject.contacts.contains($0.address) }.map(\.effect))
        var leaving: [PublicKey: UInt64] = [:]
        for recipient in recipients where recipient.part == .tokenAccount && !known.contains(recipient.effect) {
            guard let source = recipient.effect.account.address else { continue }
            leaving[source, default: 0] = leaving[source, default: 0].addingSaturated(recipient.effect.amount ?? 0)
        }
        var mints: [PublicKey: Set<PublicKey>] = [:]
        for (source, amount) in leaving {
            guard let token = facts.account(source)?.token, subject.own.contains(token.owner), token.amount > 0,
                amount >= token.amount
            else { continue }
            mints[token.owner, default: []].insert(token.mint)
        }
        return Set(mints.filter { $0.value.count > 1 }.keys)
    }
}

extension ReviewSubject {
    /// True if the user controls an account that isn't their own: their token account, stake or nonce, or one that the transaction makes theirs.
    fileprivate func isKept(_ address: PublicKey, _ facts: ChainFacts) -> Bool {
        if let account = facts.account(address), isHeld(account) { return true }
        let powers: [String?] = [TokenAuthority.accountOwner.rawValue, "withdrawer", "nonce"]
        let given = effects(.authority) { form, instruction in instruction.source(form.account) == .address(address) }
        return given.last { powers.contains($0.role) }.map { isOwn($0.after) } ?? false
    }
}

/// Some of the user's tokens are destroyed.
enum BurnRule: ReviewRule {
    static let id = "R12"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.tokensOut) { form, _ in form.counterpart.isNone && !form.mint.isNone }.compactMap { effect in
            subject.isOwn(effect.before) ? finding(.warning, effect) : nil
        }
    }
}

/// Lamports in a token account or mint beyond its rent go to somebody else; the bytes don't say how many.
enum ExcessLamportsRule: ReviewRule {
    static let id = "R16"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.lamportsOut) { form, instruction in
            form.takesExcess && subject.isForeign(instruction.source(form.counterpart))
        }.map { finding(.danger, $0) }
    }
}
