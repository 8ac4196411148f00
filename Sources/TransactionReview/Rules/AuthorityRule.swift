/// Control over an account, a mint, a stake, a nonce or a program goes to somebody else, or to nobody.
enum AuthorityRule: ReviewRule {
    static let id = "R02"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        // What is made and given an owner in one step was nobody's before.
        subject.effects(.authority) { form, instruction in
            !form.before.isNone && subject.mayBeOwn(instruction.source(form.before))
        }.map { effect in
            guard let after = effect.after else { return finding(.warning, effect) }
            return finding(subject.isForeign(after) ? .danger : .info, effect)
        }
    }
}
