import Base58

/// Contacts as comma-separated values (RFC 4180), as spreadsheets and other wallets read and write them.
///
/// ```
/// name,address                                            the columns are found by their names, in any order and case
/// Carol,4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM       other columns are passed over
/// "Bob, from work",8qbH…
/// ```
///
/// Without a line of names the columns are the name and the address, in the order in which the first line has them. A spreadsheet takes what begins with
/// `=`, `+`, `-` or `@` for a formula, so such a name is written behind an apostrophe, and read without it.
struct ContactsFile {
    /// Why a file can't be read, with the number of its line, from 1 on.
    enum Fault: Error, Equatable {
        case notText
        case openQuote(line: Int)
        case noAddress(line: Int)
        case noName(line: Int)
        case noColumns
    }

    struct Row: Equatable {
        let line: Int
        let address: String
        let name: String
    }

    /// The largest file that is read, in bytes.
    static let limit = 1 << 20
    private static let formulas: Set<Character> = ["=", "+", "-", "@"]

    let rows: [Row]

    init(rows: [Row]) { self.rows = rows }

    /// - Throws: if it isn't UTF-8, a quotation mark is never closed, or a line has no address or no name.
    init(reading bytes: [UInt8]) throws(Fault) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        var records = try Self.records(text)
        guard let first = records.first else {
            self.init(rows: [])
            return
        }
        let titles = first.fields.map { $0.lowercased().filter { $0 != " " } }
        var columns = (
            name: titles.firstIndex { ["name", "label"].contains($0) },
            address: titles.firstIndex { ["address", "publickey"].contains($0) }
        )
        if columns.name != nil, columns.address != nil {
            records.removeFirst()
        } else if let address = first.fields.prefix(2).firstIndex(where: Self.isAddress), first.fields.count > 1 {
            columns = (1 - address, address)
        } else {
            throw .noColumns
        }
        var rows: [Row] = []
        for record in records {
            guard let address = record.field(columns.address), Self.isAddress(address) else {
                throw .noAddress(line: record.line)
            }
            guard let name = record.field(columns.name), !name.isEmpty else { throw .noName(line: record.line) }
            rows.append(Row(line: record.line, address: address, name: Self.named(name)))
        }
        self.init(rows: rows)
    }

    /// The file, with a line of names at its top; lines end with CR LF.
    var text: String {
        let lines = [["name", "address"]] + rows.map { [Self.harmless($0.name), $0.address] }
        return lines.map { $0.map(Self.quoted).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func isAddress(_ text: String) -> Bool { (try? Base58.decode(text, count: 32)) != nil }

    private static func harmless(_ name: String) -> String {
        name.first.map(formulas.contains) == true ? "'" + name : name
    }

    private static func named(_ field: String) -> String {
        guard field.first == "'", let next = field.dropFirst().first, formulas.contains(next) else { return field }
        return String(field.dropFirst())
    }

    private static func quoted(_ field: String) -> String {
        guard field.unicodeScalars.contains(where: { [",", "\"", "\r", "\n"].contains($0) }) else { return field }
        return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    private struct Record {
        let line: Int
        var fields: [String] = []

        func field(_ column: Int?) -> String? {
            guard let column, fields.indices.contains(column) else { return nil }
            return fields[column]
        }
    }

    /// The records, with blanks around unquoted fields and empty lines left out.
    private static func records(_ text: String) throws(Fault) -> [Record] {
        var scalars = Array(text.unicodeScalars)
        // A byte order mark, which spreadsheets write.
        if scalars.first == "\u{feff}" { scalars.removeFirst() }
        var (records, line, place): ([Record], Int, Int) = ([], 1, 0)
        func blank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
        while place < scalars.count {
            var record = Record(line: line)
            while true {
                var field = String.UnicodeScalarView()
                while place < scalars.count, blank(scalars[place]) { place += 1 }
                if place < scalars.count, scalars[place] == "\"" {
                    let start = line
                    place += 1
                    while true {
                        guard place < scalars.count else { throw .openQuote(line: start) }
                        if scalars[place] == "\"" {
                            guard place + 1 < scalars.count, scalars[place + 1] == "\"" else { break }
                            place += 1
                        }
                        if scalars[place] == "\n" { line += 1 }
                        field.append(scalars[place])
                        place += 1
                    }
                    place += 1
                }
                while place < scalars.count, ![",", "\r", "\n"].contains(scalars[place]) {
                    field.append(scalars[place])
                    place += 1
                }
                while let last = field.last, blank(last) { field.removeLast() }
                record.fields.append(String(field))
                guard place < scalars.count, scalars[place] == "," else { break }
                place += 1
            }
            if place < scalars.count, scalars[place] == "\r" { place += 1 }
            if place < scalars.count, scalars[place] == "\n" { place += 1 }
            if record.fields != [""] { records.append(record) }
            line += 1
        }
        return records
    }
}
