public import Salt

/// A private key as other programs write it: a `solana-keygen` file, or the Base58 text that wallets export.
///
/// ```
/// [174,47, ... ]          JSON: 64 numbers below 256, ASCII white space anywhere between them
/// 4NMwxzmYj2uv...         Base58 of 64 bytes, ASCII white space around it
/// ```
///
/// Both are the 32 bytes of an Ed25519 seed and the 32 of its public key, which must belong to that seed. A key with a digit lost or mixed up is
/// refused instead of becoming an account that nobody else knows. Every byte goes from secret memory to secret memory.
public enum PrivateKeyText {
    /// The longest text that is read, in bytes: 64 numbers of three digits, each on a line of its own, with room to spare.
    public static let maximumCount = 1024

    private static let keyCount = SaltSign.secretKeyCount

    /// Reads a key in either form; a text that begins with `[` is JSON.
    ///
    /// - Returns: The 32 bytes of the Ed25519 seed.
    /// - Throws: ``PrivateKeyTextError``.
    public static func privateKey(in text: borrowing SecretBytes) throws(PrivateKeyTextError) -> SecretBytes {
        guard text.count <= maximumCount else { throw .tooLong }
        let key = try SecretBytes(count: keyCount) { key throws(PrivateKeyTextError) in
            try text.withBytes { text throws(PrivateKeyTextError) in
                guard let first = text.firstIndex(where: { !isSpace($0) }) else { throw .count(0) }
                if text[first] == UInt8(ascii: "[") { try json(text, into: key) } else { try base58(text, into: key) }
            }
        }
        let seed = key.slice(0..<SaltSign.seedCount)
        guard let pair = try? SaltSign.KeyPair(seed: seed),
            key.slice(SaltSign.seedCount..<keyCount).isEqual(to: pair.publicKey)
        else { throw .publicKeyDiffers }
        return seed
    }

    /// Writes a key as wallets export it: Base58 of its 64 bytes, 86 to 88 characters.
    ///
    /// - Parameter seed: The 32 bytes of an Ed25519 seed.
    /// - Returns: nil if there are more or fewer.
    public static func base58(of seed: borrowing SecretBytes) -> SecretBytes? {
        guard seed.count == SaltSign.seedCount, let pair = try? SaltSign.KeyPair(seed: seed) else { return nil }
        return SecretBytes(capacity: longestBase58) { text in
            // Base 58 digits, the lowest first: each byte multiplies what stands there by 256 and is added.
            var count = 0
            var leading = 0
            func append(_ byte: UInt8) {
                if count == 0, byte == 0 { return leading += 1 }
                var carry = Int(byte)
                for index in 0..<count {
                    carry += Int(text[index]) << 8
                    text[index] = UInt8(carry % 58)
                    carry /= 58
                }
                while carry > 0 {
                    text[count] = UInt8(carry % 58)
                    count += 1
                    carry /= 58
                }
            }
            seed.withBytes { for byte in $0 { append(byte) } }
            for byte in pair.publicKey { append(byte) }
            for _ in 0..<leading {
                text[count] = 0
                count += 1
            }
            var digits = text[..<count]
            digits.reverse()
            for index in digits.indices { digits[index] = alphabet[Int(digits[index])] }
            return count
        }
    }

    /// The most characters that 64 bytes take.
    private static let longestBase58 = 88

    private static func json(
        _ text: UnsafeRawBufferPointer, into key: UnsafeMutableRawBufferPointer
    ) throws(PrivateKeyTextError) {
        var offset = 0
        func skipSpaces() { while offset < text.count, isSpace(text[offset]) { offset += 1 } }
        func expect(_ byte: Unicode.Scalar) throws(PrivateKeyTextError) {
            skipSpaces()
            guard offset < text.count, text[offset] == UInt8(ascii: byte) else { throw .syntax(offset: offset) }
            offset += 1
        }
        try expect("[")
        var count = 0
        repeat {
            if count > 0 { try expect(",") }
            skipSpaces()
            let start = offset
            var number = 0
            while offset < text.count, (0x30...0x39).contains(text[offset]), offset - start < 3 {
                number = number * 10 + Int(text[offset] - 0x30)
                offset += 1
            }
            // No digit, a number above 255, or a zero before another digit.
            guard offset > start, number < 256, offset - start == 1 || text[start] != 0x30 else {
                throw .syntax(offset: start)
            }
            if count < key.count { key[count] = UInt8(number) }
            count += 1
            skipSpaces()
        } while offset < text.count && text[offset] == UInt8(ascii: ",")
        try expect("]")
        skipSpaces()
        guard offset == text.count else { throw .syntax(offset: offset) }
        guard count == key.count else { throw .count(count) }
    }

    /// Multiplies and adds in the place of the key: the decoder of the library `Base58` works on the stack.
    private static func base58(
        _ text: UnsafeRawBufferPointer, into key: UnsafeMutableRawBufferPointer
    ) throws(PrivateKeyTextError) {
        var leading = 0
        var isLeading = true
        for (offset, character) in text.enumerated() where !isSpace(character) {
            // White space inside is none of Base58's characters.
            if offset > 0, isSpace(text[offset - 1]), text[..<offset].contains(where: { !isSpace($0) }) {
                throw .syntax(offset: offset)
            }
            guard let digit = alphabet.firstIndex(of: character) else { throw .syntax(offset: offset) }
            if isLeading, digit == 0 { leading += 1 } else { isLeading = false }
            var carry = digit
            for index in key.indices.reversed() {
                carry += Int(key[index]) * 58
                key[index] = UInt8(truncatingIfNeeded: carry)
                carry >>= 8
            }
            // The number has outgrown the key.
            guard carry == 0 else { throw .length }
        }
        // As many zero bytes lead as there are ones, or the text stands for a key of another length.
        guard (key.firstIndex { $0 != 0 } ?? key.count) == leading else { throw .length }
    }

    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
}

/// The reasons a text is no private key; cases are only ever added. They name places, never the text there.
public enum PrivateKeyTextError: Error, Sendable, Hashable {
    /// The text has more than ``PrivateKeyText/maximumCount`` bytes.
    case tooLong
    /// The form allows another character at this byte.
    case syntax(offset: Int)
    /// The array has this many numbers, not 64.
    case count(Int)
    /// The text stands for fewer or more than 64 bytes.
    case length
    /// The second half isn't the public key of the first.
    case publicKeyDiffers
}

extension PrivateKeyTextError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLong: "it has more than \(PrivateKeyText.maximumCount) bytes"
        case .syntax(let offset): "it is neither a solana-keygen file nor base58, from byte \(offset) on"
        case .count(let count): "a private key has 64 numbers, not \(count)"
        case .length: "a private key has 64 bytes, and this is another number"
        case .publicKeyDiffers: "its second half is not the public key of its first: something in it is wrong"
        }
    }
}
