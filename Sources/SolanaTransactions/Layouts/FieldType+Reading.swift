extension FieldType {
    /// Reads a value.
    ///
    /// - Parameter data: What `reader` reads.
    /// - Throws: `.truncated`, `.tag`, `.text`, `.number` where no value of this type stands there.
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

    /// The bytes of a value where they are always as many.
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
    /// Whether any bytes, as many as ``fixedCount`` says, are a value.
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
    /// The count, nil where it is all that is left.
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
    /// How many bytes nobody has read yet.
    var remaining: Int { end - offset }

    /// A byte that is 0 or 1.
    mutating func readFlag() throws(CodingError) -> Bool {
        switch try readByte() {
        case 0: return false
        case 1: return true
        default: throw CodingError(.tag, at: offset - 1)
        }
    }

    /// A number that isn't NaN, which has many spellings and is equal to none of them.
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

    /// Steps over the zeros that may stand in the place of a last value.
    fileprivate mutating func skipPadding(of count: Int?) throws(CodingError) {
        guard let count, !isAtEnd else { return }
        let range = try skip(count)
        guard bytes(range).allSatisfy({ $0 == 0 }) else { throw CodingError(.tag, at: range.lowerBound) }
    }
}
