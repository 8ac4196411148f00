import SolanaTransactions

/// One of the user's accounts is made anew as a program's, or given room for a program's data.
enum OverwrittenAccountRule: ReviewRule {
    static let id = "R10"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        let made = subject.effects(.created) { form, instruction in
            subject.isOwn(instruction.source(form.account))
        }.filter { $0.after != .address(PublicKey()) }
        let givenRoom = subject.effects(.written) { form, instruction in
            form.givesRoom && subject.isOwn(instruction.source(form.account))
        }
        return (made + givenRoom).sorted { $0.instruction < $1.instruction }.map { finding(.danger, $0) }
    }
}
