import JSONRPC
import Wording

/// The activity as a file: a JSON array, or a table of comma-separated values (RFC 4180), each line whole and the oldest first.
enum ActivityFile {
    private static let columns = [
        "sequence", "time", "kind", "request", "origin", "method", "account", "detail", "hash",
    ]

    /// Returns the lines in the agent's form, one on each line of text.
    static func json(_ lines: [JSON]) -> [UInt8] {
        var bytes = Array("[".utf8)
        for (index, line) in lines.enumerated() {
            bytes += Array(index == 0 ? "\n".utf8 : ",\n".utf8) + line.serialized()
        }
        return bytes + Array("\n]\n".utf8)
    }

    static func csv(_ lines: [JSON]) -> [UInt8] {
        var text = columns.joined(separator: ",") + "\r\n"
        for line in lines {
            text += columns.map { field(line, $0) }.joined(separator: ",") + "\r\n"
        }
        return Array(text.utf8)
    }

    private static func field(_ line: JSON, _ column: String) -> String {
        switch column {
        case "sequence": line[column]?.int.map(String.init) ?? ""
        case "time": line[column]?.int.flatMap { UTCDate(milliseconds: $0)?.exact } ?? ""
        default: quoted(line[column]?.text ?? "")
        }
    }

    /// Returns a field in quotes. A text that begins like a formula gets an apostrophe before it, so that no spreadsheet runs it.
    private static func quoted(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map { "=+-@\t\r\n＝＋－＠".unicodeScalars.contains($0) } ?? false
        let scalars = (isFormula ? "'" + text : text).unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
        var field = String.UnicodeScalarView()
        field.append(contentsOf: scalars)
        return "\"\(String(field))\""
    }

    /// Returns the number and the hash of each line of an export.
    ///
    /// - Throws: if the file can't be read, or isn't an export.
    static func hashes(in path: String) throws(CommandError) -> [(sequence: Int, hash: String)] {
        let bytes = try PrivateFile(path: path).bytes(limit: 256 << 20)
        let lines = bytes.first == UInt8(ascii: "[") ? jsonLines(bytes) : csvLines(bytes)
        guard let lines, !lines.isEmpty else { throw CommandError(say(.fileIsNoExport, ["path": path.visible])) }
        return lines
    }

    private static func jsonLines(_ bytes: [UInt8]) -> [(sequence: Int, hash: String)]? {
        guard let lines = try? JSON(parsing: JSONSource(bytes)).array else { return nil }
        let found = lines.compactMap { line in
            line["sequence"]?.int.flatMap { sequence in line["hash"]?.text.map { (sequence, $0) } }
        }
        return found.count == lines.count ? found : nil
    }

    private static func csvLines(_ bytes: [UInt8]) -> [(sequence: Int, hash: String)]? {
        let rows = CommaSeparatedRows.parse(bytes)
        guard rows.first == columns else { return nil }
        let found = rows.dropFirst().compactMap { row in
            row.count == columns.count ? Int(row[0]).map { ($0, row[columns.count - 1]) } : nil
        }
        return found.count == rows.count - 1 ? found : nil
    }
}

/// A reader of a table of comma-separated values (RFC 4180). A line may also end without the carriage return.
enum CommaSeparatedRows {
    static func parse(_ bytes: [UInt8]) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        var index = 0
        func endField() {
            row.append(String(decoding: field, as: UTF8.self))
            field = []
        }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\"") where isQuoted && index < bytes.count && bytes[index] == byte:
                field.append(byte)
                index += 1
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted: endField()
            case UInt8(ascii: "\n") where !isQuoted:
                endField()
                rows.append(row)
                row = []
            case UInt8(ascii: "\r") where !isQuoted: continue
            default: field.append(byte)
            }
        }
        guard !field.isEmpty || !row.isEmpty else { return rows }
        endField()
        return rows + [row]
    }
}
