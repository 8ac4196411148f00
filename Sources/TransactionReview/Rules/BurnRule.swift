/// Tokens of the user's are destroyed.
enum BurnRule: ReviewRule {
    static let id = "R12"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.tokensOut) { form, _ in form.counterpart.isNone && !form.mint.isNone }.compactMap { effect in
            subject.isOwn(effect.before) ? finding(.warning, effect) : nil
        }
    }
}
