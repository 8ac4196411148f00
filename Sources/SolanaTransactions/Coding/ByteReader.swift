/// Reads fields one after the other from borrowed bytes and never past their end.
///
/// Every bound is checked here and nowhere else: what this type hands out lies inside the buffer.
package struct ByteReader {
    private let buffer: UnsafeRawBufferPointer

    /// Where the next field begins.
    package private(set) var offset: Int

    package init(_ buffer: UnsafeRawBufferPointer) {
        self.buffer = buffer
        self.offset = 0
    }

    package var isAtEnd: Bool { offset == buffer.count }

    /// Where the buffer ends.
    package var end: Int { buffer.count }

    /// Steps over `count` bytes and says where they are.
    ///
    /// - Throws: `.truncated` at the field's first byte where fewer than `count` are left.
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

    /// Goes back or forth to a place in the buffer.
    ///
    /// - Throws: `.truncated` where the buffer has no such place.
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
