import ArgumentParser
import JSONRPC
import Wording

/// The change of a policy that takes the passphrase only where it lets more through.
struct PolicyChangeRequest {
    let params: JSONObject
    /// True if nothing more is let through.
    let isTighter: Bool

    /// Makes the change, and returns the policy.
    func make(with agent: inout AgentClient, _ passphrase: PassphraseOptions) throws -> JSON {
        guard !isTighter else { return try agent.call("policy.tighten", params) }
        let secret = try passphrase.read()
        return try agent.call(
            "policy.set",
            [
                "budgets": params["budgets"], "pressAllowance": params["pressAllowance"],
                "pressAmounts": params["pressAmounts"],
            ], passphrase: secret)
    }
}

/// The budget of a site, as `sidekey policy limit --site` sets it.
struct BudgetRequest {
    let origin: String
    let spend: [(asset: String, units: UInt64)]

    /// - Parameter site: An origin, or a host that is reached by https.
    init(site: String, spend: [(asset: String, units: UInt64)]) {
        origin = site == "sidekey" || site.contains("://") ? site : "https://\(site)"
        self.spend = spend
    }

    /// - Parameter policy: The policy as it is.
    func change(of policy: JSON) -> PolicyChangeRequest {
        let present = policy["budgets"]?.array?.first { $0["origin"]?.text == origin }?["spend"]?.array ?? []
        let spend = spend.filter { $0.units > 0 }
        let isTighter = spend.allSatisfy { asset, units in
            present.contains { $0["asset"]?.text == asset && units <= $0["amount"]?.text.flatMap { UInt64($0) } ?? 0 }
        }
        let budget: JSON = [
            "origin": .string(JSONString(origin)),
            "spend": .array(
                spend.map { ["asset": .string(JSONString($0.asset)), "amount": .string(JSONString("\($0.units)"))] }),
        ]
        return PolicyChangeRequest(params: ["budgets": [budget]], isTighter: isTighter)
    }
}

/// `sidekey policy press`: shows and sets what clicks in Sidekey's window may approve.
struct PolicyPress: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "press", abstract: say(.helpPress), discussion: say(.helpPressMore))

    @Option(help: ArgumentHelp(say(.helpPressSpend), valueName: "amount"))
    var spend: [Spending] = []

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { _ = try spend.amounts() }

    func run() throws {
        let amounts = try spend.amounts()
        var agent = try AgentClient.connect()
        var policy = try agent.call("policy.get")
        if !amounts.isEmpty {
            try Wallet.requireSome(agent.greeting)
            policy = try Self.change(of: policy, amounts).make(with: &agent, passphrase)
        }
        guard !output.json else { return StandardOutput.write(policy) }
        var lines = NamedLines()
        PolicyText(policy).appendPresses(to: &lines)
        StandardOutput.write(lines.text(width: 14))
    }

    private static func change(of policy: JSON, _ amounts: [(asset: String, units: UInt64)]) -> PolicyChangeRequest {
        var params: JSONObject = [:]
        var rows: [JSON] = []
        var isTighter = true
        for (asset, units) in amounts {
            let row = policy["pressAmounts"]?.array?.first { $0["asset"]?.text == asset }
            let present = asset == "SOL" ? policy["pressAllowance"] : row?["amount"]
            isTighter = isTighter && units <= present?.text.flatMap { UInt64($0) } ?? 0
            if asset == "SOL" {
                params["pressAllowance"] = .string(JSONString("\(units)"))
            } else {
                rows.append(["asset": .string(JSONString(asset)), "amount": .string(JSONString("\(units)"))])
            }
        }
        if !rows.isEmpty { params["pressAmounts"] = .array(rows) }
        return PolicyChangeRequest(params: params, isTighter: isTighter)
    }
}

/// The budgets of sites in words.
struct BudgetsText {
    private let budgets: [JSON]

    /// - Parameter policy: The answer of `policy.get`.
    init(_ policy: JSON) {
        budgets = policy["budgets"]?.array ?? []
    }

    func write(asJSON isJSON: Bool) {
        if isJSON {
            StandardOutput.write(JSON.object(["budgets": .array(budgets)]))
        } else {
            StandardOutput.write(budgets.isEmpty ? say(.budgetsNone) + "\n" : text)
        }
    }

    /// The budgets, one after the other; empty if there are none.
    var text: String {
        budgets.map { budget in
            var lines = NamedLines()
            for (place, row) in (budget["spend"]?.array ?? []).enumerated() {
                let amount = AmountText(row)
                let (whole, left) = (amount.text("amount") ?? "?", amount.text("left") ?? "?")
                let value = say(.ruleAllowanceLeft, ["amount": whole, "left": left])
                if place == 0 { lines.append(.nameSpending, value) } else { lines.append(named: "", value) }
            }
            let date = budget["since"]?.int.flatMap { UTCDate(milliseconds: $0)?.text } ?? "?"
            let site = budget["origin"]?.text?.visible ?? "?"
            return say(.budgetOf, ["site": site, "date": date]) + "\n" + lines.text(width: 13, indent: 2)
        }.joined()
    }
}
