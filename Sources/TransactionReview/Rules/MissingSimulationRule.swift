/// Nobody has tried the transaction on the chain, or nobody could.
enum MissingSimulationRule: ChainRule {
    static let id = "R31"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        switch facts.simulation?.value.outcome {
        case .impossible(let reason): [finding(.warning, ["reason": reason])]
        case nil: [finding(.warning, ["reason": "no answer"])]
        case .succeeded, .failed: []
        }
    }
}
