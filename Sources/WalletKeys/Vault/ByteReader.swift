import Salt

/// Reads little-endian fields from the front of bytes and never past their end.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var offset: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        offset = bytes.startIndex
    }

    var isAtEnd: Bool { offset == bytes.endIndex }

    mutating func take(_ count: Int) throws(VaultDamage) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.endIndex - offset else { throw VaultDamage(kind: .cut, offset: offset) }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(_: Value.Type) throws(VaultDamage) -> Value {
        try take(Value.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Value($1) }
    }

    /// A count that stands in 16 bits.
    mutating func count(_ bounds: ClosedRange<Int>) throws(VaultDamage) -> Int {
        let start = offset
        let count = Int(try integer(UInt16.self))
        guard bounds.contains(count) else { throw VaultDamage(kind: .field, offset: start) }
        return count
    }

    mutating func nonce() throws(VaultDamage) -> Nonce {
        let start = offset
        let bytes = try take(Nonce.count)
        guard let nonce = try? Nonce(bytes: bytes) else { throw fault(at: start) }
        return nonce
    }

    func fault(at start: Int) -> VaultDamage { VaultDamage(kind: .field, offset: start) }

    func expectEnd() throws(VaultDamage) {
        guard isAtEnd else { throw VaultDamage(kind: .excess, offset: offset) }
    }
}

extension [UInt8] {
    /// Appends an integer, its least significant byte first.
    mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
