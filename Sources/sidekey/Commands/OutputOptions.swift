import ArgumentParser
import JSONRPC
import Wording

/// How a command prints its result.
struct OutputOptions: ParsableArguments {
    @Flag(help: ArgumentHelp(say(.helpJSON)))
    var json = false

    /// Prints what a command answers.
    ///
    /// - Parameters:
    ///   - answer: For scripts: one value on one line (`docs/command-line.md`).
    ///   - text: For people, with its line's end.
    func write(_ answer: JSON, or text: @autoclosure () -> String) {
        if json { StandardOutput.write(answer) } else { StandardOutput.write(text()) }
    }

    /// Whether the line asks for JSON, be it one that makes sense or not. No option takes a value that begins with a hyphen.
    static var isJSONAsked: Bool {
        CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")
    }
}

extension Int {
    /// Milliseconds as whole seconds, rounded up.
    var seconds: Int { self > 0 ? (self - 1) / 1000 + 1 : 0 }
}

extension String {
    /// The text with blanks behind it, up to a width.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
}
