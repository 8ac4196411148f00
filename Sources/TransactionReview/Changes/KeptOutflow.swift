import ProgramRegistry
import SolanaTransactions

/// The most that a transaction takes out if every instruction was read: by its bytes, and if programs keep their promises.
///
/// SOL is counted in lamports. Tokens are bounded where they stay with the user, or where a program promises something for them: that is a trade, and the user sees
/// both sides. Tokens that the user gives away have no bound.
struct KeptOutflow {
    let lamports: UInt64
    let isBounded: Bool

    init(of subject: ReviewSubject, _ facts: ChainFacts?) {
        let promises = subject.promises
        let accounts = OwnTokenAccounts(of: subject, facts, promises)
        let changes = BalanceChanges(of: subject, facts, promises).all.filter { $0.asset == .lamports }
        lamports = changes.reduce(0) { $0.addingSaturated($1.leaving) }
        let payers = Set(subject.review.signers.map { MessageAccount.Source.address($0) })
        func isKept(_ account: MessageAccount.Source?) -> Bool {
            subject.isOwn(account) || accounts.contains(account)
        }
        let isGiven = subject.effects.contains { effect in
            switch effect.kind {
            case .tokensOut:
                return (subject.mayBeOwn(effect.before) || accounts.contains(effect.account))
                    && !isKept(effect.counterpart)
            // Another signer's own lamports are none of the user's; what lies in a stake, a nonce or a token account may be.
            case .lamportsOut:
                return effect.instruction >= 0 && !payers.contains(effect.account) && !isKept(effect.counterpart)
            case .closed: return subject.mayBeOwn(effect.before) && !isKept(effect.counterpart)
            case .delegate: return effect.after != nil && !subject.isOwn(effect.after)
            case .authority, .owner, .code: return !isKept(effect.after) && !subject.isMade(effect)
            case .lamportsIn, .tokensIn, .created, .frozen, .thawed, .written: return false
            }
        }
        isBounded =
            !isGiven && !subject.review.hasOtherOutflow && changes.allSatisfy { $0.isBounded || $0.leaving == 0 }
            && promises.all.allSatisfy(\.isTrade)
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
