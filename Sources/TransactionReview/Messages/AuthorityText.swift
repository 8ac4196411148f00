import Base58

/// Text that a program takes as its signer's order, and that people can't read as one.
///
/// Exchanges, bridges and relays act on a signed text: an order of a perpetuals exchange in hex, the hash of a withdrawal, an intent in JSON. None of
/// it is a transaction, yet each moves money. Its form gives it away: text for people has words.
enum AuthorityText {
    /// The encoding of such a text.
    enum Form: String {
        /// JSON that declares its types, as EIP-712 does.
        case typedData = "typed-data"
        case json
        /// `name=value&name=value`.
        case parameters
        /// Encoded numbers of a fixed width, as Borsh writes them.
        case binary
        case hex
        case base58
        case base64
    }

    /// The minimum number of characters of a long run: 20 bytes in hex, 30 in the others. UUIDs and the usual nonces are shorter, hashes and keys
    /// aren't.
    private static let longRun = 40

    /// Returns the form of the first place in a text that is written for a program; nil if there is none.
    ///
    /// - Parameter signer: The base58 address of the signer, which a text may name.
    static func form(of text: String, signer: String?) -> Form? {
        var bytes = Array(text.utf8)
        if let signer { bytes.blankOut(Array(signer.utf8)) }
        if isJSON(bytes) { return isTyped(bytes) ? .typedData : .json }
        if hasParameters(bytes) { return .parameters }
        return hexRun(in: bytes) ?? encodedRun(in: bytes)
    }
}

/// JSON and URL parameters.
extension AuthorityText {
    /// The maximum length of a member's name that is searched for.
    private static let longestName = 128

    /// Returns true if a text contains an object with a member, or consists of an array.
    private static func isJSON(_ bytes: [UInt8]) -> Bool {
        for place in bytes.indices where bytes[place] == UInt8(ascii: "{") {
            if let name = nameEnd(in: bytes, from: place + 1), bytes.next(from: name) == UInt8(ascii: ":") {
                return true
            }
        }
        guard let first = bytes.firstIndex(where: { !$0.isBlank }), bytes[first] == UInt8(ascii: "["),
            bytes.last(where: { !$0.isBlank }) == UInt8(ascii: "]")
        else { return false }
        let start = bytes[(first + 1)...].firstIndex { !$0.isBlank } ?? bytes.endIndex
        let digits = bytes[start...].prefix { $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
        let end = digits.isEmpty ? nameEnd(in: bytes, from: start) : digits.endIndex
        return end.map { bytes.next(from: $0) == UInt8(ascii: ",") } ?? false
    }

    /// Returns the end of a quoted string that begins at a place, after any blanks.
    private static func nameEnd(in bytes: [UInt8], from start: Int) -> Int? {
        let window = bytes[start...].prefix(longestName)
        guard let quote = window.firstIndex(where: { !$0.isBlank }), bytes[quote] == UInt8(ascii: "\"") else {
            return nil
        }
        return window[(quote + 1)...].firstIndex(of: UInt8(ascii: "\"")).map { $0 + 1 }
    }

    private static func isTyped(_ bytes: [UInt8]) -> Bool {
        func names(_ member: String) -> Bool { bytes.contains(Array("\"\(member)\"".utf8)) }
        return names("primaryType") || names("EIP712Domain") || names("types") && names("domain")
    }

    /// Returns true if a word consists of two or more pairs of name and value, the form in which some exchanges have orders signed.
    private static func hasParameters(_ bytes: [UInt8]) -> Bool {
        bytes.split(whereSeparator: \.isBlank).contains { word in
            let pairs = word.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
            return pairs.count >= 2
                && pairs.allSatisfy { pair in
                    let name = pair.prefix { $0.isAlphanumeric || "_-.[]".utf8.contains($0) }
                    return !name.isEmpty && pair.dropFirst(name.count).first == UInt8(ascii: "=")
                }
        }
    }
}

/// Bytes that are written as characters.
extension AuthorityText {
    private static func hexRun(in bytes: [UInt8]) -> Form? {
        for run in bytes.runs(of: { $0.hexValue != nil }) {
            if run.count >= longRun { return .hex }
            // A long decimal number ends in zeros as well.
            let isMarked = run.startIndex > 0 && bytes[run.startIndex - 1] | 0x20 == UInt8(ascii: "x")
            guard run.count >= 16, run.count % 2 == 0, isMarked || run.contains(where: { !$0.isDigit }) else {
                continue
            }
            let decoded = stride(from: run.startIndex, to: run.endIndex, by: 2).map { place in
                (bytes[place].hexValue ?? 0) << 4 | (bytes[place + 1].hexValue ?? 0)
            }
            if isBinary(decoded) { return .binary }
        }
        return nil
    }

    /// Finds base58, and base64 in both alphabets.
    private static func encodedRun(in bytes: [UInt8]) -> Form? {
        // Without their signs, both alphabets find the same runs.
        let alphabets = bytes.contains { "+/-_".utf8.contains($0) } ? ["+/", "-_"] : ["+/"]
        for more in alphabets {
            for run in bytes.runs(of: { $0.isAlphanumeric || more.utf8.contains($0) }) where run.count >= 11 {
                let isBase58 = run.allSatisfy { $0.isAlphanumeric && !"0OIl".utf8.contains($0) }
                if run.count >= longRun, isScattered(run) { return isBase58 ? .base58 : .base64 }
                if isBinary(base64(run)) { return .binary }
                // Decoding takes the square of its length; a longer one is scattered.
                if isBase58, run.count <= 256, let decoded = try? Base58.decode(String(decoding: run, as: UTF8.self)),
                    isBinary(decoded)
                {
                    return .binary
                }
            }
        }
        return nil
    }

    /// Returns true if capitals, small letters and digits are mixed as in encoded bytes, unlike in words, paths and names of things.
    private static func isScattered(_ run: ArraySlice<UInt8>) -> Bool {
        // Without a list or a set: half of what a long memo's review took went into them.
        var (seen, changes) = (UInt8(0), 0)
        var last = run.first?.kind ?? .other
        for kind in run.lazy.map(\.kind) {
            seen |= 1 << kind.rawValue
            if kind != last { changes += 1 }
            last = kind
        }
        let mixed: UInt8 =
            1 << CharacterKind.capital.rawValue | 1 << CharacterKind.small.rawValue | 1 << CharacterKind.digit.rawValue
        guard seen & mixed == mixed else { return false }
        return changes * 100 >= run.count * 35
    }

    /// Returns true if bytes hold numbers of a fixed width. The upper bytes of most are zero, three or more in a row, which happens by chance once in
    /// a million texts.
    private static func isBinary(_ bytes: [UInt8]) -> Bool {
        var zeros = 0
        for byte in bytes {
            zeros = byte == 0 ? zeros + 1 : 0
            if zeros == 3 { return true }
        }
        return false
    }

    /// Decodes whole groups of four characters to their bytes.
    private static func base64(_ run: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(run.count / 4 * 3)
        var (bits, count): (UInt32, Int) = (0, 0)
        for byte in run {
            bits = bits << 6 | UInt32(byte.base64Value)
            count += 1
            guard count == 4 else { continue }
            decoded.append(UInt8(truncatingIfNeeded: bits >> 16))
            decoded.append(UInt8(truncatingIfNeeded: bits >> 8))
            decoded.append(UInt8(truncatingIfNeeded: bits))
            (bits, count) = (0, 0)
        }
        return decoded
    }
}

private enum CharacterKind: UInt8 { case capital, small, digit, other }

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    fileprivate var isDigit: Bool { kind == .digit }
    fileprivate var isAlphanumeric: Bool { kind != .other }

    fileprivate var kind: CharacterKind {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): .capital
        case UInt8(ascii: "a")...UInt8(ascii: "z"): .small
        case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
        default: .other
        }
    }

    fileprivate var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The value of a character of either alphabet.
    fileprivate var base64Value: UInt8 {
        switch kind {
        case .capital: self - UInt8(ascii: "A")
        case .small: self - UInt8(ascii: "a") + 26
        case .digit: self - UInt8(ascii: "0") + 52
        case .other: self == UInt8(ascii: "+") || self == UInt8(ascii: "-") ? 62 : 63
        }
    }
}

extension [UInt8] {
    /// Returns the first byte at or after a place that is no blank.
    fileprivate func next(from place: Int) -> UInt8? { self[place...].first { !$0.isBlank } }

    /// Returns the longest runs of bytes that belong together.
    fileprivate func runs(of belongs: (UInt8) -> Bool) -> [ArraySlice<UInt8>] {
        split { !belongs($0) }
    }

    fileprivate func contains(_ pattern: [UInt8]) -> Bool { firstRange(of: pattern, from: 0) != nil }

    /// Overwrites every occurrence of a pattern with blanks.
    fileprivate mutating func blankOut(_ pattern: [UInt8]) {
        var start = 0
        while let place = firstRange(of: pattern, from: start) {
            for index in place..<(place + pattern.count) { self[index] = 0x20 }
            start = place + pattern.count
        }
    }

    private func firstRange(of pattern: [UInt8], from start: Int) -> Int? {
        guard let first = pattern.first else { return nil }
        var place = start
        while place + pattern.count <= count {
            if self[place] == first, self[place..<(place + pattern.count)].elementsEqual(pattern) { return place }
            place += 1
        }
        return nil
    }
}
