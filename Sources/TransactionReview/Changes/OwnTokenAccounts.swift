import ProgramRegistry
import SolanaTransactions

/// The token accounts in a transaction that are known to be the user's, and their mints as far as they are known.
///
/// An account is theirs if they sign for what leaves it, if the transaction makes it for one of their wallets, if it is the associated account of one of their wallets for a
/// mint in the transaction, or if a node says so.
struct OwnTokenAccounts {
    private(set) var mints: [MessageAccount.Source: MessageAccount.Source?] = [:]

    init(
        of subject: ReviewSubject, _ facts: ChainFacts?, _ promises: ProgramPromises,
        knowing theirs: Set<MessageAccount.Source> = []
    ) {
        for account in theirs { mints[account] = .some(nil) }
        var named: Set<PublicKey> = []
        for effect in subject.effects {
            if let mint = effect.mint?.address { named.insert(mint) }
            switch effect.kind {
            case _ where effect.showsOwner && subject.isOwn(effect.before): add(effect.account, effect.mint)
            case .authority where effect.role == TokenAuthority.accountOwner.rawValue && subject.isOwn(effect.after):
                add(effect.account, effect.mint)
            default: break
            }
        }
        for promise in promises.all {
            for mint in promise.mints { if let mint = mint.address { named.insert(mint) } }
            for movement in promise.moves.leaving + promise.moves.arriving {
                if let mint = movement.mint?.address { named.insert(mint) }
            }
            // Its program takes them with the user's own authority.
            guard subject.isOwn(promise.moves.user) else { continue }
            for movement in promise.moves.leaving where movement.holder == .tokens {
                if let account = movement.account { add(account, movement.mint) }
            }
        }
        if let facts {
            for (address, fact) in facts.accounts {
                let after = facts.simulation?.value.accounts[address]?.account
                guard let token = fact.value.account?.token ?? after?.token else { continue }
                let isHeld = subject.isHeld(fact.value.account) || fact.value.account == nil && subject.isHeld(after)
                if isHeld { add(.address(address), .address(token.mint)) } else { mints[.address(address)] = nil }
            }
        }
        addAssociated(named, of: subject, promises)
    }

    /// The accounts for which the user signs in a transaction.
    static func signedFor(in subject: ReviewSubject) -> Set<MessageAccount.Source> {
        Set(subject.effects.lazy.filter { $0.showsOwner && subject.isOwn($0.before) }.map(\.account))
    }

    subscript(account: MessageAccount.Source?) -> MessageAccount.Source?? {
        guard let account else { return nil }
        return mints[account]
    }

    func contains(_ account: MessageAccount.Source?) -> Bool { account.map { mints[$0] != nil } ?? false }

    /// True if it holds wrapped SOL.
    func isWrapped(_ account: MessageAccount.Source?) -> Bool {
        guard let mint = self[account] else { return false }
        return mint == .address(TokenProgram.nativeMint)
    }

    /// Those of wrapped SOL.
    var wrapped: [PublicKey] {
        mints.compactMap { $0.value == .address(TokenProgram.nativeMint) ? $0.key.address : nil }
    }

    private mutating func add(_ account: MessageAccount.Source, _ mint: MessageAccount.Source?) {
        mints[account] = .some(mint ?? mints[account] ?? nil)
    }

    /// Accounts that a program promises to fill, which nobody has shown: derived, so that nothing is asked for it.
    private mutating func addAssociated(_ named: Set<PublicKey>, of subject: ReviewSubject, _ promises: ProgramPromises)
    {
        let wanted = Set(promises.all.flatMap(\.moves.arriving).compactMap(\.account)).filter { mints[$0] == nil }
        guard !wanted.isEmpty else { return }
        for mint in named.union([TokenProgram.nativeMint]) {
            for program in [TokenProgram.id, Token2022Program.id] {
                let address = AssociatedTokenProgram.address(owner: subject.signer, mint: mint, program: program)
                if wanted.contains(.address(address)) { add(.address(address), .address(mint)) }
            }
        }
    }
}

extension Effect {
    /// True if the one who signs for it owns the token account.
    fileprivate var showsOwner: Bool { kind == .tokensOut || kind == .delegate }
}
