package import Salt

/// A line from a server, without its line feed.
///
/// ```
/// OK [text]            done
/// ERR code [text]      refused or cancelled; the code's low 16 bits are libgpg-error's number
/// S keyword [text]     a status
/// D data               data, percent-escaped
/// INQUIRE keyword ...  a question back
/// # text               a comment
/// ```
///
/// - Note: The Assuan protocol, libassuan's manual, "Server responses". `END` belongs to inquiries that we never answer.
package enum AssuanLine: Equatable {
    case ok
    case error(code: UInt16)
    case status(Status)
    /// The offset of the escaped data in the line.
    case data(start: Int)
    case inquiry
    case comment

    /// The statuses that matter here.
    package enum Status: Equatable {
        /// `BUTTON_INFO close`: the window was closed.
        case closed
        /// `PASSWORD_FROM_CACHE`: the answer came from a cache, without a prompt.
        case cached
        case other
    }

    /// The most bytes of a line, without its line feed.
    static let maximumCount = 1000

    /// - Throws: `unknownLine`, `malformedLine`.
    package init(parsing line: UnsafeRawBufferPointer) throws(AssuanFault) {
        // Data may hold any byte but those that end lines; the rest is text.
        guard !line.contains(where: { $0 == 0x0D || $0 == 0x00 }) else { throw .malformedLine }
        let word = line.prefix { $0 != 0x20 }
        let rest = line.dropFirst(word.count + 1)
        switch word {
        case "OK": self = .ok
        case "ERR": self = .error(code: try Self.code(rest))
        case "S": self = .status(Self.status(rest))
        case "D":
            guard line.count > 1 else { throw .malformedLine }
            self = .data(start: 2)
        case "INQUIRE": self = .inquiry
        default:
            guard line.first == UInt8(ascii: "#") else { throw .unknownLine }
            self = .comment
        }
    }

    /// The decimal number before a blank or the end.
    private static func code(_ text: Slice<UnsafeRawBufferPointer>) throws(AssuanFault) -> UInt16 {
        let digits = text.prefix { $0 != 0x20 }
        guard (1...10).contains(digits.count) else { throw .malformedLine }
        var value: UInt64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { throw .malformedLine }
            value = value * 10 + UInt64(digit - 0x30)
        }
        guard value <= UInt32.max, value & 0xFFFF != 0 else { throw .malformedLine }
        return UInt16(truncatingIfNeeded: value)
    }

    private static func status(_ text: Slice<UnsafeRawBufferPointer>) -> Status {
        if text.elementsEqual("BUTTON_INFO close".utf8) { return .closed }
        return text.prefix { $0 != 0x20 }.elementsEqual("PASSWORD_FROM_CACHE".utf8) ? .cached : .other
    }

    /// Decodes percent escapes into the start of a buffer and returns the count.
    ///
    /// - Throws: `malformedLine`; `answerTooLong` if the buffer is too short.
    package static func unescape(
        _ data: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer
    ) throws(AssuanFault) -> Int {
        var (position, count) = (0, 0)
        while position < data.count {
            guard count < buffer.count else { throw .answerTooLong }
            if data[position] == UInt8(ascii: "%") {
                guard position + 2 < data.count, let high = hexDigit(data[position + 1]),
                    let low = hexDigit(data[position + 2])
                else { throw .malformedLine }
                buffer[count] = high << 4 | low
                position += 3
            } else {
                buffer[count] = data[position]
                position += 1
            }
            count += 1
        }
        return count
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}

/// Compares a part of a line with a word, without a `String` of the line.
private func ~= (word: StaticString, bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    word.withUTF8Buffer { bytes.elementsEqual($0) }
}

/// A command for a server: a keyword and a text, with control characters and `%` percent-escaped.
///
/// ```
/// SETDESC Sign%0Athis? LF
/// ```
///
/// It is written into closed memory, because a prompt can show a recovery phrase.
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

    /// The number of bytes that a text takes in a command.
    package static func encodedCount(_ text: some Sequence<UInt8>) -> Int {
        text.reduce(0) { $0 + (isEscaped($1) ? 3 : 1) }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%")
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
