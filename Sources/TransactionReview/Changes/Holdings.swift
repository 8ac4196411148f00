import ProgramRegistry
import SolanaTransactions

/// The user's SOL and tokens before and after a transaction, as a node simulates it.
///
/// SOL counts in all accounts that the user controls together: wallets, token accounts with their rent deposits and wrapped SOL, stakes and nonces. What moves between
/// them is neither lost nor won. Tokens of one mint count together, wherever the user holds them.
struct Holdings {
    /// One asset, and what the instructions say about it.
    struct Asset {
        var before: UInt64 = 0
        var after: UInt64 = 0
        /// The amounts that leave and arrive by the instructions.
        var leaving: UInt64 = 0
        var arriving: UInt64 = 0
        /// False if some of what arrives has an amount that the instructions don't say.
        var isCounted = true
        /// False if instructions that can be read take an amount that nobody can tell in advance.
        var isTold = true
        /// True if a program promises what leaves.
        fileprivate(set) var isPromised = false
        /// True if a program promises that some arrives: it is the price of what that program takes, and of nothing else.
        fileprivate(set) var isReturned = false
        /// The accounts that hold it.
        fileprivate(set) var accounts: Set<PublicKey> = []
        /// The account that loses the most of it, and how much.
        private(set) var loser: (account: PublicKey, loss: UInt64)?

        /// The amount that is missing afterwards, beyond what the instructions say.
        var lost: UInt64 {
            guard isTold else { return 0 }
            return before.addingSaturated(arriving).subtractingSaturated(leaving).subtractingSaturated(after)
        }

        /// The amount that there is more of afterwards than the instructions leave.
        var spared: UInt64 {
            guard isTold, isCounted, !isPromised else { return 0 }
            return after.subtractingSaturated(before.addingSaturated(arriving).subtractingSaturated(leaving))
        }

        /// The amount that there is less of afterwards, whoever said so.
        var fell: UInt64 { before.subtractingSaturated(after) }

        /// The amount that there is more of afterwards.
        var gained: UInt64 { after.subtractingSaturated(before) }

        fileprivate mutating func add(_ account: PublicKey, before: UInt64, after: UInt64) {
            self.before = self.before.addingSaturated(before)
            self.after = self.after.addingSaturated(after)
            accounts.insert(account)
            let loss = before.subtractingSaturated(after)
            if loser.map({ loss > $0.loss }) ?? true { loser = (account, loss) }
        }
    }

    /// SOL, in lamports.
    private(set) var lamports = Asset()
    /// Tokens by their mint; wrapped SOL counts as SOL.
    private(set) var tokens: [PublicKey: Asset] = [:]

    init(of subject: ReviewSubject, _ facts: ChainFacts) {
        var wrapped: Set<PublicKey> = []
        var mints: [PublicKey: PublicKey] = [:]
        for change in facts.changes {
            let (before, after) = (
                change.before.held(by: subject, at: change.address), change.after.held(by: subject, at: change.address)
            )
            guard before != nil || after != nil else { continue }
            // Handed over with all that is in it: other rules tell that.
            if before != nil, after == nil, !change.isGone { continue }
            lamports.add(change.address, before: before?.lamports ?? 0, after: after?.lamports ?? 0)
            let token = before?.token ?? after?.token
            if token?.nativeReserve != nil { wrapped.insert(change.address) }
            guard let token, token.nativeReserve == nil else { continue }
            mints[change.address] = token.mint
            tokens[token.mint, default: Asset()].add(
                change.address, before: before?.token?.amount ?? 0, after: after?.token?.amount ?? 0)
        }
        let promises = subject.promises
        // An account of wrapped SOL may be made and closed again in the transaction.
        for account in OwnTokenAccounts(of: subject, facts, promises).wrapped {
            wrapped.insert(account)
            lamports.accounts.insert(account)
        }
        var made: Set<PublicKey> = []
        for effect in subject.effects {
            guard let account = effect.account.address else { continue }
            switch effect.kind {
            case .lamportsOut where lamports.accounts.contains(account):
                // Only a wallet pays for what is made.
                lamports.leave(effect, subject.own.contains(account) ? facts : nil, &made)
            case .lamportsIn where lamports.accounts.contains(account), .tokensIn where wrapped.contains(account):
                lamports.arrive(effect.amount)
            case .tokensOut where wrapped.contains(account):
                lamports.leave(effect.amount)
            case .closed where lamports.accounts.contains(account):
                // The recipient of what is left is told with it.
                guard let recipient = effect.counterpart?.address, !lamports.accounts.contains(recipient) else {
                    continue
                }
                lamports.leave(facts.account(account)?.lamports)
                if let mint = mints[account] { tokens[mint]?.leave(facts.account(account)?.token?.amount) }
            case .tokensOut:
                guard let mint = mints[account] else { continue }
                tokens[mint]?.leave(effect.amount)
            case .tokensIn:
                // A mint may keep back a part of what arrives; how much, its instructions don't say.
                guard let mint = mints[account] else { continue }
                guard let properties = facts.account(mint)?.mint, properties.extensions.transferFee == nil else {
                    tokens[mint]?.isCounted = false
                    continue
                }
                tokens[mint]?.arrive(effect.amount)
            default: continue
            }
        }
        for promise in promises.all where subject.isOwn(promise.moves.user) {
            for movement in promise.moves.leaving {
                guard let account = movement.account?.address, movement.holder != .stakeAccount else { continue }
                if let mint = mints[account] {
                    tokens[mint]?.leave(movement)
                } else if lamports.accounts.contains(account) {
                    lamports.leave(movement)
                }
            }
        }
        for movement in promises.all.flatMap(\.moves.arriving) {
            guard let account = movement.account?.address else { continue }
            if let mint = mints[account] {
                tokens[mint]?.isReturned = true
            } else if lamports.accounts.contains(account) {
                lamports.isReturned = true
            }
        }
        // Programs that say what they do open accounts with what they keep of the user.
        guard !promises.all.isEmpty, promises.unread.isEmpty else { return }
        let opened = facts.changes.filter {
            $0.before == nil && $0.after != nil && !lamports.accounts.contains($0.address)
        }
        let rents = opened.reduce(UInt64(0)) { $0.addingSaturated(facts.rent(of: $1.address) ?? 0) }
        lamports.leave(min(rents, Self.mostRent))
    }

    /// The most lamports that the accounts of programs with a promise may cost.
    private static let mostRent: UInt64 = 100_000_000
}

extension Holdings.Asset {
    fileprivate mutating func leave(_ movement: Movement) {
        isPromised = true
        leave(movement.units)
    }

    fileprivate mutating func arrive(_ amount: UInt64?) {
        arriving = arriving.addingSaturated(amount ?? 0)
        if amount == nil { isCounted = false }
    }

    fileprivate mutating func leave(_ amount: UInt64?) {
        guard let amount else {
            isTold = false
            return
        }
        leaving = leaving.addingSaturated(amount)
    }

    /// An effect without an amount pays the rent of what is made or grows, and no more.
    fileprivate mutating func leave(_ effect: Effect, _ facts: ChainFacts?, _ made: inout Set<PublicKey>) {
        guard effect.amount == nil else { return leave(effect.amount) }
        // An asset that goes to another account of the user's is still theirs.
        if let account = effect.counterpart?.address, accounts.contains(account) { return }
        guard let account = effect.counterpart?.address, let rent = facts?.rent(of: account) else { return leave(nil) }
        if made.insert(account).inserted { leave(rent) }
    }
}

extension ChainAccount? {
    /// The account if the user controls what is in it.
    fileprivate func held(by subject: ReviewSubject, at address: PublicKey) -> ChainAccount? {
        guard let self else { return nil }
        if subject.own.contains(address) { return self }
        let holder: PublicKey? =
            switch self.contents {
            case .token(let token): token.owner
            case .nonce(let nonce): nonce.authority
            // The staker can't take it.
            case .stake(let stake): stake.withdrawer
            case .loader(let account): account.authority
            case .mint, .metadata, .core, .lookupTable, .interface, .empty, .other, .unreadable: nil
            }
        return holder.map(subject.own.contains) ?? false ? self : nil
    }
}

extension ChainFacts {
    /// The most lamports that an account needs for its bytes; nil if the simulation doesn't show it.
    func rent(of account: PublicKey) -> UInt64? {
        guard let before = accounts[account]?.value, let after = simulation?.value.accounts[account] else { return nil }
        guard let after = after.account else { return 0 }
        return min(ChainAccount.rent(after.count), after.lamports.subtractingSaturated(before.account?.lamports ?? 0))
    }
}
