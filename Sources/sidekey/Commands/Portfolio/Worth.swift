import DisplayText
import JSONRPC
import Wording

/// The worth of one amount, as the agent tells it.
struct AssetWorth {
    private let json: JSON?
    private let currency: String

    /// - Parameters:
    ///   - json: The sum; nil if none is known.
    ///   - currency: The code of its currency.
    init(_ json: JSON?, in currency: JSON?) {
        self.json = json
        self.currency = currency?.text?.visible ?? "?"
    }

    /// The sum with what has to be said beside it; nil if there is none.
    var sum: String? {
        guard let value = json?["value"]?.text?.visible else { return nil }
        var text = "\(value) \(currency)"
        if json?["about"]?.bool == true { text = say(.worthAbout, ["sum": text]) }
        if let time = json?["asOf"]?.int, let date = UTCDate(milliseconds: time)?.text {
            text = say(.worthAsOf, ["sum": text, "time": date])
        }
        return text
    }

    /// The sum and the price, to be put behind the name of the asset; empty if there is none.
    var text: String {
        guard let sum else { return "" }
        let price = json?["price"]?.text.map { ", " + say(.worthEach, ["price": "\($0.visible) \(currency)"]) }
        return "  (\(sum)\(price ?? ""))"
    }
}

/// The worth of all that an account holds.
struct TotalWorth {
    private let json: JSON?

    /// - Parameter json: The member `worth` of `portfolio.balance`; nil if worth isn't shown.
    init(_ json: JSON?) { self.json = json }

    /// Lines of text; none if worth isn't shown.
    var text: String {
        guard let json else { return "" }
        var lines = [
            AssetWorth(json["total"], in: json["currency"]).sum.map { say(.worthTotal, ["sum": $0]) }
                ?? say(.worthUnknown)
        ]
        if json["total"] != nil, let count = json["unpriced"]?.int, count > 0 {
            lines.append(say(.countedUnpriced, count))
        }
        if let instead = json["instead"]?.text?.visible { lines.append(say(.worthInstead, ["currency": instead])) }
        return lines.map { $0 + "\n" }.joined()
    }
}
