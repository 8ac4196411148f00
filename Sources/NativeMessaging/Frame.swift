/// The envelope of one message, on the pipe between browser and host and on the socket between host and agent.
///
/// ```
/// +----------------+----------------------------------+
/// | length (u32)   | length bytes of UTF-8 JSON       |
/// | little endian  | one JSON-RPC message             |
/// +----------------+----------------------------------+
/// ```
///
/// Browsers write the length in the machine's byte order; every machine that Sidekey runs on is little endian.
public enum Frame {
    /// The bytes that a payload may have, in either direction: 1 MiB, the browsers' limit towards them.
    public static let maximumCount = 1_048_576

    /// The bytes of the length before a payload.
    public static let headerCount = 4

    /// Returns the header of a payload of `count` bytes. It checks no limit: a test writes headers that lie.
    public static func header(count: Int) -> [UInt8] {
        let length = UInt32(clamping: count)
        return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: length >> $0) }
    }

    /// Returns the length that a header names.
    ///
    /// - Returns: `nil` if there are fewer than ``headerCount`` bytes.
    public static func count(header: UnsafeRawBufferPointer) -> Int? {
        guard header.count >= headerCount else { return nil }
        return Int(UInt32(littleEndian: header.loadUnaligned(as: UInt32.self)))
    }

    /// Returns header and payload in one array.
    ///
    /// - Throws: ``FrameError/empty`` and ``FrameError/tooLarge(count:)``.
    public static func encode(_ payload: [UInt8]) throws(FrameError) -> [UInt8] {
        try check(count: payload.count)
        return header(count: payload.count) + payload
    }

    /// Checks that a payload may have `count` bytes.
    ///
    /// - Throws: ``FrameError/empty`` and ``FrameError/tooLarge(count:)``.
    public static func check(count: Int) throws(FrameError) {
        guard count > 0 else { throw .empty }
        guard count <= maximumCount else { throw .tooLarge(count: count) }
    }
}
