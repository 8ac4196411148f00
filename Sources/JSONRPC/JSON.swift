/// A JSON value (RFC 8259), read strictly or built from literals.
///
/// ```swift
/// let json = try JSON(parsing: JSONSource(bytes))
/// let count = json["params"]?["count"]?.int
/// let answer: JSON = ["accounts": [], "private": false]
/// ```
public enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(JSONString)
    case array([JSON])
    case object(JSONObject)

    /// How deep arrays and objects may stand in one another: a lone array or object is one level.
    public static let maximumDepth = 16

    /// Reads one JSON text.
    ///
    /// Refused are invalid UTF-8, a byte order mark, lone surrogates, names that stand twice in one object, bytes after
    /// the value, too deep nesting and whatever else RFC 8259 doesn't allow.
    ///
    /// - Parameters:
    ///   - source: The text. Strings and numbers of the value are slices of it and keep it alive.
    ///   - maximumDepth: The levels allowed; never more than 128, whatever is asked for.
    /// - Throws: What is wrong, and where.
    public init(parsing source: JSONSource, maximumDepth: Int = JSON.maximumDepth) throws(JSONError) {
        self = try source.withUnsafeBytes { bytes throws(JSONError) in
            var parser = JSONParser(source: source, bytes: bytes, maximumDepth: min(maximumDepth, 128))
            return try parser.text()
        }
    }
}

extension JSON {
    /// Makes a string of a Swift string.
    public static func string(_ string: String) -> JSON { .string(JSONString(string)) }

    /// Makes a number of an integer.
    public static func number(_ value: some FixedWidthInteger) -> JSON { .number(JSONNumber(value)) }

    /// Whether the value is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The truth value, where it is one.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number, where it is one.
    public var number: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The value of a number that is written as an integer and fits.
    public var int: Int? { number?.int() }

    /// The string, where it is one, not yet decoded.
    public var string: JSONString? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The decoded string, where it is one: not for secrets.
    public var text: String? { string?.string }

    /// The elements, where it is an array.
    public var array: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, where it is an object.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The value of a member, where it is an object that has it.
    public subscript(name: String) -> JSON? { object?[name] }

    /// An element, where it is an array that has it.
    public subscript(index: Int) -> JSON? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    public init(stringLiteral value: String) { self = .string(JSONString(value)) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }

    /// Makes an object of a literal. A name that stands there twice has its last value.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        var object = JSONObject()
        for (name, value) in elements {
            object[name] = value
        }
        self = .object(object)
    }
}

/// A JSON number, kept as the text it was written with until it is asked for.
///
/// Nothing here is ever a `Double`: a number that isn't a plain integer has a text and no value. Two numbers are equal
/// when their texts are, so `1` and `1.0` differ.
public struct JSONNumber: Sendable, Hashable {
    let spelling: JSONString

    init(spelling: JSONString) {
        self.spelling = spelling
    }

    /// Makes a number of an integer.
    public init(_ value: some FixedWidthInteger) {
        spelling = JSONString(String(value))
    }

    /// The number as it was written.
    public var text: String { spelling.string }

    /// The value, where the number is written as an integer and fits: no fraction, no exponent, no `-0`.
    public func int() -> Int? { integer() }

    /// The value, where the number is written as an integer and fits: no fraction, no exponent, no sign.
    public func uint64() -> UInt64? { integer() }

    private func integer<Value: FixedWidthInteger>() -> Value? {
        spelling.withUTF8 { bytes in
            let negative = bytes.first == 0x2D
            let digits = negative ? bytes.dropFirst() : bytes[...]
            if digits.isEmpty || (negative && digits.first == 0x30) { return nil }
            var value: Value = 0
            for byte in digits {
                guard (0x30...0x39).contains(byte) else { return nil }
                let digit = Value(byte - 0x30)
                let (product, overflow) = value.multipliedReportingOverflow(by: 10)
                let (sum, carry) =
                    negative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
                guard !overflow, !carry else { return nil }
                value = sum
            }
            return value
        }
    }
}
