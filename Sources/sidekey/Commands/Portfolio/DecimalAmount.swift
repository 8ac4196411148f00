import JSONRPC
import Localization

/// An amount in a currency's smallest unit, written with its decimal point; no digit is rounded away.
struct DecimalAmount: CustomStringConvertible {
    let units: UInt64
    let decimals: UInt8

    init(units: UInt64, decimals: UInt8) {
        self.units = units
        self.decimals = decimals
    }

    /// What an answer of the agent's says in one of its members; nil where it says no amount.
    init?(_ json: JSON, _ name: String, decimals: UInt8? = nil) {
        guard let text = json[name]?.text, let units = UInt64(text) else { return nil }
        let told = json["decimals"]?.int.flatMap { UInt8(exactly: $0) }
        self.init(units: units, decimals: decimals ?? told ?? 0)
    }

    var description: String {
        var digits = String(units)
        guard decimals > 0 else { return digits }
        digits = String(repeating: "0", count: max(0, Int(decimals) + 1 - digits.utf8.count)) + digits
        var fraction = digits.suffix(Int(decimals))
        while fraction.last == "0" { fraction.removeLast() }
        return digits.dropLast(Int(decimals)) + (fraction.isEmpty ? "" : "." + fraction)
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
