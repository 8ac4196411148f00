import DisplayText
import JSONRPC

/// Names and texts of an interface, as far as they may be shown.
enum InterfaceName {
    /// The name in the registry's spelling, `lowerCamelCase`.
    ///
    /// - Throws: `.name` unless it is 1 to 256 ASCII letters, digits and underscores (or the dots, spaces and hyphens between them that
    ///   some interfaces have): programs are written in identifiers, and what looks like another letter or turns the direction is none.
    static func camel(_ text: String) throws(InterfaceError) -> String {
        guard (1...InterfaceLimits.name).contains(text.utf8.count), text.utf8.allSatisfy(isPart) else {
            throw InterfaceError(.name)
        }
        if text.utf8.allSatisfy(isDigit) { return text }
        let words = text.split { !isLetterOrDigit($0.utf8.first ?? 0) }
        guard let first = words.first else { throw InterfaceError(.name) }
        let joined = words.dropFirst().reduce(into: String(first)) { $0 += $1.prefix(1).uppercased() + $1.dropFirst() }
        return joined.prefix(1).lowercased() + joined.dropFirst()
    }

    /// The name as types and variants have it, `UpperCamelCase`.
    static func upper(_ text: String) throws(InterfaceError) -> String {
        let name = try camel(text)
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// The name of the function in Rust that Anchor's older form writes in camel case.
    static func snake(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        for (place, byte) in bytes.enumerated() {
            let isUpper = (0x41...0x5A).contains(byte)
            if isUpper, let last = place > 0 ? bytes[place - 1] : nil {
                let isAfterSmall = (0x61...0x7A).contains(last) || isDigit(last)
                let isBeforeSmall = place + 1 < bytes.count && (0x61...0x7A).contains(bytes[place + 1])
                if isAfterSmall || (0x41...0x5A).contains(last) && isBeforeSmall { out.append(0x5F) }
            }
            out.append(isUpper ? byte | 0x20 : byte)
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// A sentence, a label or a unit of the author's, in which nothing is hidden.
    ///
    /// - Throws: `.name` for more than 256 characters, for a line break, and for anything that the display filter would spell out.
    static func text(_ text: String) throws(InterfaceError) -> String {
        guard text.unicodeScalars.prefix(InterfaceLimits.name + 1).count <= InterfaceLimits.name,
            !text.contains("\n"), VisibleText.escaping(text) == text
        else { throw InterfaceError(.name) }
        return text
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || byte == 0x5F || byte == 0x2D || byte == 0x20 || byte == 0x2E
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension JSON {
    /// A member that must be there.
    ///
    /// - Throws: `.member`.
    func member(_ name: String) throws(InterfaceError) -> JSON {
        guard let value = self[name], !value.isNull else { throw InterfaceError(.member) }
        return value
    }

    /// The text of a member that must be there.
    func text(_ name: String) throws(InterfaceError) -> String {
        guard let text = try member(name).text else { throw InterfaceError(.member) }
        return text
    }

    /// The elements of a member; none if it isn't there.
    func list(_ name: String) throws(InterfaceError) -> [JSON] {
        guard let value = self[name], !value.isNull else { return [] }
        guard let list = value.array else { throw InterfaceError(.member) }
        return list
    }

    /// True if a member is `true`.
    func isTrue(_ name: String) -> Bool { self[name]?.bool ?? false }

    /// A number from 0 to a limit.
    ///
    /// - Throws: `.number` for any other, whatever its length, and `.member` for what isn't one.
    func number(upTo limit: Int) throws(InterfaceError) -> Int {
        guard let number else { throw InterfaceError(.member) }
        guard let value = number.int(), (0...limit).contains(value) else { throw InterfaceError(.number) }
        return value
    }
}
