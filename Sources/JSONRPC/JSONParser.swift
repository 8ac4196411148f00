/// Reads one JSON text by recursive descent, to a given maximum depth.
///
/// It is strict where lenient readers differ: it refuses anything that two programs could read differently, such as a duplicate name. A checked value
/// is therefore the value that is acted on.
struct JSONParser {
    let source: JSONSource
    let bytes: UnsafeRawBufferPointer
    let maximumDepth: Int
    var position = 0

    init(source: JSONSource, bytes: UnsafeRawBufferPointer, maximumDepth: Int) {
        self.source = source
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    /// Reads the whole text: white space, one value, white space.
    mutating func text() throws(JSONError) -> JSON {
        guard bytes.count <= JSONSlice.maximumEnd else { throw JSONError(.syntax, offset: JSONSlice.maximumEnd) }
        skipWhiteSpace()
        let value = try value(depth: 0)
        skipWhiteSpace()
        guard position == bytes.count else { throw JSONError(.trailing, offset: position) }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSON {
        guard position < bytes.count else { throw unexpected() }
        switch bytes[position] {
        case 0x22: return .string(try string())
        case 0x7B: return .object(try object(depth: depth + 1))
        case 0x5B: return .array(try array(depth: depth + 1))
        case 0x2D, 0x30...0x39: return .number(try number())
        case 0x74:
            try literal("true")
            return .bool(true)
        case 0x66:
            try literal("false")
            return .bool(false)
        case 0x6E:
            try literal("null")
            return .null
        default: throw unexpected()
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSON] {
        guard depth <= maximumDepth else { throw JSONError(.depth, offset: position) }
        position += 1
        skipWhiteSpace()
        if accept(0x5D) { return [] }
        var elements: [JSON] = []
        while true {
            elements.append(try value(depth: depth))
            skipWhiteSpace()
            if accept(0x5D) { return elements }
            guard accept(0x2C) else { throw unexpected() }
            skipWhiteSpace()
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
        guard depth <= maximumDepth else { throw JSONError(.depth, offset: position) }
        position += 1
        skipWhiteSpace()
        if accept(0x7D) { return JSONObject() }
        var members: [JSONObject.Member] = []
        var names = Names()
        while true {
            let start = position
            guard position < bytes.count, bytes[position] == 0x22 else { throw unexpected() }
            let name = try string()
            guard names.insert(name, after: members) else { throw JSONError(.duplicate, offset: start) }
            skipWhiteSpace()
            guard accept(0x3A) else { throw unexpected() }
            skipWhiteSpace()
            members.append(JSONObject.Member(name: name, value: try value(depth: depth)))
            skipWhiteSpace()
            if accept(0x7D) { return JSONObject(distinct: members) }
            guard accept(0x2C) else { throw unexpected() }
            skipWhiteSpace()
        }
    }

    private mutating func number() throws(JSONError) -> JSONNumber {
        let start = position
        _ = accept(0x2D)
        if !accept(0x30) { try digits() }
        if accept(0x2E) { try digits() }
        if accept(0x65) || accept(0x45) {
            if !accept(0x2B) { _ = accept(0x2D) }
            try digits()
        }
        return JSONNumber(spelling: JSONString(source, JSONSlice(start..<position, hasEscapes: false)))
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        guard position > start else { throw unexpected() }
    }

    private mutating func literal(_ word: StaticString) throws(JSONError) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard accept(word.utf8Start[offset]) else { throw unexpected() }
        }
    }

    private mutating func skipWhiteSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// Returns the error for a byte that isn't allowed here: `utf8` if it isn't even UTF-8, else `syntax`.
    func unexpected() -> JSONError {
        let isUTF8 = position >= bytes.count || UTF8Sequence.count(in: bytes, at: position) != nil
        return JSONError(isUTF8 ? .syntax : .utf8, offset: position)
    }
}

/// The names of an object being read: a few are compared one by one, many are hashed.
///
/// If all pairs were compared, one request of 1 MiB with 100,000 names could keep the agent busy for minutes.
private struct Names {
    private var hashed: Set<JSONString> = []

    /// Adds a name; returns true if it differs from those of the members before it.
    mutating func insert(_ name: JSONString, after members: [JSONObject.Member]) -> Bool {
        if members.count < 12 {
            for index in members.indices where members[index].name == name { return false }
            return true
        }
        if hashed.isEmpty {
            hashed = Set(members.map(\.name))
        }
        return hashed.insert(name).inserted
    }
}

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

    /// Moves to the next byte that isn't ASCII or that has a meaning in a string.
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

/// The reason a text isn't JSON, and its offset. It never contains the text at that offset.
public struct JSONError: Error, Sendable, Hashable {
    /// The kind of error. Append-only.
    public enum Code: Sendable, Hashable, CaseIterable {
        /// The text breaks the grammar of RFC 8259, or ends too early.
        case syntax
        /// The bytes aren't UTF-8: overlong, a surrogate, above U+10FFFF, or cut.
        case utf8
        /// A name occurs twice in one object.
        case duplicate
        /// Arrays and objects are nested too deep.
        case depth
        /// A `\u` escape names half of a surrogate pair.
        case surrogate
        /// Something follows the value.
        case trailing
    }

    /// The kind of error.
    public let code: Code

    /// The offset in bytes from the start of the text.
    public let offset: Int

    /// Creates an error.
    public init(_ code: Code, offset: Int) {
        self.code = code
        self.offset = offset
    }
}
