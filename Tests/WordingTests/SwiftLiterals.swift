/// The string literals of a Swift file, as far as this project writes them.
enum SwiftLiterals {
    /// The text between the quotes, with U+0001 for each interpolation; literals inside one are texts of their own.
    static func texts(in source: String) -> [String] {
        var texts: [String] = []
        var rest = Substring(source)
        code(&rest, to: nil, &texts)
        return texts
    }

    /// Reads code up to a closing parenthesis that it hasn't opened itself, or to its end.
    private static func code(_ rest: inout Substring, to end: Character?, _ texts: inout [String]) {
        var depth = 0
        while let character = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { $0 != "\n" }
                continue
            }
            if character == "\"" {
                let quotes = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
                rest.removeFirst(quotes.count)
                literal(&rest, quotes, &texts)
                continue
            }
            rest.removeFirst()
            if character == "(" { depth += 1 }
            if character == ")" {
                if depth == 0, end != nil { return }
                depth -= 1
            }
        }
    }

    private static func literal(_ rest: inout Substring, _ quotes: String, _ texts: inout [String]) {
        var text = ""
        while !rest.isEmpty, !rest.hasPrefix(quotes) {
            if rest.hasPrefix("\\(") {
                rest.removeFirst(2)
                code(&rest, to: ")", &texts)
                text += "\u{1}"
            } else {
                let count = rest.first == "\\" ? min(2, rest.count) : 1
                text += rest.prefix(count)
                rest.removeFirst(count)
            }
        }
        rest.removeFirst(min(quotes.count, rest.count))
        texts.append(text)
    }
}
