/// Reads fields in sequence from borrowed bytes and never past their end.
///
/// Every bound is checked here and nowhere else: this type only returns bytes inside the buffer.
package struct ByteReader {
    private let buffer: UnsafeRawBufferPointer

    /// The offset of the next field.
    package private(set) var offset: Int

    package init(_ buffer: UnsafeRawBufferPointer) {
        self.buffer = buffer
        self.offset = 0
    }

    package var isAtEnd: Bool { offset == buffer.count }

    /// The offset of the buffer's end.
    package var end: Int { buffer.count }

    /// Steps over `count` bytes and returns their range.
    ///
    /// - Throws: `.truncated` at the field's first byte if fewer than `count` are left.
    @inline(__always)
    package mutating func skip(_ count: Int) throws(CodingError) -> Range<Int> {
        // The subtraction can't overflow; an addition could, for a count from the wire.
        guard count >= 0, count <= buffer.count - offset else {
            throw CodingError(.truncated, at: offset)
        }
        let start = offset
        offset += count
        return start..<offset
    }

    /// Moves back or forth to a place in the buffer.
    ///
    /// - Throws: `.truncated` if the buffer has no such place.
    package mutating func move(to place: Int) throws(CodingError) {
        guard place >= 0, place <= buffer.count else {
            throw CodingError(.truncated, at: place)
        }
        offset = place
    }

    /// The next byte, which stays unread.
    @inline(__always)
    package func peek() throws(CodingError) -> UInt8 {
        guard offset < buffer.count else {
            throw CodingError(.truncated, at: offset)
        }
        return buffer[offset]
    }

    @inline(__always)
    package mutating func readByte() throws(CodingError) -> UInt8 {
        let byte = try peek()
        offset += 1
        return byte
    }

    /// The next little-endian integer.
    @inline(__always)
    package mutating func readInteger<Value: FixedWidthInteger & BitwiseCopyable>(
        as type: Value.Type = Value.self
    ) throws(CodingError) -> Value {
        integer(at: try skip(MemoryLayout<Value>.size).lowerBound)
    }

    /// The next key, hash or signature.
    @inline(__always)
    package mutating func readFixed<Value: FixedBytes>(as type: Value.Type = Value.self) throws(CodingError) -> Value {
        fixed(at: try skip(MemoryLayout<Value>.size).lowerBound)
    }

    /// The byte at a place that was read or skipped before.
    @inline(__always)
    package func byte(at offset: Int) -> UInt8 {
        buffer[offset]
    }

    /// The bytes of a range that was skipped before.
    @inline(__always)
    package func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: buffer[range])
    }

    /// The little-endian integer at a place that was read or skipped before.
    @inline(__always)
    package func integer<Value: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, as type: Value.Type = Value.self
    ) -> Value {
        Value(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }

    /// The key, hash or signature at a place that was read or skipped before.
    @inline(__always)
    package func fixed<Value: FixedBytes>(at offset: Int, as type: Value.Type = Value.self) -> Value {
        buffer.loadUnaligned(fromByteOffset: offset, as: Value.self)
    }
}

extension [UInt8] {
    /// Appends an integer in little-endian order.
    mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { bytes in
            append(contentsOf: bytes)
        }
    }

    /// Appends a key, hash or signature.
    mutating func append(_ value: some FixedBytes) {
        value.withUnsafeBytes { bytes in
            append(contentsOf: bytes)
        }
    }

    /// Appends a count as compact-u16.
    ///
    /// - Throws: `.compactOverflow` above 65,535.
    mutating func append(compact count: Int) throws(CodingError) {
        guard let value = UInt16(exactly: count) else {
            throw CodingError(.compactOverflow, at: self.count)
        }
        CompactU16.encode(value, into: &self)
    }

    /// Appends a count and that many bytes.
    mutating func append(counted slice: ByteSlice) throws(CodingError) {
        try append(compact: slice.count)
        append(contentsOf: slice)
    }
}

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
    /// - Throws: `.truncated`; `.compactAlias` if a shorter spelling exists; `.compactOverflow` above 65,535.
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
