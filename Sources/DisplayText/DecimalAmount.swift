/// An amount in a currency's smallest unit, written with its decimal point; no digit is rounded away.
///
/// Prompt and terminal write amounts by this; the popup's `amount.js` writes the same digits, grouped as its language groups them.
public struct DecimalAmount: Hashable, Sendable, CustomStringConvertible {
    public let units: UInt64
    /// How many decimal places the smallest unit stands behind the point.
    public let decimals: UInt8

    /// SOL has nine decimal places.
    public static func sol(_ lamports: UInt64) -> DecimalAmount { DecimalAmount(units: lamports, decimals: 9) }

    public init(units: UInt64, decimals: UInt8) {
        self.units = units
        self.decimals = decimals
    }

    public var description: String {
        var digits = String(units)
        guard decimals > 0 else { return digits }
        digits = String(repeating: "0", count: max(0, Int(decimals) + 1 - digits.utf8.count)) + digits
        var fraction = digits.suffix(Int(decimals))
        while fraction.last == "0" { fraction.removeLast() }
        return digits.dropLast(Int(decimals)) + (fraction.isEmpty ? "" : "." + fraction)
    }
}
