import ApprovalQueue
import JSONRPC
import Screens
import WalletRuntime
import WalletState
import Wording

/// Wider amounts that Sidekey's own window offers beside one approval: a budget for the site, and amounts of tokens for presses in the window.
///
/// It is offered where nothing else led the request to the window, or to the passphrase. Whatever the user chooses takes the passphrase.
struct BudgetOffer: Sendable {
    /// An asset, and the amounts to choose from, the smallest first.
    struct Row: Sendable, Hashable {
        let asset: PolicyAsset
        let amounts: [UInt64]
    }

    /// The most assets on a screen.
    private static let maximumCount = 3

    /// The site's origin, as a browser writes it.
    let origin: String
    /// What the site may spend from the popup.
    let spend: [Row]
    /// What any site may spend by a press in the window.
    let press: [Row]
    private let totals: JSON?

    /// - Parameters:
    ///   - reasons: The reasons the browser can't approve the request.
    ///   - proof: The reason a press in the window isn't enough.
    ///   - budget: The site's budget, and what is left of it.
    ///   - amounts: The tokens that presses in the window may let out, and what is left of them.
    /// - Returns: nil if no amount would help.
    init?(
        for request: ApprovalRequest, _ reasons: [RequestRisk.Reason], _ proof: ProofReason?, budget: [AmountLeft],
        amounts: [AmountLeft]
    ) {
        let risk = request.review.risk
        let tokens = risk.tokens.sorted { $0.key < $1.key }.filter { $0.value > 0 }
            .map { (asset: PolicyAsset.tokens(mint: $0.key), amount: $0.value) }
        func rows(_ leaving: [(asset: PolicyAsset, amount: UInt64)], beyond present: [AmountLeft]) -> [Row] {
            leaving.compactMap { asset, amount in
                let state = present.first { $0.asset == asset }
                guard amount > state?.left ?? 0 else { return nil }
                let choices = Self.choices(for: amount, above: state?.amount ?? 0)
                return choices.isEmpty ? nil : Row(asset: asset, amounts: choices)
            }
        }
        // A site's first signature leads to the window once; a budget is there for the next ones.
        let isBudget =
            Set(reasons).isSubset(of: [.allowance, .tokens, .firstSignature])
            && !Set(reasons).isDisjoint(with: [.allowance, .tokens])
        let lamports = reasons.contains(.allowance) ? [(asset: PolicyAsset.sol, amount: risk.lamports)] : []
        spend = isBudget ? Array(rows(lamports + tokens, beyond: budget).prefix(Self.maximumCount)) : []
        press = proof == .amount ? Array(rows(tokens, beyond: amounts).prefix(Self.maximumCount)) : []
        guard !spend.isEmpty || !press.isEmpty else { return nil }
        origin = request.content.page.origin.serialized
        totals = request.review.totals
    }

    /// What is asked for now, five and twenty times as much, rounded up to 1, 2 or 5 and zeros; only what is more than holds already.
    static func choices(for amount: UInt64, above present: UInt64) -> [UInt64] {
        guard present < .max else { return [] }
        let least = max(amount, present + 1)
        let factors: [UInt64] = [1, 5, 20]
        return factors.reduce(into: []) { choices, factor in
            let (wanted, isOver) = least.multipliedReportingOverflow(by: factor)
            guard !isOver, let rounded = round(wanted), choices.last != rounded else { return }
            choices.append(rounded)
        }
    }

    /// The next of 1, 2, 5, 10, 20, 50 and so on; nil if there is none.
    private static func round(_ amount: UInt64) -> UInt64? {
        var unit: UInt64 = 1
        while true {
            for step: UInt64 in [1, 2, 5] {
                let (rounded, isOver) = unit.multipliedReportingOverflow(by: step)
                guard !isOver else { return nil }
                if rounded >= amount { return rounded }
            }
            let (next, isOver) = unit.multipliedReportingOverflow(by: 10)
            guard !isOver else { return nil }
            unit = next
        }
    }

    /// The choices as a screen shows them, with what was chosen before.
    ///
    /// - Parameter site: The asker's name.
    func parts(_ values: ScreenDialog.Values, site: String, in words: Phrasebook) -> [ScreenPart] {
        var parts: [ScreenPart] = []
        func add(_ row: Row, _ id: String, _ label: String, first: String) {
            let options =
                [ScreenOption(id: Self.none, label: words(.offerNone))]
                + row.amounts.map {
                    ScreenOption(
                        id: "\($0)", label: words(.offerUpTo, ["amount": words.amount($0, of: row.asset, in: totals)]))
                }
            parts.append(
                .choice(
                    id: id, label: label, options: options, chosen: values[id]?.first ?? first, answersAtOnce: false))
        }
        for row in spend {
            add(row, Self.id("spend", row), words(.offerSpend, ["site": site]), first: "\(row.amounts.first ?? 0)")
        }
        for row in press {
            // One wider rule is enough unless the user asks for both.
            add(
                row, Self.id("press", row), words(.offerPress),
                first: spend.isEmpty ? "\(row.amounts.first ?? 0)" : Self.none)
        }
        return parts
    }

    /// What was chosen; an amount that wasn't offered is none.
    func chosen(_ values: ScreenDialog.Values) -> BudgetWidening {
        func amounts(_ rows: [Row], _ kind: String) -> [PolicyAsset: UInt64] {
            rows.reduce(into: [:]) { amounts, row in
                let chosen = values[Self.id(kind, row)]?.first
                amounts[row.asset] = row.amounts.first { "\($0)" == chosen }
            }
        }
        return BudgetWidening(of: origin, spend: amounts(spend, "spend"), press: amounts(press, "press"))
    }

    private static let none = "0"

    private static func id(_ kind: String, _ row: Row) -> String { "\(kind) \(row.asset.name)" }
}

extension Phrasebook {
    /// An amount of an asset as the review's totals name it: the list's symbol, else its own with the mint.
    fileprivate func amount(_ units: UInt64, of asset: PolicyAsset, in totals: JSON?) -> String {
        guard let mint = asset.mint, KnownAsset.named(asset) == nil, let token = totals?.token(mint) else {
            return amount(units, of: asset)
        }
        return tokens(units, of: token)
    }
}

extension JSON {
    /// The first object that tells the decimals of a mint.
    fileprivate func token(_ mint: String) -> JSON? {
        switch self {
        case .object(let object):
            if object["mint"]?.text == mint, object["decimals"] != nil { return self }
            return object.members.lazy.compactMap { $0.value.token(mint) }.first
        case .array(let values): return values.lazy.compactMap { $0.token(mint) }.first
        case .null, .bool, .number, .string: return nil
        }
    }
}
