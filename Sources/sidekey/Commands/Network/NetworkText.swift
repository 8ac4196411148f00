import JSONRPC
import SolanaTransactions
import Wording

/// The network's settings in words.
struct NetworkText {
    private let policy: JSON
    private var network: JSON? { policy["network"] }

    init(_ policy: JSON) {
        self.policy = policy
    }

    var text: String {
        // What the records say counts only once a passphrase has shown them to be the user's.
        var lines = NamedLines()
        guard policy["trust"] != "unverified" else {
            lines.append(.nameNetwork, say(.networkUntilUnlocked))
            return lines.text(width: 14)
        }
        lines.append(.nameNetwork, say(network?["off"]?.bool == true ? .networkIsOff : .networkIsOn))
        lines.append(.nameCluster, network?["cluster"]?.text ?? "")
        for cluster in Cluster.allCases {
            let own = network?["endpoints"]?[cluster.name]?.array?.compactMap(\.text)
            let endpoints = own.map { $0.isEmpty ? [say(.endpointNone)] : $0 } ?? [say(.endpointPublic)]
            for (place, endpoint) in endpoints.enumerated() {
                lines.append(named: place == 0 ? cluster.name : "", endpoint)
            }
        }
        return lines.text(width: 14)
    }

    /// An endpoint of `network.status` in words.
    static func line(_ node: JSON) -> String {
        let found = node["found"]?.text.map { String($0.drop { $0 != ":" }.dropFirst()) }
        let state =
            switch node["state"]?.text {
            case "reached": say(.endpointReached)
            case "wrong-cluster": found.map { say(.endpointOfCluster, ["cluster": $0]) } ?? say(.endpointOfOther)
            default: say(.endpointUnreachable)
            }
        let version = node["version"]?.text.map { say(.endpointVersion, ["version": $0]) } ?? ""
        let slot = node["slot"]?.text.map { say(.endpointSlot, ["slot": $0]) } ?? ""
        return "\(node["node"]?.text ?? ""): \(state)\(version)\(slot)".visible + "\n"
    }
}
