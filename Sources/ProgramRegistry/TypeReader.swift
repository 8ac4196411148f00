import SolanaTransactions

/// Makes the types of one program's arguments, each once.
struct TypeReader {
    private let record: ProgramRecord
    private var named: [Int: FieldType] = [:]
    private var depth = 0

    init(_ record: ProgramRecord) {
        self.record = record
    }

    /// Types within types, names among them; a damaged table may have circles. The generator allows 12.
    private static let maximumDepth = 40

    mutating func fields(_ reader: inout ByteReader) throws(CodingError) -> [Field] {
        var fields: [Field] = []
        for _ in 0..<(try Self.count(&reader)) {
            fields.append(Field(try record.table.text(&reader), try type(&reader)))
        }
        return fields
    }

    /// A number of parts of which each takes a byte or more.
    static func count(_ reader: inout ByteReader) throws(CodingError) -> Int {
        let start = reader.offset
        let count = try reader.readLEB128()
        guard count <= reader.end - reader.offset else { throw CodingError(.truncated, at: start) }
        return Int(count)
    }

    mutating func type(_ reader: inout ByteReader) throws(CodingError) -> FieldType {
        guard depth < Self.maximumDepth else { throw CodingError(.tag, at: reader.offset) }
        depth += 1
        defer { depth -= 1 }
        let start = reader.offset
        switch try reader.readByte() {
        case 0: return try named(Int(clamping: try reader.readLEB128()))
        case 1: return .u8
        case 2: return .u16
        case 3: return .u32
        case 4: return .u64
        case 5: return .u128
        case 6: return .i8
        case 7: return .i16
        case 8: return .i32
        case 9: return .i64
        case 10: return .i128
        case 11: return .f32
        case 12: return .f64
        case 13: return .bool
        case 14: return .key
        case 15: return .text(.u32)
        case 16: return .text(.u64)
        case 17: return .countedBytes(.u32)
        case 18: return .countedBytes(.u8)
        case 19: return .countedBytes(.leb128)
        case 20: return .text(.rest)
        case 21: return .countedBytes(.rest)
        case 22: return .leb128
        case 32: return .option(try type(&reader))
        // The programs have it for addresses alone.
        case 33 where try type(&reader) == .key: return .keyOrZeros
        case 34: return .trailing(try type(&reader))
        case 35: return try list(.u32, &reader)
        case 36: return try list(.u64, &reader)
        case 37: return try list(.leb128, &reader)
        case 38: return try list(.compact, &reader)
        case 39: return try list(.rest, &reader)
        case 40:
            let count = Int(clamping: try reader.readLEB128())
            let type = try type(&reader)
            return type == .u8 ? .bytes(count) : .array(count, type)
        case 41: return .list(.u32, .record([Field("key", try type(&reader)), Field("value", try type(&reader))]))
        case 42:
            var fields: [Field] = []
            for place in 0..<(try Self.count(&reader)) { fields.append(Field(String(place), try type(&reader))) }
            return .record(fields)
        default: throw CodingError(.tag, at: start)
        }
    }

    private mutating func list(_ count: FieldType.Count, _ reader: inout ByteReader) throws(CodingError) -> FieldType {
        let type = try type(&reader)
        return type == .u8 ? .countedBytes(count) : .list(count, type)
    }

    private mutating func named(_ index: Int) throws(CodingError) -> FieldType {
        if let type = named[index] { return type }
        let place = try record.type(index)
        // `read` lends itself to a closure, which can't change this reader's own state.
        var copy = self
        let type = try record.table.read(place) { reader throws(CodingError) in try copy.definition(&reader) }
        self = copy
        named[index] = type
        return type
    }

    private mutating func definition(_ reader: inout ByteReader) throws(CodingError) -> FieldType {
        let start = reader.offset
        let form = try reader.readByte()
        // The name of the type; the values say theirs.
        _ = try reader.readLEB128()
        switch form {
        case 0: return .record(try fields(&reader))
        case 1: return try enumeration(&reader)
        case 2: return try type(&reader)
        default: throw CodingError(.tag, at: start)
        }
    }

    private mutating func enumeration(_ reader: inout ByteReader) throws(CodingError) -> FieldType {
        let start = reader.offset
        let width: FieldType.Width
        switch try reader.readByte() {
        case 1: width = .u8
        case 2: width = .u16
        case 3: width = .u32
        case 4: width = .u64
        default: throw CodingError(.tag, at: start)
        }
        let hasNumbers = try reader.readByte() == 1
        var alternatives: [FieldType.Alternative] = []
        for _ in 0..<(try Self.count(&reader)) {
            let name = try record.table.text(&reader)
            var number: Int?
            if hasNumbers {
                number = Int(exactly: try reader.readLEB128())
                guard number != nil else { throw CodingError(.tag, at: reader.offset) }
            }
            let fields = try fields(&reader)
            alternatives.append(FieldType.Alternative(name, fields.isEmpty ? nil : .record(fields), number: number))
        }
        guard !hasNumbers, alternatives.allSatisfy({ $0.type == nil }) else { return .variant(alternatives, width) }
        return .choice(alternatives.map(\.name), width)
    }
}
