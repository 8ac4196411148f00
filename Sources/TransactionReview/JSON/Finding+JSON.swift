package import JSONRPC

extension Finding {
    /// The finding in the protocol's spelling: `{id, level, parameters}`.
    package var json: JSON {
        [
            "id": .string(JSONString(id)), "level": .string(JSONString(level.rawValue)),
            "parameters": .array(parameters.map(\.json)),
        ]
    }
}

extension ReviewField {
    /// `{name, value, quoted?}`.
    var json: JSON {
        isQuoted
            ? ["name": .string(name), "value": .string(value), "quoted": true]
            : ["name": .string(name), "value": .string(value)]
    }
}
