/// Lamports that lie in a token account or mint beyond its rent go to somebody else; how many, the bytes don't tell.
enum ExcessLamportsRule: ReviewRule {
    static let id = "R16"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.lamportsOut) { form, instruction in
            form.takesExcess && subject.isForeign(instruction.source(form.counterpart))
        }.map { finding(.danger, $0) }
    }
}
