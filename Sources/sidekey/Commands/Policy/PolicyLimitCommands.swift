import ArgumentParser
import JSONRPC
import Salt
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `sidekey policy limit`: adds a limit, or tightens one. It takes no passphrase, since it lets less through. With `--site` it sets what the browser
/// may spend for a site, its budget.
struct PolicyLimitAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limit", abstract: say(.helpLimit), discussion: say(.helpLimitMore))

    @Option(help: ArgumentHelp(say(.helpLimitAccount), valueName: "address"))
    var account: String?

    @Option(help: ArgumentHelp(say(.helpLimitOrigin), valueName: "site"))
    var origin: String?

    @Option(help: ArgumentHelp(say(.helpLimitCeiling), valueName: "sol"))
    var ceiling: Lamports?

    @Option(help: ArgumentHelp(say(.helpLimitSite), valueName: "site"))
    var site: String?

    @Flag(help: ArgumentHelp(say(.helpLimitRemove)))
    var remove = false

    @Option(help: ArgumentHelp(say(.helpLimitSpend), valueName: "amount/period"))
    var spend: [Spending] = []

    @Option(help: ArgumentHelp(say(.helpLimitSignatures), valueName: "count/period"))
    var signatures: SignatureRate?

    @Option(help: ArgumentHelp(say(.helpLimitProgram), valueName: "address"))
    var program: [String] = []

    @Option(help: ArgumentHelp(say(.helpLimitExpires), valueName: "period"))
    var expires: PolicyPeriod?

    @Flag(help: ArgumentHelp(say(.helpLimitRaise)))
    var raise = false

    @Option(help: ArgumentHelp(say(.helpLimitReplace), valueName: "number"))
    var replace: Int?

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        let isOther = ceiling != nil || signatures != nil || !program.isEmpty || expires != nil
        guard site == nil else {
            guard !isOther, account == nil, origin == nil, replace == nil, !raise, remove == spend.isEmpty else {
                throw ValidationError(say(.usageBudget))
            }
            _ = try spend.amounts()
            return
        }
        guard !remove, isOther || !spend.isEmpty, spend.count <= 1 || replace == nil,
            spend.allSatisfy({ $0.period != nil })
        else { throw ValidationError(say(.usageNoLimit)) }
        for spending in spend { _ = try spending.amount() }
    }

    func run() throws {
        let budget = try site.map { BudgetRequest(site: $0, spend: try spend.amounts()) }
        let limits = try limits()
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        if let budget {
            let present = try agent.call("policy.get")
            BudgetsText(try budget.change(of: present).make(with: &agent, passphrase)).write(asJSON: output.json)
        } else {
            let policy = try agent.call("policy.tighten", ["limits": .array(limits)])
            LimitsText(policy).write(asJSON: output.json)
        }
    }

    /// A limit for each asset; the first has the other bounds too.
    private func limits() throws -> [JSON] {
        var limits: [JSON] = []
        for (place, spending) in spend.enumerated() {
            guard let period = spending.period?.milliseconds else { continue }
            let (asset, units) = try spending.amount()
            var rate: JSONObject = ["period": .number(JSONNumber(period))]
            if asset != "SOL" { rate["asset"] = .string(JSONString(asset)) }
            rate[asset == "SOL" ? "lamports" : "amount"] = .string(JSONString("\(units)"))
            var limit = place == 0 ? limit : whom
            limit["spending"] = .object(rate)
            limits.append(.object(limit))
        }
        return limits.isEmpty ? [.object(limit)] : limits
    }

    /// The requests that the limit applies to, and what becomes of them.
    private var whom: JSONObject {
        var limit: JSONObject = ["action": raise ? "raise" : "refuse"]
        limit["account"] = account.map { .string($0) }
        limit["origin"] = origin.map { .string($0) }
        return limit
    }

    private var limit: JSONObject {
        var limit = whom
        limit["id"] = replace.map { .number($0) }
        limit["ceiling"] = ceiling.map { .string("\($0.count)") }
        limit["signatures"] = signatures.map {
            ["count": .string("\($0.count)"), "period": .number($0.period.milliseconds)]
        }
        if !program.isEmpty { limit["programs"] = .array(program.map { .string($0) }) }
        limit["expiry"] = expires.map { .number(Int(time(nil)) * 1000 + $0.milliseconds) }
        return limit
    }
}

/// `sidekey policy limits`.
struct PolicyLimitList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "limits", abstract: say(.helpLimits))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        LimitsText(try agent.call("policy.get")).write(asJSON: output.json)
    }
}

/// `sidekey policy unlimit`: removes a limit; asks for the passphrase.
struct PolicyUnlimit: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unlimit", abstract: say(.helpUnlimit))

    @Argument(help: ArgumentHelp(say(.helpLimitNumbers), valueName: "number"))
    var numbers: [Int]

    @OptionGroup var output: OutputOptions
    @OptionGroup var passphrase: PassphraseOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let secret = try passphrase.read()
        let policy = try agent.call(
            "policy.set", ["removeLimits": .array(numbers.map { .number($0) })], passphrase: secret)
        LimitsText(policy).write(asJSON: output.json)
    }
}

/// The limits of a policy in words, and those of them that a request breaks.
struct LimitsText {
    private let limits: [JSON]

    /// - Parameter policy: The answer of `policy.get`.
    init(_ policy: JSON) {
        limits = policy["limits"]?.array ?? []
    }

    func write(asJSON isJSON: Bool) {
        if isJSON {
            StandardOutput.write(JSON.object(["limits": .array(limits)]))
        } else {
            StandardOutput.write(limits.isEmpty ? say(.limitsNone) + "\n" : text)
        }
    }

    /// The limits, one after the other; empty if there are none.
    var text: String { limits.map(Self.text).joined() }

    private static func text(_ limit: JSON) -> String {
        let heading: TextKey = limit["action"]?.text == "raise" ? .limitRaises : .limitRefuses
        var lines = NamedLines()
        lines.append(.nameAccount, limit["account"]?.text ?? say(.limitAny))
        lines.append(.nameSite, limit["origin"]?.text ?? say(.limitAny))
        if let ceiling = sol(limit["ceiling"]) { lines.append(.nameCeiling, "\(ceiling) SOL") }
        if let spending = limit["spending"], let left = AmountText(spending).text("left"),
            let amount = AmountText(spending).text(spending["asset"] == nil ? "lamports" : "amount")
        {
            lines.append(
                .nameSpending, say(.limitSignatures, ["count": amount, "period": period(spending), "left": left]))
        }
        if let signatures = limit["signatures"], let count = signatures["count"]?.text,
            let left = signatures["left"]?.text
        {
            lines.append(
                .nameSignatures, say(.limitSignatures, ["count": count, "period": period(signatures), "left": left]))
        }
        for (place, program) in (limit["programs"]?.array ?? []).compactMap(\.text).enumerated() {
            if place == 0 { lines.append(.namePrograms, program) } else { lines.append(named: "", program) }
        }
        if let expiry = limit["expiry"]?.int, let date = UTCDate(milliseconds: expiry)?.text {
            let isOver = limit["expired"]?.bool == true
            lines.append(.nameExpires, isOver ? say(.limitIsOver, ["date": date]) : date)
        }
        let number = limit["id"]?.int.map { "\($0)" } ?? "?"
        return say(heading, ["number": number]) + "\n" + lines.text(width: 13, indent: 2)
    }

    private static func sol(_ lamports: JSON?) -> String? {
        lamports?.text.flatMap { UInt64($0) }.map { "\(Lamports(count: $0))" }
    }

    private static func period(_ rate: JSON) -> String {
        PolicyPeriod(milliseconds: rate["period"]?.int ?? 0).description
    }

    /// Returns the reasons why a limit raises or refuses a request, a line for each of its bounds.
    ///
    /// - Parameter limits: `limits` in the answer of `approvals.get`.
    static func breaches(_ limits: [JSON]) -> String {
        limits.flatMap { limit -> [String] in
            let number = limit["id"]?.int.map { "\($0)" } ?? "?"
            return (limit["breaches"]?.array ?? []).compactMap { breach in
                let key: TextKey? =
                    switch breach.text {
                    case "expired": .breachExpired
                    case "ceiling": .breachCeiling
                    case "spending": .breachSpending
                    case "signatures": .breachSignatures
                    case "programs": .breachPrograms
                    default: nil
                    }
                return key.map { say($0, ["number": number]) + "\n" }
            }
        }.joined()
    }
}
