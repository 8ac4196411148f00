import DisplayText
import JSONRPC

/// A group's decision on instructions that run later, in words: whether they stand in the transaction, and what each of them would do.
struct ProposalWording {
    private let proposal: JSON
    private let number: String
    private let names: AddressWording
    private let words: Phrasebook

    /// - Parameters:
    ///   - proposal: A proposal as docs/protocol.md lists it.
    ///   - number: The number of the instruction that has it.
    init(_ proposal: JSON, number: String, _ names: AddressWording, in words: Phrasebook) {
        self.proposal = proposal
        self.number = number
        self.names = names
        self.words = words
    }

    var details: [ReviewSummary.Detail] {
        let act = proposal["act"]?.text
        guard proposal["source"] != nil else {
            let account: KeyValuePairs = ["account": proposal["account"]?.text.map(names.named) ?? "?"]
            switch act {
            case "approves": return [.text(words(.proposalApproves, account))]
            case "runs": return [.text(words(.proposalRunsUnseen, account))]
            default: return [.text(words(.proposalBuffered, account))]
            }
        }
        guard let instructions = proposal["instructions"]?.array else { return [.text(words(.proposalUnread))] }
        let more = proposal["more"]?.int ?? 0
        if instructions.isEmpty && more == 0 { return [.text(words(.proposalEmpty))] }
        let listed = instructions.enumerated().map { index, instruction in
            let item: JSON = ["effects": instruction["effects"] ?? []]
            return InstructionWording(
                item, number: index + 1, label: "\(number).\(index + 1)", names, in: words
            ).detail(of: instruction)
        }
        let rest: [ReviewSummary.Detail] = more > 0 ? [.text(words(.proposalMore, ["number": "\(more)"]))] : []
        return [.text(words(act == "runs" ? .proposalRuns : .proposalCreates))] + listed + rest
    }
}
