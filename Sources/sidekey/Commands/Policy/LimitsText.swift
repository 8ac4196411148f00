import JSONRPC
import Wording

/// The limits of a policy in words, and what of them a request breaks.
struct LimitsText {
    private let limits: [JSON]

    /// - Parameter policy: What `policy.get` answers.
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

    /// Empty where there are none.
    var text: String { limits.map(Self.text).joined() }

    private static func text(_ limit: JSON) -> String {
        let heading: TextKey = limit["action"]?.text == "raise" ? .limitRaises : .limitRefuses
        var lines = NamedLines()
        lines.append(.nameAccount, limit["account"]?.text ?? say(.limitAny))
        lines.append(.nameSite, limit["origin"]?.text ?? say(.limitAny))
        if let ceiling = sol(limit["ceiling"]) { lines.append(.nameCeiling, "\(ceiling) SOL") }
        if let spending = limit["spending"], let amount = sol(spending["lamports"]), let left = sol(spending["left"]) {
            lines.append(
                .nameSpending, say(.limitSpending, ["amount": amount, "period": period(spending), "left": left]))
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

    /// Why a limit raises or refuses a request, a line for each of its bounds.
    ///
    /// - Parameter limits: `limits` of what `approvals.get` answers.
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
