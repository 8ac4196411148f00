package import JSONRPC

extension ValueType {
    /// Where a value isn't of this type, as a path with what is wrong there; nil where it is.
    package func mismatch(_ json: JSON, at path: String = "result") -> String? {
        switch self {
        case .any: return nil
        case .string, .base64: return json.string == nil ? "\(path) is no string" : nil
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
