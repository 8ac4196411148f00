import ArgumentParser
import JSONRPC
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The form in which a command prints its result.
struct OutputOptions: ParsableArguments {
    @Flag(help: ArgumentHelp(say(.helpJSON)))
    var json = false

    /// Prints a command's answer.
    ///
    /// - Parameters:
    ///   - answer: For scripts: one value on one line (`docs/command-line.md`).
    ///   - text: For people, with its line ending.
    func write(_ answer: JSON, or text: @autoclosure () -> String) {
        if json { StandardOutput.write(answer) } else { StandardOutput.write(text()) }
    }

    /// Prints what became of a transaction that was sent: for people what it did, and its signature.
    ///
    /// - Parameter text: What it did, with its line endings.
    func writeSent(_ result: JSON, _ text: @autoclosure () -> String = "") {
        let signature = result["signature"]?.text?.visible ?? "?"
        write(result, or: text() + say(.sendIsSent, ["signature": signature]) + "\n")
    }

    /// Shows a request to its user: on standard output, which is the answer's alone where scripts read it.
    func show(_ request: String) { json ? StandardError.write(request) : StandardOutput.write(request) }

    /// True if the command line asks for JSON, even if the line makes no sense. No option takes a value that begins with a hyphen.
    static var isJSONAsked: Bool {
        CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")
    }
}

extension Int {
    /// Milliseconds as whole seconds, rounded up.
    var seconds: Int { self > 0 ? (self - 1) / 1000 + 1 : 0 }
}

extension String {
    /// Returns the text with blanks after it, up to a width.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
}

/// Lines of a name and a value, with the values aligned below one another.
///
/// ```
/// wallet:      unlocked, locks in 92 s
/// account:     3hDSc9TBh7J9o5ZVGr4pQc9F9qXKWUNjKQ8vDXL3b3oB
/// ```
struct NamedLines {
    private var rows: [(name: String, value: String)] = []

    mutating func append(_ key: TextKey, _ value: String) { append(named: say(key), value) }

    /// - Parameter name: The name without its colon; an empty one continues the line above.
    mutating func append(named name: String, _ value: String) { rows.append((name, value)) }

    /// - Parameters:
    ///   - width: The least width of the names; longer names of another language widen all of them.
    ///   - indent: The number of blanks before each line.
    func text(width: Int, indent: Int = 0) -> String {
        let width = max(width, (rows.map(\.name.count).max() ?? 0) + 2)
        let margin = String(repeating: " ", count: indent)
        return rows.map { name, value in
            "\(margin)\((name.isEmpty ? "" : "\(name):").padded(to: width))\(value.visible)\n"
        }.joined()
    }
}

/// A date in UTC, regardless of the terminal's time zone.
struct UTCDate {
    private let milliseconds: Int
    private var parts = tm()

    /// Nil if the system has no such date.
    ///
    /// - Parameter milliseconds: Since 1970.
    init?(milliseconds: Int) {
        self.milliseconds = milliseconds
        var seconds = time_t(milliseconds / 1000)
        guard gmtime_r(&seconds, &parts) != nil else { return nil }
    }

    /// The date for people: `2026-11-22 16:08:00 UTC`.
    var text: String { formatted("%Y-%m-%d %H:%M:%S UTC") }

    /// The date to the millisecond (RFC 3339).
    var exact: String {
        let rest = String(abs(milliseconds % 1000))
        return formatted("%Y-%m-%dT%H:%M:%S.") + String(repeating: "0", count: 3 - rest.count) + rest + "Z"
    }

    private func formatted(_ format: String) -> String {
        var parts = parts
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, format, &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
