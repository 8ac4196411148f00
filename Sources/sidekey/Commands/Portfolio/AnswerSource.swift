import JSONRPC
import SolanaTransactions
import Wording

/// Who said what an answer tells, and how long ago that was.
struct AnswerSource {
    let json: JSON

    init(_ json: JSON) { self.json = json }

    /// The account, the cluster and the node, each on a line.
    var heading: String {
        let cluster = json["cluster"]?.text?.visible ?? "?"
        var lines = NamedLines()
        lines.append(.nameAccount, json["account"]?.text?.visible ?? "?")
        lines.append(.nameCluster, Cluster(rawValue: cluster)?.name ?? cluster)
        lines.append(.nameAsOf, node)
        return lines.text(width: 10)
    }

    private var node: String {
        let name = json["node"]?.text?.visible ?? "?"
        let slot = (json["slot"]?.text).map { say(.sourceSlot, ["slot": $0.visible]) } ?? ""
        guard isSaved else { return name + slot }
        let age = age ?? say(.sourceUnknown)
        return "\(age), \(name)\(slot)"
    }

    /// How long ago it was, as people say it; nil where nobody knows.
    var age: String? { json["age"]?.int.map { say(.sourceAgo, ["age": Self.text($0)]) } }

    private var isSaved: Bool { json["cause"] != nil }

    /// Says on standard error that what was printed is old, and why.
    func warn() {
        guard isSaved else { return }
        let cause = json["cause"]?.text?.visible ?? "?"
        let nodes = (json["unanswered"]?.array ?? []).compactMap { $0.text?.visible }
        Self.warn(
            nodes.isEmpty
                ? say(.sourceSaved, ["cause": cause])
                : say(.sourceUnanswered, ["nodes": nodes.joined(separator: ", "), "cause": cause]))
        if json["whole"]?.bool == false {
            Self.warn(say(.sourceGaps))
        }
    }

    private static func warn(_ text: String) { StandardError.write("sidekey: \(say(.labelWarning)): \(text)\n") }

    /// Milliseconds as people say them.
    private static func text(_ milliseconds: Int) -> String {
        let seconds = milliseconds / 1000
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3600) h"
        default: say(.countedDays, seconds / 86_400)
        }
    }
}
