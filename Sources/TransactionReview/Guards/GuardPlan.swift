public import SolanaTransactions

/// The guards that a transaction needs so that the chain refuses it where it takes more than was shown, and the accounts of the user's that no guard holds.
///
/// Only instructions that aren't read from the bytes alone are guarded against: what native programs do is exact.
public struct GuardPlan: Hashable, Sendable {
    /// An account that the transaction can write and that no guard holds.
    public struct Gap: Hashable, Sendable {
        /// The reason that no guard holds it.
        public enum Reason: String, Hashable, Sendable, CaseIterable {
            /// No node has shown it, or it stands behind a lookup table that nobody knows.
            case unknown
            /// Only one node has shown it.
            case unconfirmed
            /// Somebody may take tokens from it already.
            case delegate
            /// Somebody else may close it already.
            case closeAuthority = "close-authority"
            /// Its tokens can't be moved, so that no transfer can prove them: frozen, or of a kind that never moves.
            case unmovable
            /// The user has a power over it that the chain's own programs can't hold: a stake, a nonce, a mint, a table, a program.
            case authority
            /// A program's own record in which something of the user's may stand.
            case record
            /// It belongs to an account with several signers.
            case multisignature
            /// The transaction has no room for its guard.
            case room
            /// Nothing of the wallet's SOL has to be left: a transfer of nothing passes after the wallet was assigned to a program, too.
            case emptied
        }

        /// The account: its address, or its place in a table.
        public let account: MessageAccount.Source
        /// The reason.
        public let reason: Reason

        public init(account: MessageAccount.Source, reason: Reason) {
            self.account = account
            self.reason = reason
        }
    }

    /// The guards, the most important first.
    public let guards: [Guard]
    /// What they don't hold; empty if the chain enforces everything that is shown.
    public let gaps: [Gap]

    /// The part of what arrives that may be missing, in hundredths of a percent: the price moves between simulation and execution.
    public static let usualTolerance: UInt16 = 100

    /// Plans guards.
    ///
    /// - Parameters:
    ///   - facts: The accounts before and after, as simulated. Without a simulation that succeeds, or if every instruction is read, there is no plan.
    ///   - tolerance: The part of what arrives that may be missing, in hundredths of a percent; at most 10,000.
    public init?(of subject: ReviewSubject, _ facts: ChainFacts, tolerance: UInt16 = Self.usualTolerance) {
        let resolved = subject.resolved(by: facts)
        let changes = BalanceChanges(of: resolved, facts, resolved.promises).all
        self.init(resolved, facts, tolerance, changes)
    }

    /// Plans the guards that have to be there, whatever rest they leave.
    ///
    /// - Parameter subject: The transaction with its lookup tables read.
    init?(holding subject: ReviewSubject, _ facts: ChainFacts) {
        self.init(subject, facts, Self.usualTolerance, [])
    }

    private init?(_ subject: ReviewSubject, _ facts: ChainFacts, _ tolerance: UInt16, _ changes: [BalanceChange]) {
        guard let simulation = facts.simulation?.value, simulation.outcome == .succeeded,
            !subject.review.changes.unknown.isEmpty
        else { return nil }
        var inspector = Inspector(
            subject: subject, facts: facts, after: simulation, tolerance: tolerance, changes: changes)
        inspector.guardWallet()
        for account in subject.reachedByUnknown { inspector.inspect(account) }
        guards = inspector.guards.sorted { $0.rank < $1.rank }
        gaps = inspector.gaps
    }
}

extension Guard {
    /// What can be lost by leaving it out: all SOL, all of a token, later all of a token, a rent deposit.
    fileprivate var rank: Int {
        switch self {
        case .lamports: 0
        case .tokens: 1
        case .delegate: 2
        case .closeAuthority: 3
        }
    }
}

extension TransactionReview {
    /// True if something in it isn't read from the bytes alone, so that guards have something to hold.
    public var isGuardable: Bool { !changes.unknown.isEmpty }
}

extension ReviewSubject {
    /// The accounts that instructions of programs which aren't the chain's own may write, in their order, each once.
    var reachedByUnknown: [MessageAccount.Source] {
        let message = review.message
        var found: [MessageAccount.Source] = []
        var seen: Set<MessageAccount.Source> = []
        for place in review.changes.unknown {
            for account in message.accounts(message.calls[place]) where account.isWritable {
                if seen.insert(account.source).inserted { found.append(account.source) }
            }
        }
        return found
    }
}

/// What has been looked at so far.
private struct Inspector {
    let subject: ReviewSubject
    let facts: ChainFacts
    let after: Simulation
    let tolerance: UInt16
    let changes: [BalanceChange]
    private(set) var guards: [Guard] = []
    private(set) var gaps: [GuardPlan.Gap] = []

    init(
        subject: ReviewSubject, facts: ChainFacts, after: Simulation, tolerance: UInt16, changes: [BalanceChange]
    ) {
        self.subject = subject
        self.facts = facts
        self.after = after
        self.tolerance = min(tolerance, 10_000)
        self.changes = changes
    }

    private var signer: PublicKey { subject.signer }

    /// The wallet pays the fee and signs, so every instruction may take from it.
    mutating func guardWallet() {
        let source = MessageAccount.Source.address(signer)
        guard let before = facts.accounts[signer], let later = after.accounts[signer] else {
            return leave(source, .unknown)
        }
        if before.second == nil { leave(source, .unconfirmed) }
        let (held, left) = (before.value.account?.lamports ?? 0, later.account?.lamports ?? 0)
        let change = changes.first { $0.account == source && $0.asset == .lamports }
        // Somebody else's program can't hold it: shown as it is, and nothing is left to guard.
        guard later.account.map({ $0.program == SystemProgram.id }) ?? true else { return leave(source, .authority) }
        let rest = rest(held, left, change)
        guard rest > 0 else { return leave(source, .emptied) }
        guards.append(.lamports(account: signer, rest: rest))
    }

    mutating func inspect(_ source: MessageAccount.Source) {
        guard let address = source.address else { return leave(source, .unknown) }
        guard address != signer else { return }
        // Another account of the user's doesn't sign: without it nobody takes from it.
        guard !subject.isOwn(address) else { return }
        guard let before = facts.accounts[address], let later = after.accounts[address] else {
            return leave(source, .unknown)
        }
        if before.second == nil { leave(source, .unconfirmed) }
        for account in [before.value.account, later.account] {
            if let reason = account.flatMap(reason) { return leave(source, reason) }
        }
        guard let left = later.account, let token = left.token, token.owner == signer else { return }
        let old = before.value.account?.token
        guard !token.isFrozen, token.isMovable else { return leave(source, .unmovable) }
        let mint = facts.account(token.mint)?.mint
        let place = Guard.TokenPlace(
            account: address, program: left.program, owner: signer, mint: token.mint,
            decimals: mint?.decimals)
        let change = changes.first { $0.account == source && $0.asset != .lamports }
        let held = old.map { $0.owner == signer && $0.mint == token.mint ? $0.amount : 0 } ?? 0
        guard place.program == TokenProgram.id || place.decimals != nil else { return leave(source, .unknown) }
        guards.append(.tokens(place, rest: rest(held, token.amount, change)))
        // An approval that was there, or that the transaction shows, isn't ours to take back.
        if old?.delegate == nil, token.delegate == nil {
            guards.append(.delegate(place))
        } else {
            leave(source, .delegate)
        }
        let closer = token.closeAuthority
        if closer.map({ $0 == signer }) ?? true, (old?.closeAuthority).map({ $0 == signer }) ?? true {
            guards.append(.closeAuthority(place, kept: closer))
        } else {
            leave(source, .closeAuthority)
        }
    }

    private mutating func leave(_ account: MessageAccount.Source, _ reason: GuardPlan.Gap.Reason) {
        gaps.append(GuardPlan.Gap(account: account, reason: reason))
    }

    /// The reason that no guard can hold an account, if it may be the user's in another way than a token account is.
    private func reason(_ account: ChainAccount) -> GuardPlan.Gap.Reason? {
        switch account.contents {
        case .token(let token):
            guard token.owner != signer else { return nil }
            guard !subject.isOwn(token.owner) else { return nil }
            // An account with several signers, the user perhaps among them, belongs to the token program itself.
            guard let owner = facts.accounts[token.owner]?.value else { return .unknown }
            return owner.account?.program == account.program ? .multisignature : nil
        case .nonce, .stake, .loader, .mint, .lookupTable:
            return account.authorities.values.contains(where: subject.isOwn)
                || account.holders.contains(where: subject.isOwn)
                ? .authority : nil
        case .empty: return nil
        case .core(let asset): return subject.isOwn(asset.owner) ? .record : nil
        case .metadata, .interface, .unreadable: return .record
        case .other:
            // A tree of compressed assets has its owners outside the chain, and a record beside an asset names who may take it.
            guard !GuardPlan.recordKeepers.contains(account.program), let named = account.named else { return .record }
            return named.contains(where: subject.isOwn) ? .record : nil
        }
    }

    /// The least that has to be left: what the simulation leaves, or less where the user is shown that less may arrive or more may leave.
    private func rest(_ before: UInt64, _ after: UInt64, _ change: BalanceChange?) -> UInt64 {
        var rest = after
        if after > before {
            let gained = after - before
            // Divided first, so that nothing overflows.
            let slack = gained / 10_000 * UInt64(tolerance) + gained % 10_000 * UInt64(tolerance) / 10_000
            rest = after - slack
        }
        // A program's own promise, which the user sees as at most and at least.
        if let change, change.isPromised, change.isBounded, change.leaving < before || change.arriving > 0 {
            let promised = before.subtractingSaturated(change.leaving).addingSaturated(change.arriving)
            rest = min(rest, promised)
        }
        return rest
    }
}

extension GuardPlan {
    /// Programs in whose own records assets stand that may be the user's without naming them: compressed assets, and what stands beside an NFT.
    fileprivate static let recordKeepers: Set<PublicKey> = [
        MetaplexMetadata.program, PublicKey("cmtDvXumGCrqC1Age74AVPhSRVXJMd8PJS91L8KbNCK"),
        PublicKey("mcmt6YrQEMKw8Mw43FmpRLmf7BqRnFMKmAcbxE3xkAW"),
        PublicKey("BGUMAp9Gq7iTEuizy4pqaxsTyUCBK68MDfK752saRPUY"),
    ]
}
