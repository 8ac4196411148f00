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
