/// An account is closed, and its rent and wrapped SOL go to somebody else.
enum ClosureRule: ReviewRule {
    static let id = "R04"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.closed) { form, instruction in
            !form.staysInHands && subject.isForeign(instruction.source(form.counterpart))
                && (subject.mayBeOwn(instruction.source(form.before))
                    || subject.isOwn(instruction.source(form.account)))
        }.map { finding(.danger, $0) }
    }
}
