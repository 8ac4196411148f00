/// The escapes of a JSON string (RFC 8259, section 7).
///
/// Decoding works on slices that the parser has checked; on other slices it never reads or writes out of bounds.
enum Escapes {
    /// Returns the number of bytes in the decoded form of a checked slice.
    static func decodedCount(_ slice: UnsafeRawBufferPointer) -> Int {
        var count = 0
        forEachPiece(of: slice) { piece in
            switch piece {
            case .run(let bytes): count += bytes.count
            case .scalar(let scalar): count += UTF8.width(scalar)
            }
        }
        return count
    }

    /// Decodes a checked slice into a buffer and returns the number of bytes written; bytes that don't fit are left out.
    static func decode(_ slice: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var written = 0
        forEachPiece(of: slice) { piece in
            switch piece {
            case .run(let bytes):
                let count = min(bytes.count, buffer.count - written)
                UnsafeMutableRawBufferPointer(rebasing: buffer[written..<written + count])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
                written += count
            case .scalar(let scalar):
                UTF8.encode(scalar)?.forEach { byte in
                    guard written < buffer.count else { return }
                    buffer[written] = byte
                    written += 1
                }
            }
        }
        return written
    }

    private enum Piece {
        case run(UnsafeRawBufferPointer)
        case scalar(Unicode.Scalar)
    }

    private static func forEachPiece(of slice: UnsafeRawBufferPointer, _ body: (Piece) -> Void) {
        var position = 0
        while position < slice.count {
            var end = position
            while end < slice.count, slice[end] != 0x5C { end += 1 }
            if end > position {
                body(.run(UnsafeRawBufferPointer(rebasing: slice[position..<end])))
            }
            position = end
            guard position + 1 < slice.count else { return }
            let letter = slice[position + 1]
            position += 2
            if letter == 0x75 {
                guard let scalar = unicodeEscape(in: slice, at: &position) else { return }
                body(.scalar(scalar))
            } else {
                body(.scalar(Unicode.Scalar(character(for: letter))))
            }
        }
    }

    /// Returns the byte that a one-letter escape stands for.
    private static func character(for letter: UInt8) -> UInt8 {
        switch letter {
        case 0x62: 0x08  // b
        case 0x66: 0x0C  // f
        case 0x6E: 0x0A  // n
        case 0x72: 0x0D  // r
        case 0x74: 0x09  // t
        default: letter  // " \ /
        }
    }

    /// Reads the digits after `\u`, and a second escape if the first is a high surrogate.
    private static func unicodeEscape(in slice: UnsafeRawBufferPointer, at position: inout Int) -> Unicode.Scalar? {
        guard let first = hexDigits(in: slice, at: position) else { return nil }
        position += 4
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard let second = hexDigits(in: slice, at: position + 2), (0xDC00..<0xE000).contains(second) else {
            return nil
        }
        position += 6
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    /// Returns the value of four hexadecimal digits; nil if there are none.
    static func hexDigits(in slice: UnsafeRawBufferPointer, at position: Int) -> UInt32? {
        guard position + 4 <= slice.count else { return nil }
        var value: UInt32 = 0
        for byte in slice[position..<position + 4] {
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
            case 0x41...0x46: value = value << 4 | UInt32(byte - 0x41 + 10)
            case 0x61...0x66: value = value << 4 | UInt32(byte - 0x61 + 10)
            default: return nil
            }
        }
        return value
    }
}

extension Escapes {
    /// Calls the closure with the pieces of a string's JSON form: runs of its own bytes, and escapes between them.
    static func forEachEscapedPiece<Failure: Error>(
        of bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var start = 0
        while case let position = endOfPlain(in: bytes, from: start), position < bytes.count {
            if position > start {
                try body(UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
            }
            try withBytes(of: spelling(of: bytes[position]), body)
            start = position + 1
        }
        if start < bytes.count {
            try body(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
    }

    /// Returns the position of the next byte that a string can't hold unescaped: a control character, `"` or `\`.
    static func endOfPlain(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var position = start
        while position + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            guard needingEscape(word) == 0 else { break }
            position += 8
        }
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { return position }
            position += 1
        }
        return position
    }

    /// Returns the highest bit of each of eight bytes that must be escaped.
    ///
    /// If one must be, a borrow may mark bytes above it too; if none must be, none is marked.
    @inline(__always)
    static func needingEscape(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ ones &* 0x22
        let backslashes = word ^ ones &* 0x5C
        let hits = (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
        return hits & 0x8080_8080_8080_8080
    }

    /// Returns the escape of a byte, as up to six characters in the low bytes of a word, with their number in the highest.
    private static func spelling(of byte: UInt8) -> UInt64 {
        func short(_ letter: UInt8) -> UInt64 { 2 << 56 | UInt64(letter) << 8 | 0x5C }
        switch byte {
        case 0x08: return short(0x62)
        case 0x09: return short(0x74)
        case 0x0A: return short(0x6E)
        case 0x0C: return short(0x66)
        case 0x0D: return short(0x72)
        case 0x22, 0x5C: return short(byte)
        default:
            let digit = UInt64(byte & 0x0F)
            let low = digit < 10 ? 0x30 + digit : 0x57 + digit
            return 6 << 56 | low << 40 | (0x30 + UInt64(byte >> 4)) << 32 | 0x3030_755C
        }
    }

    private static func withBytes<Failure: Error>(
        of escape: UInt64, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var word = escape.littleEndian
        let outcome = withUnsafeBytes(of: &word) { bytes -> Result<Void, Failure> in
            do throws(Failure) {
                return .success(try body(UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(escape >> 56)))))
            } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }
}
