import ArgumentParser
import Wording

/// The message that a command is about: words on the line, or a file's bytes.
struct MessageText: ParsableArguments {
    @Argument(help: ArgumentHelp(say(.helpText)))
    var text: String?

    @Option(help: ArgumentHelp(say(.helpMessageFile), valueName: "file"), completion: .file())
    var file: String?

    /// The longest message: its answer has to fit a frame in base64, and so has its review in hexadecimal digits.
    private static let limit = 256 << 10

    /// The bytes as they are signed: nothing is added and nothing is cut.
    func bytes() throws(CommandError) -> [UInt8] {
        switch (text, file) {
        case (let text?, nil): return Array(text.utf8)
        case (nil, "-"): return try StandardInput.bytes(limit: Self.limit)
        case (nil, let file?): return try PrivateFile(path: file).bytes(limit: Self.limit)
        case (.some, .some): throw CommandError(say(.textTwice))
        case (nil, nil): throw CommandError(say(.textMissing), hint: say(.hintGiveText))
        }
    }
}
