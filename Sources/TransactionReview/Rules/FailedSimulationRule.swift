/// Tried on the chain, the transaction fails: it doesn't do what it says, or not yet.
enum FailedSimulationRule: ChainRule {
    static let id = "R30"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        guard case .failed(let instruction, let reason) = facts.simulation?.value.outcome else { return [] }
        var parameters = [ReviewField(name: "reason", value: reason, isQuoted: true)]
        if let instruction { parameters.append(ReviewField(name: "instruction", value: "\(instruction &+ 1)")) }
        return [Finding(id: id, level: .danger, parameters: parameters)]
    }
}
