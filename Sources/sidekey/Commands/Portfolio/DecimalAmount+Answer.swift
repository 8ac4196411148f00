import DisplayText
import JSONRPC
import Wording

extension DecimalAmount {
    /// What an answer of the agent's says in one of its members; nil where it says no amount.
    init?(_ json: JSON, _ name: String, decimals: UInt8? = nil) {
        guard let text = json[name]?.text, let units = UInt64(text) else { return nil }
        let told = json["decimals"]?.int.flatMap { UInt8(exactly: $0) }
        self.init(units: units, decimals: decimals ?? told ?? 0)
    }
}

/// A token as a list shows it: its mint, and what it calls itself.
struct TokenLabel: CustomStringConvertible {
    let json: JSON

    init(_ json: JSON) { self.json = json }

    var description: String {
        let claims = ["symbol", "name"].compactMap { json["claims"]?[$0]?.text }.filter { !$0.isEmpty }
        let mint = (json["mint"] ?? json["currency"])?.text?.visible ?? "?"
        guard !claims.isEmpty else { return mint }
        let quoted = claims.map { "\"\($0.visible)\"" }.joined(separator: ", ")
        return "\(mint) \(say(.tokenCallsItself, ["claims": quoted]))"
    }
}
