internal import Base58
internal import JSONRPC

/// The members of what was sealed, by their names.
struct PayloadMembers {
    private let object: JSONObject

    /// - Parameter known: The names that may stand there; nil where others are passed over.
    /// - Throws: ``DeeplinkFault/json``, ``DeeplinkFault/unknownParameter``.
    init(_ json: JSON, known: [String]?) throws(DeeplinkFault) {
        guard let object = json.object else { throw .json }
        if let known {
            guard object.names.allSatisfy({ name in known.contains { $0.utf8.elementsEqual(name.utf8) } }) else {
                throw .unknownParameter
            }
        }
        self.object = object
    }

    func value(_ name: String) -> JSON? { object[name] }

    func optionalText(_ name: String) throws(DeeplinkFault) -> String? {
        guard let value = object[name] else { return nil }
        guard let text = value.text else { throw .value(name) }
        return text
    }

    func text(_ name: String) throws(DeeplinkFault) -> String {
        guard let text = try optionalText(name), !text.isEmpty else { throw .missing(name) }
        return text
    }

    func bytes(_ name: String) throws(DeeplinkFault) -> [UInt8] {
        try Self.decode(try text(name), name)
    }

    func bytes(_ name: String, count: Int) throws(DeeplinkFault) -> [UInt8] {
        let bytes = try bytes(name)
        guard bytes.count == count else { throw .wrongCount(name, expected: count, found: bytes.count) }
        return bytes
    }

    func list(_ name: String, maximum: Int) throws(DeeplinkFault) -> [[UInt8]] {
        guard let value = object[name] else { throw .missing(name) }
        guard let elements = value.array, (1...maximum).contains(elements.count) else { throw .value(name) }
        var list: [[UInt8]] = []
        for element in elements {
            guard let text = element.text, !text.isEmpty else { throw .value(name) }
            list.append(try Self.decode(text, name))
        }
        return list
    }

    private static func decode(_ text: String, _ name: String) throws(DeeplinkFault) -> [UInt8] {
        do throws(Base58Error) {
            return try Base58.decode(text)
        } catch {
            throw .base58(name)
        }
    }
}
