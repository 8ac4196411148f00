package import JSONRPC

/// The type of a parameter or a result, as the tables of docs/protocol.md spell it.
public indirect enum ValueType: Sendable, Hashable {
    case string
    /// One of these strings.
    case word([String])
    /// Below 2^53 on either side of zero.
    case integer
    case boolean
    /// Bytes, as padded base64 in its one spelling.
    case base64
    /// An unsigned integer of 64 bits, as a string of decimal digits.
    case u64
    /// A secret, sealed to the key of its recipient.
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
        case .word(let words): words.map { "\"\($0)\"" }.joined(separator: " | ")
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

extension ValueType {
    /// Describes the mismatch of a value as a path and the fault there; returns nil if the value has this type.
    package func mismatch(_ json: JSON, at path: String = "result") -> String? {
        switch self {
        case .any: return nil
        case .string, .base64: return json.string == nil ? "\(path) is no string" : nil
        case .word(let words):
            return json.text.map(words.contains) == true ? nil : "\(path) is none of its words"
        case .u64: return json.string?.decimal() == nil ? "\(path) is no u64" : nil
        case .integer: return json.int == nil ? "\(path) is no integer" : nil
        case .boolean: return json.bool == nil ? "\(path) is no truth value" : nil
        case .null: return json.isNull ? nil : "\(path) is not null"
        case .anyObject: return json.object == nil ? "\(path) is no object" : nil
        case .sealed:
            return ValueType.object([.required("enc", .base64), .required("ciphertext", .base64)])
                .mismatch(json, at: path)
        case .list(let element):
            guard let elements = json.array else { return "\(path) is no array" }
            return elements.lazy.compactMap { element.mismatch($0, at: path + "[]") }.first
        case .either(let types):
            return types.contains { $0.mismatch(json, at: path) == nil } ? nil : "\(path) is none of \(self)"
        case .object(let members):
            guard let object = json.object else { return "\(path) is no object" }
            for member in members {
                guard let value = object[member.name] else {
                    if member.isRequired { return "\(path).\(member.name) is missing" }
                    continue
                }
                if let found = member.type.mismatch(value, at: "\(path).\(member.name)") { return found }
            }
            let names = Set(members.map(\.name))
            return object.members.map(\.name.string).first { !names.contains($0) }.map {
                "\(path).\($0) isn't declared"
            }
        }
    }
}

/// A check of a call's params against the method's manifest, with the errors of `RPCParameters`.
///
/// It checks names and JSON's own types only. The module itself reads the meaning of a value.
struct ParameterCheck {
    let method: MethodManifest
    let caller: CallerKind

    /// - Throws: -32602 (`param-missing`, `param-type`, `param-unknown`).
    func check(_ params: JSONObject) throws(RPCError) {
        guard let manifests = method.params else { return }
        var parameters = RPCParameters(params)
        for parameter in manifests where parameter.callers?.contains(caller) ?? true {
            try Self.check(parameter, &parameters)
        }
        try parameters.finish()
    }

    /// Checks a parameter. It makes no `String` of a value that becomes bytes or a number.
    private static func check(_ parameter: ParameterManifest, _ parameters: inout RPCParameters) throws(RPCError) {
        let name = parameter.name
        let isThere =
            switch parameter.type {
            case .string, .word, .base64, .u64: try parameters.optional(name, "a string", \.string) != nil
            case .integer: try parameters.optionalInt(name, in: .min ... .max) != nil
            case .boolean: try parameters.optionalBool(name) != nil
            case .sealed, .object, .anyObject: try parameters.optionalObject(name) != nil
            case .list: try parameters.optionalArray(name) != nil
            case .null, .either, .any: parameters.optionalValue(name) != nil
            }
        _ = try parameters.required(name, isThere || !parameter.isRequired ? true : nil)
    }
}
