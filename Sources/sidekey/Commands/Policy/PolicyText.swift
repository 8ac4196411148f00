import JSONRPC

/// The policy in words.
struct PolicyText {
    let policy: JSON

    init(_ policy: JSON) {
        self.policy = policy
    }

    /// What `trust` means for the user; nil where the rules are what they settled.
    static func warning(_ trust: JSON?) -> String? {
        switch trust?.text {
        case "reset": "policy and grants were changed from outside; the strictest holds until you set it again"
        case "unverified": "the strictest policy holds and no site is connected until the wallet was unlocked once"
        default: nil
        }
    }

    var text: String {
        var lines: [(String, String)] = []
        if let approvals = policy["approvals"]?.text {
            let meaning =
                switch approvals {
                case "popup": "everything is decided in the browser"
                case "risky": "what is risky is decided outside the browser"
                case "native": "everything is decided outside the browser"
                default: "unknown"
                }
            lines.append(("approvals", "\(approvals): \(meaning)"))
        }
        if let allowance = policy["allowance"]?.text.flatMap({ UInt64($0) }) {
            let left = policy["left"]?.text.flatMap { UInt64($0) }.map { ", \(Lamports(count: $0)) SOL of it left" }
            lines.append(("allowance", "\(Lamports(count: allowance)) SOL\(left ?? "")"))
        }
        if let session = policy["session"]?.int { lines.append(("session", "\(session.seconds) s")) }
        if let perRequest = policy["perRequest"]?.bool {
            lines.append(("each request", perRequest ? "asks for passphrase or passkey" : "needs an open session"))
        }
        if let word = policy["recognition"]?.text { lines.append(("word", word)) }
        if let warning = Self.warning(policy["trust"]) { lines.append(("warning", warning)) }
        return lines.map { "\(($0.0 + ":").padded(to: 14))\($0.1.visible)\n" }.joined()
    }
}
