import JSONRPC
import Salt

/// Reads the interfaces of Anchor, from 0.30 and before, and those of Shank, which has the same types.
///
/// Source: `idl/spec` of solana-foundation/anchor, `lang/syn` of Anchor 0.29.
struct AnchorInterface {
    private let isShank: Bool
    private let isNew: Bool
    private let root: JSON

    init(_ root: JSON) {
        self.root = root
        let metadata = root["metadata"] ?? .null
        isShank = metadata["origin"]?.text == "shank"
        isNew = metadata["spec"] != nil || root["address"] != nil
    }

    var form: PublishedInterface.Form { isShank ? .shank : isNew ? .anchor : .anchorLegacy }

    func draft() throws(InterfaceError) -> InterfaceDraft {
        var draft = InterfaceDraft()
        draft.name = (root["metadata"]?["name"] ?? root["name"])?.text ?? ""
        draft.address = (root["address"] ?? root["metadata"]?["address"])?.text
        let types = try root.list("types")
        guard types.count <= InterfaceLimits.types else { throw InterfaceError(.types) }
        for entry in types {
            // One that nothing uses may be whatever it likes, and so may its name.
            guard let name = try? InterfaceName.upper(entry.text("name")) else { continue }
            guard draft.types[name] == nil else {
                draft.types[name] = .failure(InterfaceError(.duplicate))
                continue
            }
            do throws(InterfaceError) { draft.types[name] = .success(try definition(entry)) } catch {
                draft.types[name] = .failure(error)
            }
        }
        let instructions = try root.list("instructions")
        guard instructions.count <= InterfaceLimits.instructions else { throw InterfaceError(.instructions) }
        draft.instructions = instructions.map(instruction)
        return draft
    }

    private func instruction(_ entry: JSON) -> InterfaceDraft.Instruction {
        let name = entry["name"]?.text ?? ""
        let body: Result<InterfaceDraft.Body, InterfaceError>
        do throws(InterfaceError) { body = .success(try self.body(entry)) } catch { body = .failure(error) }
        return InterfaceDraft.Instruction(
            name: name, discriminator: try? discriminator(entry, name: name), body: body)
    }

    private func body(_ entry: JSON) throws(InterfaceError) -> InterfaceDraft.Body {
        var body = InterfaceDraft.Body()
        for argument in try entry.list("args") { body.fields.append(try field(argument)) }
        try accounts(entry.list("accounts"), group: "", into: &body.accounts)
        body.isOmitting = isShank && entry.isTrue("legacyOptionalAccountsStrategy")
        return body
    }

    private func discriminator(_ entry: JSON, name: String) throws(InterfaceError) -> [UInt8] {
        if isShank {
            let said = try entry.member("discriminant")
            let counts = ["u8": 1, "u16": 2, "u32": 4, "u64": 8]
            guard let count = counts[try said.text("type")], let value = said["value"]?.number?.uint64(),
                count == 8 || value < 1 << UInt64(8 * count)
            else { throw InterfaceError(.discriminator) }
            return (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        }
        guard isNew else {
            return Array(SaltHash.sha256(Array("global:\(InterfaceName.snake(name))".utf8)).prefix(8))
        }
        let said = try entry.list("discriminator")
        guard !said.isEmpty, said.count <= 256 else { throw InterfaceError(.discriminator) }
        var bytes: [UInt8] = []
        for byte in said { bytes.append(UInt8(truncatingIfNeeded: try byte.number(upTo: 255))) }
        return bytes
    }

    private func accounts(
        _ entries: [JSON], group: String, into accounts: inout [InterfaceDraft.Account]
    ) throws(InterfaceError) {
        for entry in entries {
            let name = group + (try InterfaceName.camel(entry.text("name")))
            if entry["accounts"] != nil {
                guard name.utf8.count < InterfaceLimits.name else { throw InterfaceError(.name) }
                try self.accounts(entry.list("accounts"), group: "\(name).", into: &accounts)
                continue
            }
            guard accounts.count < InterfaceLimits.accounts else { throw InterfaceError(.accounts) }
            var flags: UInt8 = entry.isTrue("signer") || entry.isTrue("isSigner") ? 1 : 0
            if entry.isTrue("isOptionalSigner") { flags = 8 }
            if entry.isTrue("writable") || entry.isTrue("isMut") { flags |= 2 }
            if entry.isTrue("optional") || entry.isTrue("isOptional") { flags |= 4 }
            accounts.append(InterfaceDraft.Account(name: name, flags: flags))
        }
    }

    private func definition(_ entry: JSON) throws(InterfaceError) -> InterfaceDraft.Definition {
        guard try entry.list("generics").isEmpty else { throw InterfaceError(.type) }
        // Others lay bytes out as Rust does, or as nobody knows.
        guard (entry["serialization"]?.text ?? "borsh") == "borsh", entry["serialization"]?.object == nil else {
            throw InterfaceError(.type)
        }
        let said = try entry.member("type")
        switch try said.text("kind") {
        case "struct": return .record(try fields(said.list("fields")))
        case "enum":
            let entries = try said.list("variants")
            var variants: [InterfaceDraft.Variant] = []
            for (place, variant) in entries.enumerated() {
                variants.append(
                    InterfaceDraft.Variant(
                        name: try InterfaceName.upper(variant.text("name")), value: UInt64(place),
                        fields: try fields(variant.list("fields"))))
            }
            return .enumeration(variants, tag: 1)
        case "type", "alias": return .alias(try type(said.member(said["alias"] == nil ? "value" : "alias")))
        default: throw InterfaceError(.type)
        }
    }

    /// Fields with names, or those of a tuple.
    private func fields(_ entries: [JSON]) throws(InterfaceError) -> [InterfaceDraft.Field] {
        var fields: [InterfaceDraft.Field] = []
        for (place, entry) in entries.enumerated() {
            let isNamed = entry["name"] != nil && entry["type"] != nil
            fields.append(isNamed ? try field(entry) : InterfaceDraft.Field(name: "\(place)", type: try type(entry)))
        }
        return fields
    }

    private func field(_ entry: JSON) throws(InterfaceError) -> InterfaceDraft.Field {
        InterfaceDraft.Field(name: try InterfaceName.camel(entry.text("name")), type: try type(entry.member("type")))
    }

    private static let names: [String: DraftType] = DraftType.numbers.merging(
        ["bool": .bool, "string": .text, "bytes": .bytes, "pubkey": .key, "publicKey": .key]
    ) { $1 }

    // The text's nesting bounds how deep this goes.
    private func type(_ said: JSON) throws(InterfaceError) -> DraftType {
        if let name = said.text {
            guard let type = Self.names[name] else { throw InterfaceError(.type) }
            return type
        }
        guard let object = said.object, object.count == 1,
            let (kind, inner) = object.members.first.map({
                ($0.name.string, $0.value)
            })
        else { throw InterfaceError(.type) }
        switch kind {
        case "defined":
            if let name = inner.text { return .named(try InterfaceName.upper(name)) }
            guard try inner.list("generics").isEmpty else { throw InterfaceError(.type) }
            return .named(try InterfaceName.upper(inner.text("name")))
        case "option": return .option(try type(inner))
        case "vec", "hashSet", "bTreeSet": return .list(try type(inner))
        case "array":
            guard let parts = inner.array, parts.count == 2 else { throw InterfaceError(.type) }
            guard parts[1].number != nil else { throw InterfaceError(.type) }
            return .array(try parts[1].number(upTo: InterfaceLimits.elements), try type(parts[0]))
        case "hashMap", "bTreeMap":
            guard let parts = inner.array, parts.count == 2 else { throw InterfaceError(.type) }
            return .map(try type(parts[0]), try type(parts[1]))
        case "tuple":
            guard let parts = inner.array else { throw InterfaceError(.type) }
            var types: [DraftType] = []
            for part in parts { types.append(try type(part)) }
            return .tuple(types)
        default: throw InterfaceError(.type)
        }
    }
}
