import ArgumentParser
import JSONRPC
import Wording

/// `sidekey policy tighten`: makes a rule stricter, which nobody has to prove anything for.
struct PolicyTighten: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tighten", abstract: say(.helpPolicyTighten), discussion: say(.helpPolicyTightenMore))

    @Option(help: Approvals.help)
    var approvals: Approvals?

    @Option(help: ArgumentHelp(say(.helpAllowance), valueName: "sol"))
    var allowance: Lamports?

    @Option(help: ArgumentHelp(say(.helpPressAllowance), valueName: "sol"))
    var pressAllowance: Lamports?

    @Option(help: ArgumentHelp(say(.helpSession), valueName: "seconds"))
    var session: Int?

    @Flag(help: ArgumentHelp(say(.helpPerRequest)))
    var perRequest = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard approvals != nil || allowance != nil || pressAllowance != nil || session != nil || perRequest else {
            throw ValidationError(say(.usageNothingToSet))
        }
        if let session, !(10...3600).contains(session) { throw ValidationError(say(.usageSession)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var params: JSONObject = [:]
        params["approvals"] = approvals.map { .string(JSONString($0.rawValue)) }
        params["allowance"] = allowance.map { .string(JSONString("\($0.count)")) }
        params["pressAllowance"] = pressAllowance.map { .string(JSONString("\($0.count)")) }
        params["session"] = session.map { .number($0 * 1000) }
        if perRequest { params["perRequest"] = true }
        let policy = try agent.call("policy.tighten", params)
        output.write(policy, or: PolicyText(policy).text)
    }
}
