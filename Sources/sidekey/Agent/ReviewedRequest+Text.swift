import DisplayText
import Wording

extension ReviewedRequest {
    /// How many lines a review has at most beside which its head needn't be said again before the question.
    private static let glance = 16

    /// The request in lines for a terminal. Everything that a page chose has its control characters spelled out, and keeps its quotation marks
    /// or its bar in each line that is seen.
    var text: String { Self.text(of: wording.head + wording.lines) }

    /// Who asks, which account and what moves, once more: what a long review has moved out of sight. Empty where it is short.
    var reminder: String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
        return lines > Self.glance ? "\n" + Self.text(of: wording.head) : ""
    }

    private var wording: RequestWording {
        RequestWording(
            summary: summary, kind: kind, items: items, totals: totals, life: life, names: names,
            isComplete: isComplete, in: .ofTerminal)
    }

    private static func text(of lines: [String]) -> String { TerminalWidth.folding(lines) }
}
