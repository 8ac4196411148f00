/// A JSON number, kept as the text it was written with until it is asked for.
///
/// Nothing here is ever a `Double`: a number that isn't a plain integer has a text and no value. Two numbers are equal
/// when their texts are, so `1` and `1.0` differ.
public struct JSONNumber: Sendable, Hashable {
    let spelling: JSONString

    init(spelling: JSONString) {
        self.spelling = spelling
    }

    /// Makes a number of an integer.
    public init(_ value: some FixedWidthInteger) {
        spelling = JSONString(String(value))
    }

    /// The number as it was written.
    public var text: String { spelling.string }

    /// The value, where the number is written as an integer and fits: no fraction, no exponent, no `-0`.
    public func int() -> Int? { integer() }

    /// The value, where the number is written as an integer and fits: no fraction, no exponent, no sign.
    public func uint64() -> UInt64? { integer() }

    private func integer<Value: FixedWidthInteger>() -> Value? {
        spelling.withUTF8 { bytes in
            let negative = bytes.first == 0x2D
            let digits = negative ? bytes.dropFirst() : bytes[...]
            if digits.isEmpty || (negative && digits.first == 0x30) { return nil }
            var value: Value = 0
            for byte in digits {
                guard (0x30...0x39).contains(byte) else { return nil }
                let digit = Value(byte - 0x30)
                let (product, overflow) = value.multipliedReportingOverflow(by: 10)
                let (sum, carry) =
                    negative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
                guard !overflow, !carry else { return nil }
                value = sum
            }
            return value
        }
    }
}
