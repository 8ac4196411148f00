/// An amount in a currency's smallest unit, read and written with its decimal point; no digit is rounded away.
///
/// ```
/// amount = number [ "." digits ]      number: no leading zero but 0 itself; as many digits behind the point as there are decimals at most
/// ```
///
/// Prompt and terminal write amounts with it. The popup's `amount.js` writes the same digits, grouped by the rules of its language.
public struct DecimalAmount: Hashable, Sendable, CustomStringConvertible {
    public let units: UInt64
    /// The number of decimal places of the smallest unit.
    public let decimals: UInt8

    /// Returns an amount of SOL, which has nine decimal places.
    public static func sol(_ lamports: UInt64) -> DecimalAmount { DecimalAmount(units: lamports, decimals: 9) }

    public init(units: UInt64, decimals: UInt8) {
        self.units = units
        self.decimals = decimals
    }

    /// Reads an amount as people write it.
    ///
    /// - Throws: ``DecimalAmountError``.
    public init(_ text: String, decimals: UInt8) throws(DecimalAmountError) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isDigit) }), let whole = parts.first,
            whole.count == 1 || whole.first != UInt8(ascii: "0")
        else { throw .notANumber }
        let fraction = parts.count == 2 ? parts[1] : Substring().utf8
        guard fraction.count <= Int(decimals) else { throw .tooManyDecimals(decimals) }
        let zeros = repeatElement(UInt8(ascii: "0"), count: Int(decimals) - fraction.count)
        var units: UInt64 = 0
        for digit in Array(whole) + Array(fraction) + zeros {
            let (product, overflow) = units.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
            guard !overflow, !carry else { throw .tooLarge }
            units = sum
        }
        self.init(units: units, decimals: decimals)
    }

    public var description: String {
        var digits = String(units)
        guard decimals > 0 else { return digits }
        digits = String(repeating: "0", count: max(0, Int(decimals) + 1 - digits.utf8.count)) + digits
        var fraction = digits.suffix(Int(decimals))
        while fraction.last == "0" { fraction.removeLast() }
        return digits.dropLast(Int(decimals)) + (fraction.isEmpty ? "" : "." + fraction)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// The reason why a text isn't an amount.
public enum DecimalAmountError: Error, Sendable, Hashable {
    /// It isn't digits with a point among them: a sign, an exponent, a comma, a leading zero.
    case notANumber
    /// There are more digits after the point than the decimals, which are given here.
    case tooManyDecimals(UInt8)
    /// More than a u64 of smallest units.
    case tooLarge
}
