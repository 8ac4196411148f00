import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey policy ...`: manages what the browser may decide, and what it may not.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: say(.helpPolicy),
        subcommands: [
            PolicyShow.self, PolicySet.self, PolicyTighten.self, PolicyAllowance.self, PolicyLimitAdd.self,
            PolicyLimitList.self, PolicyUnlimit.self, PolicyPress.self, PolicyGuards.self,
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
        if let session, !(10...28_800).contains(session) { throw ValidationError(say(.usageSession)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let word = recognition ? try RecognitionWord.ask() : nil
        let secret = try passphrase.read()
        let policy = try agent.call(
            "policy.set",
            [
                "approvals": approvals.map { .string($0.rawValue) },
                "allowance": allowance.map { .string("\($0.count)") },
                "pressAllowance": pressAllowance.map { .string("\($0.count)") },
                "session": session.map { .number($0 * 1000) },
                "perRequest": perRequest.map { .bool($0) }, "recognition": word.map { .string($0) },
            ], passphrase: secret)
        output.write(policy, or: PolicyText(policy).text)
    }
}

/// `sidekey policy tighten`: makes a rule stricter, which needs no passphrase.
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
        if let session, !(10...28_800).contains(session) { throw ValidationError(say(.usageSession)) }
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

/// `sidekey policy allowance`: shows what approvals in the browser may still spend, and refills it.
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
        return try agent.call("policy.set", ["resetAllowance": true], passphrase: secret)
    }
}

/// The place where requests are decided: everything in the browser, risky ones outside it, or nothing in it.
enum Approvals: String, ExpressibleByArgument, CaseIterable {
    case popup
    case risky
    case native

    static let help = ArgumentHelp(say(.helpApprovals), valueName: "where")
}

/// A stretch of time in milliseconds: `30m`, `24h` or `7d`.
struct PolicyPeriod: ExpressibleByArgument, CustomStringConvertible {
    let milliseconds: Int

    /// 24 hours.
    static let day = 86_400_000

    private static let units: [(letter: Character, milliseconds: Int)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000),
    ]
    /// The periods that the agent accepts: a minute to 366 days.
    private static let bounds = 60_000...31_622_400_000

    init(milliseconds: Int) {
        self.milliseconds = milliseconds
    }

    init?(argument: String) {
        let digits = argument.dropLast()
        guard let unit = Self.units.first(where: { $0.letter == argument.last }), (1...9).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(digits)
        else { return nil }
        milliseconds = count * unit.milliseconds
        guard Self.bounds.contains(milliseconds) else { return nil }
    }

    /// The period in the largest unit that leaves no remainder; in seconds if none does.
    var description: String {
        for unit in Self.units where milliseconds % unit.milliseconds == 0 {
            return "\(milliseconds / unit.milliseconds)\(unit.letter)"
        }
        return "\(milliseconds / 1000)s"
    }
}

/// A number of signatures in a period: `20/1h`.
struct SignatureRate: ExpressibleByArgument {
    let count: UInt64
    let period: PolicyPeriod

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = UInt64(parts[0]),
            let period = PolicyPeriod(argument: String(parts[1]))
        else { return nil }
        (self.count, self.period) = (count, period)
    }
}

/// The word that prompts outside the browser show, so that the user can tell them from an imitation. The browser never learns it.
enum RecognitionWord {
    /// The most bytes that it may have.
    private static let limit = 64

    /// Asks for the word, if the command has a terminal of its own. The empty word removes it.
    static func ask() throws(CommandError) -> String {
        try ask(on: Terminal(for: .purposeWordChoice, hint: .hintInTerminal))
    }

    /// Offers the word to a user who has just made a wallet. The wallet stays, whatever happens to the word.
    static func offer(
        on terminal: borrowing Terminal, unlockedBy passphrase: borrowing SecretBytes, with agent: inout AgentClient
    ) {
        do throws(CommandError) {
            let word = try ask(on: terminal)
            if !word.isEmpty { try set(word, unlockedBy: passphrase, with: &agent) }
        } catch {
            terminal.write("\(error.message)\n\(say(.wordNone))\n")
        }
    }

    private static func set(
        _ word: String, unlockedBy passphrase: borrowing SecretBytes, with agent: inout AgentClient
    ) throws(CommandError) {
        let request = try passphrase.withBytes { passphrase throws(CommandError) in
            try SecretRequest(
                id: "word", method: "policy.set",
                params: ["recognition": .json(.string(word)), "passphrase": .secret(passphrase)])
        }
        _ = try agent.call(request)
    }

    private static func ask(on terminal: borrowing Terminal) throws(CommandError) -> String {
        terminal.write(say(.wordMeans) + "\n")
        while true {
            let typed = try terminal.line(say(.askWord), echo: true)
            let text = typed.withBytes { String(decoding: $0, as: UTF8.self) }
            if text.utf8.count <= limit, text == text.visible { return text }
            terminal.write(say(.wordRange, ["count": "\(limit)"]) + "\n")
        }
    }
}
