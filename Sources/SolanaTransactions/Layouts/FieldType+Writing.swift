extension FieldType {
    /// Writes a value.
    ///
    /// - Returns: Whether `value` is one of this type; else the bytes are worth nothing.
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
