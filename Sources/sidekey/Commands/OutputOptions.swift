import ArgumentParser
import Localization

/// How a command prints its result.
struct OutputOptions: ParsableArguments {
    @Flag(help: ArgumentHelp(say(.helpJSON)))
    var json = false
}

extension Int {
    /// Milliseconds as whole seconds, rounded up.
    var seconds: Int { self > 0 ? (self - 1) / 1000 + 1 : 0 }
}

extension String {
    /// The text with blanks behind it, up to a width.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
}
