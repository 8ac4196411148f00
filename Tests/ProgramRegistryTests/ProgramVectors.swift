import Foundation
import ProgramRegistry
import SolanaTransactions
import TestSupport
import Testing

/// An instruction that an encoder of its own made of an interface's file (`Tests/Support/program_vectors.py`). Nobody changes the JSON.
struct ProgramVector: @unchecked Sendable {
    let program: PublicKey
    let instruction: String
    let data: [UInt8]
    let accountCount: Int
    /// The name of each account; nil if it has none.
    let names: [String?]
    let arguments: [String: Any]

    static let all: Result<[ProgramVector], any Error> = Result { try read() }

    private static func read() throws -> [ProgramVector] {
        try PythonScript("program_vectors.py").run(["--each", "2"]).split(separator: UInt8(ascii: "\n")).map { line in
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            let names = try #require(object["names"] as? [Any])
            return ProgramVector(
                program: try PublicKey(base58: try #require(object["program"] as? String)),
                instruction: try #require(object["instruction"] as? String),
                data: try #require(bytes(object["data"])), accountCount: try #require(object["accounts"] as? Int),
                names: names.map { $0 as? String }, arguments: try #require(object["arguments"] as? [String: Any]))
        }
    }

    /// The bytes that a hexadecimal text has.
    static func bytes(_ json: Any?) -> [UInt8]? {
        guard let text = json as? String, text.utf8.count % 2 == 0 else { return nil }
        let digits = Array(text.utf8)
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }

    /// The arguments as values of a layout's fields; nil if they are of others.
    func values(_ fields: [Field]) -> [NamedArgument]? {
        guard Set(arguments.keys).isSubset(of: fields.map(\.name)) else { return nil }
        guard case .record(let values) = Self.value(.record(fields), arguments) else { return nil }
        return values
    }

    private static func value(_ type: FieldType, _ json: Any?) -> ArgumentValue? {
        switch type {
        case .u8, .u16, .u32, .u64, .leb128: (json as? String).flatMap { UInt64($0) }.map { .unsigned($0) }
        case .u128: (json as? String).flatMap { UInt128($0) }.map { .wideUnsigned($0) }
        case .i8, .i16, .i32, .i64: (json as? String).flatMap { Int64($0) }.map { .signed($0) }
        case .i128: (json as? String).flatMap { Int128($0) }.map { .wideSigned($0) }
        case .f32: bytes(json).flatMap { number($0, UInt32.self) }.map { .float(Double(Float(bitPattern: $0))) }
        case .f64: bytes(json).flatMap { number($0, UInt64.self) }.map { .float(Double(bitPattern: $0)) }
        case .bool: (json as? Bool).map { .bool($0) }
        case .key: bytes(json).flatMap { try? PublicKey(bytes: $0) }.map { .key($0) }
        case .keyOrZeros: json is NSNull ? .absent : value(.key, json)
        case .bytes, .countedBytes: bytes(json).map { .bytes(ByteSlice($0)) }
        case .text: (json as? String).map { .text($0) }
        case .list(_, let type), .array(_, let type): list(json) { value(type, $0) }
        case .option(let type), .finalOption(let type): json is NSNull ? .absent : value(type, json)
        case .trailing(let type): json == nil ? .absent : value(type, json)
        case .choice: (json as? [String: Any])?.keys.first.map { .choice($0) }
        case .variant(let alternatives, _): variant(alternatives, json)
        case .record(let fields): record(fields, json)
        }
    }

    private static func number<Number: FixedWidthInteger>(_ bytes: [UInt8], _: Number.Type) -> Number? {
        guard bytes.count == Number.bitWidth / 8 else { return nil }
        return bytes.reversed().reduce(0) { $0 << 8 | Number($1) }
    }

    private static func list(_ json: Any?, _ value: (Any) -> ArgumentValue?) -> ArgumentValue? {
        guard let list = json as? [Any] else { return nil }
        let values = list.compactMap(value)
        return values.count == list.count ? .list(values) : nil
    }

    private static func variant(_ alternatives: [FieldType.Alternative], _ json: Any?) -> ArgumentValue? {
        guard let object = json as? [String: Any], let (name, inner) = object.first,
            let alternative = alternatives.first(where: { $0.name == name })
        else { return nil }
        guard let type = alternative.type else { return .choice(name) }
        return value(type, inner).map { .variant(name, $0) }
    }

    /// A struct is an object, and a tuple or a map's pair is an array.
    private static func record(_ fields: [Field], _ json: Any?) -> ArgumentValue? {
        var values: [NamedArgument] = []
        for (place, field) in fields.enumerated() {
            let member: Any?
            switch json {
            case let array as [Any]: member = place < array.count ? array[place] : nil
            case let object as [String: Any]: member = object[field.name]
            default: return nil
            }
            guard let value = value(field.type, member) else { return nil }
            values.append(NamedArgument(field.name, value))
        }
        return .record(values)
    }
}

extension ArgumentValue {
    /// The same without the marks of optional values within others, which the vectors don't have.
    var plain: ArgumentValue {
        switch self {
        case .present(let value): value.plain
        case .list(let values): .list(values.map(\.plain))
        case .record(let arguments): .record(arguments.map { NamedArgument($0.name, $0.value.plain) })
        case .variant(let name, let value): .variant(name, value.plain)
        default: self
        }
    }

    var hasNaN: Bool {
        switch self {
        case .float(let value): value.isNaN
        case .list(let values): values.contains(where: \.hasNaN)
        case .record(let arguments): arguments.contains { $0.value.hasNaN }
        case .variant(_, let value), .present(let value): value.hasNaN
        default: false
        }
    }
}
