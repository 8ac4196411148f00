import JSONRPC

/// Holds the members of a call's params against the method's manifest, with the errors of `RPCParameters`.
///
/// Names and JSON's own types only: what a value means is the module's to read.
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

    /// No `String` is made of what is to become bytes or a number.
    private static func check(_ parameter: ParameterManifest, _ parameters: inout RPCParameters) throws(RPCError) {
        let name = parameter.name
        let isThere =
            switch parameter.type {
            case .string, .base64, .u64: try parameters.optional(name, "a string", \.string) != nil
            case .integer: try parameters.optionalInt(name, in: .min ... .max) != nil
            case .boolean: try parameters.optionalBool(name) != nil
            case .sealed, .object, .anyObject: try parameters.optionalObject(name) != nil
            case .list: try parameters.optionalArray(name) != nil
            case .null, .either, .any: parameters.optionalValue(name) != nil
            }
        _ = try parameters.required(name, isThere || !parameter.isRequired ? true : nil)
    }
}
