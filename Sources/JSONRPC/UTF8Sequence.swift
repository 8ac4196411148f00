/// The byte sequences of UTF-8 (Unicode 15, table 3-7).
enum UTF8Sequence {
    /// The length of the sequence at a position, or `nil` where there is none.
    @inline(__always)
    static func count(in bytes: UnsafeRawBufferPointer, at position: Int) -> Int? {
        let lead = bytes[position]
        // The table's narrower second bytes shut out overlong spellings, surrogates and what is above U+10FFFF.
        let (count, second): (Int, ClosedRange<UInt8>)
        switch lead {
        case ..<0x80: return 1
        case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
        case 0xE0: (count, second) = (3, 0xA0...0xBF)
        case 0xED: (count, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
        case 0xF0: (count, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
        case 0xF4: (count, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard position + count <= bytes.count, second.contains(bytes[position + 1]) else { return nil }
        for byte in bytes[position + 1..<position + count] where byte & 0xC0 != 0x80 { return nil }
        return count
    }

    /// Where the next byte stands, from `start` on, that is ASCII or begins no sequence.
    static func endOfNonASCII(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var position = start
        while position < bytes.count, bytes[position] >= 0x80, let count = count(in: bytes, at: position) {
            position += count
        }
        return position
    }
}
