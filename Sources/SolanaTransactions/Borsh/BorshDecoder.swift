/// Reads values in Borsh's encoding. Each value has one spelling, and ``finish()`` refuses bytes that are left over.
///
/// Made for untrusted bytes: no count may exceed the number of bytes that are left.
public struct BorshDecoder: Sendable {
    private let bytes: ByteSlice
    private var offset = 0

    public init(_ bytes: ByteSlice) {
        self.bytes = bytes
    }

    public init(_ bytes: [UInt8]) {
        self.init(ByteSlice(bytes))
    }

    /// Checks that every byte was read.
    ///
    /// - Throws: `.trailingBytes` if bytes are left over.
    public func finish() throws(CodingError) {
        guard offset == bytes.count else { throw CodingError(.trailingBytes, at: offset) }
    }

    /// An integer of up to 128 bits.
    ///
    /// - Throws: `.truncated`.
    public mutating func decode<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type = Value.self
    ) throws(CodingError) -> Value {
        try read { reader throws(CodingError) in try reader.readInteger() }
    }

    /// A key, hash or signature.
    ///
    /// - Throws: `.truncated`.
    public mutating func decode<Value: FixedBytes>(_ type: Value.Type = Value.self) throws(CodingError) -> Value {
        try read { reader throws(CodingError) in try reader.readFixed() }
    }

    /// A Boolean value, one byte.
    ///
    /// - Throws: `.truncated`, `.tag` for a byte that is neither 0 nor 1.
    public mutating func decode(_ type: Bool.Type = Bool.self) throws(CodingError) -> Bool {
        try read { reader throws(CodingError) in try reader.readFlag() }
    }

    /// A floating-point number of 64 bits (IEEE 754).
    ///
    /// - Throws: `.truncated`, `.number` for NaN.
    public mutating func decode(_ type: Double.Type = Double.self) throws(CodingError) -> Double {
        try read { reader throws(CodingError) in try reader.readDouble() }
    }

    /// A text: the number of its bytes (u32), then UTF-8.
    ///
    /// - Throws: `.truncated`, `.text` if it isn't UTF-8.
    public mutating func decode(_ type: String.Type = String.self) throws(CodingError) -> String {
        try read { reader throws(CodingError) in
            let count = try reader.readInteger(as: UInt32.self)
            return try reader.text(at: reader.skip(Int(count)))
        }
    }

    /// Bytes with a count before them; nothing is copied.
    ///
    /// - Throws: `.truncated`.
    public mutating func decode(_ type: ByteSlice.Type = ByteSlice.self) throws(CodingError) -> ByteSlice {
        let bytes = bytes
        return try read { reader throws(CodingError) in
            let count = try reader.readInteger(as: UInt32.self)
            return bytes.part(try reader.skip(Int(count)))
        }
    }

    /// A list of values, each of at least one byte.
    ///
    /// - Throws: Any error of `body`; `.truncated` if the count is above the number of bytes that are left.
    public mutating func decode<Value>(
        list body: (inout BorshDecoder) throws(CodingError) -> Value
    ) throws(CodingError) -> [Value] {
        let count: UInt32 = try decode()
        guard count <= bytes.count - offset else { throw CodingError(.truncated, at: offset) }
        var values: [Value] = []
        values.reserveCapacity(Int(count))
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }

    /// An optional value.
    ///
    /// - Throws: Any error of `body`; `.tag` for a byte that is neither 0 nor 1.
    public mutating func decode<Value>(
        optional body: (inout BorshDecoder) throws(CodingError) -> Value
    ) throws(CodingError) -> Value? {
        try decode(Bool.self) ? try body(&self) : nil
    }

    private mutating func read<Value>(
        _ body: (inout ByteReader) throws(CodingError) -> Value
    ) throws(CodingError) -> Value {
        let (value, end) = try bytes.withUnsafeBytes { buffer throws(CodingError) in
            var reader = ByteReader(buffer)
            try reader.move(to: offset)
            return (try body(&reader), reader.offset)
        }
        offset = end
        return value
    }
}
