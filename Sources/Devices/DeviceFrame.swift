public import Salt

/// A frame between the agent and `sidekey-device`: a count and so many bytes, integers little endian.
///
/// ```
/// | count: 4, at most 65,536 | kind: 1 | fields |
/// ```
///
/// Each kind of device has frames of its own. The agent sends one request; what follows it, or the end of the pipe, cancels it.
public enum DeviceFrame {
    /// The most bytes of a frame in either direction, without its count.
    public static let mostBytes = 1 << 16

    /// The frame that ends a request: of a kind that no request is.
    public static let cancel: [UInt8] = [1, 0, 0, 0, 0xFF]

    /// The count that a frame's first four bytes say; nil for one that no frame has.
    public static func count(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var fields = DeviceFields(bytes)
        guard let count = fields.integer(UInt32.self), (1...UInt32(mostBytes)).contains(count) else { return nil }
        return Int(count)
    }

    /// Joins parts of a frame in closed memory, and sets their count before them.
    public static func joining(_ parts: [Part]) -> SecretBytes {
        let count = parts.reduce(0) { $0 + $1.count }
        return SecretBytes(count: 4 + count) { frame in
            withUnsafeBytes(of: UInt32(clamping: count).littleEndian) { frame.copyBytes(from: $0) }
            var offset = 4
            for part in parts {
                let rest = UnsafeMutableRawBufferPointer(rebasing: frame[offset...])
                switch part {
                case .plain(let bytes): rest.copyBytes(from: bytes)
                case .secret(let secret): secret.bytes.withBytes { rest.copyBytes(from: $0) }
                }
                offset += part.count
            }
        }
    }

    /// A part of a frame.
    public enum Part: Sendable {
        case plain([UInt8])
        case secret(HeldSecret)

        var count: Int {
            switch self {
            case .plain(let bytes): bytes.count
            case .secret(let secret): secret.bytes.count
            }
        }
    }
}

/// Reads the fields of a frame from its front, and never past its end.
public struct DeviceFields {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    public init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    public var isAtEnd: Bool { offset == bytes.count }

    public mutating func take(_ count: Int) -> [UInt8]? {
        guard count >= 0, count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    public mutating func secret(_ count: Int) -> SecretBytes? {
        guard count >= 0, count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
    }

    public mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(_: Value.Type) -> Value? {
        take(Value.bitWidth / 8)?.reversed().reduce(0) { $0 << 8 | Value($1) }
    }

    /// All bytes that are left.
    public mutating func rest() -> [UInt8] {
        defer { offset = bytes.count }
        return Array(bytes[offset...])
    }

    /// Bytes behind their count in 16 bits.
    public mutating func counted() -> [UInt8]? { integer(UInt16.self).flatMap { take(Int($0)) } }
}

extension [UInt8] {
    package mutating func append(littleEndianField value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }

    /// Appends bytes behind their count in 16 bits.
    package mutating func append(counted bytes: [UInt8]) {
        append(littleEndianField: UInt16(clamping: bytes.count))
        self += bytes
    }
}
