/// A number modulo 2²⁵⁵ - 19 in four words, the lowest first: below 2²⁵⁶, and only ``reduced`` below the modulus.
///
/// Of the modulus it is used that 2²⁵⁶ is 38.
struct FieldElement: Equatable {
    let words: (UInt64, UInt64, UInt64, UInt64)

    static func == (left: FieldElement, right: FieldElement) -> Bool { left.words == right.words }

    static let zero = FieldElement(0, 0, 0, 0)
    static let one = FieldElement(1, 0, 0, 0)
    /// -121665 / 121666, the `d` of edwards25519.
    static let d = FieldElement(
        0x75eb_4dca_1359_78a3, 0x0070_0a4d_4141_d8ab, 0x8cc7_4079_7779_e898, 0x5203_6cee_2b6f_fe73)
    static let modulus = FieldElement(.max - 18, .max, .max, .max >> 1)

    init(_ word0: UInt64, _ word1: UInt64, _ word2: UInt64, _ word3: UInt64) {
        words = (word0, word1, word2, word3)
    }

    /// The same number below the modulus.
    var reduced: FieldElement {
        var value = self
        while true {
            let (difference, isBelow) = Self.subtract(value, Self.modulus)
            if isBelow { return value }
            value = difference
        }
    }

    static func + (left: FieldElement, right: FieldElement) -> FieldElement {
        let (a, b) = (left.words, right.words)
        var carry = false
        let word0 = add(a.0, b.0, &carry)
        let word1 = add(a.1, b.1, &carry)
        let word2 = add(a.2, b.2, &carry)
        let word3 = add(a.3, b.3, &carry)
        return FieldElement(word0, word1, word2, word3).adding(carry ? 38 : 0)
    }

    static func - (left: FieldElement, right: FieldElement) -> FieldElement {
        var (difference, isBelow) = subtract(left, right)
        // 2²⁵⁶ too much, which is 38.
        while isBelow { (difference, isBelow) = subtract(difference, FieldElement(38, 0, 0, 0)) }
        return difference
    }

    static func * (left: FieldElement, right: FieldElement) -> FieldElement {
        let (a, b) = (left.words, right.words)
        let r0 = row(a.0, b, (0, 0, 0, 0))
        let r1 = row(a.1, b, (r0.1, r0.2, r0.3, r0.4))
        let r2 = row(a.2, b, (r1.1, r1.2, r1.3, r1.4))
        let r3 = row(a.3, b, (r2.1, r2.2, r2.3, r2.4))
        let folded = row(38, (r3.1, r3.2, r3.3, r3.4), (r0.0, r1.0, r2.0, r3.0))
        return FieldElement(folded.0, folded.1, folded.2, folded.3).adding(folded.4 &* 38)
    }
}

extension FieldElement {
    /// Reads 32 little-endian bytes without their highest bit; fewer are as if zeros followed.
    init(coordinate bytes: UnsafeRawBufferPointer) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        Swift.withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes.prefix(32)) }
        self.init(
            UInt64(littleEndian: words.0), UInt64(littleEndian: words.1), UInt64(littleEndian: words.2),
            UInt64(littleEndian: words.3) & .max >> 1)
    }

    @inline(__always)
    private func adding(_ small: UInt64) -> FieldElement {
        var carry = false
        let word0 = Self.add(words.0, small, &carry)
        let word1 = Self.add(words.1, 0, &carry)
        let word2 = Self.add(words.2, 0, &carry)
        let word3 = Self.add(words.3, 0, &carry)
        // What was carried out is 38 again; the number is so small then that nothing is carried any more.
        return FieldElement(carry ? word0 &+ 38 : word0, word1, word2, word3)
    }

    @inline(__always)
    private static func add(_ left: UInt64, _ right: UInt64, _ carry: inout Bool) -> UInt64 {
        let (sum, first) = left.addingReportingOverflow(right)
        let (whole, second) = sum.addingReportingOverflow(carry ? 1 : 0)
        carry = first || second
        return whole
    }

    /// The difference modulo 2²⁵⁶, and whether `left` is below `right`.
    @inline(__always)
    private static func subtract(
        _ left: FieldElement, _ right: FieldElement
    ) -> (difference: FieldElement, isBelow: Bool) {
        var borrow = false
        func word(_ left: UInt64, _ right: UInt64) -> UInt64 {
            let (difference, first) = left.subtractingReportingOverflow(right)
            let (whole, second) = difference.subtractingReportingOverflow(borrow ? 1 : 0)
            borrow = first || second
            return whole
        }
        let (a, b) = (left.words, right.words)
        let difference = FieldElement(word(a.0, b.0), word(a.1, b.1), word(a.2, b.2), word(a.3, b.3))
        return (difference, borrow)
    }

    /// `factor` times `words`, added to `sum`: five words.
    @inline(__always)
    private static func row(
        _ factor: UInt64, _ words: (UInt64, UInt64, UInt64, UInt64), _ sum: (UInt64, UInt64, UInt64, UInt64)
    ) -> (UInt64, UInt64, UInt64, UInt64, UInt64) {
        var carry: UInt64 = 0
        func step(_ word: UInt64, _ sum: UInt64) -> UInt64 {
            // The largest product and two words more still fit two words.
            let product = factor.multipliedFullWidth(by: word)
            let (low, first) = product.low.addingReportingOverflow(sum)
            let (whole, second) = low.addingReportingOverflow(carry)
            carry = product.high &+ (first ? 1 : 0) &+ (second ? 1 : 0)
            return whole
        }
        let (a, b, c, d) = (
            step(words.0, sum.0), step(words.1, sum.1), step(words.2, sum.2), step(words.3, sum.3)
        )
        return (a, b, c, d, carry)
    }
}

extension FieldElement {
    /// Whether the number, which is reduced and not 0, has a root: its Jacobi symbol is 1.
    ///
    /// The symbol is found as a greatest common divisor is, by subtracting and halving. Both numbers shrink, and so do the words they are kept in. Source:
    /// Cohen, "A Course in Computational Algebraic Number Theory", algorithm 1.4.10, with subtractions in the place of divisions.
    var isSquare: Bool {
        var (u, v) = (Wide(self), Wide(Self.modulus))
        // Bit 1 is set for a symbol of -1 so far.
        var sign: UInt64 = u.halve(v)
        while u.high | v.high != 0 {
            let (low, borrow) = u.low.subtractingReportingOverflow(v.low)
            let (part, first) = u.high.subtractingReportingOverflow(v.high)
            let (high, second) = part.subtractingReportingOverflow(borrow ? 1 : 0)
            // Without a branch: nobody can guess which one is larger.
            let mask: UInt128 = first || second ? .max : 0
            sign ^= UInt64(truncatingIfNeeded: u.low & v.low & mask)
            v = Wide(low: v.low ^ (v.low ^ u.low) & mask, high: v.high ^ (v.high ^ u.high) & mask)
            let (turned, carry) = (low ^ mask).addingReportingOverflow(mask & 1)
            u = Wide(low: turned, high: (high ^ mask) &+ (carry ? 1 : 0))
            sign ^= u.halve(v)
        }
        return Self.isSquare(u.low, v.low, sign)
    }

    /// The same for numbers of one half.
    private static func isSquare(_ u: UInt128, _ v: UInt128, _ sign: UInt64) -> Bool {
        var (u, v, sign) = (u, v, sign)
        while (u | v) >> 64 != 0 {
            let (difference, isBelow) = u.subtractingReportingOverflow(v)
            sign ^= isBelow ? UInt64(truncatingIfNeeded: u & v) : 0
            v = isBelow ? u : v
            u = isBelow ? 0 &- difference : difference
            let zeros = u.trailingZeroBitCount
            u &>>= UInt128(truncatingIfNeeded: zeros)
            sign ^= Self.turn(zeros, UInt64(truncatingIfNeeded: v))
        }
        return isSquare(UInt64(truncatingIfNeeded: u), UInt64(truncatingIfNeeded: v), sign)
    }

    /// The same for numbers of one word, down to where they are the same: 1, since the modulus is a prime.
    private static func isSquare(_ u: UInt64, _ v: UInt64, _ sign: UInt64) -> Bool {
        var (u, v, sign) = (u, v, sign)
        while u != v {
            let (difference, isBelow) = u.subtractingReportingOverflow(v)
            sign ^= isBelow ? u & v : 0
            v = isBelow ? u : v
            u = isBelow ? 0 &- difference : difference
            let zeros = u.trailingZeroBitCount
            u &>>= UInt64(truncatingIfNeeded: zeros)
            sign ^= Self.turn(zeros, v)
        }
        return sign & 2 == 0
    }

    /// Bit 1 is set where halving so often changes the symbol's sign: an odd number of times, with `v` 3 or 5 modulo 8.
    @inline(__always)
    fileprivate static func turn(_ zeros: Int, _ v: UInt64) -> UInt64 {
        UInt64(truncatingIfNeeded: zeros) << 1 & (v ^ v >> 1)
    }
}

/// A number of 256 bits in two halves.
private struct Wide {
    var low: UInt128
    var high: UInt128

    init(low: UInt128, high: UInt128) {
        self.low = low
        self.high = high
    }

    init(_ number: FieldElement) {
        let words = number.words
        self.init(
            low: UInt128(words.1) << 64 | UInt128(words.0), high: UInt128(words.3) << 64 | UInt128(words.2))
    }

    /// Divides a number that isn't 0 by 2 until it is odd.
    ///
    /// - Returns: What changes in the symbol's sign.
    @inline(__always)
    mutating func halve(_ v: Wide) -> UInt64 {
        while UInt64(truncatingIfNeeded: low) == 0 {
            // 64 is an even number of times.
            low = low >> 64 | high << 64
            high >>= 64
        }
        let (word0, word1) = (UInt64(truncatingIfNeeded: low), UInt64(truncatingIfNeeded: low >> 64))
        let (word2, word3) = (UInt64(truncatingIfNeeded: high), UInt64(truncatingIfNeeded: high >> 64))
        let down = UInt64(truncatingIfNeeded: word0.trailingZeroBitCount)
        // Up by 64 less `down` in two steps, since a shift by the whole width isn't one.
        let up = 63 &- down
        low = Self.joined(word0 &>> down | (word1 << 1) &<< up, word1 &>> down | (word2 << 1) &<< up)
        high = Self.joined(word2 &>> down | (word3 << 1) &<< up, word3 &>> down)
        return FieldElement.turn(word0.trailingZeroBitCount, UInt64(truncatingIfNeeded: v.low))
    }

    @inline(__always)
    private static func joined(_ low: UInt64, _ high: UInt64) -> UInt128 { UInt128(high) << 64 | UInt128(low) }
}
