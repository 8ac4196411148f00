/// An amount as people write it, and the number of smallest units that it is: digit by digit, without rounding.
///
/// ```
/// amount = number [ "." digits ]      number: no leading zero but 0 itself; as many digits behind the point as there are decimals at most
/// ```
public enum DecimalAmount {
    /// Reads an amount.
    ///
    /// - Throws: ``DecimalAmountError``.
    public static func units(_ text: String, decimals: UInt8) throws(DecimalAmountError) -> UInt64 {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }), let whole = parts.first,
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
        return units
    }

    /// Writes an amount in the shortest way.
    public static func text(_ units: UInt64, decimals: UInt8) -> String {
        var digits = Array(String(units).utf8)
        let missing = Int(decimals) + 1 - digits.count
        if missing > 0 { digits.insert(contentsOf: repeatElement(UInt8(ascii: "0"), count: missing), at: 0) }
        let point = digits.count - Int(decimals)
        var fraction = digits[point...]
        while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        let whole = String(decoding: digits[..<point], as: UTF8.self)
        return fraction.isEmpty ? whole : whole + "." + String(decoding: fraction, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// Why a text is no amount.
public enum DecimalAmountError: Error, Sendable, Hashable {
    /// Not digits with a point among them: a sign, an exponent, a comma, a leading zero.
    case notANumber
    /// There are only so many digits behind the point.
    case tooManyDecimals(UInt8)
    /// More than a u64 of smallest units.
    case tooLarge
}
