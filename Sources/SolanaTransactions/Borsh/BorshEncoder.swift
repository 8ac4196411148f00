/// Writes values in Borsh's encoding: little-endian integers, counts of four bytes, and a byte before an optional value.
///
/// A structure is its fields one after the other; an enumeration is a byte and the case's fields. Source: borsh.io.
public struct BorshEncoder: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8]

    /// Creates an encoder.
    ///
    /// - Parameter prefix: The bytes that come first, such as an instruction's discriminator.
    public init(_ prefix: [UInt8] = []) {
        bytes = prefix
    }

    /// Writes an integer of up to 128 bits.
    public mutating func encode(_ value: some FixedWidthInteger) {
        bytes.append(littleEndian: value)
    }

    /// A Boolean value, one byte.
    public mutating func encode(_ value: Bool) {
        bytes.append(value ? 1 : 0)
    }

    /// A floating-point number of 64 bits (IEEE 754).
    ///
    /// - Throws: `.number` for NaN, which Borsh cannot represent.
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

    /// Bytes with a count before them.
    ///
    /// - Throws: `.tooLarge` above 4 GiB.
    public mutating func encode(_ value: [UInt8]) throws(CodingError) {
        try encode(count: value.count)
        bytes += value
    }

    /// A list of values with a count before them.
    ///
    /// - Throws: Any error of `body`; `.tooLarge` above 2³² values.
    public mutating func encode<Value>(
        _ values: [Value], _ body: (inout BorshEncoder, Value) throws(CodingError) -> Void
    ) throws(CodingError) {
        try encode(count: values.count)
        for value in values { try body(&self, value) }
    }

    /// An optional value.
    ///
    /// - Throws: Any error of `body`.
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
