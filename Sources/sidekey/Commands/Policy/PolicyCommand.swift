import ArgumentParser
import JSONRPC
import Salt

/// `sidekey policy ...`: what the browser may decide, and what it may not.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: "Show and set what is decided in the browser and what outside it.",
        subcommands: [PolicyShow.self, PolicySet.self], defaultSubcommand: PolicyShow.self)
}

/// `sidekey policy show`.
struct PolicyShow: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the policy.")

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
        commandName: "set", abstract: "Change the policy; asks for the passphrase.",
        discussion: """
            --approvals says what is decided outside the browser: nothing (popup), what is risky (risky, the default), or \
            everything (native). The allowance is how much the browser's approvals may let out before the next proof \
            outside it.
            """)

    @Option(help: Approvals.help)
    var approvals: Approvals?

    @Option(help: ArgumentHelp("What browser approvals may let out, in SOL, such as 0.1.", valueName: "sol"))
    var allowance: Lamports?

    @Option(help: ArgumentHelp("How long a session lasts, in seconds.", valueName: "seconds"))
    var session: Int?

    @Flag(inversion: .prefixedNo, help: "Ask for passphrase or passkey for every request.")
    var perRequest: Bool?

    @Flag(help: "Ask for a word by which you recognise prompts outside the browser.")
    var recognition = false

    @OptionGroup var passphrase: PassphraseOptions

    func validate() throws {
        guard approvals != nil || allowance != nil || session != nil || perRequest != nil || recognition else {
            throw ValidationError("nothing to set; see sidekey policy set --help")
        }
        if let session, !(10...3600).contains(session) { throw ValidationError("a session lasts 10 to 3600 seconds") }
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
                    "session": .json(session.map { .number($0 * 1000) }),
                    "perRequest": .json(perRequest.map { .bool($0) }), "recognition": .json(word.map { .string($0) }),
                    "passphrase": .secret(secret),
                ])
        }
        StandardOutput.write(PolicyText(try agent.call(request)).text)
    }
}
