import Wording

/// Lines of a name and a value, the values below one another.
///
/// ```
/// wallet:      unlocked, locks in 92 s
/// account:     3hDSc9TBh7J9o5ZVGr4pQc9F9qXKWUNjKQ8vDXL3b3oB
/// ```
struct NamedLines {
    private var rows: [(name: String, value: String)] = []

    mutating func append(_ key: TextKey, _ value: String) { append(named: say(key), value) }

    /// - Parameter name: Without its colon; an empty one goes on with the line above.
    mutating func append(named name: String, _ value: String) { rows.append((name, value)) }

    /// - Parameters:
    ///   - width: How wide the names are at least; longer ones of another language make all of them wider.
    ///   - indent: How many blanks stand before each line.
    func text(width: Int, indent: Int = 0) -> String {
        let width = max(width, (rows.map(\.name.count).max() ?? 0) + 2)
        let margin = String(repeating: " ", count: indent)
        return rows.map { name, value in
            "\(margin)\((name.isEmpty ? "" : "\(name):").padded(to: width))\(value.visible)\n"
        }.joined()
    }
}
