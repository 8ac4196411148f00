/// The variable-length count of legacy and v0 messages ("short vec").
///
/// Seven bits a byte, the lowest first; the top bit says that another byte follows.
///
/// ```
///           0 ... 127     0xxxxxxx
///         128 ... 16,383  1xxxxxxx 0xxxxxxx
///      16,384 ... 65,535  1xxxxxxx 1xxxxxxx 000000xx
/// ```
///
/// A value has one spelling. `80 00`, `ff 80 00` and the like are refused: two spellings of one transaction would be
/// two sets of signed bytes. Source: `solana-short-vec`.
package enum CompactU16 {
    /// The bytes that spell `value`: 1 to 3.
    package static func encode(_ value: UInt16, into bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Reads one value.
    ///
    /// - Throws: `.truncated`; `.compactAlias` where a shorter spelling exists; `.compactOverflow` above 65,535.
    @inline(__always)
    package static func decode(_ reader: inout ByteReader) throws(CodingError) -> Int {
        let first = try reader.readByte()
        if first < 0x80 {
            return Int(first)
        }
        return try decodeRest(of: first, &reader)
    }

    private static func decodeRest(of first: UInt8, _ reader: inout ByteReader) throws(CodingError) -> Int {
        let second = try reader.readByte()
        guard second != 0 else {
            throw CodingError(.compactAlias, at: reader.offset - 1)
        }
        let low = Int(first & 0x7f) | Int(second & 0x7f) << 7
        if second < 0x80 {
            return low
        }
        let third = try reader.readByte()
        guard third != 0 else {
            throw CodingError(.compactAlias, at: reader.offset - 1)
        }
        guard third < 4 else {
            throw CodingError(.compactOverflow, at: reader.offset - 1)
        }
        return low | Int(third) << 14
    }
}
