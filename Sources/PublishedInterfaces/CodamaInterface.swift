import Base58
import JSONRPC

/// Reads Codama's tree of nodes.
///
/// Source: `packages/node-types` of codama-idl/codama, standard 1.x.
struct CodamaInterface {
    private let program: JSON
    private var types = CodamaTypes()
    private var visits = InterfaceLimits.visits

    init(_ root: JSON) throws(InterfaceError) {
        program = try root.member("program")
    }

    mutating func draft() throws(InterfaceError) -> InterfaceDraft {
        var draft = InterfaceDraft()
        draft.name = program["name"]?.text ?? ""
        draft.address = program["publicKey"]?.text
        let definitions = try program.list("definedTypes")
        guard definitions.count <= InterfaceLimits.types else { throw InterfaceError(.types) }
        var nodes: [String: JSON] = [:]
        for node in definitions {
            guard let name = try? InterfaceName.upper(node.text("name")) else { continue }
            guard nodes[name] == nil else {
                types.found[name] = .failure(InterfaceError(.duplicate))
                continue
            }
            nodes[name] = node["type"]
            do throws(InterfaceError) {
                let definition = try types.definition(node.member("type"), name)
                types.found[name] =
                    types.found[name] == nil ? .success(definition) : .failure(InterfaceError(.duplicate))
            } catch {
                types.found[name] = .failure(error)
            }
        }
        let instructions = try program.list("instructions")
        guard instructions.count <= InterfaceLimits.instructions else { throw InterfaceError(.instructions) }
        for node in instructions { draft.instructions.append(instruction(node, nodes)) }
        guard types.found.count <= InterfaceLimits.types else { throw InterfaceError(.types) }
        draft.types = types.found
        return draft
    }

    private mutating func instruction(_ node: JSON, _ types: [String: JSON]) -> InterfaceDraft.Instruction {
        let name = node["name"]?.text ?? ""
        var discriminator: [UInt8]?
        let body: Result<InterfaceDraft.Body, InterfaceError>
        do throws(InterfaceError) {
            let (first, arguments) = try Self.discriminator(node)
            discriminator = first
            body = .success(try self.body(node, name: InterfaceName.upper(name), arguments, types))
        } catch {
            body = .failure(error)
        }
        return InterfaceDraft.Instruction(name: name, discriminator: discriminator, body: body)
    }

    private mutating func body(
        _ node: JSON, name: String, _ arguments: [JSON], _ types: [String: JSON]
    ) throws(InterfaceError) -> InterfaceDraft.Body {
        var body = InterfaceDraft.Body()
        for argument in arguments { body.fields.append(try self.types.field(argument, of: name)) }
        for account in try node.list("accounts") {
            guard body.accounts.count < InterfaceLimits.accounts else { throw InterfaceError(.accounts) }
            var flags: UInt8 = account.isTrue("isSigner") ? 1 : account["isSigner"]?.text == "either" ? 8 : 0
            if account.isTrue("isWritable") { flags |= 2 }
            if account.isTrue("isOptional") { flags |= 4 }
            let name = try InterfaceName.camel(account.text("name"))
            body.accounts.append(InterfaceDraft.Account(name: name, flags: flags))
        }
        body.isOmitting = node["optionalAccountStrategy"]?.text == "omitted"
        // Where several kinds may follow, the number alone doesn't tell which is which.
        let rest = try node.list("remainingAccounts")
        if rest.count == 1, let value = rest[0]["value"], let name = value["name"]?.text {
            body.more = try InterfaceName.camel(name)
        }
        body.display = CodamaDisplay(node, arguments, body, types, visits: &visits).display
        return body
    }

    /// The bytes that every such instruction begins with, and the arguments after them.
    private static func discriminator(_ node: JSON) throws(InterfaceError) -> ([UInt8], [JSON]) {
        var arguments = try node.list("arguments")[...]
        var wanted: [String: Int] = [:]
        var constant: [UInt8] = []
        for each in try node.list("discriminators") {
            let offset = try each["offset"]?.number(upTo: 255) ?? 0
            switch try each.text("kind") {
            case "fieldDiscriminatorNode": wanted[try each.text("name")] = offset
            case "constantDiscriminatorNode" where offset == 0:
                let said = try each.member("constant")
                constant = try bytes(said.member("value"), said.member("type"))
            case "sizeDiscriminatorNode": break
            default: throw InterfaceError(.discriminator)
            }
        }
        var found: [UInt8] = []
        while let first = arguments.first, let offset = wanted.removeValue(forKey: try first.text("name")) {
            guard offset == found.count else { throw InterfaceError(.discriminator) }
            found += try bytes(first.member("defaultValue"), first.member("type"))
            arguments.removeFirst()
        }
        guard wanted.isEmpty, constant.isEmpty || found.isEmpty || constant == found else {
            throw InterfaceError(.discriminator)
        }
        return (found.isEmpty ? constant : found, Array(arguments))
    }

    private static func bytes(_ value: JSON, _ type: JSON) throws(InterfaceError) -> [UInt8] {
        switch try value.text("kind") {
        case "numberValueNode", "integerValueNode":
            let counts = ["u8": 1, "u16": 2, "u32": 4, "u64": 8]
            guard let count = counts[try CodamaTypes.number(type)] else { throw InterfaceError(.discriminator) }
            guard let number = (value["number"] ?? value["integer"])?.number?.uint64(),
                count == 8 || number < 1 << UInt64(8 * count)
            else { throw InterfaceError(.number) }
            return (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
        case "bytesValueNode":
            let text = try value.text("data")
            guard text.utf8.count <= 256 else { throw InterfaceError(.discriminator) }
            switch try value.text("encoding") {
            case "base16": return try hexadecimal(text)
            case "base58": if let bytes = try? Base58.decode(text) { return bytes }
            case "base64": if let bytes = try? Base64.decode(text) { return bytes }
            case "utf8": return Array(text.utf8)
            default: break
            }
            throw InterfaceError(.discriminator)
        default: throw InterfaceError(.discriminator)
        }
    }

    private static func hexadecimal(_ text: String) throws(InterfaceError) -> [UInt8] {
        let digits = text.utf8.map { digit in Character(UnicodeScalar(digit)).hexDigitValue }
        guard digits.count % 2 == 0, !digits.contains(nil) else { throw InterfaceError(.discriminator) }
        return stride(from: 0, to: digits.count, by: 2).map { place in
            UInt8(truncatingIfNeeded: (digits[place] ?? 0) << 4 | (digits[place + 1] ?? 0))
        }
    }
}
