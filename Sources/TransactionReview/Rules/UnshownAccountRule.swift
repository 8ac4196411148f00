/// The trial leaves out what becomes of accounts that the transaction may write.
///
/// A node that leaves out an account hides its change as well as one that lies about it.
enum UnshownAccountRule: ChainRule {
    static let id = "R32"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        guard let simulation = facts.simulation?.value, simulation.outcome == .succeeded else { return [] }
        let unshown = subject.review.writable.count { source in
            guard let address = source.address else { return true }
            return facts.accounts[address] == nil || simulation.accounts[address] == nil
        }
        return unshown == 0 ? [] : [finding(.warning, ["accounts": String(unshown)])]
    }
}
