import Pinentry

/// Whether the wallet can ask outside the browser in a window.
enum PromptCheck {
    static func run() -> [Diagnosis] {
        // On any display: which one it is, the browser says when it asks.
        let programs = PinentryProgram.installed(for: DisplayEnvironment([("DISPLAY", ":0")]))
        guard let program = programs.first else {
            return [
                .warning(
                    "prompt", "there is no pinentry with a window: outside the browser, a terminal decides",
                    hint: "install pinentry-gnome3, pinentry-qt or pinentry-gtk2, or use: sidekey approve")
            ]
        }
        return [.ok("prompt", "\(program.path) asks outside the browser")]
    }
}
