package import Salt

/// A command as it goes to a server: a keyword, and a text in which control characters and `%` are percent-escaped.
///
/// ```
/// SETDESC Sign%0Athis? LF
/// ```
///
/// It is written into closed memory, because what a prompt shows can be a seed phrase.
package struct AssuanCommand: ~Copyable, Sendable {
    /// The line with its line feed.
    package let line: SecretBytes

    /// - Throws: `lineTooLong` beyond 1,000 bytes.
    package init(_ keyword: String, _ text: String = "") throws(AssuanFault) {
        try self.init(keyword, SecretBytes(copying: Array(text.utf8)))
    }

    /// - Throws: `lineTooLong` beyond 1,000 bytes.
    init(_ keyword: String, _ text: borrowing SecretBytes) throws(AssuanFault) {
        line = try SecretBytes(capacity: AssuanLine.maximumCount + 1) { buffer throws(AssuanFault) in
            var count = 0
            func append(_ byte: UInt8) throws(AssuanFault) {
                guard count < AssuanLine.maximumCount else { throw .lineTooLong }
                buffer[count] = byte
                count += 1
            }
            for byte in keyword.utf8 { try append(byte) }
            try text.withBytes { text throws(AssuanFault) in
                if !text.isEmpty { try append(0x20) }
                for byte in text {
                    guard Self.isEscaped(byte) else {
                        try append(byte)
                        continue
                    }
                    try append(UInt8(ascii: "%"))
                    try append(Self.hexDigit(byte >> 4))
                    try append(Self.hexDigit(byte & 0xF))
                }
            }
            buffer[count] = 0x0A
            return count + 1
        }
    }

    /// How many bytes a text takes in a command.
    package static func encodedCount(_ text: some Sequence<UInt8>) -> Int {
        text.reduce(0) { $0 + (isEscaped($1) ? 3 : 1) }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%")
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
