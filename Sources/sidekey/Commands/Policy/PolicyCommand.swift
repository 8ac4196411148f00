import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey policy ...`: what the browser may decide, and what it may not.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: say(.helpPolicy),
        subcommands: [
            PolicyShow.self, PolicySet.self, PolicyTighten.self, PolicyAllowance.self, PolicyLimitAdd.self,
            PolicyLimitList.self, PolicyUnlimit.self,
        ], defaultSubcommand: PolicyShow.self)
}

/// `sidekey policy show`.
struct PolicyShow: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: say(.helpPolicyShow))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let policy = try agent.call("policy.get")
        if output.json { StandardOutput.write(policy) } else { StandardOutput.write(PolicyText(policy).text) }
    }
}

/// `sidekey policy set`: asks for the passphrase, since it may loosen.
struct PolicySet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: say(.helpPolicySet),
        discussion: say(.helpPolicySetMore))

    @Option(help: Approvals.help)
    var approvals: Approvals?

    @Option(help: ArgumentHelp(say(.helpAllowance), valueName: "sol"))
    var allowance: Lamports?

    @Option(help: ArgumentHelp(say(.helpPressAllowance), valueName: "sol"))
    var pressAllowance: Lamports?

    @Option(help: ArgumentHelp(say(.helpSession), valueName: "seconds"))
    var session: Int?

    @Flag(inversion: .prefixedNo, help: ArgumentHelp(say(.helpPerRequest)))
    var perRequest: Bool?

    @Flag(help: ArgumentHelp(say(.helpRecognition)))
    var recognition = false

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard
            approvals != nil || allowance != nil || pressAllowance != nil || session != nil || perRequest != nil
                || recognition
        else {
            throw ValidationError(say(.usageNothingToSet))
        }
        if let session, !(10...3600).contains(session) { throw ValidationError(say(.usageSession)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let word = recognition ? try RecognitionWord.ask() : nil
        let secret = try passphrase.read()
        let request = try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(
                id: "policy", method: "policy.set",
                params: [
                    "approvals": .json(approvals.map { .string($0.rawValue) }),
                    "allowance": .json(allowance.map { .string("\($0.count)") }),
                    "pressAllowance": .json(pressAllowance.map { .string("\($0.count)") }),
                    "session": .json(session.map { .number($0 * 1000) }),
                    "perRequest": .json(perRequest.map { .bool($0) }), "recognition": .json(word.map { .string($0) }),
                    "passphrase": .secret(secret),
                ])
        }
        let policy = try agent.call(request)
        output.write(policy, or: PolicyText(policy).text)
    }
}
