/// Makes identifiers that nobody can guess.
public protocol IdentifierSource: Sendable {
    /// An identifier that was never given before.
    func next() -> String
}

/// Random UUIDs (RFC 9562, version 4) from the system's random numbers, 36 lower-case characters.
public struct RandomUUIDs: IdentifierSource {
    public init() {}

    public func next() -> String {
        var system = SystemRandomNumberGenerator()
        let high = (system.next() & ~0xF000) | 0x4000
        let low = (system.next() & ~(0xC0 << 56)) | (0x80 << 56)
        let digits = Self.hexadecimal(high) + Self.hexadecimal(low)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    private static func hexadecimal(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
