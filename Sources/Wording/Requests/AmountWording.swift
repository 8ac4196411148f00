import DisplayText
import JSONRPC

/// Amounts in words: in the unit that people use, or else as what they are, smallest units of a token.
///
/// ```
/// 0.5 SOL
/// 5 “USDX” (CdHZ…9wQe)                        the symbol is the token's own claim, so that its mint stands with it
/// 5 of the token CdHZ…9wQe
/// 5000000 of the smallest unit of CdHZ…9wQe   where nobody says how many decimals it has
/// ```
///
/// Tests/Support/amounts.json says the same for the popup.
struct AmountWording {
    let words: Phrasebook

    /// Lamports in SOL; what is no number stays as it is.
    static func sol(_ lamports: String) -> String {
        UInt64(lamports).map { "\(DecimalAmount.sol($0)) SOL" } ?? lamports.visible
    }

    /// - Parameter token: Has `mint`, `decimals` and `symbol`, as far as they are known: a flow, an effect, or parameters of a finding.
    func tokens(_ units: String, of token: JSON?) -> String {
        let mint = token?["mint"]?.text.map { Self.shortened($0.visible) }
        guard let decimals = token?["decimals"]?.int.flatMap({ UInt8(exactly: $0) }), let count = UInt64(units) else {
            let amount: KeyValuePairs = ["amount": units.visible, "mint": mint ?? ""]
            return words(mint == nil ? .amountSmallestOfSome : .amountSmallest, amount)
        }
        let amount = "\(DecimalAmount(units: count, decimals: decimals))"
        guard let mint else { return words(.amountOfSome, ["amount": amount]) }
        guard let symbol = token?["symbol"]?.text, !symbol.isEmpty else {
            return words(.amountOfToken, ["amount": amount, "mint": mint])
        }
        return "\(amount) \(QuotedText.inline(symbol, most: 16)) (\(mint))"
    }

    /// An address by its ends, beside a name or an amount; it stands whole where it is used.
    static func shortened(_ address: String) -> String {
        address.count > 12 ? "\(address.prefix(4))…\(address.suffix(4))" : address
    }
}
