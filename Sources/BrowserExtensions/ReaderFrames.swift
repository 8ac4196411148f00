import JSONRPC

/// A question to the reader of extensions: one packet of at most 4,101 bytes.
///
/// ```
/// number: 4 | kind: 1 | body                      numbers have their least byte first
///
/// kind 1, the copies behind a host     extension: 1 (its place in the list that the reader began with) | process: 4
/// kind 2, a folder without its links   path: 1 to 4,096 bytes of UTF-8, from "/" on and without a zero
/// ```
///
/// It names nothing to read, but for the folder, of which the reader tells no content.
package struct ReaderQuestion: Sendable, Hashable {
    package enum Subject: Sendable, Hashable {
        case copies(extension: UInt8, host: Int32)
        case folder(path: String)
    }

    /// The most bytes of a question.
    package static let mostBytes = 5 + FrameText.mostPath

    /// The number that the answer bears, too.
    package let number: UInt32
    package let subject: Subject

    package init(number: UInt32, _ subject: Subject) { (self.number, self.subject) = (number, subject) }

    /// Reads a packet; nil if it is anything else.
    package init?(_ packet: [UInt8]) {
        var fields = FrameFields(packet)
        guard let number = fields.number(UInt32.self), let kind = fields.number(UInt8.self) else { return nil }
        switch kind {
        case 1:
            guard let place = fields.number(UInt8.self), let host = fields.number(Int32.self), host > 0 else {
                return nil
            }
            self.init(number: number, .copies(extension: place, host: host))
        case 2:
            guard let path = fields.rest().flatMap(FrameText.path) else { return nil }
            self.init(number: number, .folder(path: path))
        default: return nil
        }
        guard fields.isAtEnd else { return nil }
    }

    package var packet: [UInt8] {
        switch subject {
        case .copies(let place, let host):
            FrameFields.bytes(number) + [1, place] + FrameFields.bytes(host)
        case .folder(let path): FrameFields.bytes(number) + [2] + Array(path.utf8)
        }
    }
}

/// An answer of the reader of extensions: one packet of at most 128 KiB.
///
/// ```
/// number: 4 | kind: 1 | body                      numbers have their least byte first
///
/// kind 0, it doesn't fit into a packet, or names a path that is none
/// kind 1, copies     browser: text, empty if there is none | count: 2 | that many copies
/// kind 2, a folder   path: text, empty if it is none
///
/// copy = shape: 1 | fault: 1 | hash: 32, zeros after a fault | path: text
/// text = count: 2 | UTF-8 without a zero
/// ```
///
/// Shapes count from zero and faults from one in the order of ``KnownExtension/Shape`` and ``ExtensionFault``; fault 0 is none. Paths begin with "/" and
/// have at most 4,096 bytes, a browser's name at most 255. So a path, a hash and a reason are all that the agent takes from the reader, however that
/// was misled.
package struct ReaderAnswer: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        case untold
        case copies(ExtensionFinding)
        case folder(path: String?)
    }

    /// The most bytes of an answer.
    package static let mostBytes = 128 << 10

    /// The question's number.
    package let number: UInt32
    package let content: Content

    package init(number: UInt32, _ content: Content) { (self.number, self.content) = (number, content) }

    /// Reads a packet; nil if it is anything else.
    package init?(_ packet: [UInt8]) {
        var fields = FrameFields(packet)
        guard packet.count <= Self.mostBytes, let number = fields.number(UInt32.self),
            let kind = fields.number(UInt8.self)
        else { return nil }
        switch kind {
        case 0: self.init(number: number, .untold)
        case 1:
            guard let finding = fields.finding() else { return nil }
            self.init(number: number, .copies(finding))
        case 2:
            guard let text = fields.text() else { return nil }
            let path = FrameText.path(text)
            guard path != nil || text.isEmpty else { return nil }
            self.init(number: number, .folder(path: path))
        default: return nil
        }
        guard fields.isAtEnd else { return nil }
    }

    package var packet: [UInt8] {
        let head = FrameFields.bytes(number)
        let body: [UInt8]? =
            switch content {
            case .untold: [0]
            case .copies(let finding): FrameFields.bytes(of: finding).map { [1] + $0 }
            case .folder(let path): FrameFields.text(path ?? "").map { [2] + $0 }
            }
        guard let body, head.count + body.count <= Self.mostBytes else { return head + [0] }
        return head + body
    }
}

/// The texts in frames between agent and reader.
private enum FrameText {
    /// The most bytes of a path, as the system has it (PATH_MAX).
    static let mostPath = 4096
    static let mostName = 255

    static func path(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.first == UInt8(ascii: "/"), bytes.count <= mostPath else { return nil }
        return whole(bytes)
    }

    /// The name of a file.
    static func name(_ bytes: ArraySlice<UInt8>) -> String? {
        guard !bytes.isEmpty, bytes.count <= mostName, !bytes.contains(UInt8(ascii: "/")) else { return nil }
        return whole(bytes)
    }

    private static func whole(_ bytes: ArraySlice<UInt8>) -> String? {
        bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }
}

/// The fields of a packet, from its first byte on and never past its last.
private struct FrameFields {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count - place else { return nil }
        defer { place += count }
        return bytes[place..<(place + count)]
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        take(Number.bitWidth / 8)?.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    mutating func rest() -> ArraySlice<UInt8>? { take(bytes.count - place) }

    mutating func text() -> ArraySlice<UInt8>? { number(UInt16.self).flatMap { take(Int($0)) } }

    mutating func finding() -> ExtensionFinding? {
        guard let text = text() else { return nil }
        let browser = FrameText.name(text)
        guard browser != nil || text.isEmpty, let count = number(UInt16.self) else { return nil }
        var copies: [ExtensionCopy] = []
        for _ in 0..<count {
            guard let copy = copy() else { return nil }
            copies.append(copy)
        }
        return ExtensionFinding(browser: browser, copies: copies)
    }

    private mutating func copy() -> ExtensionCopy? {
        guard let shape = number(UInt8.self), shape < KnownExtension.Shape.allCases.count,
            let fault = number(UInt8.self), fault <= ExtensionFault.allCases.count, let hash = take(32),
            let path = text().flatMap(FrameText.path)
        else { return nil }
        guard fault == 0 || hash.allSatisfy({ $0 == 0 }) else { return nil }
        return ExtensionCopy(
            at: path, shape: KnownExtension.Shape.allCases[Int(shape)],
            hash: fault == 0
                ? .success(Hexadecimal.encode(Array(hash)))
                : .failure(ExtensionFault.allCases[Int(fault) - 1]))
    }

    // MARK: Writing

    static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<(Number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> Number(8 * $0)) }
    }

    /// nil for a text that is longer than its count can say.
    static func text(_ text: String) -> [UInt8]? {
        UInt16(exactly: text.utf8.count).map { bytes($0) + Array(text.utf8) }
    }

    /// nil for what an answer can't tell, such as a path in a browser's settings that is none.
    static func bytes(of finding: ExtensionFinding) -> [UInt8]? {
        let browser = finding.browser.map { FrameText.name(Array($0.utf8)[...]) } ?? ""
        guard let browser, var written = text(browser), let count = UInt16(exactly: finding.copies.count) else {
            return nil
        }
        written += bytes(count)
        for copy in finding.copies {
            guard let shape = KnownExtension.Shape.allCases.firstIndex(of: copy.shape),
                let path = FrameText.path(Array(copy.path.utf8)[...]).flatMap(text)
            else { return nil }
            written.append(UInt8(shape))
            switch copy.hash {
            case .success(let hash): written += [0] + KnownExtension.bytes(of: hash)
            case .failure(let fault):
                let place = ExtensionFault.allCases.firstIndex(of: fault) ?? 0
                written += [UInt8(place + 1)] + [UInt8](repeating: 0, count: 32)
            }
            written += path
        }
        return written
    }
}
