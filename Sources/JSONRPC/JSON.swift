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

    /// The maximum nesting depth of arrays and objects: a lone array or object is one level.
    public static let maximumDepth = 16

    /// Reads one JSON text.
    ///
    /// It refuses invalid UTF-8, a byte order mark, lone surrogates, duplicate names in one object, and bytes after the value. It also refuses too
    /// deep nesting and anything else that RFC 8259 doesn't allow.
    ///
    /// - Parameters:
    ///   - source: The text. Strings and numbers of the value are slices of it and keep it alive.
    ///   - maximumDepth: The levels allowed; never more than 128, even if more are requested.
    /// - Throws: The error and its offset.
    public init(parsing source: JSONSource, maximumDepth: Int = JSON.maximumDepth) throws(JSONError) {
        self = try source.withUnsafeBytes { bytes throws(JSONError) in
            var parser = JSONParser(source: source, bytes: bytes, maximumDepth: min(maximumDepth, 128))
            return try parser.text()
        }
    }
}

extension JSON {
    /// Creates a string from a Swift string.
    public static func string(_ string: String) -> JSON { .string(JSONString(string)) }

    /// Creates a number from an integer.
    public static func number(_ value: some FixedWidthInteger) -> JSON { .number(JSONNumber(value)) }

    /// True if the value is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The Boolean value; nil if it isn't one.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number; nil if it isn't one.
    public var number: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The value of a number that is written as an integer and fits; nil otherwise.
    public var int: Int? { number?.int() }

    /// The string, not yet decoded; nil if it isn't one.
    public var string: JSONString? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The decoded string; nil if it isn't one. Not for secrets.
    public var text: String? { string?.string }

    /// The elements; nil if it isn't an array.
    public var array: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members; nil if it isn't an object.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The value of a member; nil if it isn't an object or has no such member.
    public subscript(name: String) -> JSON? { object?[name] }

    /// An element; nil if it isn't an array or has no such element.
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

    /// Creates an object from a literal. A duplicate name has its last value.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        var object = JSONObject()
        for (name, value) in elements {
            object[name] = value
        }
        self = .object(object)
    }
}

/// A JSON number, kept as its original text until its value is requested.
///
/// No number here is ever a `Double`: a number that isn't a plain integer has a text and no value. Two numbers are equal if their texts are, so `1`
/// and `1.0` differ.
public struct JSONNumber: Sendable, Hashable {
    let spelling: JSONString

    init(spelling: JSONString) {
        self.spelling = spelling
    }

    /// Creates a number from an integer.
    public init(_ value: some FixedWidthInteger) {
        spelling = JSONString(String(value))
    }

    /// The number as it was written.
    public var text: String { spelling.string }

    /// Returns the value if the number is written as an integer and fits: no fraction, no exponent, no `-0`; nil otherwise.
    public func int() -> Int? { integer() }

    /// Returns the value if the number is written as an integer and fits: no fraction, no exponent, no sign; nil otherwise.
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
