extension ByteSlice {
    /// Reads fields from the beginning on; what is left over is nobody's concern here.
    func read<Value>(_ body: (inout ByteReader) throws(CodingError) -> Value) throws(CodingError) -> Value {
        try withUnsafeBytes { buffer throws(CodingError) in
            var reader = ByteReader(buffer)
            return try body(&reader)
        }
    }
}

extension ByteReader {
    /// A value behind a u32 that says whether it counts; its bytes stand there in any case (`COption`).
    ///
    /// - Throws: `.truncated`; `.tag` for a number that is neither 0 nor 1.
    mutating func readOption<Value>(
        _ body: (inout ByteReader) throws(CodingError) -> Value
    ) throws(CodingError) -> Value? {
        let start = offset
        let tag: UInt32 = try readInteger()
        guard tag <= 1 else { throw CodingError(.tag, at: start) }
        let value = try body(&self)
        return tag == 1 ? value : nil
    }

    /// A key, or none where all of its bytes are zero.
    mutating func readKeyOrZeros() throws(CodingError) -> PublicKey? {
        let key: PublicKey = try readFixed()
        return key == PublicKey() ? nil : key
    }

    /// The state of a token account: 0, 1 or 2 (frozen).
    mutating func readAccountState() throws(CodingError) -> UInt8 {
        let state = try readByte()
        guard state <= 2 else { throw CodingError(.tag, at: offset - 1) }
        return state
    }

    /// A text with a u32 count before it.
    mutating func readText() throws(CodingError) -> String {
        let count: UInt32 = try readInteger()
        return try text(at: skip(Int(count)))
    }
}
