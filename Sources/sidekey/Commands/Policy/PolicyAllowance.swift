import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey policy allowance`: what approvals in the browser may still let out, and how it is refilled.
struct PolicyAllowance: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allowance", abstract: say(.helpPolicyAllowance), discussion: say(.helpPolicyAllowanceMore))

    @Flag(help: ArgumentHelp(say(.helpAllowanceReset)))
    var reset = false

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let policy = reset ? try refill(&agent) : try agent.call("policy.get")
        guard !output.json else { return StandardOutput.write(policy) }
        var lines = NamedLines()
        PolicyText(policy).appendAllowance(to: &lines)
        StandardOutput.write(lines.text(width: 14))
    }

    private func refill(_ agent: inout AgentClient) throws -> JSON {
        try Wallet.requireSome(agent.greeting)
        let secret = try passphrase.read()
        let request = try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(
                id: "policy", method: "policy.set",
                params: ["resetAllowance": .json(true), "passphrase": .secret(secret)])
        }
        return try agent.call(request)
    }
}
