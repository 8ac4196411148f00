import JSONRPC
import Pinentry
import WalletRuntime
import Wording

/// Which language prompts speak: the one that the user chose, or that of the desktop on which they appear.
///
/// The choice is a setting that a browser may change, as it may change its own language: a hijacked one can have a prompt in a language
/// that the user doesn't read, but no other amounts, addresses and sites in it.
struct PromptLanguage: Sendable {
    /// What the module `settings` keeps.
    let settings: any ModuleStorage

    /// What prompts on a display say; without a display, the choice alone decides.
    func words(on display: DisplayEnvironment?) async -> Phrasebook {
        // Where it can't be read, a prompt in the desktop's language is better than none.
        if let chosen = try? await settings.value(for: "language")?.text, let language = Language(chosen) {
            return Phrasebook(language)
        }
        return Phrasebook(Language { display?[$0] })
    }
}
