import ArgumentParser
import JSONRPC
import Wording

/// `sidekey send AMOUNT [SOL|MINT] TO`: shows what would be sent, and sends it once the user has said yes.
struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpSend),
        usage: """
            sidekey send AMOUNT [SOL|MINT] TO
            sidekey send --all [SOL|MINT] TO
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

    @OptionGroup var transfer: TransferOptions
    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard all ? (1...2).contains(words.count) : (2...3).contains(words.count) else {
            throw ValidationError(say(all ? .usageSendAll : .usageSend))
        }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let params = try params(&agent)
        let plan = try agent.call("transfer.preview", params, meanwhile: SavedBalance.call(params)) {
            if !output.json { SavedBalance($0).tell() }
        }
        if dryRun {
            output.json ? StandardOutput.write(plan) : StandardOutput.write(TransferText(plan).text)
            return
        }
        if !output.json { StandardOutput.write(TransferText(plan).text) }
        let result = try transfer.decide("transfer.send", params, approval, output, with: &agent)
        guard !output.json else { return StandardOutput.write(result) }
        StandardOutput.write(say(.sendIsSent, ["signature": result["signature"]?.text?.visible ?? "?"]) + "\n")
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
