/// The encoding of a value in an instruction's data. Integers are little endian.
public indirect enum FieldType: Hashable, Sendable {
    case u8, u16, u32, u64
    case i8, i16, i64
    /// IEEE 754, 8 bytes; NaN is refused.
    case f64
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
    /// A byte, 0 or 1, and after 1 a value (the same in Borsh, bincode and the token programs).
    case option(FieldType)
    /// An optional value at the end of the data. If it is left out, zeros may take its place: older clients write them and the
    /// token programs ignore them.
    case finalOption(FieldType)
    /// One of these names, by its number.
    case choice([String], Width)
    /// One of these alternatives: a byte with its number, then its value.
    case variant([Alternative])
    /// Several values in sequence.
    case record([Field])

    /// The encoding of a number of values.
    public enum Count: Hashable, Sendable {
        case u8, u16, u32, u64
        /// All values up to the data's end.
        case rest
    }

    /// The width of a choice's number: bincode writes 4 bytes, Borsh and the token programs 1.
    public enum Width: Hashable, Sendable {
        case u8, u32
    }

    /// A name and its value, if it has one.
    public struct Alternative: Hashable, Sendable {
        public let name: String
        public let type: FieldType?

        public init(_ name: String, _ type: FieldType? = nil) {
            self.name = name
            self.type = type
        }
    }
}

extension FieldType {
    /// Reads a value.
    ///
    /// - Parameter data: The bytes that `reader` reads.
    /// - Throws: `.truncated`, `.tag`, `.text`, `.number` if the bytes are not a value of this type.
    func read(_ reader: inout ByteReader, in data: ByteSlice) throws(CodingError) -> ArgumentValue {
        switch self {
        case .u8: return .unsigned(UInt64(try reader.readByte()))
        case .u16: return .unsigned(UInt64(try reader.readInteger(as: UInt16.self)))
        case .u32: return .unsigned(UInt64(try reader.readInteger(as: UInt32.self)))
        case .u64: return .unsigned(try reader.readInteger())
        case .i8: return .signed(Int64(try reader.readInteger(as: Int8.self)))
        case .i16: return .signed(Int64(try reader.readInteger(as: Int16.self)))
        case .i64: return .signed(try reader.readInteger())
        case .f64: return .float(try reader.readDouble())
        case .bool: return .bool(try reader.readFlag())
        case .key: return .key(try reader.readFixed())
        case .keyOrZeros:
            let key: PublicKey = try reader.readFixed()
            return key == PublicKey() ? .absent : .key(key)
        case .bytes(let count): return .bytes(data.part(try reader.skip(count)))
        case .countedBytes(let count): return .bytes(data.part(try count.skip(&reader)))
        case .text(let count): return .text(try reader.text(at: count.skip(&reader)))
        case .list(let count, let type): return .list(try Self.readList(count, type, &reader, in: data))
        case .option(let type): return try reader.readFlag() ? try type.read(&reader, in: data) : .absent
        case .finalOption(let type):
            if try reader.readFlag() { return try type.read(&reader, in: data) }
            try reader.skipPadding(of: type.fixedCount)
            return .absent
        case .choice(let names, let width):
            return .choice(names[try reader.readNumber(width, below: names.count)])
        case .variant(let alternatives):
            let alternative = alternatives[try reader.readNumber(.u8, below: alternatives.count)]
            guard let type = alternative.type else { return .choice(alternative.name) }
            return .variant(alternative.name, try type.read(&reader, in: data))
        case .record(let fields):
            let values = try fields.readValues(&reader, in: data)
            return .record(zip(fields, values).map { NamedArgument($0.name, $1) })
        }
    }

    private static func readList(
        _ count: Count, _ type: FieldType, _ reader: inout ByteReader, in data: ByteSlice
    ) throws(CodingError) -> [ArgumentValue] {
        var list: [ArgumentValue] = []
        guard let count = try count.read(&reader) else {
            while !reader.isAtEnd {
                let start = reader.offset
                list.append(try type.read(&reader, in: data))
                // A value without a byte would be read for ever.
                guard reader.offset > start else { throw CodingError(.trailingBytes, at: start) }
            }
            return list
        }
        // No value is without a byte: a count above the bytes that are left asks for memory and nothing else.
        guard count <= reader.remaining else { throw CodingError(.truncated, at: reader.offset) }
        list.reserveCapacity(count)
        for _ in 0..<count { list.append(try type.read(&reader, in: data)) }
        return list
    }

    /// The number of bytes of a value; nil if it varies.
    package var fixedCount: Int? {
        switch self {
        case .u8, .i8, .bool: 1
        case .u16, .i16: 2
        case .u32: 4
        case .u64, .i64, .f64: 8
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
        case .u8, .u16, .u32, .u64, .i8, .i16, .i64, .key, .keyOrZeros, .bytes: true
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

    /// The UTF-8 text in a range that was skipped before.
    func text(at range: Range<Int>) throws(CodingError) -> String {
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
            case .u32: Int(try readInteger(as: UInt32.self))
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

extension FieldType {
    /// Writes a value.
    ///
    /// - Returns: True if `value` is of this type; otherwise the bytes are meaningless.
    func write(_ value: ArgumentValue, into bytes: inout [UInt8]) -> Bool {
        switch (self, value) {
        case (.u8, .unsigned(let value)): bytes.append(fitting: value, UInt8.self)
        case (.u16, .unsigned(let value)): bytes.append(fitting: value, UInt16.self)
        case (.u32, .unsigned(let value)): bytes.append(fitting: value, UInt32.self)
        case (.u64, .unsigned(let value)): bytes.append(fitting: value, UInt64.self)
        case (.i8, .signed(let value)): bytes.append(fitting: value, Int8.self)
        case (.i16, .signed(let value)): bytes.append(fitting: value, Int16.self)
        case (.i64, .signed(let value)): bytes.append(fitting: value, Int64.self)
        case (.f64, .float(let value)) where !value.isNaN: bytes.append(fitting: value.bitPattern, UInt64.self)
        case (.bool, .bool(let value)): bytes.append(fitting: value ? 1 : 0, UInt8.self)
        case (.key, .key(let key)): bytes.appendKey(key)
        case (.keyOrZeros, .key(let key)) where key != PublicKey(): bytes.appendKey(key)
        case (.keyOrZeros, .absent): bytes.appendKey(PublicKey())
        case (.bytes(let count), .bytes(let value)) where value.count == count:
            bytes.append(value, after: .rest)
        case (.countedBytes(let count), .bytes(let value)): bytes.append(value, after: count)
        case (.text(let count), .text(let value)): bytes.append(Array(value.utf8), after: count)
        case (.list(let count, let type), .list(let values)):
            bytes.append(count: values.count, count) && values.allSatisfy { type.write($0, into: &bytes) }
        case (.option, .absent), (.finalOption, .absent): bytes.append(fitting: 0, UInt8.self)
        case (.option(let type), _), (.finalOption(let type), _):
            bytes.append(fitting: 1, UInt8.self) && type.write(value, into: &bytes)
        case (.choice(let names, let width), .choice(let name)):
            bytes.append(number: names.firstIndex(of: name), width)
        case (.variant(let alternatives), .choice(let name)):
            bytes.append(number: alternatives.firstIndex { $0.name == name && $0.type == nil }, .u8)
        case (.variant(let alternatives), .variant(let name, let value)):
            bytes.append(number: alternatives.firstIndex { $0.name == name && $0.type != nil }, .u8)
                && alternatives.first { $0.name == name }?.type?.write(value, into: &bytes) == true
        case (.record(let fields), .record(let values)):
            fields.map(\.name) == values.map(\.name)
                && zip(fields, values).allSatisfy { $0.type.write($1.value, into: &bytes) }
        default: false
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append<Integer: FixedWidthInteger>(
        fitting value: some FixedWidthInteger, _: Integer.Type
    ) -> Bool {
        guard let value = Integer(exactly: value) else { return false }
        append(littleEndian: value)
        return true
    }

    fileprivate mutating func appendKey(_ key: PublicKey) -> Bool {
        append(key)
        return true
    }

    fileprivate mutating func append(_ value: some Collection<UInt8>, after count: FieldType.Count) -> Bool {
        guard append(count: value.count, count) else { return false }
        append(contentsOf: value)
        return true
    }

    fileprivate mutating func append(count: Int, _ type: FieldType.Count) -> Bool {
        switch type {
        case .u8: append(fitting: count, UInt8.self)
        case .u16: append(fitting: count, UInt16.self)
        case .u32: append(fitting: count, UInt32.self)
        case .u64: append(fitting: count, UInt64.self)
        case .rest: true
        }
    }

    fileprivate mutating func append(number: Int?, _ width: FieldType.Width) -> Bool {
        guard let number else { return false }
        return switch width {
        case .u8: append(fitting: number, UInt8.self)
        case .u32: append(fitting: number, UInt32.self)
        }
    }
}

/// One value in an instruction's data.
public enum ArgumentValue: Hashable, Sendable {
    case unsigned(UInt64)
    case signed(Int64)
    /// Never NaN.
    case float(Double)
    case bool(Bool)
    case key(PublicKey)
    case text(String)
    case bytes(ByteSlice)
    /// One of the names of a ``FieldType/choice(_:_:)``.
    case choice(String)
    case list([ArgumentValue])
    case record([NamedArgument])
    /// A name of a ``FieldType/variant(_:)`` and its value.
    indirect case variant(String, ArgumentValue)
    /// An optional value that is left out.
    case absent
}

/// A value with the name that it has in its program's interface.
public struct NamedArgument: Hashable, Sendable {
    public let name: String
    public let value: ArgumentValue

    public init(_ name: String, _ value: ArgumentValue) {
        self.name = name
        self.value = value
    }
}

/// A named value in an instruction's data.
public struct Field: Hashable, Sendable {
    public let name: String
    public let type: FieldType

    public init(_ name: String, _ type: FieldType) {
        self.name = name
        self.type = type
    }
}
