/// A part of a text: what it says, or the name of what is put there.
///
/// ```
/// {origin} asks: {method}      placeholder("origin"), text(" asks: "), placeholder("method")
/// ```
public enum TextPiece: Sendable, Hashable {
    case text(String)
    case placeholder(String)

    /// Takes a text of ours apart. A brace that isn't closed, or holds anything but letters, is text.
    package static func pieces(of text: String) -> [TextPiece] {
        var pieces: [TextPiece] = []
        var rest = text[...]
        var plain = ""
        while let open = rest.firstIndex(of: "{") {
            let name = rest[rest.index(after: open)...].prefix { $0.isASCII && $0.isLetter }
            let isClosed = name.endIndex < rest.endIndex && rest[name.endIndex] == "}"
            guard !name.isEmpty, isClosed else {
                plain += rest[...open]
                rest = rest[rest.index(after: open)...]
                continue
            }
            plain += rest[..<open]
            if !plain.isEmpty { pieces.append(.text(plain)) }
            plain = ""
            pieces.append(.placeholder(String(name)))
            rest = rest[rest.index(after: name.endIndex)...]
        }
        plain += rest
        if !plain.isEmpty { pieces.append(.text(plain)) }
        return pieces
    }
}
