/// Writes JSON in one form: no white space, members in their order, and only the escapes that RFC 8259 requires.
struct JSONWriter {
    private(set) var output: [UInt8] = []
    let sortedKeys: Bool

    init(sortedKeys: Bool) {
        self.sortedKeys = sortedKeys
    }

    mutating func append(_ json: JSON) {
        switch json {
        case .null: append(literal: "null")
        case .bool(let value): append(literal: value ? "true" : "false")
        case .number(let number): number.spelling.withUTF8 { output.append(contentsOf: $0) }
        case .string(let string): append(string)
        case .array(let elements):
            output.append(0x5B)
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(0x2C) }
                append(element)
            }
            output.append(0x5D)
        case .object(let object): append(object)
        }
    }

    private mutating func append(_ object: JSONObject) {
        var members = object.members
        if sortedKeys {
            members.sort { left, right in
                left.name.withUTF8 { left in right.name.withUTF8 { left.lexicographicallyPrecedes($0) } }
            }
        }
        output.append(0x7B)
        for (index, member) in members.enumerated() {
            if index > 0 { output.append(0x2C) }
            append(member.name)
            output.append(0x3A)
            append(member.value)
        }
        output.append(0x7D)
    }

    private mutating func append(_ string: JSONString) {
        output.append(0x22)
        string.withUTF8 { bytes in
            Escapes.forEachEscapedPiece(of: bytes) { output.append(contentsOf: $0) }
        }
        output.append(0x22)
    }

    private mutating func append(literal text: StaticString) {
        output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension JSON {
    /// Returns the value as JSON in the writer's one form: members in their order, no white space.
    public func serialized() -> [UInt8] { serialized(sortedKeys: false) }

    /// The number of bytes of ``serialized()``, counted without writing them.
    public var serializedCount: Int {
        switch self {
        case .null: 4
        case .bool(let value): value ? 4 : 5
        case .number(let number): number.spelling.withUTF8 { $0.count }
        case .string(let string): Self.count(of: string)
        // Brackets, and a comma before each but the first.
        case .array(let elements): elements.reduce(max(2, elements.count + 1)) { $0 + $1.serializedCount }
        case .object(let object):
            object.members.reduce(max(2, object.members.count + 1)) { count, member in
                count + Self.count(of: member.name) + 1 + member.value.serializedCount
            }
        }
    }

    private static func count(of string: JSONString) -> Int {
        string.withUTF8 { bytes in
            var count = 2
            Escapes.forEachEscapedPiece(of: bytes) { count += $0.count }
            return count
        }
    }

    /// Returns the value as JSON in one form.
    ///
    /// - Parameter sortedKeys: True to order members by their names' UTF-8 bytes rather than in their own order.
    public func serialized(sortedKeys: Bool) -> [UInt8] {
        var writer = JSONWriter(sortedKeys: sortedKeys)
        writer.append(self)
        return writer.output
    }
}
