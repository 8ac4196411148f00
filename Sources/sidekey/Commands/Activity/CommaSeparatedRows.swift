/// Reads a table of comma-separated values (RFC 4180); a line may end without the carriage return too.
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
