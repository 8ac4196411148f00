/// Writes values as Borsh does: integers little endian, counts of four bytes, a byte before what is optional.
///
/// A structure is its fields one after the other; an enumeration is a byte and the case's fields. Source: borsh.io.
public struct BorshEncoder: Sendable {
    /// What was written so far.
    public private(set) var bytes: [UInt8]

    /// Begins to write.
    ///
    /// - Parameter prefix: What the bytes begin with, such as an instruction's discriminator.
    public init(_ prefix: [UInt8] = []) {
        bytes = prefix
    }

    /// Up to 128 bits.
    public mutating func encode(_ value: some FixedWidthInteger) {
        bytes.append(littleEndian: value)
    }

    /// A truth value, one byte.
    public mutating func encode(_ value: Bool) {
        bytes.append(value ? 1 : 0)
    }

    /// A number of 64 bits with a fraction (IEEE 754).
    ///
    /// - Throws: `.number` for NaN, which Borsh has no place for.
    public mutating func encode(_ value: Double) throws(CodingError) {
        guard !value.isNaN else { throw CodingError(.number, at: bytes.count) }
        bytes.append(littleEndian: value.bitPattern)
    }

    /// A key, hash or signature: its bytes without a count.
    public mutating func encode(_ value: some FixedBytes) {
        bytes.append(value)
    }

    /// A text: the number of its bytes (u32), then UTF-8.
    ///
    /// - Throws: `.tooLarge` above 4 GiB.
    public mutating func encode(_ text: String) throws(CodingError) {
        try encode(Array(text.utf8))
    }

    /// Bytes of any number.
    ///
    /// - Throws: `.tooLarge` above 4 GiB.
    public mutating func encode(_ value: [UInt8]) throws(CodingError) {
        try encode(count: value.count)
        bytes += value
    }

    /// Several values.
    ///
    /// - Throws: What `body` throws; `.tooLarge` above 2³² values.
    public mutating func encode<Value>(
        _ values: [Value], _ body: (inout BorshEncoder, Value) throws(CodingError) -> Void
    ) throws(CodingError) {
        try encode(count: values.count)
        for value in values { try body(&self, value) }
    }

    /// A value, or none.
    ///
    /// - Throws: What `body` throws.
    public mutating func encode<Value>(
        optional value: Value?, _ body: (inout BorshEncoder, Value) throws(CodingError) -> Void
    ) throws(CodingError) {
        encode(value != nil)
        if let value { try body(&self, value) }
    }

    private mutating func encode(count: Int) throws(CodingError) {
        guard let count = UInt32(exactly: count) else { throw CodingError(.tooLarge, at: bytes.count) }
        encode(count)
    }
}
