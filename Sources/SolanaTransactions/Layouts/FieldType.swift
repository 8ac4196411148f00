/// The encoding of a value in an instruction's data. Integers are little endian.
public indirect enum FieldType: Hashable, Sendable {
    case u8, u16, u32, u64, u128
    case i8, i16, i32, i64, i128
    /// IEEE 754, 4 or 8 bytes; NaN is refused.
    case f32, f64
    /// An integer of at most 64 bits in LEB128: seven bits a byte, the lowest first, in the fewest bytes.
    case leb128
    /// A byte, 0 or 1.
    case bool
    /// 32 bytes.
    case key
    /// 32 bytes; zeros mean that there is no key (`OptionalNonZeroPubkey`).
    case keyOrZeros
    /// That many bytes.
    case bytes(Int)
    /// A count and that many bytes.
    case countedBytes(Count)
    /// A count and that many bytes of UTF-8.
    case text(Count)
    /// A count and that many values.
    case list(Count, FieldType)
    /// That many values, without a count.
    case array(Int, FieldType)
    /// A byte, 0 or 1, and after 1 a value (the same in Borsh, bincode and the token programs).
    case option(FieldType)
    /// An optional value at the end of the data. If it is left out, zeros may take its place: older clients write them and the
    /// token programs ignore them.
    case finalOption(FieldType)
    /// A value at the end of the data that older clients leave out: present if and only if bytes are left.
    case trailing(FieldType)
    /// One of these names, by its number.
    case choice([String], Width)
    /// One of these alternatives: its number, then its value.
    case variant([Alternative], Width = .u8)
    /// Several values in sequence.
    case record([Field])

    /// The encoding of a number of values.
    public enum Count: Hashable, Sendable {
        case u8, u16, u32, u64
        /// Seven bits a byte, at most three bytes, as in messages (compact-u16).
        case compact
        case leb128
        /// All values up to the data's end.
        case rest
    }

    /// The width of a choice's number: bincode writes 4 bytes, Borsh and the token programs 1.
    public enum Width: Hashable, Sendable {
        case u8, u16, u32, u64
    }

    /// A name and its value, if it has one.
    public struct Alternative: Hashable, Sendable {
        public let name: String
        public let type: FieldType?
        /// The number that stands for it; nil if that is its place among the alternatives.
        public let number: Int?

        public init(_ name: String, _ type: FieldType? = nil, number: Int? = nil) {
            self.name = name
            self.type = type
            self.number = number
        }
    }
}

extension FieldType {
    /// Reads a value.
    ///
    /// - Parameter data: The bytes that `reader` reads.
    /// - Throws: `.truncated`, `.tag`, `.text`, `.number`, `.compactAlias`, `.compactOverflow` if the bytes are not a value of
    ///   this type.
    func read(_ reader: inout ByteReader, in data: ByteSlice) throws(CodingError) -> ArgumentValue {
        switch self {
        case .u8: return .unsigned(UInt64(try reader.readByte()))
        case .u16: return .unsigned(UInt64(try reader.readInteger(as: UInt16.self)))
        case .u32: return .unsigned(UInt64(try reader.readInteger(as: UInt32.self)))
        case .u64: return .unsigned(try reader.readInteger())
        case .u128: return .wideUnsigned(try reader.readInteger())
        case .i8: return .signed(Int64(try reader.readInteger(as: Int8.self)))
        case .i16: return .signed(Int64(try reader.readInteger(as: Int16.self)))
        case .i32: return .signed(Int64(try reader.readInteger(as: Int32.self)))
        case .i64: return .signed(try reader.readInteger())
        case .i128: return .wideSigned(try reader.readInteger())
        case .f32: return .float(Double(try reader.readFloat()))
        case .f64: return .float(try reader.readDouble())
        case .leb128: return .unsigned(try reader.readLEB128())
        case .bool: return .bool(try reader.readFlag())
        case .key: return .key(try reader.readFixed())
        case .keyOrZeros:
            let key: PublicKey = try reader.readFixed()
            return key == PublicKey() ? .absent : .key(key)
        case .bytes(let count): return .bytes(data.part(try reader.skip(count)))
        case .countedBytes(let count): return .bytes(data.part(try count.skip(&reader)))
        case .text(let count): return .text(try reader.text(at: count.skip(&reader)))
        case .choice(let names, let width):
            return .choice(names[try reader.readNumber(width, below: names.count)])
        case .list(let count, let type):
            return .list(try Self.readList(try count.read(&reader), type, &reader, in: data))
        case .array(let count, let type):
            return .list(try Self.readList(count, type, &reader, in: data))
        case .option(let type):
            guard try reader.readFlag() else { return .absent }
            return type.enclosing(try type.read(&reader, in: data))
        case .trailing(let type):
            guard !reader.isAtEnd else { return .absent }
            return type.enclosing(try type.read(&reader, in: data))
        case .finalOption(let type):
            if try reader.readFlag() { return type.enclosing(try type.read(&reader, in: data)) }
            try reader.skipPadding(of: type.fixedCount)
            return .absent
        case .variant(let alternatives, let width):
            let start = reader.offset
            let number = try reader.readNumber(width, below: .max)
            guard let alternative = alternatives.alternative(of: number) else { throw CodingError(.tag, at: start) }
            guard let type = alternative.type else { return .choice(alternative.name) }
            return .variant(alternative.name, try type.read(&reader, in: data))
        case .record(let fields):
            let values = try fields.readValues(&reader, in: data)
            return .record(zip(fields, values).map { NamedArgument($0.name, $1) })
        }
    }

    /// - Parameter count: Nil for all values that are left.
    private static func readList(
        _ count: Int?, _ type: FieldType, _ reader: inout ByteReader, in data: ByteSlice
    ) throws(CodingError) -> [ArgumentValue] {
        var list: [ArgumentValue] = []
        if let count {
            // No value is without a byte: a count above the bytes that are left asks for memory and nothing else.
            guard count >= 0, count <= reader.remaining else { throw CodingError(.truncated, at: reader.offset) }
            list.reserveCapacity(count)
        }
        while count.map({ list.count < $0 }) ?? !reader.isAtEnd {
            let start = reader.offset
            list.append(try type.read(&reader, in: data))
            // A value without a byte would be read for ever.
            guard reader.offset > start else { throw CodingError(.trailingBytes, at: start) }
        }
        return list
    }

    /// True if a value may be absent, so that one around it needs a mark of its own.
    fileprivate var canBeAbsent: Bool {
        switch self {
        case .keyOrZeros, .option, .finalOption, .trailing: true
        default: false
        }
    }

    /// An optional value that is there.
    fileprivate func enclosing(_ value: ArgumentValue) -> ArgumentValue { canBeAbsent ? .present(value) : value }

    /// The value within an optional value that is there; nil if it isn't one of this type.
    func enclosed(in value: ArgumentValue) -> ArgumentValue? {
        guard canBeAbsent else { return value }
        guard case .present(let value) = value else { return nil }
        return value
    }

    /// The most levels of types within types that are read.
    static let maximumDepth = 32
    /// The most types that one after the other may be read without a byte in between.
    static let maximumSteps = 4_096

    /// True if reading and writing a value neither fills the stack nor goes on for ever: an interface may come from a stranger.
    var isBounded: Bool {
        var steps = Self.maximumSteps
        return takeSteps(of: &steps, depth: Self.maximumDepth)
    }

    private func takeSteps(of steps: inout Int, depth: Int) -> Bool {
        steps -= 1
        guard steps > 0, depth > 0 else { return false }
        switch self {
        case .list(_, let type), .array(_, let type), .option(let type), .finalOption(let type), .trailing(let type):
            return type.takeSteps(of: &steps, depth: depth - 1)
        case .variant(let alternatives, _):
            return alternatives.allSatisfy { $0.type?.takeSteps(of: &steps, depth: depth - 1) ?? true }
        case .record(let fields): return fields.allSatisfy { $0.type.takeSteps(of: &steps, depth: depth - 1) }
        default: return true
        }
    }

    /// The number of bytes of a value; nil if it varies.
    package var fixedCount: Int? {
        switch self {
        case .u8, .i8, .bool: 1
        case .u16, .i16: 2
        case .u32, .i32, .f32: 4
        case .u64, .i64, .f64: 8
        case .u128, .i128: 16
        case .key, .keyOrZeros: PublicKey.count
        case .bytes(let count): count
        default: nil
        }
    }
}

extension FieldType {
    /// True if any ``fixedCount`` bytes are a value.
    var isAnyBytes: Bool {
        switch self {
        case .u8, .u16, .u32, .u64, .u128, .i8, .i16, .i32, .i64, .i128, .key, .keyOrZeros, .bytes: true
        default: false
        }
    }
}

extension [Field] {
    /// Reads the values of these fields, in their order.
    func readValues(_ reader: inout ByteReader, in data: ByteSlice) throws(CodingError) -> [ArgumentValue] {
        guard !isEmpty else { return [] }
        var values: [ArgumentValue] = []
        values.reserveCapacity(count)
        for field in self { values.append(try field.type.read(&reader, in: data)) }
        return values
    }
}

extension FieldType.Count {
    /// The count; nil if it is all that is left.
    func read(_ reader: inout ByteReader) throws(CodingError) -> Int? {
        let offset = reader.offset
        let count: UInt64
        switch self {
        case .u8: count = UInt64(try reader.readByte())
        case .u16: count = UInt64(try reader.readInteger(as: UInt16.self))
        case .u32: count = UInt64(try reader.readInteger(as: UInt32.self))
        case .u64: count = try reader.readInteger()
        case .compact: count = UInt64(try CompactU16.decode(&reader))
        case .leb128: count = try reader.readLEB128()
        case .rest: return nil
        }
        guard let count = Int(exactly: count) else { throw CodingError(.truncated, at: offset) }
        return count
    }

    fileprivate func skip(_ reader: inout ByteReader) throws(CodingError) -> Range<Int> {
        let count = try read(&reader)
        return try reader.skip(count ?? reader.remaining)
    }
}

extension ByteReader {
    /// The number of unread bytes.
    var remaining: Int { end - offset }

    /// A byte that is 0 or 1.
    mutating func readFlag() throws(CodingError) -> Bool {
        switch try readByte() {
        case 0: return false
        case 1: return true
        default: throw CodingError(.tag, at: offset - 1)
        }
    }

    /// A number other than NaN, which has many spellings and equals none of them.
    mutating func readDouble() throws(CodingError) -> Double {
        let value = Double(bitPattern: try readInteger())
        guard !value.isNaN else { throw CodingError(.number, at: offset - 8) }
        return value
    }

    /// A number other than NaN.
    mutating func readFloat() throws(CodingError) -> Float {
        let value = Float(bitPattern: try readInteger())
        guard !value.isNaN else { throw CodingError(.number, at: offset - 4) }
        return value
    }

    /// An integer of at most 64 bits, seven bits a byte, in the fewest bytes.
    package mutating func readLEB128() throws(CodingError) -> UInt64 {
        let start = offset
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let byte = try readByte()
            let bits = UInt64(byte & 0x7f)
            // The tenth byte has the last bit.
            guard shift < 63 || bits < 2 && byte < 0x80 else { throw CodingError(.compactOverflow, at: start) }
            value |= bits << shift
            shift += 7
            guard byte < 0x80 else { continue }
            guard byte > 0 || shift == 7 else { throw CodingError(.compactAlias, at: start) }
            return value
        }
    }

    /// The UTF-8 text in a range that was skipped before.
    package func text(at range: Range<Int>) throws(CodingError) -> String {
        guard let text = String(validating: bytes(range), as: UTF8.self) else {
            throw CodingError(.text, at: range.lowerBound)
        }
        return text
    }

    fileprivate mutating func readNumber(_ width: FieldType.Width, below limit: Int) throws(CodingError) -> Int {
        let start = offset
        let number =
            switch width {
            case .u8: Int(try readByte())
            case .u16: Int(try readInteger(as: UInt16.self))
            case .u32: Int(try readInteger(as: UInt32.self))
            case .u64: Int(clamping: try readInteger(as: UInt64.self))
            }
        guard number < limit else { throw CodingError(.tag, at: start) }
        return number
    }

    /// Steps over the zeros that may take the place of a last value.
    fileprivate mutating func skipPadding(of count: Int?) throws(CodingError) {
        guard let count, !isAtEnd else { return }
        let range = try skip(count)
        guard bytes(range).allSatisfy({ $0 == 0 }) else { throw CodingError(.tag, at: range.lowerBound) }
    }
}

extension [FieldType.Alternative] {
    /// The alternative that a number stands for.
    fileprivate func alternative(of number: Int) -> FieldType.Alternative? {
        if number < count, self[number].number == nil { return self[number] }
        return first { $0.number == number }
    }

    /// The place of the alternative of this name that has a value, or has none, and its number.
    func number(of name: String, hasValue: Bool) -> (place: Int, number: Int)? {
        firstIndex { $0.name == name && ($0.type != nil) == hasValue }.map { ($0, self[$0].number ?? $0) }
    }
}
