import ArgumentParser
import DisplayText
import JSONRPC
import Wording

/// `sidekey outstanding ...`: shows the signed transactions that can still be sent, and takes one back where that is possible.
struct OutstandingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outstanding", abstract: say(.helpOutstanding), discussion: say(.helpOutstandingMore),
        subcommands: [
            OutstandingList.self, OutstandingVoid.self, OutstandingControlled.self, OutstandingExports.self,
            OutstandingGiveUp.self,
        ],
        defaultSubcommand: OutstandingList.self)
}

/// `sidekey outstanding list`: lists them, the newest first.
struct OutstandingList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: say(.helpOutstandingList))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        var first: JSON?
        let entries = try agent.all("outstanding.list", member: "entries", first: &first)
        let changed = first?["changed"]?.int ?? 0
        if output.json {
            var answer: JSONObject = ["entries": .array(entries)]
            if changed > 0 { answer["changed"] = .number(changed) }
            return StandardOutput.write(.object(answer))
        }
        StandardOutput.write(
            entries.isEmpty ? say(.outstandingNone) + "\n" : entries.map(Self.text).joined(separator: "\n"))
        if changed > 0 { StandardError.write("sidekey: \(say(.outstandingChanged, ["count": "\(changed)"]))\n") }
    }

    private static func text(_ entry: JSON) -> String {
        let review = entry["review"] ?? [:]
        let shown = ReviewSummary(
            summary: entry, kind: "transactions", items: [review], totals: review, names: entry["names"],
            isComplete: review["complete"]?.bool ?? false, in: .ofTerminal)
        let date = entry["time"]?.int.flatMap { UTCDate(milliseconds: $0)?.text } ?? say(.historyDateless)
        var lines = NamedLines()
        lines.append(.nameExpires, ReviewSummary.until(entry, in: .ofTerminal))
        for (name, member) in [
            (TextKey.nameAccount, "account"), (.nameCluster, "cluster"), (.nameSignature, "signature"),
            (.nameRequest, "request"),
        ] {
            if let value = entry[member]?.text { lines.append(name, value.visible) }
        }
        return "\(date)  \(TerminalWidth.folding(shown.head))" + lines.text(width: 11, indent: 4)
    }
}

/// `sidekey outstanding void SIGNATURE`: advances the nonce that a signed transaction stands on.
struct OutstandingVoid: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "void", abstract: say(.helpOutstandingVoid), discussion: say(.helpOutstandingVoidMore))

    @Argument(help: ArgumentHelp(say(.helpOutstandingSignature)))
    var signature: String

    @OptionGroup var fee: FeeOptions
    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var params = fee.params
        params["signature"] = .string(JSONString(signature))
        let result = try approval.decide(
            "outstanding.void", params, show: output.show, with: &agent)
        output.writeSent(result, say(result["ended"]?.bool == true ? .outstandingVoided : .outstandingVoiding) + "\n")
    }
}

/// `sidekey outstanding controlled`: lists the nonces and stakes that an account controls.
struct OutstandingControlled: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "controlled", abstract: say(.helpOutstandingControlled),
        discussion: say(.helpOutstandingControlledMore))

    @OptionGroup var portfolio: PortfolioOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let answer = try agent.call("outstanding.controlled", portfolio.params(from: &agent))
        if output.json { return StandardOutput.write(answer) }
        var lines: [String] = []
        for account in (answer["nonces"]?.array ?? []) + (answer["stakes"]?.array ?? []) {
            let powers = (account["powers"]?.array ?? []).compactMap { $0.text.map(Self.power) }
            let amount = DecimalAmount(account, "lamports", decimals: 9)?.description ?? "?"
            lines.append(
                "\(account["address"]?.text?.visible ?? "?")  \(amount) SOL  \(powers.joined(separator: ", "))")
        }
        let refused = (answer["refused"]?.array ?? []).compactMap(\.text)
        if lines.isEmpty, refused.isEmpty { lines = [say(.controlledNone)] }
        if let omitted = answer["omitted"]?.int, omitted > 0 {
            lines.append(say(.controlledMore, ["count": "\(omitted)"]))
        }
        StandardOutput.write(lines.map { $0 + "\n" }.joined())
        for name in refused {
            let key: TextKey = name == "nonces" ? .controlledNoncesRefused : .controlledStakesRefused
            StandardError.write("sidekey: \(say(key))\n")
        }
    }

    private static func power(_ name: String) -> String {
        switch name {
        case "nonce": say(.role_nonce)
        case "staker": say(.role_staker)
        case "withdrawer": say(.role_withdrawer)
        default: name.visible
        }
    }
}
