extension JSONParser {
    /// Reads a string, from its opening to its closing quotation mark, and checks every escape and every sequence.
    mutating func string() throws(JSONError) -> JSONString {
        position += 1
        let start = position
        var hasEscapes = false
        while true {
            skipPlainASCII()
            guard position < bytes.count else { throw JSONError(.syntax, offset: position) }
            let byte = bytes[position]
            switch byte {
            case 0x22:
                position += 1
                return JSONString(source, JSONSlice(start..<position - 1, hasEscapes: hasEscapes))
            case 0x5C:
                hasEscapes = true
                try escape()
            case 0x80...:
                position = UTF8Sequence.endOfNonASCII(in: bytes, from: position)
                if position < bytes.count, bytes[position] >= 0x80 { throw JSONError(.utf8, offset: position) }
            default:
                // A control character, which must be escaped.
                throw JSONError(.syntax, offset: position)
            }
        }
    }

    /// Moves on to the next byte that isn't ASCII or that means something in a string.
    @inline(__always)
    private mutating func skipPlainASCII() {
        while position + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            guard (word & 0x8080_8080_8080_8080) | Escapes.needingEscape(word) == 0 else { break }
            position += 8
        }
        while position < bytes.count {
            switch bytes[position] {
            case 0x20...0x21, 0x23...0x5B, 0x5D...0x7F: position += 1
            default: return
            }
        }
    }

    private mutating func escape() throws(JSONError) {
        let start = position
        guard position + 1 < bytes.count else { throw JSONError(.syntax, offset: bytes.count) }
        switch bytes[position + 1] {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
            position += 2
        case 0x75:
            let first = try unicodeEscape()
            if (0xDC00..<0xE000).contains(first) { throw JSONError(.surrogate, offset: start) }
            guard (0xD800..<0xDC00).contains(first) else { return }
            guard position + 1 < bytes.count, bytes[position] == 0x5C, bytes[position + 1] == 0x75 else {
                throw JSONError(.surrogate, offset: start)
            }
            let second = try unicodeEscape()
            guard (0xDC00..<0xE000).contains(second) else { throw JSONError(.surrogate, offset: start) }
        default:
            position += 1
            throw unexpected()
        }
    }

    /// Reads `\u` and four digits.
    private mutating func unicodeEscape() throws(JSONError) -> UInt32 {
        guard let value = Escapes.hexDigits(in: bytes, at: position + 2) else {
            throw JSONError(.syntax, offset: position)
        }
        position += 6
        return value
    }
}
