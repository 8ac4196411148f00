/// What a parameter or a result is, as the tables of docs/protocol.md spell it.
public indirect enum ValueType: Sendable, Hashable {
    case string
    /// Below 2^53 on either side of zero.
    case integer
    case boolean
    /// Bytes, as padded base64 in its one spelling.
    case base64
    /// An unsigned integer of 64 bits, as a string of decimal digits.
    case u64
    /// A secret, sealed to the key of whom it is for.
    case sealed
    case list(ValueType)
    /// An object with these members and no others.
    case object([ParameterManifest])
    /// An object whose members aren't listed here.
    case anyObject
    case null
    /// One of several.
    case either([ValueType])
    case any
}

extension ValueType: CustomStringConvertible {
    /// The type in one line: `{entries: [{sequence: integer, detail?: string}], cursor?: string}`.
    public var description: String {
        switch self {
        case .string: "string"
        case .integer: "integer"
        case .boolean: "bool"
        case .base64: "base64"
        case .u64: "u64"
        case .sealed: "sealed"
        case .list(let element): "[\(element)]"
        case .object(let members): "{" + members.map(\.description).joined(separator: ", ") + "}"
        case .anyObject: "{…}"
        case .null: "null"
        case .either(let types): types.map(\.description).joined(separator: " | ")
        case .any: "any"
        }
    }
}

extension ParameterManifest: CustomStringConvertible {
    /// `account?: string`.
    public var description: String { "\(name)\(isRequired ? "" : "?"): \(type)" }
}
