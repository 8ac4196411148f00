/// Conversion of fixed lengths. Public keys and blockhashes have 32 bytes, signatures 64: lengths known to the compiler are worth their own code.
///
/// One place of the result is the sum of all places of the number, each times its power's digit there. The sums fit into
/// 64 bits: at most 8 words of 32 bits times digits below 58^5, or 18 limbs below 58^5 times digits of 32 bits, never add
/// up to more than 0.999 · 2^64, which the tests compute.
extension Base58 {
    /// Encodes 32 or 64 bytes.
    static func encode(fixed bytes: UnsafeRawBufferPointer) -> String {
        bytes.count == 32
            ? encode(bytes, wordCount: 8, limbCount: 9) : encode(bytes, wordCount: 16, limbCount: 18)
    }

    @inline(__always)
    private static func encode(_ bytes: UnsafeRawBufferPointer, wordCount: Int, limbCount: Int) -> String {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: limbCount) { limbs in
            limbs.initialize(repeating: 0)
            if wordCount > 8 {
                // Sixteen products don't fit: the sums of the upper eight are reduced first.
                addRows(8..<16, of: bytes, wordCount: wordCount, to: limbs)
                for index in (0..<limbCount &- 1).reversed() {
                    let (quotient, remainder) = limbs[index].quotientAndRemainder(dividingBy: Base58Tables.limbBase)
                    limbs[index] = remainder
                    limbs[index &+ 1] &+= quotient
                }
            }
            addRows(0..<8, of: bytes, wordCount: wordCount, to: limbs)
            return text(limbCount: limbCount, leadingOnes: leadingZeros(of: bytes)) { index, carry in
                (limbs[index] &+ carry).quotientAndRemainder(dividingBy: Base58Tables.limbBase)
            }
        }
    }

    @inline(__always)
    private static func addRows(
        _ rows: Range<Int>, of bytes: UnsafeRawBufferPointer, wordCount: Int,
        to limbs: UnsafeMutableBufferPointer<UInt64>
    ) {
        let powers = Base58Tables.shared.wordPowers
        for row in rows {
            let offset = (wordCount &- 1 &- row) &* 4
            let word = UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            // 2^(32k) has at most k + 2 limbs.
            for index in 0..<min(limbs.count, row &+ 2) {
                limbs[index] &+= word &* UInt64(powers[row &* Base58Tables.limbCount &+ index])
            }
        }
    }

    /// Decodes a text into 32 or 64 bytes; returns `nil` if it succeeds.
    static func decode(fixed text: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Base58Error? {
        output.count == 32
            ? decode(text, into: output, wordCount: 8, limbCount: 9)
            : decode(text, into: output, wordCount: 16, limbCount: 18)
    }

    @inline(__always)
    private static func decode(
        _ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, wordCount: Int, limbCount: Int
    ) -> Base58Error? {
        guard text.count <= limbCount * 5 else { return .count }
        let tables = Base58Tables.shared
        let (digits, powers) = (tables.digits, tables.limbPowers)
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: wordCount + 1) { words in
            words.initialize(repeating: 0)
            var invalid: UInt8 = 0
            for row in 0..<limbCount {
                // The last characters first; in front of the first there is nothing, which counts as zeros.
                let start = text.count &- (row &+ 1) &* 5
                var limb: UInt64 = 0
                @inline(__always) func take(_ position: Int) {
                    let digit = digits[Int(text[position])]
                    invalid |= digit
                    limb = limb &* 58 &+ UInt64(digit)
                }
                if start >= 0 {
                    for offset in 0..<5 { take(start &+ offset) }
                } else if start > -5 {
                    for position in 0..<start &+ 5 { take(position) }
                }
                // 58^(5k) has at most k + 1 words.
                for index in 0..<min(wordCount &+ 1, row &+ 1) {
                    words[index] &+=
                        limb &* UInt64(powers[row &* (Base58Tables.wordCount &+ 1) &+ index])
                }
            }
            guard invalid & 0x80 == 0 else {
                return .character(offset: text.firstIndex { tables.digits[Int($0)] == 0xFF } ?? 0)
            }
            var carry: UInt64 = 0
            for index in 0..<wordCount {
                let sum = words[index] &+ carry
                let word = UInt32(truncatingIfNeeded: sum).bigEndian
                output.storeBytes(of: word, toByteOffset: (wordCount &- 1 &- index) &* 4, as: UInt32.self)
                carry = sum >> 32
            }
            guard words[wordCount] &+ carry == 0 else { return .count }
            // Every leading zero byte is a leading 1, no more and no fewer: one spelling a value.
            let ones = text.prefix { $0 == 0x31 }.count
            return ones == leadingZeros(of: UnsafeRawBufferPointer(output)) ? nil : .count
        }
    }
}

/// The alphabet, and the powers for converting fixed lengths. They are filled once, and only read from then on.
package struct Base58Tables: @unchecked Sendable {
    package static let shared = Base58Tables()

    /// Row k is 2^(32k) in base 58^5, the lowest digit first.
    package let wordPowers: UnsafePointer<UInt32>
    /// Row k is 58^(5k) in base 2^32, the lowest digit first.
    package let limbPowers: UnsafePointer<UInt32>
    /// The digit for each byte, or FF if it isn't in the alphabet.
    package let digits: UnsafePointer<UInt8>
    /// The characters of the digits.
    package let alphabet: UnsafePointer<UInt8>

    /// The words of 64 bytes.
    package static let wordCount = 16
    /// The limbs of 64 bytes; their maximum value needs one word more.
    package static let limbCount = 18
    /// 58^5, the base of the limbs.
    package static let limbBase: UInt64 = 656_356_768

    private init() {
        let characters = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
        var digits = [UInt8](repeating: 0xFF, count: 256)
        for (digit, byte) in characters.enumerated() {
            digits[Int(byte)] = UInt8(digit)
        }
        alphabet = Self.keep(characters)
        self.digits = Self.keep(digits)
        wordPowers = Self.keep(
            Self.powers(of: 1 << 32, count: Self.wordCount, base: Self.limbBase, digits: Self.limbCount))
        limbPowers = Self.keep(
            Self.powers(of: Self.limbBase, count: Self.limbCount, base: 1 << 32, digits: Self.wordCount + 1))
    }

    private static func keep<Value>(_ values: [Value]) -> UnsafePointer<Value> {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
        memory.initialize(from: values, count: values.count)
        return UnsafePointer(memory)
    }

    /// Returns the powers from 0 on, each as `digits` digits of another base.
    private static func powers(of number: UInt64, count: Int, base: UInt64, digits: Int) -> [UInt32] {
        var power = [UInt64](repeating: 0, count: digits)
        power[0] = 1
        var rows: [UInt32] = []
        for _ in 0..<count {
            rows += power.map { UInt32(truncatingIfNeeded: $0) }
            var carry: UInt64 = 0
            for index in power.indices {
                // Below 2^62: a digit and the number are at most 2^32, and one of the two is below 58^5.
                let product = power[index] * number + carry
                (carry, power[index]) = product.quotientAndRemainder(dividingBy: base)
            }
        }
        return rows
    }
}
