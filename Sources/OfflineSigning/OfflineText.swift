import JSONRPC
import Salt

/// The text around a request or its signatures, which survives mail and memory sticks, or the texts of QR codes.
///
/// ```
/// -----BEGIN SIDEKEY REQUEST-----
/// base64, 64 characters in a line, fewer in the last
/// -----END SIDEKEY REQUEST-----
/// ```
///
/// Lines end in LF or CRLF. White space at the end of lines, and before and after the whole, is skipped. A QR code has a part of the bytes:
///
/// ```
/// SIDEKEY:i/n:hash:base64     i counts from 1 to n; hash is the first 4 bytes of the whole's SHA-256, in hexadecimal digits
/// ```
///
/// Their texts may stand in a file in any order, each in a line of its own, as often as a camera saw them. `zbarcam` writes `QR-Code:` before each.
public enum OfflineText {
    /// The kind of a file.
    public enum Kind: String, Sendable, CaseIterable {
        case request = "REQUEST"
        case signature = "SIGNATURE"
    }

    /// The most bytes of a text.
    public static let maximumCount = 524_288
    private static let lineCount = 64
    /// The bytes of a file that stand in one QR code, which has then 57 modules in a row at the lowest level of error correction.
    public static let frameCount = 180
    private static let maximumFrames = (OfflineRequest.maximumCount + frameCount - 1) / frameCount
    private static let framePrefix = "SIDEKEY:"

    /// Returns the text of a file.
    public static func encode(_ bytes: [UInt8], as kind: Kind) -> String {
        let digits = Array(Base64.encode(bytes).utf8)
        var lines = ["-----BEGIN SIDEKEY \(kind.rawValue)-----"]
        for start in stride(from: 0, to: digits.count, by: lineCount) {
            lines.append(String(decoding: digits[start..<min(start + lineCount, digits.count)], as: UTF8.self))
        }
        lines.append("-----END SIDEKEY \(kind.rawValue)-----")
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns the texts of a file's QR codes, in their order.
    public static func frames(of bytes: [UInt8]) -> [String] {
        let starts = Array(stride(from: 0, to: bytes.count, by: frameCount))
        let mark = mark(of: bytes)
        return starts.enumerated().map { place, start in
            let part = bytes[start..<min(start + frameCount, bytes.count)]
            return "\(framePrefix)\(place + 1)/\(starts.count):\(mark):\(Base64.encode(part))"
        }
    }

    /// Returns the bytes in a text of either form.
    ///
    /// - Throws: ``OfflineFault``: `.tooLarge`, `.envelope`, `.base64`, `.frames`, `.framesMissing`.
    public static func decode(_ text: [UInt8], as kind: Kind) throws(OfflineFault) -> [UInt8] {
        guard text.count <= maximumCount else { throw OfflineFault(.tooLarge, at: maximumCount) }
        let lines = lines(of: text)
        guard let first = lines.first else { throw OfflineFault(.envelope, at: 0) }
        if frame(first.text) != nil { return try joined(lines) }
        guard first.text == "-----BEGIN SIDEKEY \(kind.rawValue)-----" else {
            throw OfflineFault(.envelope, at: first.offset)
        }
        guard lines.count > 2, let last = lines.last, last.text == "-----END SIDEKEY \(kind.rawValue)-----" else {
            throw OfflineFault(.envelope, at: text.count)
        }
        let inner = lines[1..<lines.count - 1]
        for (place, line) in zip(inner.indices, inner) {
            let isLast = place == inner.endIndex - 1
            guard line.text.utf8.count == lineCount || isLast && line.text.utf8.count < lineCount else {
                throw OfflineFault(.base64, at: line.offset)
            }
        }
        guard let bytes = try? Base64.decode(inner.map(\.text).joined()) else {
            throw OfflineFault(.base64, at: inner.first?.offset ?? 0)
        }
        return bytes
    }

    private struct Line {
        let text: String
        let offset: Int
    }

    /// The lines without white space at their ends, and without empty ones before and after the whole.
    private static func lines(of text: [UInt8]) -> [Line] {
        var found: [Line] = []
        for part in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let offset = part.startIndex
            var part = part
            while let last = part.last, [0x20, 0x09, 0x0D].contains(last) { part.removeLast() }
            found.append(Line(text: String(decoding: part, as: UTF8.self), offset: offset))
        }
        while found.last?.text.isEmpty == true { found.removeLast() }
        return Array(found.drop { $0.text.isEmpty })
    }

    private struct Frame: Hashable {
        let number: Int
        let count: Int
        let mark: Substring
        let part: [UInt8]
    }

    /// Reads one code's text; nil if it isn't one.
    private static func frame(_ line: String) -> Frame? {
        var text = Substring(line)
        if text.hasPrefix("QR-Code:") { text = text.dropFirst("QR-Code:".count) }
        guard text.hasPrefix(framePrefix) else { return nil }
        let fields = text.dropFirst(framePrefix.count).split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 3, let place = number(fields[0].split(separator: "/", omittingEmptySubsequences: false)),
            fields[1].utf8.count == 8, let part = try? Base64.decode(String(fields[2])), !part.isEmpty
        else { return nil }
        return Frame(number: place.0, count: place.1, mark: fields[1], part: part)
    }

    private static func number(_ parts: [Substring]) -> (Int, Int)? {
        guard parts.count == 2, parts.allSatisfy({ (1...4).contains($0.utf8.count) }), let number = Int(parts[0]),
            let count = Int(parts[1]), (1...maximumFrames).contains(count), (1...count).contains(number)
        else { return nil }
        return (number, count)
    }

    private static func joined(_ lines: [Line]) throws(OfflineFault) -> [UInt8] {
        var parts: [Int: Frame] = [:]
        var first: Frame?
        for line in lines where !line.text.isEmpty {
            guard let frame = frame(line.text), first.map({ $0.count == frame.count && $0.mark == frame.mark }) ?? true,
                parts[frame.number].map({ $0 == frame }) ?? true
            else { throw OfflineFault(.frames, at: line.offset) }
            first = first ?? frame
            parts[frame.number] = frame
        }
        guard let first else { throw OfflineFault(.envelope, at: 0) }
        for number in 1...first.count where parts[number] == nil { throw OfflineFault(.framesMissing, at: number) }
        let bytes = (1...first.count).flatMap { parts[$0]?.part ?? [] }
        guard mark(of: bytes) == first.mark else { throw OfflineFault(.frames, at: 0) }
        return bytes
    }

    private static func mark(of bytes: [UInt8]) -> String {
        SaltHash.sha256(bytes).prefix(4).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
