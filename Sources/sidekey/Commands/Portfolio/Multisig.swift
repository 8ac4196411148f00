import ArgumentParser
import JSONRPC
import SolanaTransactions
import Wording

/// `sidekey multisig ...`: lists an account's Squads multisigs, shows their proposals, and votes.
struct MultisigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "multisig", abstract: say(.helpMultisig), discussion: say(.helpMultisigMore),
        subcommands: [MultisigList.self, MultisigShow.self, MultisigVoteCommand.self],
        defaultSubcommand: MultisigList.self)
}

/// `sidekey multisig list`: lists the multisigs of an account.
struct MultisigList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: say(.helpMultisigList))

    @OptionGroup var portfolio: PortfolioOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        try portfolio.list("multisig.list", "multisigs", output) { multisigs, _ in
            multisigs.isEmpty
                ? say(.multisigNone) + "\n" : multisigs.map(MultisigText.group).joined(separator: "\n")
        }
    }
}

/// `sidekey multisig show MULTISIG`: shows a multisig and its open proposals.
struct MultisigShow: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: say(.helpMultisigShow))

    @Argument(help: ArgumentHelp(say(.helpMultisigAddress)))
    var multisig: String

    @OptionGroup var portfolio: PortfolioOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        var params = try portfolio.params(from: &agent)
        params["multisig"] = .string(JSONString(multisig))
        var first: JSON?
        let proposals = try agent.all("multisig.proposals", params, member: "proposals", first: &first)
        let group = first?["multisig"] ?? .null
        if output.json { return StandardOutput.write(["multisig": group, "proposals": .array(proposals)]) }
        let listed = proposals.isEmpty ? [say(.multisigNoProposals) + "\n"] : proposals.map(MultisigText.proposal)
        StandardOutput.write(([MultisigText.group(group)] + listed).joined(separator: "\n"))
    }
}

/// A multisig and its proposals in words.
enum MultisigText {
    static func group(_ group: JSON) -> String {
        let rights = (group["permissions"]?.array ?? []).compactMap { right -> String? in
            switch right.text {
            case "initiate": say(.multisigMay_initiate)
            case "vote": say(.multisigMay_vote)
            case "execute": say(.multisigMay_execute)
            default: right.text?.visible
            }
        }
        let needs: KeyValuePairs = ["members": number(group, "members"), "threshold": number(group, "threshold")]
        var lines = [
            say(.multisigNeeds, needs),
            rights.isEmpty ? say(.multisigForeign) : say(.multisigMay, ["rights": rights.joined(separator: ", ")]),
        ]
        if let seconds = group["timeLock"]?.int, seconds > 0 {
            let minutes = (seconds + 59) / 60
            lines.append(say(.multisigWaits, ["hours": "\(minutes / 60)", "minutes": "\(minutes % 60)"]))
        }
        if let authority = group["authority"]?.text {
            lines.append(say(.multisigAuthority, ["authority": authority.visible]))
        }
        return "\(group["address"]?.text?.visible ?? "?")\n" + lines.map { "    \($0)\n" }.joined()
    }

    static func proposal(_ proposal: JSON) -> String {
        let status = proposal["status"]?.text ?? "?"
        let isApproved = status == "approved"
        let counts: KeyValuePairs = [
            "approved": number(proposal, "approved"), "rejected": number(proposal, "rejected"),
            "cancelled": number(proposal, "cancelled"),
        ]
        var lines = [say(.multisigCount, counts)]
        switch proposal["vote"]?.text {
        case "approve": lines.append(say(.multisigVoted_approve))
        case "reject": lines.append(say(.multisigVoted_reject))
        case "cancel": lines.append(say(.multisigVoted_cancel))
        default: break
        }
        if proposal["stale"]?.bool == true { lines.append(say(isApproved ? .multisigStaleApproved : .multisigStale)) }
        switch proposal["kind"]?.text {
        case "batch": lines.append(say(.multisigKind_batch))
        case "config": lines.append(say(.multisigKind_config))
        default: break
        }
        lines.append(say(.multisigDoes))
        lines += ReviewSummary.contents(of: proposal["proposal"] ?? .null, in: say).flatMap { $0.lines("  ") }
        let title = say(.multisigProposal, ["index": proposal["index"]?.text?.visible ?? "?"])
        let state =
            switch status {
            case "active": say(.multisigStatus_active)
            case "approved": say(.multisigStatus_approved)
            default: status.visible
            }
        return "\(title): \(state)\n" + lines.map { "    \($0)\n" }.joined()
    }

    private static func number(_ json: JSON, _ name: String) -> String { json[name]?.int.map { "\($0)" } ?? "?" }
}

/// `sidekey multisig vote VOTE MULTISIG INDEX`: votes on a proposal.
struct MultisigVoteCommand: ParsableCommand {
    enum Choice: String, ExpressibleByArgument, CaseIterable { case approve, reject, cancel }

    static let configuration = CommandConfiguration(
        commandName: "vote", abstract: say(.helpMultisigVote), discussion: say(.helpMultisigVoteMore))

    @Argument(help: ArgumentHelp(say(.helpMultisigChoice)))
    var vote: Choice

    @Argument(help: ArgumentHelp(say(.helpMultisigAddress)))
    var multisig: String

    @Argument(help: ArgumentHelp(say(.helpMultisigIndex)))
    var index: UInt64

    @OptionGroup var transfer: TransferOptions
    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var params = try transfer.params(&agent)
        params["multisig"] = .string(JSONString(multisig))
        params["index"] = .string("\(index)")
        params["vote"] = .string(JSONString(vote.rawValue))
        let result = try transfer.decide("multisig.vote", params, approval, output, with: &agent)
        let done: TextKey =
            switch vote {
            case .approve: .multisigDone_approve
            case .reject: .multisigDone_reject
            case .cancel: .multisigDone_cancel
            }
        output.writeSent(result, say(done, ["index": "\(index)"]) + "\n")
    }
}
