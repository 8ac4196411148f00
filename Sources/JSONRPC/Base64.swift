/// Base64 in its canonical form (RFC 4648, section 4): the standard alphabet, padded, no white space, unused bits zero.
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The value of each byte, or FF if it isn't in the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, byte) in alphabet.enumerated() {
            values[Int(byte)] = UInt8(value)
        }
        return values
    }()

    /// Encodes bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        let encoded = bytes.withContiguousStorageIfAvailable { encode(contiguous: UnsafeRawBufferPointer($0)) }
        return encoded ?? Array(bytes).withUnsafeBytes { encode(contiguous: $0) }
    }

    private static func encode(contiguous bytes: UnsafeRawBufferPointer) -> String {
        let count = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: count) { output in
            alphabet.withUnsafeBufferPointer { alphabet in
                var (from, to) = (0, 0)
                while from + 3 <= bytes.count {
                    let group = Int(bytes[from]) << 16 | Int(bytes[from + 1]) << 8 | Int(bytes[from + 2])
                    output[to] = alphabet[group >> 18]
                    output[to + 1] = alphabet[group >> 12 & 63]
                    output[to + 2] = alphabet[group >> 6 & 63]
                    output[to + 3] = alphabet[group & 63]
                    (from, to) = (from + 3, to + 4)
                }
                let left = bytes.count - from
                guard left > 0 else { return }
                let group = Int(bytes[from]) << 16 | (left == 2 ? Int(bytes[from + 1]) << 8 : 0)
                output[to] = alphabet[group >> 18]
                output[to + 1] = alphabet[group >> 12 & 63]
                output[to + 2] = left == 2 ? alphabet[group >> 6 & 63] : 0x3D
                output[to + 3] = 0x3D
            }
            return count
        }
    }

    /// Decodes a string.
    ///
    /// - Throws: The reason the string isn't the canonical form of any bytes.
    public static func decode(_ string: JSONString) throws(Base64Error) -> [UInt8] {
        try string.withUTF8 { bytes throws(Base64Error) in try decode(bytes) }
    }

    /// Decodes a string.
    ///
    /// - Throws: The reason the string isn't the canonical form of any bytes.
    public static func decode(_ string: String) throws(Base64Error) -> [UInt8] {
        try decode(JSONString(string))
    }

    /// Decodes the UTF-8 bytes of a string.
    ///
    /// - Throws: The reason the string isn't the canonical form of any bytes.
    public static func decode(_ text: UnsafeRawBufferPointer) throws(Base64Error) -> [UInt8] {
        guard text.count % 4 == 0 else { throw .length(text.count) }
        guard text.count > 0 else { return [] }
        let padding = text[text.count - 1] != 0x3D ? 0 : text[text.count - 2] != 0x3D ? 1 : 2
        let count = text.count / 4 * 3 - padding
        var failure: Base64Error?
        let decoded = [UInt8](unsafeUninitializedCapacity: count) { output, written in
            failure = decode(text, padding: padding, into: output)
            written = failure == nil ? count : 0
        }
        if let failure { throw failure }
        return decoded
    }

    private static func decode(
        _ text: UnsafeRawBufferPointer, padding: Int, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> Base64Error? {
        values.withUnsafeBufferPointer { values in
            // Whole groups first; a group with padding is the last and is treated apart.
            let wholeEnd = padding == 0 ? text.count : text.count - 4
            var (from, to) = (0, 0)
            while from < wholeEnd {
                let (a, b) = (values[Int(text[from])], values[Int(text[from + 1])])
                let (c, d) = (values[Int(text[from + 2])], values[Int(text[from + 3])])
                guard (a | b | c | d) & 0x80 == 0 else { return firstInvalid(text, values) }
                output[to] = a << 2 | b >> 4
                output[to + 1] = b << 4 | c >> 2
                output[to + 2] = c << 6 | d
                (from, to) = (from + 4, to + 3)
            }
            guard padding > 0 else { return nil }
            let (a, b) = (values[Int(text[from])], values[Int(text[from + 1])])
            let c = padding == 1 ? values[Int(text[from + 2])] : 0
            guard (a | b | c) & 0x80 == 0 else { return firstInvalid(text, values) }
            // A second spelling of the same bytes would give one transaction two texts.
            let unused = padding == 1 ? c & 0x03 : b & 0x0F
            guard unused == 0 else { return .unusedBits }
            output[to] = a << 2 | b >> 4
            if padding == 1 { output[to + 1] = b << 4 | c >> 2 }
            return nil
        }
    }

    private static func firstInvalid(
        _ text: UnsafeRawBufferPointer, _ values: UnsafeBufferPointer<UInt8>
    ) -> Base64Error {
        .character(offset: text.firstIndex { values[Int($0)] == 0xFF } ?? 0)
    }
}

/// The reason a text isn't canonical base64. Append-only.
public enum Base64Error: Error, Sendable, Hashable {
    /// The number of characters isn't a multiple of four.
    case length(Int)
    /// A character isn't in the alphabet, or there is padding elsewhere than at the end.
    case character(offset: Int)
    /// The bits that the last character doesn't need aren't zero.
    case unusedBits
}
