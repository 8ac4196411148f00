import SolanaTransactions

/// Tried on the chain, power over one of the user's accounts goes to somebody else, and no instruction says so.
///
/// A program that nobody can read may call others with the user's signature. What it has them do shows only when it is tried.
enum UntoldHandoverRule: ChainRule {
    static let id = "R33"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        facts.changes.flatMap { change -> [Finding] in
            guard let after = change.after, !change.isGone else { return [] }
            var found = authorities(change.before, after, of: change.address, in: subject)
            guard subject.isOwn(change) else { return found }
            if let finding = owner(change.before, after, of: change.address, in: subject) { found.append(finding) }
            if let finding = delegate(change.before?.token, after.token, of: change.address, in: subject) {
                found.append(finding)
            }
            return found
        }
    }

    /// The program that decides over the account.
    private static func owner(
        _ before: ChainAccount?, _ after: ChainAccount, of account: PublicKey, in subject: ReviewSubject
    ) -> Finding? {
        guard after.program != (before?.program ?? SystemProgram.id) else { return nil }
        // What wasn't there before was nobody's: a token account that a program makes for the user is the user's.
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
