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
