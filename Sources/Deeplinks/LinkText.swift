internal import Base58

/// A link, split into the text before the `?` and the parameters behind it (RFC 3986; WHATWG URL for `+` in a query).
struct LinkText {
    /// The text before the query, still escaped.
    let path: String
    /// Names and values in their order, unescaped.
    let parameters: [(name: String, value: String)]

    /// - Throws: ``DeeplinkFault/notALink``, ``DeeplinkFault/percentEncoding``.
    init(_ text: String) throws(DeeplinkFault) {
        guard Self.isVisible(text), !text.utf8.contains(UInt8(ascii: "#")) else { throw .notALink }
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = halves.first.map(String.init) ?? ""
        parameters = try halves.count == 2 ? Self.parameters(of: halves[1]) : []
    }

    static func parameters(of query: Substring) throws(DeeplinkFault) -> [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        for piece in query.split(separator: "&") {
            let halves = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try unescape(halves.first ?? "", form: true)
            let value = try halves.count == 2 ? unescape(halves[1], form: true) : ""
            parameters.append((name, value))
        }
        return parameters
    }

    /// True if a text is ASCII without blanks and control characters: a link must escape everything else.
    static func isVisible(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// True if a text is a scheme (RFC 3986, section 3.1) in its one spelling, lower case; at most 64 bytes.
    static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 64 else { return false }
        return text.utf8.allSatisfy { byte in
            isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    /// Escapes all but the unreserved characters, as `encodeURIComponent` nearly does.
    static func escape(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var output: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                output.append(byte)
            default: output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// - Parameter form: True if `+` is a blank, as it is in a query that a browser wrote.
    /// - Throws: ``DeeplinkFault/percentEncoding``.
    static func unescape(_ text: Substring, form: Bool) throws(DeeplinkFault) -> String {
        var output: [UInt8] = []
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = bytes.next().flatMap(digit), let low = bytes.next().flatMap(digit) else {
                    throw .percentEncoding
                }
                output.append(high << 4 | low)
            case UInt8(ascii: "+") where form: output.append(0x20)
            default: output.append(byte)
            }
        }
        guard let text = String(validating: output, as: UTF8.self) else { throw .percentEncoding }
        return text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}

/// The parameters of one link, taken out one after the other; each may occur once.
struct LinkParameters {
    private var values: [String: String] = [:]

    /// - Parameter known: The names that may occur.
    /// - Throws: ``DeeplinkFault/duplicate(_:)``, ``DeeplinkFault/unknownParameter`` unless others are let through.
    init(
        _ parameters: [(name: String, value: String)], known: [String], others: Bool = false
    ) throws(DeeplinkFault) {
        for (name, value) in parameters {
            guard known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
                if others { continue }
                throw .unknownParameter
            }
            guard values.updateValue(value, forKey: name) == nil else { throw .duplicate(name) }
        }
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    func text(_ name: String) throws(DeeplinkFault) -> String {
        guard let value = values[name], !value.isEmpty else { throw .missing(name) }
        return value
    }

    func bytes(_ name: String, maximum: Int) throws(DeeplinkFault) -> [UInt8] {
        let text = try text(name)
        // Base58 takes a time that grows with the square of the length; no text is shorter than its bytes.
        guard text.utf8.count <= maximum * 138 / 100 + 1 else { throw .value(name) }
        do throws(Base58Error) {
            return try Base58.decode(text)
        } catch {
            throw .base58(name)
        }
    }

    func bytes(_ name: String, count: Int) throws(DeeplinkFault) -> [UInt8] {
        let bytes = try bytes(name, maximum: max(count, 64))
        guard bytes.count == count else { throw .wrongCount(name, expected: count, found: bytes.count) }
        return bytes
    }
}
