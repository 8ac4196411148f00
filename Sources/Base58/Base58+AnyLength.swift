/// Conversion of numbers of any length: a pass over all limbs or words for each word or limb that comes in.
extension Base58 {
    /// Encodes any number of bytes.
    static func encode(anyLength bytes: UnsafeRawBufferPointer) -> String {
        let zeros = leadingZeros(of: bytes)
        let number = UnsafeRawBufferPointer(rebasing: bytes[zeros...])
        // A limb holds more than 29 bits.
        let capacity = number.count * 8 / 29 + 1
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: capacity) { limbs in
            var limbCount = 0
            var position = 0
            while position < number.count {
                // The first word is short where the bytes don't divide by four.
                let end = position + (number.count - position - 1) % 4 + 1
                let base: UInt64 = 1 << UInt64((end - position) * 8)
                var carry: UInt64 = 0
                while position < end {
                    carry = carry << 8 | UInt64(number[position])
                    position += 1
                }
                for index in 0..<limbCount {
                    let sum = limbs[index] * base + carry
                    (carry, limbs[index]) = sum.quotientAndRemainder(dividingBy: Base58Tables.limbBase)
                }
                while carry > 0 {
                    (carry, limbs[limbCount]) = carry.quotientAndRemainder(dividingBy: Base58Tables.limbBase)
                    limbCount += 1
                }
            }
            return text(limbCount: limbCount, leadingOnes: zeros) { index, _ in (0, limbs[index]) }
        }
    }

    /// Decodes a text of any length.
    static func decode(anyLength text: UnsafeRawBufferPointer) throws(Base58Error) -> [UInt8] {
        let digits = Base58Tables.shared.digits
        if let offset = text.firstIndex(where: { digits[Int($0)] == 0xFF }) { throw .character(offset: offset) }
        let ones = text.prefix { $0 == 0x31 }.count
        let number = UnsafeRawBufferPointer(rebasing: text[ones...])
        // A character holds less than six bits.
        let capacity = number.count * 6 / 32 + 1
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) { words in
            var wordCount = 0
            var position = 0
            while position < number.count {
                // The first limb is short where the characters don't divide by five.
                let end = position + (number.count - position - 1) % 5 + 1
                var (carry, base): (UInt64, UInt64) = (0, 1)
                while position < end {
                    carry = carry * 58 + UInt64(digits[Int(number[position])])
                    base *= 58
                    position += 1
                }
                for index in 0..<wordCount {
                    carry += UInt64(words[index]) * base
                    words[index] = UInt32(truncatingIfNeeded: carry)
                    carry >>= 32
                }
                if carry > 0 {
                    words[wordCount] = UInt32(truncatingIfNeeded: carry)
                    wordCount += 1
                }
            }
            return bytes(of: words, count: wordCount, leadingZeros: ones)
        }
    }

    /// Returns the words, the lowest first, as big-endian bytes after `leadingZeros` zeros.
    private static func bytes(
        of words: UnsafeMutableBufferPointer<UInt32>, count: Int, leadingZeros: Int
    ) -> [UInt8] {
        let unused = count > 0 ? words[count - 1].leadingZeroBitCount / 8 : 0
        let total = leadingZeros + count * 4 - unused
        return [UInt8](unsafeUninitializedCapacity: total) { output, written in
            for index in 0..<leadingZeros { output[index] = 0 }
            for index in leadingZeros..<total {
                let fromEnd = total - 1 - index
                output[index] = UInt8(truncatingIfNeeded: words[fromEnd / 4] >> UInt32(fromEnd % 4 * 8))
            }
            written = total
        }
    }
}
