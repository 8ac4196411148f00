import ProgramRegistry
import SolanaTransactions

/// The balance changes of one transaction in the user's accounts.
struct BalanceChanges {
    /// First those that lose, in the order in which they first move something, then the others.
    let all: [BalanceChange]

    /// - Parameters:
    ///   - theirs: Token accounts that other transactions of the request show to be the user's.
    ///   - rests: What the chain enforces to be left, by account.
    init(
        of subject: ReviewSubject, _ facts: ChainFacts?, _ promises: ProgramPromises,
        knowing theirs: Set<MessageAccount.Source> = [], holding rests: [PublicKey: UInt64] = [:]
    ) {
        var ledger = Ledger(
            subject: subject, facts: facts,
            accounts: OwnTokenAccounts(of: subject, facts, promises, knowing: theirs),
            tokens: KnownTokens(in: subject.review, facts: facts))
        let effects = subject.effects
        ledger.note(closing: effects)
        for effect in effects { ledger.add(effect) }
        for promise in promises.all { ledger.add(promise) }
        if let facts { ledger.expect(facts) }
        let changes = ledger.finished(holding: rests)
        all = changes.filter(\.isLosing) + changes.filter { !$0.isLosing }
    }
}

/// The sums so far.
private struct Ledger {
    let subject: ReviewSubject
    let facts: ChainFacts?
    let accounts: OwnTokenAccounts
    let tokens: KnownTokens
    private var changes: [BalanceChange] = []
    private var places: [Place: Int] = [:]
    /// Wrapped SOL that the transaction unwraps into one of the user's wallets.
    private var unwrapped: [MessageAccount.Source: MessageAccount.Source] = [:]
    private var counted: Set<Int> = []
    /// The accounts that are closed, and where their lamports go.
    private var closed: [MessageAccount.Source: MessageAccount.Source] = [:]

    private struct Place: Hashable {
        let account: MessageAccount.Source
        let isLamports: Bool
    }

    init(subject: ReviewSubject, facts: ChainFacts?, accounts: OwnTokenAccounts, tokens: KnownTokens) {
        self.subject = subject
        self.facts = facts
        self.accounts = accounts
        self.tokens = tokens
    }

    mutating func add(_ effect: Effect) {
        // From itself to itself: nothing moves.
        guard effect.counterpart != effect.account else { return }
        switch effect.kind {
        case .lamportsOut where effect.instruction < 0 && subject.isOwn(effect.account):
            let place = place(of: effect.account, isLamports: true)
            changes[place].fee = effect.amount ?? 0
            changes[place].leave(effect.amount)
        case .lamportsOut, .lamportsIn:
            // SOL that reaches an account of wrapped SOL becomes tokens as soon as the account is synchronised.
            let isWrapped = accounts.isWrapped(effect.account)
            guard isWrapped || subject.isOwn(effect.account) else { return }
            // A rent deposit is no token.
            if isWrapped, effect.amount == nil { return }
            // SOL that is unwrapped into one of the user's wallets counts as the wrapped SOL.
            let (from, to) =
                effect.kind == .lamportsOut
                ? (effect.account, effect.counterpart) : (effect.counterpart ?? effect.account, effect.account)
            if effect.amount == nil, accounts.isWrapped(from), subject.isOwn(to) { return }
            // What a closed token account gives back is more than nothing, whatever it holds; a simulation says how much.
            if effect.amount == nil, effect.kind == .lamportsIn, closed[from] == to { return }
            move(effect.amount ?? rent(for: effect), effect, at: place(of: effect.account, isLamports: !isWrapped))
        case .tokensOut, .tokensIn:
            guard accounts.contains(effect.account) else { return }
            // Synchronised, what was sent before counts as tokens; it is counted already.
            if effect.kind == .tokensIn, effect.amount == nil, accounts.isWrapped(effect.account) { return }
            let place = place(of: effect.account, isLamports: false)
            move(effect.amount, effect, at: place)
            describe(place, tokens.token(of: effect))
        case .closed:
            guard accounts.isWrapped(effect.account), let wallet = effect.counterpart, subject.isOwn(wallet) else {
                return
            }
            unwrapped[effect.account] = wallet
            _ = place(of: wallet, isLamports: true)
        default: return
        }
    }

    private mutating func move(_ amount: UInt64?, _ effect: Effect, at place: Int) {
        let isOut = effect.kind == .lamportsOut || effect.kind == .tokensOut
        if isOut { changes[place].leave(amount) } else { changes[place].arrive(amount) }
    }

    mutating func note(closing effects: [Effect]) {
        for effect in effects where effect.kind == .closed { closed[effect.account] = effect.counterpart }
    }

    /// The rent deposit of a token account that is made: the most that it can be, or what a node shows.
    private func rent(for effect: Effect) -> UInt64? {
        guard effect.kind == .lamportsOut, let account = effect.counterpart else { return nil }
        if let address = account.address, let rent = facts?.rent(of: address) { return rent }
        let makers = subject.review.effects.filter { $0.kind == .created && $0.account == account }.map(\.after)
        // An account of the second program has as many extensions as its mint asks for.
        return makers == [.address(TokenProgram.id)] ? ChainAccount.rent(TokenAccount.count) : nil
    }

    mutating func add(_ promise: ProgramPromises.Promise) {
        for movement in promise.moves.leaving { add(movement, isLeaving: true) }
        for movement in promise.moves.arriving { add(movement, isLeaving: false) }
    }

    private mutating func add(_ movement: Movement, isLeaving: Bool) {
        guard let account = movement.account else { return }
        let isWallet = subject.isOwn(account) && movement.holder != .tokens
        guard isWallet || accounts.contains(account), movement.holder != .stakeAccount else { return }
        let place = place(of: account, isLamports: isWallet)
        changes[place].isPromised = true
        if let mint = movement.mint, changes[place].asset == .tokens(mint: nil) {
            changes[place].asset = .tokens(mint: mint)
        }
        if isLeaving { changes[place].leave(movement.units) } else { changes[place].arrive(movement.least) }
    }

    /// Adds what a simulation shows.
    mutating func expect(_ facts: ChainFacts) {
        for change in facts.changes {
            let source = MessageAccount.Source.address(change.address)
            if subject.isOwn(change.address) {
                let (before, after) = (change.before?.lamports ?? 0, change.after?.lamports ?? 0)
                guard before != after || places[Place(account: source, isLamports: true)] != nil else { continue }
                let place = place(of: source, isLamports: true)
                changes[place].expected = BalanceChange.Expectation(before: before, after: after)
            } else if accounts.contains(source), let token = change.before?.token ?? change.after?.token {
                let (before, after) = (held(change.before), held(change.after))
                note(change, token)
                guard before != after || places[Place(account: source, isLamports: false)] != nil else { continue }
                let place = place(of: source, isLamports: false)
                changes[place].asset = .tokens(mint: .address(token.mint))
                changes[place].expected = BalanceChange.Expectation(before: before, after: after)
                if changes[place].decimals == nil { changes[place].decimals = facts.token(token.mint)?.decimals }
                changes[place].claimedSymbol = facts.token(token.mint)?.claimedSymbol
                changes[place].claimedName = facts.uniqueName(token.mint)
            } else {
                expect(change, facts)
            }
        }
    }

    /// Adds an NFT of Metaplex Core that comes or goes: it is one account, and counts as one of itself.
    private mutating func expect(_ change: SimulatedChange, _ facts: ChainFacts) {
        func asset(_ account: ChainAccount?) -> CoreAsset? {
            guard case .core(let asset)? = account?.contents else { return nil }
            return asset
        }
        let (before, after) = (asset(change.before), asset(change.after))
        guard let known = before ?? after else { return }
        let had = before.map { subject.isOwn($0.owner) } ?? false
        let has = after.map { subject.isOwn($0.owner) } ?? false
        guard had != has else { return }
        let place = place(of: .address(change.address), isLamports: false)
        changes[place].asset = .tokens(mint: .address(change.address))
        changes[place].expected = BalanceChange.Expectation(before: had ? 1 : 0, after: has ? 1 : 0)
        changes[place].decimals = 0
        changes[place].claimedName = facts.assetName(known)
    }

    private func held(_ account: ChainAccount?) -> UInt64 { subject.isHeld(account) ? account?.token?.amount ?? 0 : 0 }

    /// The rent deposit of a token account that is made or closed; it is the user's own, and paid by the one who signs or by nobody else.
    private mutating func note(_ change: SimulatedChange, _ token: TokenAccount) {
        func deposit(_ account: ChainAccount?) -> UInt64 {
            guard let account, let token = account.token, subject.isHeld(account) else { return 0 }
            return account.lamports.subtractingSaturated(token.nativeReserve == nil ? 0 : token.amount)
        }
        let (before, after) = (deposit(change.before), deposit(change.after))
        guard before != after else { return }
        let place = place(of: .address(subject.signer), isLamports: true)
        changes[place].deposit = changes[place].deposit.addingSaturated(after.subtractingSaturated(before))
        changes[place].refund = changes[place].refund.addingSaturated(before.subtractingSaturated(after))
    }

    private mutating func place(of account: MessageAccount.Source, isLamports: Bool) -> Int {
        let key = Place(account: account, isLamports: isLamports)
        if let place = places[key] { return place }
        places[key] = changes.count
        changes.append(
            BalanceChange(
                account: account, asset: isLamports ? .lamports : .tokens(mint: accounts[account] ?? nil)))
        return changes.count - 1
    }

    private mutating func describe(_ place: Int, _ token: KnownTokens.Token?) {
        if let mint = token?.mint, changes[place].asset == .tokens(mint: nil) {
            changes[place].asset = .tokens(mint: mint)
        }
        guard case .tokens(let mint) = changes[place].asset else { return }
        let isOfIt = token != nil && token?.mint == mint
        let isFirst = counted.insert(place).inserted
        changes[place].decimals =
            isOfIt && (isFirst || changes[place].decimals == token?.decimals) ? token?.decimals : nil
        changes[place].claimedSymbol = isOfIt ? token?.claimedSymbol : nil
        changes[place].claimedName = isOfIt ? token?.claimedName : nil
    }

    /// The changes with the tokens' names; wrapped SOL that is unwrapped counts as SOL.
    ///
    /// - Parameter rests: What the chain enforces to be left, by account.
    func finished(holding rests: [PublicKey: UInt64]) -> [BalanceChange] {
        var changes = changes
        for (wrapped, wallet) in unwrapped {
            guard let place = places[Place(account: wrapped, isLamports: false)] else { continue }
            let change = changes[place].netted
            changes[place].leaving = 0
            changes[place].arriving = 0
            changes[place].isBounded = true
            guard let target = places[Place(account: wallet, isLamports: true)] else { continue }
            changes[target].leaving = changes[target].leaving.addingSaturated(change.leaving)
            changes[target].arriving = changes[target].arriving.addingSaturated(change.arriving)
            changes[target].isBounded = changes[target].isBounded && change.isBounded
            changes[target].isPromised = changes[target].isPromised || change.isPromised
        }
        return changes.compactMap { change in
            var change = accounts.isWrapped(change.account) ? change.netted : change
            if case .tokens(.address(let mint)?) = change.asset, let known = KnownTokens.listed(mint) {
                change.symbol = known.symbol
                if change.decimals == nil { change.decimals = known.decimals }
            }
            if let rest = change.account.address.flatMap({ rests[$0] }) { change.hold(rest) }
            return change.isNothing ? nil : change
        }
    }
}

extension BalanceChange {
    /// Takes the bound that the chain enforces in the place of what bytes and programs say.
    fileprivate mutating func hold(_ rest: UInt64) {
        let before = expected?.before ?? 0
        leaving = before.subtractingSaturated(rest)
        arriving = rest.subtractingSaturated(before)
        isBounded = true
        isPromised = false
        isEnforced = true
    }

    fileprivate mutating func leave(_ amount: UInt64?) {
        guard let amount else {
            isBounded = false
            return
        }
        leaving = leaving.addingSaturated(amount)
    }

    fileprivate mutating func arrive(_ amount: UInt64?) {
        guard let amount else {
            isBounded = false
            return
        }
        arriving = arriving.addingSaturated(amount)
    }

    /// The change without the SOL that only goes through an account of wrapped SOL.
    fileprivate var netted: BalanceChange {
        var change = self
        change.leaving = leaving.subtractingSaturated(arriving)
        change.arriving = arriving.subtractingSaturated(leaving)
        return change
    }

    fileprivate var isNothing: Bool {
        leaving == 0 && arriving == 0 && isBounded && expected.map { $0.before == $0.after } ?? true
    }
}

extension Movement {
    /// The least that arrives; a most promises nothing.
    fileprivate var least: UInt64? {
        switch bound {
        case .atMost, .atLeast(.unknown): 0
        case .atLeast, .exactly, .whole: units
        }
    }

    /// The amount; nil if the whole balance moves, or if it can't be worked out.
    var units: UInt64? {
        switch bound {
        case .atMost(.units(let units)), .exactly(.units(let units)), .atLeast(.units(let units)): units
        case .atMost, .exactly, .atLeast, .whole: nil
        }
    }
}
