/// Somebody may take tokens later, without being asked again.
enum DelegateRule: ReviewRule {
    static let id = "R03"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.delegate).compactMap { effect in
            guard effect.after != nil, subject.mayBeOwn(effect.before) else { return nil }
            return finding(subject.isForeign(effect.after) ? .danger : .info, effect)
        }
    }
}
