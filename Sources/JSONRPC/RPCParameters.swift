/// Reads a method's parameters one by one and refuses those that the method doesn't read.
///
/// ```swift
/// var parameters = RPCParameters(request.params)
/// let transaction = try parameters.base64("tx")
/// let account = try parameters.optionalString("account")
/// try parameters.finish()
/// ```
///
/// Every method throws `-32602` with `param-missing`, `param-type`, `param-value` or `param-unknown` and the parameter's name in `data.name`. `null`
/// doesn't count as leaving a parameter out: it has the wrong type.
public struct RPCParameters: ~Copyable, Sendable {
    private let object: JSONObject
    private var isRead: [Bool]

    /// Creates a reader.
    public init(_ object: JSONObject) {
        self.object = object
        isRead = [Bool](repeating: false, count: object.count)
    }

    /// Returns true if the parameter is present; doesn't count as reading it.
    public func contains(_ name: String) -> Bool {
        object[name] != nil
    }

    /// Reads the parameter of any type; nil if it was left out.
    public mutating func optionalValue(_ name: String) -> JSON? {
        guard let index = object.index(of: name) else { return nil }
        isRead[index] = true
        return object.members[index].value
    }

    /// Finishes reading.
    ///
    /// - Throws: `param-unknown` for the first parameter that wasn't read.
    public func finish() throws(RPCError) {
        guard let index = isRead.firstIndex(of: false) else { return }
        // The name is the caller's: no more of it than an answer can hold, and no slice that keeps the source alive.
        let name = String(object.members[index].name.string.unicodeScalars.prefix(64))
        throw Self.error(.paramUnknown, name, "unknown parameter")
    }

    static func error(_ reason: RPCReason, _ name: String, _ message: String) -> RPCError {
        RPCError(.invalidParams, reason, message, data: ["name": .string(name)])
    }

    package mutating func optional<Value>(
        _ name: String, _ type: String, _ convert: (JSON) -> Value?
    ) throws(RPCError) -> Value? {
        guard let json = optionalValue(name) else { return nil }
        guard let value = convert(json) else {
            throw Self.error(.paramType, name, "the parameter is not \(type)")
        }
        return value
    }

    package func required<Value>(_ name: String, _ value: Value?) throws(RPCError) -> Value {
        guard let value else { throw Self.error(.paramMissing, name, "a parameter is missing") }
        return value
    }
}

extension RPCParameters {
    /// Reads a string.
    ///
    /// - Parameter maximumCount: The maximum length in bytes of UTF-8.
    public mutating func string(_ name: String, maximumCount: Int = .max) throws(RPCError) -> String {
        let value = try optionalString(name, maximumCount: maximumCount)
        return try required(name, value)
    }

    /// Reads a string; nil if it was left out.
    ///
    /// - Parameter maximumCount: The maximum length in bytes of UTF-8.
    public mutating func optionalString(
        _ name: String, maximumCount: Int = .max
    ) throws(RPCError) -> String? {
        guard let value = try optionalSlice(name) else { return nil }
        guard maximumCount == .max || value.utf8Count <= maximumCount else {
            throw Self.error(.paramValue, name, "the string is longer than \(maximumCount) bytes")
        }
        return value.string
    }

    /// Reads a string as it is in its source; nil if it was left out. No `String` is created from text that becomes bytes or a number.
    private mutating func optionalSlice(_ name: String) throws(RPCError) -> JSONString? {
        try optional(name, "a string", \.string)
    }

    /// The integers that JSON carries unchanged through JavaScript: below 2^53 on either side of zero.
    public static let safeIntegers = -9_007_199_254_740_991...9_007_199_254_740_991

    /// Reads an integer.
    ///
    /// - Parameter range: The allowed values.
    public mutating func int(
        _ name: String, in range: ClosedRange<Int> = RPCParameters.safeIntegers
    ) throws(RPCError) -> Int {
        let value = try optionalInt(name, in: range)
        return try required(name, value)
    }

    /// Reads an integer; nil if it was left out.
    ///
    /// - Parameter range: The allowed values.
    public mutating func optionalInt(
        _ name: String, in range: ClosedRange<Int> = RPCParameters.safeIntegers
    ) throws(RPCError) -> Int? {
        guard let number = try optional(name, "a number", \.number) else { return nil }
        guard let value = number.int() else {
            throw Self.error(.paramType, name, "the number is not written as an integer of 64 bits")
        }
        guard range.contains(value) else {
            throw Self.error(.paramValue, name, "the integer is not from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// Reads a Boolean.
    public mutating func bool(_ name: String) throws(RPCError) -> Bool {
        let value = try optionalBool(name)
        return try required(name, value)
    }

    /// Reads a Boolean; nil if it was left out.
    public mutating func optionalBool(_ name: String) throws(RPCError) -> Bool? {
        try optional(name, "true or false", \.bool)
    }

    /// Reads an array.
    public mutating func array(_ name: String) throws(RPCError) -> [JSON] {
        let value = try optionalArray(name)
        return try required(name, value)
    }

    /// Reads an array; nil if it was left out.
    public mutating func optionalArray(_ name: String) throws(RPCError) -> [JSON]? {
        try optional(name, "an array", \.array)
    }

    /// Reads an object.
    public mutating func object(_ name: String) throws(RPCError) -> JSONObject {
        let value = try optionalObject(name)
        return try required(name, value)
    }

    /// Reads an object; nil if it was left out.
    public mutating func optionalObject(_ name: String) throws(RPCError) -> JSONObject? {
        try optional(name, "an object", \.object)
    }

    /// Reads an array of strings.
    public mutating func strings(_ name: String) throws(RPCError) -> [String] {
        let value = try optionalStrings(name)
        return try required(name, value)
    }

    /// Reads an array of strings; nil if it was left out.
    public mutating func optionalStrings(_ name: String) throws(RPCError) -> [String]? {
        guard let elements = try optionalArray(name) else { return nil }
        var strings: [String] = []
        for element in elements {
            guard let string = element.text else {
                throw Self.error(.paramType, name, "element \(strings.count) is not a string")
            }
            strings.append(string)
        }
        return strings
    }
}

extension RPCParameters {
    /// Reads bytes in canonical base64.
    public mutating func base64(_ name: String) throws(RPCError) -> [UInt8] {
        let value = try optionalBase64(name)
        return try required(name, value)
    }

    /// Reads bytes in canonical base64; nil if they were left out.
    public mutating func optionalBase64(_ name: String) throws(RPCError) -> [UInt8]? {
        guard let value = try optionalSlice(name) else { return nil }
        do throws(Base64Error) {
            return try Base64.decode(value)
        } catch {
            throw Self.error(.paramValue, name, "the string is not padded base64 in its one spelling")
        }
    }

    /// Reads an array of bytes in canonical base64.
    public mutating func base64s(_ name: String) throws(RPCError) -> [[UInt8]] {
        var items: [[UInt8]] = []
        for element in try array(name) {
            guard let string = element.string else {
                throw Self.error(.paramType, name, "element \(items.count) is not a string")
            }
            do throws(Base64Error) {
                items.append(try Base64.decode(string))
            } catch {
                throw Self.error(.paramValue, name, "element \(items.count) is not base64 in its one spelling")
            }
        }
        return items
    }

    /// Reads an unsigned integer of 64 bits, written as a string of decimal digits without leading zeros.
    public mutating func uint64(_ name: String) throws(RPCError) -> UInt64 {
        let value = try optionalUInt64(name)
        return try required(name, value)
    }

    /// Reads an unsigned integer of 64 bits in a string; nil if it was left out.
    public mutating func optionalUInt64(_ name: String) throws(RPCError) -> UInt64? {
        guard let string = try optionalSlice(name) else { return nil }
        guard let value = string.decimal() else {
            throw Self.error(.paramValue, name, "the string is not decimal digits of 64 bits")
        }
        return value
    }
}

extension JSONString {
    /// Returns the value of a string of decimal digits without leading zeros, as amounts are written; nil if it isn't one.
    public func decimal() -> UInt64? {
        let isOneSpelling = withUTF8 { $0.count == 1 || $0.first != 0x30 && $0.first != 0x2D }
        return isOneSpelling ? JSONNumber(spelling: self).uint64() : nil
    }
}
