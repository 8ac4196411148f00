/// The code of a program that the user controls becomes another, or goes.
enum ProgramCodeRule: ReviewRule {
    static let id = "R15"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.code).map { finding(.warning, $0) }
    }
}
