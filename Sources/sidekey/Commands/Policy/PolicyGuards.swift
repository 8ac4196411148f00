import ArgumentParser
import DisplayText
import JSONRPC
import Wording

/// `sidekey policy guards`: shows how tightly guards hold and which sites get none, and changes it; what lets more through asks for the passphrase.
struct PolicyGuards: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guards", abstract: say(.helpPolicyGuards), discussion: say(.helpPolicyGuardsMore))

    @Option(help: ArgumentHelp(say(.helpTolerance), valueName: "percent"))
    var tolerance: Percentage?

    @Option(help: ArgumentHelp(say(.helpGuardsOff), valueName: "site"))
    var off: [String] = []

    @Option(help: ArgumentHelp(say(.helpGuardsOn), valueName: "site"))
    var on: [String] = []

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        var policy = try agent.call("policy.get")
        if tolerance != nil || !off.isEmpty || !on.isEmpty {
            try Wallet.requireSome(agent.greeting)
            policy = try change(policy, &agent)
        }
        guard !output.json else { return StandardOutput.write(policy) }
        var lines = NamedLines()
        PolicyText(policy).appendGuards(to: &lines)
        StandardOutput.write(lines.text(width: 14))
    }

    private func change(_ policy: JSON, _ agent: inout AgentClient) throws -> JSON {
        var guards: JSONObject = [:]
        guards["tolerance"] = tolerance.map { .number($0.hundredths) }
        if !off.isEmpty { guards["off"] = .array(off.map { .string(JSONString($0)) }) }
        if !on.isEmpty { guards["on"] = .array(on.map { .string(JSONString($0)) }) }
        let present = policy["guards"]?["tolerance"]?.int ?? 0
        guard !off.isEmpty || (tolerance?.hundredths ?? 0) > present || passphrase.passphraseFile != nil else {
            return try agent.call("policy.tighten", ["guards": .object(guards)])
        }
        let secret = try passphrase.read()
        return try agent.call("policy.set", ["guards": .object(guards)], passphrase: secret)
    }
}

/// A percentage of at most 10 with two decimal places: `0.5%`, or `0.5`.
struct Percentage: ExpressibleByArgument {
    let hundredths: Int

    init?(argument: String) {
        let number = argument.hasSuffix("%") ? String(argument.dropLast()) : argument
        guard let amount = try? DecimalAmount(number, decimals: 2), amount.units <= 1_000 else { return nil }
        hundredths = Int(amount.units)
    }
}
