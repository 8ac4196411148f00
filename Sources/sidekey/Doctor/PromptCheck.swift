import Pinentry
import Wording

/// Whether the wallet can ask outside the browser in a window.
enum PromptCheck {
    static func run() -> [Diagnosis] {
        // On any display: which one it is, the browser says when it asks.
        let programs = PinentryProgram.installed(for: DisplayEnvironment([("DISPLAY", ":0")]))
        guard let program = programs.first else {
            return [
                .warning("prompt", .foundNoPinentry)
            ]
        }
        return [.ok("prompt", .foundPinentry, ["path": program.path])]
    }
}
