import DisplayText

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How wide the user's terminal is, for lines that must not be broken by it.
enum TerminalWidth {
    /// The columns of a terminal that doesn't say, and of a file.
    private static let usual = 80

    static var columns: Int {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
            var size = winsize()
            // Nobody reads lines of somebody else's words that are wider.
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return min(Int(size.ws_col), 120) }
        }
        return usual
    }

    /// Lines as a text, with somebody else's words marked as such in each line that is seen.
    static func folding(_ lines: [String]) -> String {
        let fold = LineFold.terminal(columns: columns)
        return lines.flatMap { fold.pieces(of: $0) }.map { $0 + "\n" }.joined()
    }
}
