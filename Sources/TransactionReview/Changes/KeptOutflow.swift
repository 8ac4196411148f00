import ProgramRegistry
import SolanaTransactions

/// The most that a transaction takes out if every instruction was read: by its bytes, and if programs keep their promises.
///
/// SOL is counted in lamports. Tokens are bounded where they stay with the user, or where a program promises something for them: that is a trade, and the user sees
/// both sides.
struct KeptOutflow {
    let lamports: UInt64
    /// The tokens that the user gives away; `isBounded` says nothing about them.
    let given: GivenTokens
    let isBounded: Bool

    init(of subject: ReviewSubject, _ facts: ChainFacts?) {
        let promises = subject.promises
        let accounts = OwnTokenAccounts(of: subject, facts, promises)
        let changes = BalanceChanges(of: subject, facts, promises).all.filter { $0.asset == .lamports }
        lamports = changes.reduce(0) { $0.addingSaturated($1.leaving) }
        given = GivenTokens(of: subject, facts, accounts)
        isBounded =
            !subject.givesMore(than: accounts, outside: nil)
            && changes.allSatisfy { $0.isBounded || $0.leaving == 0 } && promises.all.allSatisfy(\.isTrade)
    }
}

/// The tokens that the bytes take out of the user's accounts for somebody else, by mint.
struct GivenTokens {
    /// In smallest units; what is wrapped SOL is in lamports.
    private(set) var byMint: [PublicKey: UInt64] = [:]
    /// False if an amount or a mint isn't known for sure.
    private(set) var isBounded = true

    var isEmpty: Bool { byMint.isEmpty && isBounded }

    /// - Parameter held: The accounts from which the chain bounds what leaves. Beside them nothing counts as kept: what reaches one of them may leave from there.
    init(
        of subject: ReviewSubject, _ facts: ChainFacts?, _ accounts: OwnTokenAccounts,
        beside held: Set<MessageAccount.Source>? = nil
    ) {
        for effect in subject.effects where effect.kind == .tokensOut && effect.counterpart != effect.account {
            guard subject.mayBeOwn(effect.before) || accounts.contains(effect.account) else { continue }
            if let held {
                guard !held.contains(effect.account) else { continue }
            } else if subject.isOwn(effect.counterpart) || accounts.contains(effect.counterpart) {
                continue
            }
            guard let amount = effect.amount, let mint = subject.mint(of: effect, facts) else {
                isBounded = false
                continue
            }
            add(amount, of: mint)
        }
    }

    mutating func add(_ amount: UInt64, of mint: PublicKey) {
        guard amount > 0 else { return }
        byMint[mint] = (byMint[mint] ?? 0).addingSaturated(amount)
    }

    mutating func leaveOpen() { isBounded = false }
}

extension ReviewSubject {
    /// The mint of tokens that leave, where a node's word isn't needed to know it; nil otherwise.
    ///
    /// An instruction that names another mint than the account's fails. Without a name, the associated account of a wallet is derived from its mint, so
    /// that a node which tells another one tells another address.
    fileprivate func mint(of effect: Effect, _ facts: ChainFacts?) -> PublicKey? {
        if let mint = effect.mint { return mint.address }
        guard let account = effect.account.address, let told = facts?.account(account)?.token else { return nil }
        let isDerived = [TokenProgram.id, Token2022Program.id].contains { program in
            AssociatedTokenProgram.address(owner: told.owner, mint: told.mint, program: program) == account
        }
        return isDerived ? told.mint : nil
    }

    /// True if something of the user's goes to somebody else that isn't an amount of SOL or tokens: a power, an approval, what lies in a stake.
    ///
    /// - Parameter guards: The places of instructions that only guard.
    func givesMore(than accounts: OwnTokenAccounts, outside guards: Range<Int>?) -> Bool {
        let payers = Set(review.signers.map { MessageAccount.Source.address($0) })
        func isKept(_ account: MessageAccount.Source?) -> Bool { isOwn(account) || accounts.contains(account) }
        let isGiven = effects.contains { effect in
            guard guards?.contains(effect.instruction) != true else { return false }
            switch effect.kind {
            // Another signer's own lamports are none of the user's; what lies in a stake, a nonce or a token account may be.
            case .lamportsOut:
                return effect.instruction >= 0 && !payers.contains(effect.account) && !isKept(effect.counterpart)
            case .closed: return mayBeOwn(effect.before) && !isKept(effect.counterpart)
            case .delegate: return effect.after != nil && !isOwn(effect.after)
            case .authority, .owner, .code: return !isKept(effect.after) && !isMade(effect)
            case .lamportsIn, .tokensIn, .tokensOut, .created, .frozen, .thawed, .written: return false
            }
        }
        return isGiven || review.hasOtherOutflow
    }
}

extension TransactionReview {
    /// True if a native program other than those of tokens does something that has no bound in lamports.
    fileprivate var hasOtherOutflow: Bool {
        message.calls.contains { call in
            guard case .unbounded? = call.plan?.outflow else { return false }
            return ![TokenProgram.id, Token2022Program.id, AssociatedTokenProgram.id].contains(message.program(call))
        }
    }
}

extension ReviewSubject {
    /// True if the effect is about an account that the transaction makes, for whomever.
    fileprivate func isMade(_ effect: Effect) -> Bool { effect.account.address.map(isMade) ?? false }
}

extension ProgramPromises.Promise {
    /// True if something of the user's comes back for what it takes, or nothing leaves but lamports, which are counted.
    fileprivate var isTrade: Bool {
        switch moves.kind {
        case .bridge, .transferNFT, .burnNFT, .delegateNFT: return false
        default: break
        }
        let tokens = moves.leaving.filter { $0.holder != .lamports }
        return tokens.isEmpty || moves.arriving.contains(where: \.isPromise) || moves.kind == .deposit
            || moves.kind == .repay
    }
}
