import Salt

/// The check of a file's signature by minisign (https://jedisct1.github.io/minisign/, "Signature format").
///
/// ```
/// public key    base64 of "Ed" | key number (8) | Ed25519 public key (32)
///
/// untrusted comment: a line that nobody vouches for
/// base64 of "Ed" or "ED" | key number (8) | signature (64)
/// trusted comment: timestamp:1633700835	file:list.txt
/// base64 of a signature (64) over the one above and the trusted comment
/// ```
///
/// `Ed` signs the file itself, and `ED` its BLAKE2b-512 digest.
package enum Minisign {
    /// The reason a signature doesn't count. Append-only.
    package enum Fault: String, Error, Sendable, CaseIterable {
        /// The key isn't written as one.
        case key
        /// The signature isn't written as one.
        case form
        /// It was made with another key.
        case otherKey = "other-key"
        /// It isn't the key's over this file.
        case signature
        /// The trusted comment was changed.
        case comment
    }

    /// A public key.
    package struct PublicKey: Sendable, Hashable {
        /// The whole key in base64, as `minisign -G` prints it.
        package let text: String
        let number: [UInt8]
        let key: [UInt8]

        /// Reads the one line of base64, or a whole key file with its comment before it.
        ///
        /// - Throws: ``Fault/key``.
        package init(_ text: String) throws(Fault) {
            let lines = text.split(whereSeparator: \.isNewline)
            guard let line = lines.last, lines.count == 1 || lines.count == 2 && lines[0].hasPrefix(Minisign.untrusted),
                let bytes = Base64Text.decode(line), bytes.count == 42, bytes.starts(with: Minisign.legacy)
            else { throw .key }
            self.text = String(line)
            number = Array(bytes[2..<10])
            key = Array(bytes[10...])
        }
    }

    /// Checks a file's signature and returns its trusted comment.
    ///
    /// - Parameters:
    ///   - signature: The whole signature file; at most ``maximumCount`` bytes.
    /// - Throws: The reason it doesn't count.
    package static func verify(
        _ signature: [UInt8], of file: [UInt8], by key: PublicKey
    ) throws(Fault) -> String {
        guard signature.count <= maximumCount, let text = String(validating: signature, as: UTF8.self) else {
            throw .form
        }
        // "\r\n" is one character.
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count == 4, lines[0].hasPrefix(untrusted), lines[2].hasPrefix(trusted),
            let own = Base64Text.decode(lines[1]), own.count == 74,
            let global = Base64Text.decode(lines[3]), global.count == SaltSign.signatureCount
        else { throw .form }
        let isHashed = own.starts(with: hashed)
        guard isHashed || own.starts(with: legacy) else { throw .form }
        guard Array(own[2..<10]) == key.number else { throw .otherKey }
        let bytes = Array(own[10...])
        let signed = isHashed ? SaltHash.blake2b512(file) : file
        guard SaltSign.verify(bytes, of: signed, publicKey: key.key) else { throw .signature }
        let comment = lines[2].dropFirst(trusted.count)
        guard SaltSign.verify(global, of: bytes + Array(comment.utf8), publicKey: key.key) else { throw .comment }
        return String(comment)
    }

    /// Returns the time in a trusted comment, in seconds since 1970, as minisign writes it there by itself: `timestamp:1633700835`.
    ///
    /// - Returns: nil if there is none before the year 10000: no surface could show it as a date.
    package static func time(in comment: String) -> UInt64? {
        let times = comment.split(whereSeparator: { $0 == "\t" || $0 == " " }).compactMap { part in
            part.hasPrefix("timestamp:") ? UInt64(part.dropFirst("timestamp:".count)) : nil
        }
        return times.first.flatMap { $0 < 253_402_300_800 ? $0 : nil }
    }

    /// The most bytes of a signature file.
    package static let maximumCount = 4096

    package static let untrusted = "untrusted comment: "
    private static let trusted = "trusted comment: "
    private static let legacy = Array("Ed".utf8)
    private static let hashed = Array("ED".utf8)
}

/// Base64 with padding (RFC 4648, section 4).
private enum Base64Text {
    /// Returns the bytes; nil for anything but the one spelling of them.
    static func decode(_ text: Substring) -> [UInt8]? {
        var digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 4), !digits.isEmpty else { return nil }
        let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
        digits.removeLast(padding)
        var bytes: [UInt8] = []
        var (held, bits): (UInt32, UInt32) = (0, 0)
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            held = held << 6 | value
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: held >> bits))
            held &= (1 << bits) - 1
        }
        return held == 0 ? bytes : nil
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
