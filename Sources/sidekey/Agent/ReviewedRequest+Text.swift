import Localization
import RequestWording

extension ReviewedRequest {
    /// What the request asks for, in lines for a terminal. Everything that a page chose has its control characters spelled out.
    var text: String {
        let wording = RequestWording(
            summary: summary, kind: kind, items: items, totals: totals, life: life, isComplete: isComplete,
            in: .ofTerminal)
        return ([wording.heading] + wording.lines).map { $0 + "\n" }.joined()
    }
}
