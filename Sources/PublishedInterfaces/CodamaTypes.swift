import JSONRPC

/// Reads Codama's nodes of types. Those that are defined in place get a name made of where they stand.
struct CodamaTypes {
    var found: [String: Result<InterfaceDraft.Definition, InterfaceError>] = [:]

    mutating func field(_ node: JSON, of owner: String) throws(InterfaceError) -> InterfaceDraft.Field {
        let name = try InterfaceName.camel(node.text("name"))
        let hint = try InterfaceName.upper(node.text("name"))
        return InterfaceDraft.Field(name: name, type: try type(node.member("type"), owner + hint))
    }

    mutating func definition(_ node: JSON, _ name: String) throws(InterfaceError) -> InterfaceDraft.Definition {
        switch try node.text("kind") {
        case "structTypeNode":
            return .record(try fields(node.list("fields"), name))
        case "enumTypeNode":
            let tags: [String: UInt8] = ["u8": 1, "u16": 2, "u32": 3, "u64": 4]
            guard let tag = tags[try Self.number(node["size"])] else { throw InterfaceError(.type) }
            var variants: [InterfaceDraft.Variant] = []
            for (place, variant) in try node.list("variants").enumerated() {
                let value =
                    try variant["discriminator"].flatMap { $0.isNull ? nil : $0 }?.number(upTo: 1 << 32) ?? place
                variants.append(
                    InterfaceDraft.Variant(
                        name: try InterfaceName.upper(variant.text("name")), value: UInt64(value),
                        fields: try fields(ofVariant: variant, name)))
            }
            guard Set(variants.map(\.value)).count == variants.count else { throw InterfaceError(.duplicate) }
            return .enumeration(variants, tag: tag)
        default: return .alias(try type(node, name))
        }
    }

    private mutating func fields(
        _ nodes: [JSON], _ owner: String
    ) throws(InterfaceError) -> [InterfaceDraft.Field] {
        var fields: [InterfaceDraft.Field] = []
        for node in nodes { fields.append(try field(node, of: owner)) }
        return fields
    }

    private mutating func fields(
        ofVariant node: JSON, _ name: String
    ) throws(InterfaceError) -> [InterfaceDraft.Field] {
        let hint = name + (try InterfaceName.upper(node.text("name")))
        switch try node.text("kind") {
        case "enumEmptyVariantTypeNode": return []
        case "enumStructVariantTypeNode":
            let inner = try node.member("struct")
            guard try inner.text("kind") == "structTypeNode" else { throw InterfaceError(.type) }
            return try fields(inner.list("fields"), hint)
        case "enumTupleVariantTypeNode":
            let inner = try node.member("tuple")
            guard try inner.text("kind") == "tupleTypeNode" else { throw InterfaceError(.type) }
            var fields: [InterfaceDraft.Field] = []
            for (place, item) in try inner.list("items").enumerated() {
                fields.append(InterfaceDraft.Field(name: "\(place)", type: try type(item, "\(hint)\(place)")))
            }
            return fields
        default: throw InterfaceError(.type)
        }
    }

    /// The format of a little-endian number; `u8` if there is none.
    static func number(_ node: JSON?) throws(InterfaceError) -> String {
        guard let node, !node.isNull else { return "u8" }
        let inner = node["number"] ?? node
        guard try inner.text("kind") == "numberTypeNode", (inner["endian"]?.text ?? "le") == "le" else {
            throw InterfaceError(.type)
        }
        return try inner.text("format")
    }

    // The text's nesting bounds how deep this goes.
    private mutating func type(_ node: JSON, _ hint: String) throws(InterfaceError) -> DraftType {
        switch try node.text("kind") {
        case "numberTypeNode", "amountTypeNode", "solAmountTypeNode", "dateTimeTypeNode":
            guard let type = DraftType.numbers[try Self.number(node)] else { throw InterfaceError(.type) }
            return type
        case "booleanTypeNode":
            guard try Self.number(node["size"]) == "u8" else { throw InterfaceError(.type) }
            return .bool
        case "definedTypeLinkNode":
            // A type of another program isn't here.
            guard node["program"] == nil else { throw InterfaceError(.missing) }
            return .named(try InterfaceName.upper(node.text("name")))
        case "publicKeyTypeNode": return .key
        case "stringTypeNode":
            guard (node["encoding"]?.text ?? "utf8") == "utf8" else { throw InterfaceError(.type) }
            return .plain(20)
        case "bytesTypeNode": return .plain(21)
        case "sizePrefixTypeNode": return try prefixed(node)
        case "fixedSizeTypeNode":
            let kind = try node.member("type").text("kind")
            guard kind == "bytesTypeNode" || kind == "stringTypeNode" else { throw InterfaceError(.type) }
            return .array(try node.member("size").number(upTo: InterfaceLimits.elements), .u8)
        case "arrayTypeNode", "setTypeNode":
            return try several(node.member("count"), try type(node.member("item"), hint))
        case "mapTypeNode":
            guard try Self.counted(node.member("count")) == "u32" else { throw InterfaceError(.type) }
            return .map(try type(node.member("key"), hint + "Key"), try type(node.member("value"), hint + "Value"))
        case "optionTypeNode":
            guard !node.isTrue("fixed"), try Self.number(node["prefix"]) == "u8" else { throw InterfaceError(.type) }
            return .option(try type(node.member("item"), hint))
        case "zeroableOptionTypeNode":
            guard node["zeroValue"] == nil else { throw InterfaceError(.type) }
            return .around(33, try type(node.member("item"), hint))
        case "remainderOptionTypeNode": return .around(34, try type(node.member("item"), hint))
        case "tupleTypeNode":
            var types: [DraftType] = []
            for (place, item) in try node.list("items").enumerated() { types.append(try type(item, "\(hint)\(place)")) }
            return .tuple(types)
        case "structTypeNode", "enumTypeNode":
            guard hint.utf8.count <= InterfaceLimits.name, found.count <= InterfaceLimits.types else {
                throw InterfaceError(.types)
            }
            let definition = try definition(node, hint)
            // The same twice is one; two that differ would be read as each other.
            if case .success(let other) = found[hint], other == definition { return .named(hint) }
            guard found[hint] == nil else { throw InterfaceError(.duplicate) }
            found[hint] = .success(definition)
            return .named(hint)
        default: throw InterfaceError(.type)
        }
    }

    private func prefixed(_ node: JSON) throws(InterfaceError) -> DraftType {
        let prefix = try Self.number(node.member("prefix"))
        switch (try node.member("type").text("kind"), prefix) {
        case ("stringTypeNode", "u32"): return .text
        case ("stringTypeNode", "u64"): return .plain(16)
        case ("bytesTypeNode", "u32"): return .bytes
        case ("bytesTypeNode", "u8"): return .plain(18)
        default: throw InterfaceError(.type)
        }
    }

    private static func counted(_ node: JSON) throws(InterfaceError) -> String {
        guard try node.text("kind") == "prefixedCountNode" else { throw InterfaceError(.type) }
        return try number(node.member("prefix"))
    }

    private func several(_ count: JSON, _ item: DraftType) throws(InterfaceError) -> DraftType {
        switch try count.text("kind") {
        case "fixedCountNode": return .array(try count.member("value").number(upTo: InterfaceLimits.elements), item)
        case "remainderCountNode": return .around(39, item)
        default:
            let opcodes: [String: UInt8] = ["u32": 35, "u64": 36, "shortU16": 38]
            guard let opcode = opcodes[try Self.counted(count)] else { throw InterfaceError(.type) }
            return .around(opcode, item)
        }
    }
}
