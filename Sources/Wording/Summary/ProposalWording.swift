import DisplayText
import JSONRPC

/// A group's decision on instructions that run later, in words: whether they stand in the transaction, and what each of them would do.
struct ProposalWording {
    private let proposal: JSON
    /// The beginning of the numbers of its instructions.
    private let number: String
    private let names: AddressWording
    private let words: Phrasebook

    /// - Parameters:
    ///   - proposal: A proposal as docs/protocol.md lists it.
    ///   - number: The number of the instruction that has it; nil if it is shown by itself.
    init(_ proposal: JSON, number: String?, _ names: AddressWording, in words: Phrasebook) {
        self.proposal = proposal
        self.number = number.map { "\($0)." } ?? ""
        self.names = names
        self.words = words
    }

    var details: [ReviewSummary.Detail] {
        let act = proposal["act"]?.text
        let account: KeyValuePairs = ["account": proposal["account"]?.text.map(names.named) ?? "?"]
        guard proposal["source"] != nil else {
            switch act {
            case "approves": return [.text(words(.proposalApproves, account))]
            case "runs": return [.text(words(.proposalRunsUnseen, account))]
            default: return [.text(words(.proposalBuffered, account))]
            }
        }
        let contents = contents
        return isListed ? [.text(sentence(of: act, account))] + contents : contents
    }

    /// True if at least one of its instructions is known.
    private var isListed: Bool {
        proposal["instructions"]?.array?.isEmpty == false || proposal["more"]?.int ?? 0 > 0
    }

    /// Each instruction that it proposes, or the reason that there is none to read.
    var contents: [ReviewSummary.Detail] {
        guard let instructions = proposal["instructions"]?.array else { return [.text(words(.proposalUnread))] }
        guard isListed else { return [.text(words(.proposalEmpty))] }
        let more = proposal["more"]?.int ?? 0
        let listed = instructions.enumerated().map { index, instruction in
            let item: JSON = ["effects": instruction["effects"] ?? []]
            return InstructionWording(
                item, number: index + 1, label: "\(number)\(index + 1)", names, in: words
            ).detail(of: instruction)
        }
        let rest: [ReviewSummary.Detail] = more > 0 ? [.text(words(.proposalMore, ["number": "\(more)"]))] : []
        return listed + rest
    }

    private func sentence(of act: String?, _ account: KeyValuePairs<String, String>) -> String {
        switch act {
        case "approves": words(.proposalVotes, account)
        case "runs": words(.proposalRuns)
        default: words(.proposalCreates)
        }
    }
}
