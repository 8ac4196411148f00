import SolanaTransactions

/// SOL goes to an address that no key belongs to: only a program can ever move it from there.
///
/// One's own wrapped SOL is such an address as well, and gets SOL honestly: where its tokens are counted anew afterwards, it is no finding.
enum OffCurveRule: ReviewRule {
    static let id = "R08"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        let found = subject.effects(.lamportsOut) { form, instruction in
            guard subject.isOwn(instruction.source(form.account)),
                case .address(let recipient) = instruction.source(form.counterpart)
            else { return false }
            // The last question takes longer than all others together.
            return !subject.isOwn(recipient) && !subject.isMadeOrCounted(recipient) && !recipient.isOnCurve
        }.filter { !TipAccounts.isTip($0) }
        return found.map { finding(.warning, $0) }
    }
}

extension ReviewSubject {
    /// Whether the transaction makes the account, or counts wrapped SOL there.
    fileprivate func isMadeOrCounted(_ address: PublicKey) -> Bool {
        let account = MessageAccount.Source.address(address)
        return hasEffect(.created) { form, instruction in instruction.source(form.account) == account }
            || hasEffect(.tokensIn) { form, instruction in
                form.counterpart.isNone && instruction.source(form.account) == account
            }
    }
}
