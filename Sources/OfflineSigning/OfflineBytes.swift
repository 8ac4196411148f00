import Salt
import SolanaTransactions

/// The fields of a file in sequence, with the checksum at its end.
struct OfflineBytes {
    static let checksumCount = 32

    private let reader: [UInt8]
    private let end: Int
    private(set) var offset = 0

    /// Checks what every file has: its beginning, its version and its checksum.
    ///
    /// - Throws: ``OfflineFault``: `.tooLarge`, `.truncated`, `.magic`, `.version`, `.checksum`.
    init(_ bytes: [UInt8], magic: [UInt8], maximum: Int) throws(OfflineFault) {
        guard bytes.count <= maximum else { throw OfflineFault(.tooLarge, at: maximum) }
        guard bytes.starts(with: magic) else { throw OfflineFault(.magic, at: 0) }
        guard bytes.count > magic.count else { throw OfflineFault(.truncated, at: bytes.count) }
        // Before the checksum: a later version may have another one.
        guard bytes[magic.count] == 1 else { throw OfflineFault(.version, at: magic.count) }
        guard bytes.count > magic.count + Self.checksumCount else { throw OfflineFault(.truncated, at: bytes.count) }
        end = bytes.count - Self.checksumCount
        guard SaltHash.sha256(Array(bytes[..<end])) == Array(bytes[end...]) else {
            throw OfflineFault(.checksum, at: end)
        }
        reader = bytes
        offset = magic.count + 1
    }

    mutating func take(_ count: Int) throws(OfflineFault) -> ArraySlice<UInt8> {
        guard count >= 0, count <= end - offset else { throw OfflineFault(.truncated, at: offset) }
        defer { offset += count }
        return reader[offset..<offset + count]
    }

    mutating func byte() throws(OfflineFault) -> UInt8 {
        guard let byte = try take(1).first else { throw OfflineFault(.truncated, at: offset) }
        return byte
    }

    /// The next little-endian integer.
    mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(
        _: Value.Type = Value.self
    ) throws(OfflineFault) -> Value {
        try take(MemoryLayout<Value>.size).reversed().reduce(0) { $0 << 8 | Value($1) }
    }

    mutating func fixed<Value: FixedBytes>(_: Value.Type = Value.self) throws(OfflineFault) -> Value {
        let place = offset
        do throws(CodingError) { return try Value(bytes: try? take(Value.count)) } catch {
            throw OfflineFault(.truncated, at: place)
        }
    }

    func expectEnd() throws(OfflineFault) {
        guard offset == end else { throw OfflineFault(.trailing, at: offset) }
    }
}

extension FixedBytes {
    fileprivate init(bytes: ArraySlice<UInt8>?) throws(CodingError) { try self.init(bytes: Array(bytes ?? [])) }
}

extension [UInt8] {
    mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }

    /// The same with its checksum behind it.
    var withChecksum: [UInt8] { self + SaltHash.sha256(self) }
}
