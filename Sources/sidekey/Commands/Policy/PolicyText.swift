import JSONRPC
import Wording

/// The policy in words.
struct PolicyText {
    let policy: JSON

    init(_ policy: JSON) {
        self.policy = policy
    }

    /// Adds the allowance for approvals in the browser, the time when more of it returns, and below it the allowance for clicks in Sidekey's window.
    func appendAllowance(to lines: inout NamedLines) {
        defer { appendPresses(to: &lines) }
        append(.nameAllowance, "allowance", "left", to: &lines)
        guard let milliseconds = policy["leftReturns"]?.int else { return }
        // Whole minutes: what a period names by its largest unit would be rounded to hours.
        let minutes = max(1, (milliseconds + 59_999) / 60_000)
        let time =
            minutes < 60
            ? say(.ruleMinutes, ["minutes": "\(minutes)"])
            : say(.ruleHours, ["hours": "\(minutes / 60)", "minutes": "\(minutes % 60)"])
        lines.append(named: "", say(.ruleAllowanceReturns, ["time": time]))
    }

    /// Adds what clicks in Sidekey's window may approve: SOL, and the tokens that have an amount.
    func appendPresses(to lines: inout NamedLines) {
        append(.namePresses, "pressAllowance", "pressLeft", to: &lines)
        for row in policy["pressAmounts"]?.array ?? [] {
            let amount = AmountText(row)
            guard let whole = amount.text("amount"), let left = amount.text("left") else { continue }
            lines.append(named: "", say(.ruleAllowanceLeft, ["amount": whole, "left": left]))
        }
    }

    private func append(_ name: TextKey, _ whole: String, _ left: String, to lines: inout NamedLines) {
        guard let allowance = policy[whole]?.text.flatMap({ UInt64($0) }) else { return }
        let amount = "\(Lamports(count: allowance)) SOL"
        let left = policy[left]?.text.flatMap { UInt64($0) }.map { "\(Lamports(count: $0)) SOL" }
        lines.append(name, left.map { say(.ruleAllowanceLeft, ["amount": amount, "left": $0]) } ?? amount)
    }

    /// Adds how tightly guards hold, and a line for each site without them.
    func appendGuards(to lines: inout NamedLines) {
        guard let tolerance = policy["guards"]?["tolerance"]?.int else { return }
        lines.append(
            .nameGuards, say(.ruleTolerance, ["percent": say.percent(UInt64(clamping: tolerance))]))
        for site in policy["guards"]?["off"]?.array ?? [] {
            lines.append(named: "", say(.ruleGuardsOff, ["site": site.text?.visible ?? "?"]))
        }
    }

    var text: String {
        var lines = NamedLines()
        if let approvals = policy["approvals"]?.text {
            let meaning: TextKey =
                switch approvals {
                case "popup": .rulePopup
                case "risky": .ruleRisky
                case "native": .ruleNative
                default: .ruleUnknown
                }
            lines.append(.nameApprovals, say(meaning, ["name": approvals]))
        }
        appendAllowance(to: &lines)
        if let session = policy["session"]?.int { lines.append(.nameSession, "\(session.seconds) s") }
        if let perRequest = policy["perRequest"]?.bool {
            lines.append(.nameEachRequest, say(perRequest ? .ruleAsksEach : .ruleNeedsSession))
        }
        appendGuards(to: &lines)
        if let word = policy["recognition"]?.text { lines.append(.nameWord, word) }
        if let warning = say.warning(ofTrust: policy["trust"]?.text) { lines.append(.nameWarning, warning) }
        return lines.text(width: 14) + BudgetsText(policy).text + LimitsText(policy).text
    }
}
