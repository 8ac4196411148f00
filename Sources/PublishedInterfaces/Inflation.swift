import CZlib
import SolanaTransactions

/// Decompression of a text whose size somebody else decides.
enum Inflation {
    /// The frame around the compressed data.
    enum Frame: Int32 {
        /// RFC 1950.
        case zlib = 15
        /// RFC 1952.
        case gzip = 31
    }

    /// The most bytes of a text. They are counted while they are made, so that a bomb is put out early.
    static let maximumCount = 4 << 20

    /// Decompresses one stream, behind which nothing may follow.
    ///
    /// - Throws: `.size`, `.truncated`, `.compressed` or `.trailing`, with an offset in the compressed bytes.
    static func inflate(_ bytes: ByteSlice, _ frame: Frame) throws(InterfaceError) -> [UInt8] {
        try bytes.withUnsafeBytes { input throws(InterfaceError) in
            var stream = z_stream()
            let size = Int32(MemoryLayout<z_stream>.size)
            guard inflateInit2_(&stream, frame.rawValue, ZLIB_VERSION, size) == Z_OK else {
                throw InterfaceError(.compressed, at: 0)
            }
            defer { inflateEnd(&stream) }
            // zlib only reads what `next_in` points to.
            stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: Bytef.self).baseAddress)
            stream.avail_in = UInt32(clamping: input.count)
            return try output(of: &stream, count: input.count)
        }
    }

    private static func output(of stream: inout z_stream, count: Int) throws(InterfaceError) -> [UInt8] {
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let status = piece.withUnsafeMutableBufferPointer { buffer in
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(buffer.count)
                return CZlib.inflate(&stream, Z_NO_FLUSH)
            }
            let made = piece.count - Int(stream.avail_out)
            let place = count - Int(stream.avail_in)
            guard output.count + made <= maximumCount else { throw InterfaceError(.size, at: place) }
            output.append(contentsOf: piece[..<made])
            switch status {
            case Z_STREAM_END:
                guard stream.avail_in == 0 else { throw InterfaceError(.trailing, at: place) }
                return output
            case Z_OK where made > 0 || stream.avail_in > 0: continue
            case Z_OK, Z_BUF_ERROR: throw InterfaceError(.truncated, at: place)
            default: throw InterfaceError(.compressed, at: place)
            }
        }
    }
}
