/// A token account can't be used from now on.
enum FreezeRule: ReviewRule {
    static let id = "R11"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.frozen).map { finding(.warning, $0) }
    }
}
