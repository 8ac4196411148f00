/// An amount of a currency, in integers: rounded down to a hundred-millionth, never a floating-point number.
public struct Money: Hashable, Sendable {
    /// The amount in hundred-millionths of the currency.
    public let units: UInt128

    /// The number of decimals of ``units``.
    static let decimals = 8

    public init(units: UInt128) { self.units = units }

    /// The amount rounded down to hundredths, always with two decimals: `1234.50`.
    public var hundredths: String {
        let (whole, rest) = units.quotientAndRemainder(dividingBy: 100_000_000)
        let cents = rest / 1_000_000
        return "\(whole).\(cents < 10 ? "0" : "")\(cents)"
    }

    /// The sum; nil if it can't be counted.
    public func plus(_ other: Money) -> Money? {
        let (sum, isOverflow) = units.addingReportingOverflow(other.units)
        return isOverflow ? nil : Money(units: sum)
    }
}

/// A product of integers and powers of ten, divided once at the end.
struct ExactProduct {
    private var value: UInt128
    private var exponent: Int

    init(_ value: UInt128, exponent: Int = 0) {
        self.value = value
        self.exponent = exponent
    }

    /// Multiplies by a number and rounds down to so many decimals; nil if the result can't be counted.
    ///
    /// - Parameter divisor: A number to divide by, for a rate that stands the other way round; not 0.
    func times(_ factor: UInt128, exponent: Int, dividedBy divisor: UInt128 = 1, decimals: Int) -> UInt128? {
        var (high, low) = value.multipliedFullWidth(by: factor)
        var divisor = divisor
        var power = self.exponent + exponent + decimals
        while power > 0 {
            // Below 2^128 only: a larger amount is nobody's.
            guard high == 0 else { return nil }
            let (product, isOverflow) = UInt128(low).multipliedReportingOverflow(by: 10)
            guard !isOverflow else { return nil }
            low = product
            power -= 1
        }
        while power < 0 {
            let (product, isOverflow) = divisor.multipliedReportingOverflow(by: 10)
            // A divisor above 2^128 leaves nothing of a product that is no larger.
            guard !isOverflow else { return high == 0 ? 0 : nil }
            divisor = product
            power += 1
        }
        guard divisor > high else { return nil }
        return divisor.dividingFullWidth((high, low)).quotient
    }
}
