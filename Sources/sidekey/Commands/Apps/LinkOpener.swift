import Wording

/// Opens a link with whatever the desktop has for it: `xdg-open`, or `open` on macOS.
enum LinkOpener {
    #if os(macOS)
        private static let program = "open"
    #else
        private static let program = "xdg-open"
    #endif

    /// Waits until the opener has ended, which is before the app has.
    ///
    /// - Throws: where there is none, or where it says that it couldn't.
    static func open(_ link: String) throws(CommandError) {
        guard let path = FileSystem.program(program) else {
            throw CommandError(say(.openerMissing), hint: say(.hintOpener))
        }
        // The link is one argument, with no shell in between; it begins with a scheme, so no opener takes it for an option.
        guard let code = ChildProgram(path: path, arguments: [link]).run() else {
            throw CommandError(say(.openerMissing), hint: say(.hintOpener))
        }
        guard code == 0 else {
            throw CommandError(say(.openerFailed, ["status": "\(code)"]), hint: say(.hintOpener))
        }
    }
}
