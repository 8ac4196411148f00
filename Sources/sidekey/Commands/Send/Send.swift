import ArgumentParser
import DisplayText
import JSONRPC
import SolanaTransactions
import Wording

/// `sidekey send AMOUNT [SOL|MINT] TO`: shows the transfer, and sends it once the user has said yes.
struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpSend),
        usage: """
            sidekey send AMOUNT [SOL|MINT] TO
            sidekey send --all [SOL|MINT] TO
            sidekey send AMOUNT [SOL|MINT] TO --export FILE
            """,
        discussion: say(.helpSendMore))

    @Argument(help: ArgumentHelp(say(.helpSendWhat), valueName: "what"))
    var words: [String]

    @Flag(help: ArgumentHelp(say(.helpSendAll)))
    var all = false

    @Option(help: ArgumentHelp(say(.helpMemo), valueName: "text"))
    var memo: String?

    @Flag(help: ArgumentHelp(say(.helpAllowOffCurve)))
    var allowOffCurve = false

    @Flag(help: ArgumentHelp(say(.helpDryRun)))
    var dryRun = false

    @OptionGroup var export: ExportOptions
    @OptionGroup var transfer: TransferOptions
    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard all ? (1...2).contains(words.count) : (2...3).contains(words.count) else {
            throw ValidationError(say(all ? .usageSendAll : .usageSend))
        }
        guard export.export == nil || !dryRun && !approval.isGiven else {
            throw ValidationError(say(.usageExportAlone))
        }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let params = try params(&agent)
        if let file = export.export { return try export.write(params, to: file, output, with: &agent) }
        let plan = try agent.call("transfer.preview", params, meanwhile: SavedBalance.call(params)) {
            if !output.json { SavedBalance($0).tell() }
        }
        if dryRun {
            output.json ? StandardOutput.write(plan) : StandardOutput.write(TransferText(plan).text)
            return
        }
        if !output.json { StandardOutput.write(TransferText(plan).text) }
        var order = params
        // What the name stood for above: nothing goes to another address.
        if plan["resolved"] != nil { order["address"] = plan["to"] }
        let result = try transfer.decide("transfer.send", order, approval, output, with: &agent)
        output.writeSent(result)
    }

    private func params(_ agent: inout AgentClient) throws(CommandError) -> JSONObject {
        var params = try transfer.params(&agent)
        var words = words[...]
        if all { params["all"] = true } else { params["amount"] = words.popFirst().map { .string(JSONString($0)) } }
        params["to"] = words.popLast().map { .string(JSONString($0)) }
        if let asset = words.first, asset.uppercased() != "SOL" { params["mint"] = .string(JSONString(asset)) }
        params["memo"] = memo.map { .string(JSONString($0)) }
        if allowOffCurve { params["allowOffCurve"] = true }
        return params
    }
}

/// The options for a transaction of the wallet's own.
struct TransferOptions: ParsableArguments {
    @Option(help: ArgumentHelp(say(.helpAccountOrFirst)), completion: .accounts)
    var account: String?

    @Option(help: ArgumentHelp(say(.helpClusterOrChosen)))
    var cluster: Cluster?

    @OptionGroup var fee: FeeOptions

    /// Returns the parameters for the agent.
    func params(_ agent: inout AgentClient) throws(CommandError) -> JSONObject {
        var params = fee.params
        if let account { params["account"] = .string(try AccountArgument(account).publicKey(from: &agent)) }
        params["cluster"] = cluster.map { .string(JSONString($0.rawValue)) }
        return params
    }

    /// Makes the agent build the transaction and put it into the queue, and decides on it there.
    ///
    /// - Returns: The agent's answer once it was sent.
    func decide(
        _ method: String, _ params: JSONObject, _ approval: ApprovalOptions, _ output: OutputOptions,
        with agent: inout AgentClient
    ) throws(CommandError) -> JSON {
        try approval.decide(
            method, params, show: output.show, with: &agent)
    }
}

/// What is offered so that a transaction is executed sooner.
struct FeeOptions: ParsableArguments {
    enum Priority: String, ExpressibleByArgument, CaseIterable { case none, normal, high }

    @Option(help: ArgumentHelp(say(.helpPriority)))
    var priority: Priority = .normal

    @Option(help: ArgumentHelp(say(.helpPriorityCap), valueName: "SOL"))
    var priorityCap: Lamports?

    /// The parameters for the agent.
    var params: JSONObject {
        var params: JSONObject = ["priority": .string(JSONString(priority.rawValue))]
        params["priorityCap"] = priorityCap.map { .string("\($0.count)") }
        return params
    }
}

/// The planned transfer, in lines for a terminal.
struct TransferText {
    private let plan: JSON

    /// - Parameter plan: The answer of `transfer.preview`.
    init(_ plan: JSON) { self.plan = plan }

    var text: String {
        var lines = NamedLines()
        lines.append(.nameSend, "\(pointed("amount")) \(unit)")
        if plan["received"] != plan["amount"] {
            lines.append(.nameArrives, say(.sendArrives, ["amount": pointed("received"), "unit": unit]))
        }
        lines.append(.nameFrom, word("account"))
        lines.append(.nameTo, word("to") + (plan["label"]?.text.map { "  \($0.visible)" } ?? ""))
        if let resolved = plan["resolved"] { lines.append(.nameResolved, NameText.said(resolved)) }
        if let claimed = NameText.claimed(plan["claimed"]) {
            lines.append(.nameClaimed, "\(claimed.name), \(claimed.nodes)")
        }
        if plan["mint"] != nil { lines.append(.nameInto, word("destination")) }
        if let memo = plan["memo"]?.text { lines.append(.nameMemo, memo.visible) }
        lines.append(.nameCluster, word("cluster"))
        lines.append(
            .nameFee,
            plan["priorityFee"] == "0"
                ? "\(sol("fee")) SOL" : say(.sendPriority, ["fee": sol("fee"), "priority": sol("priorityFee")]))
        if plan["accountCost"] != nil {
            lines.append(.nameAccount, say(.sendAccountCost, ["amount": sol("accountCost")]))
        }
        lines.append(.nameInAll, say(.sendTotal, ["total": sol("total"), "balance": sol("balance")]))
        lines.append(.nameSays, word("node"))
        return lines.text(width: 10)
            + NameText.findings(plan)
    }

    private var unit: String {
        guard plan["mint"] != nil else { return "SOL" }
        return plan["symbol"]?.text.map { say(.sendUnitNamed, ["mint": word("mint"), "symbol": $0.visible]) }
            ?? say(.sendUnitToken, ["mint": word("mint")])
    }

    /// Returns the sentence of a finding about a recipient; nil if there is nothing to say.
    static func sentence(_ finding: JSON) -> String? {
        let address = finding["address"]?.text?.visible ?? "?"
        let text: String? =
            switch finding["name"]?.text {
            case "own": say(.sendNoteOwn)
            case "off-curve": say(.sendWarningKeyless)
            case "program-account": say(.sendWarningProgram, ["address": address])
            case "unused": say(.sendWarningUnused)
            case "looks-like": say(.sendDangerLike, ["address": address])
            case "name-changed": say(.sendDangerNameChanged, ["address": address])
            case "name-differs": say(.sendWarningNameDiffers, ["address": address])
            case "name-alone": say(.sendNoteNameAlone)
            case "name-like": say(.sendWarningNameLike, ["address": address])
            case "contact": nil
            default: finding["level"] == "info" ? nil : finding["name"]?.text?.visible ?? "?"
            }
        return text.map { "\(finding.level(in: say)): \($0)" }
    }

    private func word(_ name: String) -> String { plan[name]?.text?.visible ?? "?" }

    private func sol(_ name: String) -> String {
        plan[name]?.text.flatMap(UInt64.init).map { "\(Lamports(count: $0))" } ?? "?"
    }

    /// Returns a number of smallest units with the token's decimal point.
    private func pointed(_ name: String) -> String {
        guard plan["decimals"]?.int.flatMap({ UInt8(exactly: $0) }) != nil else { return "?" }
        return DecimalAmount(plan, name)?.description ?? "?"
    }
}
