internal import Base58

/// The parameters of one link, taken out one after the other; each may stand there once.
struct LinkParameters {
    private var values: [String: String] = [:]

    /// - Parameter known: The names that may stand there.
    /// - Throws: ``DeeplinkFault/duplicate(_:)``, ``DeeplinkFault/unknownParameter`` unless others are let through.
    init(
        _ parameters: [(name: String, value: String)], known: [String], others: Bool = false
    ) throws(DeeplinkFault) {
        for (name, value) in parameters {
            guard known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
                if others { continue }
                throw .unknownParameter
            }
            guard values.updateValue(value, forKey: name) == nil else { throw .duplicate(name) }
        }
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    func text(_ name: String) throws(DeeplinkFault) -> String {
        guard let value = values[name], !value.isEmpty else { throw .missing(name) }
        return value
    }

    func bytes(_ name: String, maximum: Int) throws(DeeplinkFault) -> [UInt8] {
        let text = try text(name)
        // Base58 takes a time that grows with the square of the length; no text is shorter than its bytes.
        guard text.utf8.count <= maximum * 138 / 100 + 1 else { throw .value(name) }
        do throws(Base58Error) {
            return try Base58.decode(text)
        } catch {
            throw .base58(name)
        }
    }

    func bytes(_ name: String, count: Int) throws(DeeplinkFault) -> [UInt8] {
        let bytes = try bytes(name, maximum: max(count, 64))
        guard bytes.count == count else { throw .wrongCount(name, expected: count, found: bytes.count) }
        return bytes
    }
}
