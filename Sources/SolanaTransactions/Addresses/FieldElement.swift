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
