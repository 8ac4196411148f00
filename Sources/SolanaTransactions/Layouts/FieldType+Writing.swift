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
        case (.u128, .wideUnsigned(let value)): bytes.append(fitting: value, UInt128.self)
        case (.i8, .signed(let value)): bytes.append(fitting: value, Int8.self)
        case (.i16, .signed(let value)): bytes.append(fitting: value, Int16.self)
        case (.i32, .signed(let value)): bytes.append(fitting: value, Int32.self)
        case (.i64, .signed(let value)): bytes.append(fitting: value, Int64.self)
        case (.i128, .wideSigned(let value)): bytes.append(fitting: value, Int128.self)
        case (.leb128, .unsigned(let value)): bytes.append(leb128: value)
        case (.f32, .float(let value)) where Double(Float(value)) == value:
            bytes.append(fitting: Float(value).bitPattern, UInt32.self)
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
            bytes.append(count: values.count, count)
                && values.allSatisfy { type.write($0, into: &bytes) }
        case (.array(let count, let type), .list(let values)):
            values.count == count && values.allSatisfy { type.write($0, into: &bytes) }
        case (.option, .absent), (.finalOption, .absent): bytes.append(fitting: 0, UInt8.self)
        case (.trailing, .absent): true
        case (.option(let type), _), (.finalOption(let type), _):
            bytes.append(fitting: 1, UInt8.self) && type.write(enclosed: value, into: &bytes)
        case (.trailing(let type), _): type.write(enclosed: value, into: &bytes)
        case (.choice(let names, let width), .choice(let name)):
            bytes.append(number: names.firstIndex(of: name), width)
        case (.variant(let alternatives, let width), .choice(let name)):
            bytes.append(number: alternatives.number(of: name, hasValue: false)?.number, width)
        case (.variant(let alternatives, let width), .variant(let name, let value)):
            alternatives.number(of: name, hasValue: true).map { place, number in
                bytes.append(number: number, width)
                    && alternatives[place].type?.write(value, into: &bytes) == true
            } ?? false
        case (.record(let fields), .record(let values)):
            fields.map(\.name) == values.map(\.name)
                && zip(fields, values).allSatisfy { $0.type.write($1.value, into: &bytes) }
        default: false
        }
    }

    /// Writes the value within an optional value that is there.
    private func write(enclosed value: ArgumentValue, into bytes: inout [UInt8]) -> Bool {
        enclosed(in: value).map { write($0, into: &bytes) } ?? false
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

    fileprivate mutating func append(leb128 value: UInt64) -> Bool {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
        return true
    }

    fileprivate mutating func append(count: Int, _ type: FieldType.Count) -> Bool {
        switch type {
        case .u8: append(fitting: count, UInt8.self)
        case .u16: append(fitting: count, UInt16.self)
        case .u32: append(fitting: count, UInt32.self)
        case .u64: append(fitting: count, UInt64.self)
        case .compact: (try? append(compact: count)) != nil
        case .leb128: append(leb128: UInt64(count))
        case .rest: true
        }
    }

    fileprivate mutating func append(number: Int?, _ width: FieldType.Width) -> Bool {
        guard let number else { return false }
        return switch width {
        case .u8: append(fitting: number, UInt8.self)
        case .u16: append(fitting: number, UInt16.self)
        case .u32: append(fitting: number, UInt32.self)
        case .u64: append(fitting: number, UInt64.self)
        }
    }
}
